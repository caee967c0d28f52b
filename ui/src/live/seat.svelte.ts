// A seat at a table, live: what it sees and is told, kept up to date; what it does and asks.
import { api, Refused } from '../http/api'
import { Connection, nonce, type Frame } from './connection.svelte'
import { keep, kept } from './offline-cache'
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
  Value,
  Welcome,
} from './protocol'

const EARLIER = 400

export class Seat {
  welcome = $state.raw<Welcome | null>(null)
  panels = $state.raw<Record<string, Panel>>({})
  order = $state.raw<string[]>([])
  asks = $state.raw<Ask[]>([])
  foremost = $state.raw<Offer[]>([])
  guides = $state.raw<Guide[]>([])
  seats = $state.raw<SeatAt[]>([])
  cast = $state.raw<Handable[]>([])
  motions = $state.raw<Motion[]>([])
  line = $state.raw<[number, number][]>([])
  undoes = $state(-1)
  waiting = $state('')
  over = $state('')
  closed = $state(false)
  paused = $state('')
  readOnly = $state('')
  entries = $state(0)
  items = $state.raw<Item[]>([])
  /** The number of the first thing that was told and is known here. */
  first = 0
  people = $state.raw<People>({ is: 'people', here: [], drafting: [] })
  announce = $state('')
  /** When what is shown was seen, in seconds, if it comes from this browser and not from the table. */
  seen = $state(0)
  /** What is known of the table without a connection: its name, its game and one's seat. */
  known = $state.raw<{ name: string; title: string; game: string; seat: string } | null>(null)

  #connection: Connection
  #keeping = 0
  #reading = false

  constructor(readonly table: string) {
    const seen = kept(table)
    if (seen) {
      this.known = seen
      this.seen = seen.at
      this.panels = seen.panels
      this.order = seen.order
      this.seats = seen.seats
    }
    this.#connection = new Connection(table, (frame) => this.#hear(frame))
  }

  get state(): Connection['state'] {
    return this.#connection.state
  }

  get why(): string {
    return this.#connection.why
  }

  /** What the server said when it let nobody in for now. */
  get away(): string {
    return this.#connection.away
  }

  get unsent(): number {
    return this.#connection.unsent
  }

  /** Why something said before the page was loaded anew was refused. */
  get news(): string {
    return this.#connection.news
  }

  understood(): void {
    this.#connection.news = ''
  }

  get me(): SeatAt | undefined {
    return this.seats.find((seat) => seat.id === (this.welcome ?? this.known)?.seat)
  }

  get mine(): Ask[] {
    return this.asks.filter((ask) => ask.mine)
  }

  /** Whether what an entry told still holds, as far as is known: it is told before the line that says so. */
  holds(entry: number): boolean {
    return entry >= this.entries || this.line.some(([first, last]) => first <= entry && entry <= last)
  }

  /** The last entry in effect before this one: where undoing it leads. */
  before(entry: number): number {
    let found = 0
    for (const [first, last] of this.line) if (first < entry) found = Math.min(last, entry - 1)
    return found
  }

