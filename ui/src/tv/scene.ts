// What the big screen shows of a table, chosen by kinds of widgets and never by what a game calls them.
import type { SeatPrompt, FeedItem, TurnOrderWidget, Panel } from '../live/protocol'
import type { FeedCard, FeedEntry } from '../table/feed/group-items'
import type { Widget, WidgetKind, WidgetOf } from '../widgets/widget'

export interface Section {
  key: string
  title: string
  widgets: Widget[]
}

export interface Person {
  key: string
  name: string
  note: string
  figures: Widget[]
  tokens: WidgetOf<'token'>[]
  /** What is wrong with them. */
  conditions: string[]
  /** What the scene says of them by name. */
  lines: string[]
  asked: boolean
  turn: boolean
}

export interface Scene {
  /** What the scene tells in words. */
  mainPanel: Section | null
  orders: TurnOrderWidget[]
  board: Section[]
  people: Person[]
}

/** Figures of a person at most; fields fill up to `FILLED` what tracks, clocks and pools leave. */
const FIGURES = 4
const FIGURES_IN_A_CROWD = 2
const FILLED = 3
/** More people than this are a crowd, with fewer figures each. */
const CROWD = 5
/** A value that is read at a glance. */
const SHORT_VALUE = 20
const MAX_ROWS = 8
const MAX_LINES = 3
const TELLING = new Set<WidgetKind>(['field', 'text'])

function widgetsOf<K extends WidgetKind>(panel: Panel, kind: K): WidgetOf<K>[] {
  return panel.words.filter((widget): widget is WidgetOf<K> => widget.widget === kind)
}

/** A panel with the open ones in it, one after the other. */
function openPanels(panel: Panel): Panel[] {
  const inner = widgetsOf(panel, 'panel').filter((one) => !one.folded)
  return [panel, ...inner.flatMap(openPanels)]
}

/** A widget as it has room on the board: a table is cut after a few rows. */
const fitted = (widget: Widget): Widget =>
  widget.widget === 'table' ? { ...widget, rows: widget.rows.slice(0, MAX_ROWS) } : widget

/** A pool without the bracket that says what its dice are for. */
const bareName = (pool: WidgetOf<'pool'>): Widget => ({
  ...pool,
  label: pool.label.split(' (')[0] ?? '',
  offer: null,
  moves: null,
})

/** The few figures that matter: what can run out, what is rolled, then what is said in a word or two. */
export function keyFigures(panel: Panel, most: number): Widget[] {
  const counted = [
    ...widgetsOf(panel, 'track'),
    ...widgetsOf(panel, 'clock'),
    ...widgetsOf(panel, 'pool').map(bareName),
  ].slice(0, most)
  const short = widgetsOf(panel, 'field').filter((field) => field.value.length <= SHORT_VALUE)
  return [...counted, ...short.slice(0, Math.max(0, Math.min(most, FILLED) - counted.length))]
}

const conditionsOf = (panel: Panel): string[] =>
  widgetsOf(panel, 'text').flatMap((text) => (text.kind === 'bad' ? [text.text] : []))

/** The scene of a table: its panels and open prompts, with who plays each character. */
export function buildScene(panels: Panel[], prompts: SeatPrompt[], players: Partial<Record<string, string>>): Scene {
  const open = panels.filter((panel) => !panel.folded)
  const ofCharacters = open.filter((panel) => panel.of)
  const names = new Set(ofCharacters.map((panel) => panel.title))
  const sheets = uniqueSheets(ofCharacters)
  const allOfScene = open.filter((panel) => !panel.of).flatMap(openPanels)
  // What the scene says of somebody by name stands with them, and not on the board.
  const isOfSomebody = (widget: Widget): boolean => widget.widget === 'field' && names.has(widget.label)
  const scene = allOfScene.map((panel) => ({ ...panel, words: panel.words.filter((widget) => !isOfSomebody(widget)) }))
  const main = scene.find((panel) => panel.words.some((widget) => TELLING.has(widget.widget)))
  const orders = scene.flatMap((panel) => widgetsOf(panel, 'order'))
  const asked = new Set(prompts.flatMap((prompt) => prompt.asked))
  const onTurn = new Set(orders.flatMap((order) => (order.turn === null ? [] : [order.names[order.turn]])))
  const isCrowd = sheets.length > CROWD
  return {
    mainPanel: main ? { key: 'main', title: main.title, widgets: tellingOf(main) } : null,
    orders,
    board: scene.map((panel, n) => boardSection(panel, n, panel === main)).filter((section) => section.widgets.length),
    people: sheets.map((panel) => ({
      key: panel.of,
      name: panel.title,
      note: panel.note,
      figures: keyFigures(panel, isCrowd ? FIGURES_IN_A_CROWD : FIGURES),
      tokens: isCrowd ? [] : widgetsOf(panel, 'token').slice(0, FIGURES),
      conditions: conditionsOf(panel),
      lines: allOfScene.flatMap((one) => linesAbout(one, panel.title)),
      asked: asked.has(panel.title) || asked.has(players[panel.title] ?? '\n'),
      turn: onTurn.has(panel.title),
    })),
  }
}

/** The first sheet of each character. */
function uniqueSheets(sheets: Panel[]): Panel[] {
  const seen = new Set<string>()
  return sheets.filter((panel) => !seen.has(panel.of) && seen.add(panel.of))
}

const tellingOf = (panel: Panel): Widget[] => panel.words.filter((widget) => TELLING.has(widget.widget))

const linesAbout = (panel: Panel, name: string): string[] =>
  widgetsOf(panel, 'field').flatMap((field) => (field.label === name ? [field.value] : []))

function boardSection(panel: Panel, index: number, isMain: boolean): Section {
  const widgets = panel.words
    .filter((widget) => widget.widget !== 'panel' && widget.widget !== 'order')
    .filter((widget) => !isMain || !TELLING.has(widget.widget))
  return { key: `${index} ${panel.title}`, title: panel.title, widgets: widgets.map(fitted) }
}

/** The last roll of an action that has dice to show. */
export const lastRoll = (items: readonly FeedItem[]): FeedItem | undefined =>
  items.filter((item) => (item.kind === 'roll' || item.kind === 'draw') && item.faces?.length).at(-1)

/** What came of an action, in its last few lines. */
export const lastLines = (items: readonly FeedItem[], most = MAX_LINES): FeedItem[] =>
  items.filter((item) => item.kind === 'tell' || item.kind === 'choice').slice(-most)

/** Whether an action is worth the middle of the screen: it has an outcome or dice. */
export const isNotable = (card: FeedCard): boolean => !!card.outcome || !!lastRoll(card.items)

/** The last card that fits. The search begins at the end, however long the feed is. */
export function lastCard(entries: readonly FeedEntry[], fits: (card: FeedCard) => boolean): FeedCard | null {
  for (let n = entries.length - 1; n >= 0; n--) {
    const card = entries[n]?.card
    if (card && fits(card)) return card
  }
  return null
}
