// What this browser keeps of a table: the sheets a seat last saw, to read without a connection, and its outbox.
// A master's sheets hold everybody's secrets and are never kept.
import type { Panel, SeatInfo } from './protocol'

/** The sheets as a seat last saw them. */
export interface CachedView {
  /** When they were seen, in seconds. */
  at: number
  name: string
  title: string
  game: string
  seat: string
  order: string[]
  panels: Record<string, Panel>
  seats: SeatInfo[]
}

/** Unanswered commands as they were sent, by their id. */
export type Outbox = Record<string, string>

const VIEW = 'view/'
const OUTBOX = 'outbox/'

export function saveView(table: string, view: CachedView): void {
  try {
    localStorage.setItem(VIEW + table, JSON.stringify(view))
  } catch {
    // The storage is full: the sheets are then not readable offline.
  }
}

export function loadView(table: string): CachedView | null {
  try {
    return JSON.parse(localStorage.getItem(VIEW + table) ?? 'null') as CachedView | null
  } catch {
    return null
  }
}

/** Every table whose sheets are kept here, last seen first. */
export function listViews(): { table: string; view: CachedView }[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(VIEW))
  const found = keys.flatMap((key) => {
    const table = key.slice(VIEW.length)
    const view = loadView(table)
    return view ? [{ table, view }] : []
  })
  return found.sort((a, b) => b.view.at - a.view.at)
}

/** Keep the outbox for this tab, over a reload and no longer. */
export function saveOutbox(table: string, outbox: Outbox): void {
  if (Object.keys(outbox).length) sessionStorage.setItem(OUTBOX + table, JSON.stringify(outbox))
  else sessionStorage.removeItem(OUTBOX + table)
}

export function loadOutbox(table: string): Outbox {
  try {
    return JSON.parse(sessionStorage.getItem(OUTBOX + table) ?? '{}') as Outbox
  } catch {
    return {}
  }
}

/** Forget everything about a table. */
export function clear(table: string): void {
  localStorage.removeItem(VIEW + table)
  sessionStorage.removeItem(OUTBOX + table)
}
