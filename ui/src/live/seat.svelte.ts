// One seat at a table: what it sees and is told, kept up to date, and the commands and queries it sends.
import { api } from '../http/api'
import { Connection } from './connection.svelte'
import { loadView, saveView } from './offline-cache'
import type {
  Ask,
  Counsel,
  Desk,
  Doable,
  Draft,
  Forecast,
  Guide,
  Handable,
  Item,
  Motion,
  Offer,
  Panel,
  People,
  Prospect,
  SeatAt,
  Sight,
  Value,
  Welcome,
} from './protocol'
import { newNonce, type ActionValues, type CommandTag, type Requests, type ServerMessage } from './requests'

/** Feed items that are loaded at a time when somebody reads back. */
const PAGE_OF_ITEMS = 400
const SAVE_DELAY = 500

export class Seat {
  readonly table: string

  welcome = $state.raw<Welcome | null>(null)
  panels = $state.raw<Record<string, Panel>>({})
  panelOrder = $state.raw<string[]>([])
  prompts = $state.raw<Ask[]>([])
  suggestions = $state.raw<Offer[]>([])
  guides = $state.raw<Guide[]>([])
  seats = $state.raw<SeatAt[]>([])
  /** The characters that this seat may hand to another. */
  characters = $state.raw<Handable[]>([])
  proposals = $state.raw<Motion[]>([])
  /** The events in effect, as ranges from first to last. */
  timeline = $state.raw<[number, number][]>([])
  /** The first event that this seat may undo; -1 if there is none. */
  undoableFrom = $state(-1)
  /** Who is waited for, in a sentence. */
  waitingFor = $state('')
  /** How the game ended, in a sentence. */
  ending = $state('')
  closed = $state(false)
  /** Who paused the play, in a sentence. */
  pauseNotice = $state('')
  readOnlyReason = $state('')
  /** How many events the table had when it was last seen. */
  version = $state(0)
  items = $state.raw<Item[]>([])
  /** The number of the first feed item that is loaded. */
  firstItem = 0
  presence = $state.raw<People>({ is: 'people', here: [], drafting: [] })
  /** The last news for a screen reader. */
  announcement = $state('')
  /** When the sheets were seen, in seconds, if they come from this browser's cache. */
  cachedAt = $state(0)
  /** The table's name and game and this seat's id, known from the cache before a connection stands. */
  header = $state.raw<{ name: string; title: string; game: string; seat: string } | null>(null)

  readonly #connection: Connection
  #saveTimer = 0
  #loading = false

  constructor(table: string) {
    this.table = table
    const cached = loadView(table)
    if (cached) {
      this.header = cached
      this.cachedAt = cached.at
      this.panels = cached.panels
      this.panelOrder = cached.order
      this.seats = cached.seats
    }
    this.#connection = new Connection(table, (message) => this.#onMessage(message))
  }

  get state(): Connection['state'] {
    return this.#connection.state
  }

  get endReason(): string {
    return this.#connection.endReason
  }

  get unavailableReason(): string {
    return this.#connection.unavailableReason
  }

  get unsent(): number {
    return this.#connection.unsent
  }

  get rejectedAfterReload(): string {
    return this.#connection.rejectedAfterReload
  }

  dismissRejection(): void {
    this.#connection.rejectedAfterReload = ''
  }

  get me(): SeatAt | undefined {
    return this.seats.find((seat) => seat.id === (this.welcome ?? this.header)?.seat)
  }

  get myPrompts(): Ask[] {
    return this.prompts.filter((prompt) => prompt.mine)
  }

  /** Whether an event is in effect, as far as is known: its feed items arrive before the timeline with it. */
  isInEffect(event: number): boolean {
    return event >= this.version || this.timeline.some(([first, last]) => first <= event && event <= last)
  }

  /** Whether an undo has taken back what this item tells. Chat and the like stay. */
  isUndone(item: Item): boolean {
    return !!this.welcome?.undoable.includes(item.kind) && !this.isInEffect(item.entry)
  }

  /** The last event in effect before this one: where undoing it leads. */
  previousEvent(event: number): number {
    let found = 0
    for (const [first, last] of this.timeline) if (first < event) found = Math.min(last, event - 1)
    return found
  }

