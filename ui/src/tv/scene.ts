// What of a table is worth seeing from the sofa: by kinds of words, never by what a game calls them.
import type { Ask, Item, Order, Panel } from '../live/protocol'
import type { Word } from '../widgets/group-widgets'

export type Section = { key: string; title: string; words: Word[] }
export type Person = {
  key: string
  name: string
  note: string
  figures: Word[]
  tokens: Word[]
  woes: string[]
  lines: string[]
  asked: boolean
  turn: boolean
}
export type Picture = { lead: Section | null; orders: Order[]; board: Section[]; people: Person[] }

/** Figures on a person's card: fewer, the more people there are; words fill up what tracks and dice leave. */
const FIGURES = 4
const FILLED = 3
const FEW = 5
/** A field's value that is taken in at a glance. */
const SHORT = 20
const ROWS = 8
const TOLD = new Set<Word['word']>(['field', 'text'])

/** The panels of the scene and all that lies open in them, one after the other. */
function opened(panel: Panel): Panel[] {
  const inner = panel.words.filter((word) => word.word === 'panel' && !word.folded) as Panel[]
  return [panel, ...inner.flatMap(opened)]
}

const plain = (panel: Panel): Word[] => panel.words.filter((word) => word.word !== 'panel' && word.word !== 'order')

/** A table as long as a wall can show. */
const cut = (word: Word): Word =>
  word.word === 'table' && word.rows.length > ROWS ? { ...word, rows: word.rows.slice(0, ROWS) } : word

/** What dice are called, without what they are for. */
const named = (word: Word): Word =>
  word.word === 'pool' ? { ...word, label: word.label.split(' (')[0] ?? '', offer: null, moves: null } : word

/** The few figures that matter: what can run out, what is thrown, then what is said in a word or two. */
export function figures(panel: Panel, most: number): Word[] {
  const of = (kind: Word['word']): Word[] => panel.words.filter((word) => word.word === kind).map(named)
  const short = panel.words.filter((word) => word.word === 'field' && word.value.length <= SHORT)
  const counted = [...of('track'), ...of('clock'), ...of('pool')].slice(0, most)
  return [...counted, ...short.slice(0, Math.max(0, Math.min(most, FILLED) - counted.length))]
}

const bad = (panel: Panel): string[] =>
  panel.words.flatMap((word) => (word.word === 'text' && word.kind === 'bad' ? [word.text] : []))

/** The whole picture; what the scene says of somebody by name stands with them. `asks` are those that are open, `players` who plays each character. */
export function picture(panels: Panel[], asks: Ask[], players: Record<string, string>): Picture {
  const open = panels.filter((panel) => !panel.folded)
  const called = new Set(open.filter((panel) => panel.of).map((panel) => panel.title))
  const isOf = (word: Word): boolean => word.word === 'field' && called.has(word.label)
  const all = open.filter((panel) => !panel.of).flatMap(opened)
  const scene = all.map((panel) => ({ ...panel, words: panel.words.filter((word) => !isOf(word)) }))
  const lines = (name: string): string[] =>
    all.flatMap((panel) =>
      panel.words.flatMap((word) => (word.word === 'field' && word.label === name ? [word.value] : [])),
    )
  const orders = scene.flatMap((panel) => panel.words.filter((word) => word.word === 'order'))
  const tells = scene.find((panel) => panel.words.some((word) => TOLD.has(word.word)))
  const lead = tells
    ? { key: 'lead', title: tells.title, words: tells.words.filter((word) => TOLD.has(word.word)) }
    : null
  const board = scene.map((panel, n) => ({
    key: `${n} ${panel.title}`,
    title: panel.title,
    words: plain(panel)
      .filter((word) => panel !== tells || !TOLD.has(word.word))
      .map(cut),
  }))
  const whom = new Set(asks.flatMap((ask) => ask.whom))
  const now = new Set(orders.flatMap((order) => (order.turn === null ? [] : [order.names[order.turn]])))
  const whose = open.filter((panel) => panel.of)
  const seen = new Set<string>()
  const first = whose.filter((panel) => !seen.has(panel.of) && seen.add(panel.of))
  const most = first.length > FEW ? 2 : FIGURES
  const people = first.map((panel) => ({
    key: panel.of,
    name: panel.title,
    note: panel.note,
    figures: figures(panel, most),
    tokens: first.length > FEW ? [] : panel.words.filter((word) => word.word === 'token').slice(0, FIGURES),
    woes: bad(panel),
    lines: lines(panel.title),
    asked: whom.has(panel.title) || whom.has(players[panel.title] ?? '\n'),
    turn: now.has(panel.title),
  }))
  return { lead, orders, board: board.filter((section) => section.words.length), people }
}

/** The throw to draw big: the last one of an action with dice in it. */
export const thrown = (items: Item[]): Item | undefined =>
  items.filter((item) => (item.kind === 'roll' || item.kind === 'draw') && item.faces?.length).at(-1)

/** What came of an action, in its last few lines. */
export const aftermath = (items: Item[], most = 3): Item[] =>
  items.filter((item) => item.kind === 'tell' || item.kind === 'choice').slice(-most)

/** Whether an action is worth the middle of the screen: dice fell, or something came of it. */
export const notable = (items: Item[], outcome: Item | null): boolean => !!outcome || !!thrown(items)
