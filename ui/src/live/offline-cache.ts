// What a browser keeps of a table: the sheets a seat last saw, to be read without a connection, and what it has said that
// nobody has answered yet. A master's sheets hold everybody's secrets, and are not kept.
import type { Panel, SeatAt } from './protocol'

export type Seen = {
  at: number
  name: string
  title: string
  game: string
  seat: string
  order: string[]
  panels: Record<string, Panel>
  seats: SeatAt[]
}

const SEEN = 'seen/'
const UNSENT = 'unsent/'

export function keep(table: string, seen: Seen): void {
  try {
    localStorage.setItem(SEEN + table, JSON.stringify(seen))
  } catch {
    /* there is no room: then it is not kept */
  }
}

export function kept(table: string): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(SEEN + table) ?? 'null') as Seen | null
  } catch {
    return null
  }
}

export function forget(table: string): void {
  localStorage.removeItem(SEEN + table)
  sessionStorage.removeItem(UNSENT + table)
}

/** Every table whose sheets are kept here, last seen first. */
export function allKept(): { table: string; seen: Seen }[] {
  const tables = Object.keys(localStorage)
    .filter((key) => key.startsWith(SEEN))
    .map((key) => key.slice(SEEN.length))
  const found = tables.flatMap((table) => {
    const seen = kept(table)
    return seen ? [{ table, seen }] : []
  })
  return found.sort((a, b) => b.seen.at - a.seen.at)
}

/** What was said and not answered: for this tab, over a reload, and no longer. */
export function keepUnsent(table: string, said: Record<string, string>): void {
  if (Object.keys(said).length) sessionStorage.setItem(UNSENT + table, JSON.stringify(said))
  else sessionStorage.removeItem(UNSENT + table)
}

export function unsent(table: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(UNSENT + table) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export function ago(seconds: number): string {
  const minutes = Math.max(0, seconds / 60)
  if (minutes < 2) return 'just now'
  if (minutes < 90) return `${Math.round(minutes)} minutes ago`
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours ago`
  return `${Math.round(minutes / 60 / 24)} days ago`
}
