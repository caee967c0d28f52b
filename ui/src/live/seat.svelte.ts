// One seat at a table: what it sees and is told, kept up to date, and the commands and queries it sends.
import { api } from '../http/api'
import { Connection, type TableMessage } from './connection.svelte'
import { loadView, saveView } from './offline-cache'
import type {
  SeatPrompt,
  Forecast,
  GuideView,
  TransferableCharacter,
  Draft,
  FeedItem,
  ProposalInfo,
  Offer,
  OddsSummary,
  Panel,
  Presence,
  Requests,
  SeatInfo,
  Values,
  ViewUpdate,
  Welcome,
} from './protocol'
import { newNonce, type RequestTag } from './requests'

/** Feed items that are loaded at a time when somebody reads back. */
const PAGE_OF_ITEMS = 400
const SAVE_DELAY = 500

export class Seat {
  readonly table: string

  welcome = $state.raw<Welcome | null>(null)
  panels = $state.raw<Record<string, Panel>>({})
  panelOrder = $state.raw<string[]>([])
  prompts = $state.raw<SeatPrompt[]>([])
  suggestions = $state.raw<Offer[]>([])
  guides = $state.raw<GuideView[]>([])
  seats = $state.raw<SeatInfo[]>([])
  /** The characters that this seat may hand to another. */
  characters = $state.raw<TransferableCharacter[]>([])
  proposals = $state.raw<ProposalInfo[]>([])
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
  items = $state.raw<FeedItem[]>([])
  /** The number of the first feed item that is loaded. */
  firstItem = 0
  presence = $state.raw<Presence>({ type: 'presence', online: [], preparing: [] })
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

  get me(): SeatInfo | undefined {
    return this.seats.find((seat) => seat.id === (this.welcome ?? this.header)?.seat)
  }

  get myPrompts(): SeatPrompt[] {
    return this.prompts.filter((prompt) => prompt.is_mine)
  }

  /** Whether an event is in effect, as far as is known: its feed items arrive before the timeline with it. */
  isInEffect(event: number): boolean {
    return event >= this.version || this.timeline.some(([first, last]) => first <= event && event <= last)
  }

  /** Whether an undo has taken back what this item tells. Chat and the like stay. */
  isUndone(item: FeedItem): boolean {
    return !!this.welcome?.undoable.includes(item.kind) && !this.isInEffect(item.event)
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

  /** Send a request and return its answer: a command's is the number of the event it became. */
  request<K extends RequestTag>(tag: K, body: Requests[K]['in']): Promise<Requests[K]['out']> {
    return this.#connection.request(tag, body)
  }

  act(action: string, values: Values): Promise<number> {
    return this.request('take-action', { action, values, nonce: newNonce(), expected_version: this.version })
  }

  answer(prompt: SeatPrompt, choice: string): Promise<number> {
    const { action_id, path } = prompt
    return this.request('answer-prompt', {
      action_id,
      path,
      choice,
      nonce: newNonce(),
      expected_version: this.version,
    })
  }

  /** An action's form with these values, and its odds where they are counted in a moment. */
  draft(action: string, values: Values): Promise<Draft> {
    return this.request('query-draft', { action, values })
  }

  odds(action: string, values: Values): Promise<OddsSummary> {
    return this.request('query-odds', { action, values })
  }

  /** A forecast, and the version of the table it was made for. Later rounds are more exact. */
  async forecast(name: string, policy: string, round: number): Promise<{ forecast: Forecast; version: number }> {
    const { result, version } = await this.#connection.requestVersioned('query-forecast', { name, policy, round })
    return { forecast: result, version }
  }

  /** Tell the others that this seat prepares an action, or no longer does. */
  setPreparing(on: boolean): void {
    this.#connection.notify('set-preparing', { on })
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

  #onMessage(message: TableMessage): void {
    switch (message.type) {
      case 'welcome':
        if (!this.welcome) this.firstItem = message.since
        this.welcome = message
        this.header = message
        this.cachedAt = 0
        break
      case 'view':
        this.#applyView(message)
        break
      case 'feed': {
        const last = this.items.at(-1)?.number ?? -1
        this.items = [...this.items, ...message.items.filter((item) => item.number > last)]
        this.#connection.nextItem = message.next
        if (message.announce) this.announcement = message.announce
        break
      }
      case 'presence':
        this.presence = message
    }
  }

  /** Apply what has changed of this seat's view; the server leaves out what has not. */
  #applyView(view: ViewUpdate): void {
    this.version = view.version
    if (view.panels) this.panels = { ...this.panels, ...view.panels }
    if (view.order) this.panelOrder = view.order
    if (view.prompts) this.prompts = view.prompts
    if (view.suggestions) this.suggestions = view.suggestions
    if (view.guides) this.guides = view.guides
    if (view.seats) this.seats = view.seats
    if (view.characters) this.characters = view.characters
    if (view.proposals) this.proposals = view.proposals
    if (view.undo_from != null) this.undoableFrom = view.undo_from
    if (view.timeline) this.timeline = [...this.timeline.slice(0, view.timeline_kept ?? 0), ...view.timeline]
    if (view.waiting_for != null) this.waitingFor = view.waiting_for
    if (view.ending != null) this.ending = view.ending
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