  leave(): void {
    clearTimeout(this.#keeping)
    this.#connection.leave()
  }

  // what is done

  act(action: string, values: Record<string, unknown>): Promise<number> {
    return this.do({ do: 'act', action, values, nonce: nonce(), seen: this.entries })
  }

  answer(ask: Ask, choice: string): Promise<number> {
    return this.do({ do: 'answer', of: ask.of, at: ask.at, choice, nonce: nonce(), seen: this.entries })
  }

  async do(wish: Record<string, unknown>): Promise<number> {
    const frame = await this.#connection.said(wish, true)
    return frame.is === 'done' ? frame.entry : -1
  }

  async draft(action: string, values: Record<string, unknown>): Promise<Draft> {
    const frame = await this.#connection.said({ do: 'draft', action, values }, false)
    if (frame.is !== 'drafted') throw new Refused('That was not drafted.')
    return frame.draft
  }

  async odds(action: string, values: Record<string, unknown>): Promise<Prospect> {
    const frame = await this.#connection.said({ do: 'odds', action, values }, false)
    if (frame.is !== 'counted') throw new Refused('That was not counted.')
    return frame.odds
  }

  async counsel(ask: Ask): Promise<Counsel> {
    const frame = await this.#connection.said({ do: 'counsel', of: ask.of, at: ask.at }, false)
    if (frame.is !== 'counselled') throw new Refused('That was not counted.')
    return frame.counsel
  }

  async actions(): Promise<Doable[]> {
    const frame = await this.#connection.said({ do: 'actions' }, false)
    if (frame.is !== 'doables') throw new Refused('That was not listed.')
    return frame.actions
  }

  async desk(): Promise<Desk> {
    const frame = await this.#connection.said({ do: 'desk' }, false)
    if (frame.is !== 'at hand') throw new Refused('That was not listed.')
    return frame.desk
  }

  /** A forecast, and after how many entries of the table it was made. */
  async forecast(name: string, policy: string, round: number): Promise<[Forecast, number]> {
    const frame = await this.#connection.said({ do: 'forecast', name, policy, round }, false)
    if (frame.is !== 'foreseen') throw new Refused('That was not foreseen.')
    return [frame.forecast, frame.entries]
  }

  /** What stands behind a word of a sheet, to be set by hand. */
  async values(panel: string, label: string): Promise<Value[]> {
    const frame = await this.#connection.said({ do: 'values', panel, label }, false)
    if (frame.is !== 'behind') throw new Refused('That was not found.')
    return frame.values
  }

  /** What was told before the first thing that is known here. */
  async earlier(): Promise<void> {
    if (this.#reading || this.first <= 0 || this.state !== 'online') return
    this.#reading = true
    try {
      const since = Math.max(0, this.first - EARLIER)
      const { items } = await api.told(this.table, since, EARLIER)
      this.items = [...items.filter((item) => item.number < this.first), ...this.items]
      this.first = since
    } catch {
      /* the next time somebody reads back */
    }
    this.#reading = false
  }

  drafting(on: boolean): void {
    this.#connection.send(JSON.stringify({ do: 'drafting', on }))
  }

  #hear(frame: Frame): void {
    switch (frame.is) {
      case 'welcome':
        if (!this.welcome) this.first = frame.since
        this.welcome = frame
        this.known = frame
        this.seen = 0
        break
      case 'look':
        this.#look(frame)
        break
      case 'feed': {
        const known = this.items.at(-1)?.number ?? -1
        this.items = [...this.items, ...frame.items.filter((item) => item.number > known)]
        this.#connection.next = frame.next
        if (frame.announce) this.announce = frame.announce
        break
      }
      case 'people':
        this.people = frame
    }
  }

  #look(frame: Extract<Frame, { is: 'look' }>): void {
    this.entries = frame.entries
    if (frame.panels) this.panels = { ...this.panels, ...frame.panels }
    if (frame.order) this.order = frame.order
    if (frame.asks) this.asks = frame.asks
    if (frame.foremost) this.foremost = frame.foremost
    if (frame.guides) this.guides = frame.guides
    if (frame.seats) this.seats = frame.seats
    if (frame.cast) this.cast = frame.cast
    if (frame.motions) this.motions = frame.motions
    if (frame.undoes != null) this.undoes = frame.undoes
    if (frame.line) this.line = [...this.line.slice(0, frame.stays ?? 0), ...frame.line]
    if (frame.waiting != null) this.waiting = frame.waiting
    if (frame.over != null) this.over = frame.over
    if (frame.closed != null) this.closed = frame.closed
    if (frame.paused != null) this.paused = frame.paused
    if (frame.read_only != null) this.readOnly = frame.read_only
    clearTimeout(this.#keeping)
    this.#keeping = window.setTimeout(() => this.#keep(), 500)
  }

  /** Keeps what was seen, to be read without a connection. */
  #keep(): void {
    const { welcome } = this
    if (!welcome || welcome.master) return
    const { name, title, game, seat } = welcome
    const panels = Object.fromEntries(
      this.order.map((key) => [key, this.panels[key]]).filter(([, panel]) => panel),
    ) as Record<string, Panel>
    keep(this.table, { at: Date.now() / 1000, name, title, game, seat, order: this.order, panels, seats: this.seats })
  }
}