  leave(): void {
    clearTimeout(this.#saveTimer)
    this.#connection.leave()
  }

  /** Send a command. Returns the number of the event it became. */
  async command<K extends CommandTag>(tag: K, body: Requests[K]['in']): Promise<number> {
    const { entry } = await this.#connection.request<CommandTag>(tag, body)
    return entry
  }

  act(action: string, values: ActionValues): Promise<number> {
    return this.command('act', { action, values, nonce: newNonce(), seen: this.version })
  }

  answer(prompt: Ask, choice: string): Promise<number> {
    return this.command('answer', { of: prompt.of, at: prompt.at, choice, nonce: newNonce(), seen: this.version })
  }

  async draft(action: string, values: ActionValues): Promise<Draft> {
    return (await this.#connection.request('draft', { action, values })).draft
  }

  async odds(action: string, values: ActionValues): Promise<Prospect> {
    return (await this.#connection.request('odds', { action, values })).odds
  }

  /** What each option of a prompt would come to, and which is best. */
  async advice(prompt: Ask): Promise<Counsel> {
    return (await this.#connection.request('counsel', { of: prompt.of, at: prompt.at })).counsel
  }

  async actions(): Promise<Doable[]> {
    return (await this.#connection.request('actions', {})).actions
  }

  async quickActions(): Promise<Desk> {
    return (await this.#connection.request('desk', {})).desk
  }

  /** A forecast, and the version of the table it was made for. Later rounds are more exact. */
  async forecast(name: string, policy: string, round: number): Promise<{ forecast: Forecast; version: number }> {
    const { forecast, entries } = await this.#connection.request('forecast', { name, policy, round })
    return { forecast, version: entries }
  }

  /** The values behind a widget of a sheet, to edit. */
  async editableValues(panel: string, label: string): Promise<Value[]> {
    return (await this.#connection.request('values', { panel, label })).values
  }

  /** Tell the others that this seat prepares an action, or no longer does. */
  setDrafting(on: boolean): void {
    this.#connection.notify({ do: 'drafting', on })
  }

  /** Load feed items from before the first one that is loaded. */
  async loadEarlier(): Promise<void> {
    if (this.#loading || this.firstItem <= 0 || this.state !== 'online') return
    this.#loading = true
    try {
      const since = Math.max(0, this.firstItem - PAGE_OF_ITEMS)
      const { items } = await api.feed(this.table, since, PAGE_OF_ITEMS)
      this.items = [...items.filter((item) => item.number < this.firstItem), ...this.items]
      this.firstItem = since
    } catch {
      // Reading back tries again with the next scroll.
    }
    this.#loading = false
  }

  #onMessage(message: ServerMessage): void {
    switch (message.is) {
      case 'welcome':
        if (!this.welcome) this.firstItem = message.since
        this.welcome = message
        this.header = message
        this.cachedAt = 0
        break
      case 'look':
        this.#applyView(message)
        break
      case 'feed': {
        const last = this.items.at(-1)?.number ?? -1
        this.items = [...this.items, ...message.items.filter((item) => item.number > last)]
        this.#connection.nextItem = message.next
        if (message.announce) this.announcement = message.announce
        break
      }
      case 'people':
        this.presence = message
    }
  }

  /** Apply what has changed of this seat's view; the server leaves out what has not. */
  #applyView(view: Sight): void {
    this.version = view.entries
    if (view.panels) this.panels = { ...this.panels, ...view.panels }
    if (view.order) this.panelOrder = view.order
    if (view.asks) this.prompts = view.asks
    if (view.foremost) this.suggestions = view.foremost
    if (view.guides) this.guides = view.guides
    if (view.seats) this.seats = view.seats
    if (view.cast) this.characters = view.cast
    if (view.motions) this.proposals = view.motions
    if (view.undoes != null) this.undoableFrom = view.undoes
    if (view.line) this.timeline = [...this.timeline.slice(0, view.stays ?? 0), ...view.line]
    if (view.waiting != null) this.waitingFor = view.waiting
    if (view.over != null) this.ending = view.over
    if (view.closed != null) this.closed = view.closed
    if (view.paused != null) this.pauseNotice = view.paused
    if (view.read_only != null) this.readOnlyReason = view.read_only
    clearTimeout(this.#saveTimer)
    this.#saveTimer = window.setTimeout(() => this.#saveView(), SAVE_DELAY)
  }

  #saveView(): void {
    const { welcome } = this
    if (!welcome || welcome.master) return
    const { name, title, game, seat } = welcome
    const panels: Record<string, Panel> = {}
    for (const key of this.panelOrder) {
      const panel = this.panels[key]
      if (panel) panels[key] = panel
    }
    const at = Date.now() / 1000
    saveView(this.table, { at, name, title, game, seat, order: this.panelOrder, panels, seats: this.seats })
  }
}
