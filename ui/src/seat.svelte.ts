// A seat at a table, live: kept up to date, and connected again by itself whenever the connection is lost.
import { root, Refused } from './api'
import { forget, keep, keepUnsent, kept, unsent } from './keeping'
import type { Ask, Counsel, Desk, Doable, Draft, Forecast, Item, Motion, Offer, Panel, People, Prospect, SeatAt, Welcome, Wire } from './wire'

type Frame = NonNullable<Wire['frame']>
type Waiting = { text: string; kept: boolean; done: (frame: Frame) => void; failed: (error: Error) => void }

const ENDED = new Set([4403, 4410])
const SOONEST = 300
const PATIENCE = 8000
const LATEST = 8000

export class Seat {
  state = $state<'connecting' | 'online' | 'reconnecting' | 'ended'>('connecting')
  why = $state('')
  welcome = $state.raw<Welcome | null>(null)
  panels = $state.raw<Record<string, Panel>>({})
  order = $state.raw<string[]>([])
  asks = $state.raw<Ask[]>([])
  foremost = $state.raw<Offer[]>([])
  seats = $state.raw<SeatAt[]>([])
  motions = $state.raw<Motion[]>([])
  line = $state.raw<[number, number][]>([])
  waiting = $state('')
  over = $state('')
  closed = $state(false)
  paused = $state('')
  readOnly = $state('')
  entries = $state(0)
  items = $state.raw<Item[]>([])
  people = $state.raw<People>({ is: 'people', here: [], drafting: [] })
  announce = $state('')
  unsent = $state(0)
  /** When what is shown was seen, in seconds, if it comes from this browser and not from the table. */
  seen = $state(0)
  /** What is known of the table without a connection: its name, its game and one's seat. */
  known = $state.raw<{ name: string; title: string; game: string; seat: string } | null>(null)
  /** Why something said before the page was loaded anew was refused. */
  news = $state('')

  #socket: WebSocket | null = null
  #next = -1
  #pause = SOONEST
  #waiting = new Map<string, Waiting>()
  #left = false
  #timer = 0

  #keeping = 0

  constructor(readonly table: string) {
    this.#recall()
    window.addEventListener('online', this.#back)
    window.addEventListener('offline', this.#gone)
    this.#connect()
  }

  /** What this browser last saw of the table, and what it said that nobody answered. */
  #recall(): void {
    const seen = kept(this.table)
    if (seen) {
      this.known = seen
      this.seen = seen.at
      this.panels = seen.panels
      this.order = seen.order
      this.seats = seen.seats
    }
    for (const [id, text] of Object.entries(unsent(this.table)))
      this.#waiting.set(id, { text, kept: true, done: () => undefined, failed: (error) => (this.news = error.message) })
    this.#count()
  }

  #back = (): void => {
    if (this.state === 'online' || this.state === 'ended') return
    this.#pause = SOONEST
    this.#drop()
  }

  #gone = (): void => {
    if (this.state === 'online') this.#drop()
  }

  get me(): SeatAt | undefined {
    return this.seats.find((seat) => seat.id === (this.welcome ?? this.known)?.seat)
  }

  get mine(): Ask[] {
    return this.asks.filter((ask) => ask.mine)
  }

  /** Whether what an entry told still holds. */
  holds(entry: number): boolean {
    return this.line.some(([first, last]) => first <= entry && entry <= last)
  }

  /** The last entry in effect before this one: where undoing it leads. */
  before(entry: number): number {
    let found = 0
    for (const [first, last] of this.line) if (first < entry) found = Math.min(last, entry - 1)
    return found
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
    window.removeEventListener('online', this.#back)
    window.removeEventListener('offline', this.#gone)
    this.#socket?.close()
  }

  // what is done

  act(action: string, values: Record<string, unknown>): Promise<number> {
    return this.do({ do: 'act', action, values, nonce: nonce(), seen: this.entries })
  }

  answer(ask: Ask, choice: string): Promise<number> {
    return this.do({ do: 'answer', of: ask.of, at: ask.at, choice, nonce: nonce(), seen: this.entries })
  }

  async do(wish: Record<string, unknown>): Promise<number> {
    const frame = await this.#said(wish, true)
    return frame.is === 'done' ? frame.entry : -1
  }

  async draft(action: string, values: Record<string, unknown>): Promise<Draft> {
    const frame = await this.#said({ do: 'draft', action, values }, false)
    if (frame.is !== 'drafted') throw new Refused('That was not drafted.')
    return frame.draft
  }

  async odds(action: string, values: Record<string, unknown>): Promise<Prospect> {
    const frame = await this.#said({ do: 'odds', action, values }, false)
    if (frame.is !== 'counted') throw new Refused('That was not counted.')
    return frame.odds
  }

  async counsel(ask: Ask): Promise<Counsel> {
    const frame = await this.#said({ do: 'counsel', of: ask.of, at: ask.at }, false)
    if (frame.is !== 'counselled') throw new Refused('That was not counted.')
    return frame.counsel
  }

  async actions(): Promise<Doable[]> {
    const frame = await this.#said({ do: 'actions' }, false)
    if (frame.is !== 'doables') throw new Refused('That was not listed.')
    return frame.actions
  }

  async desk(): Promise<Desk> {
    const frame = await this.#said({ do: 'desk' }, false)
    if (frame.is !== 'at hand') throw new Refused('That was not listed.')
    return frame.desk
  }

  async forecast(name: string, policy: string): Promise<Forecast> {
    const frame = await this.#said({ do: 'forecast', name, policy }, false)
    if (frame.is !== 'foreseen') throw new Refused('That was not foreseen.')
    return frame.forecast
  }

  drafting(on: boolean): void {
    this.#send(JSON.stringify({ do: 'drafting', on }))
  }

  /** Deeds are kept until they are answered, over any number of lost connections; questions are asked once. */
  #said(wish: Record<string, unknown>, kept: boolean): Promise<Frame> {
    const id = nonce()
    const text = JSON.stringify({ ...wish, id })
    return new Promise((done, failed) => {
      if (this.state === 'ended') return failed(new Refused(this.why))
      this.#waiting.set(id, { text, kept, done, failed })
      this.#count()
      this.#send(text)
      if (kept) setTimeout(() => this.#doubt(id), PATIENCE)
    })
  }

  /** A deed that nobody answers: the connection only looks alive, so another is made, and it is said again. */
  #doubt(id: string): void {
    if (this.#waiting.has(id) && this.state === 'online') this.#drop()
  }

  #count(): void {
    const deeds = [...this.#waiting].filter(([, waiting]) => waiting.kept)
    this.unsent = this.state === 'online' ? 0 : deeds.length
    keepUnsent(this.table, Object.fromEntries(deeds.map(([id, waiting]) => [id, waiting.text])))
  }

  #send(text: string): void {
    if (this.state === 'online' && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  // the connection

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    if (this.#left) return
    const socket = new WebSocket(`${scheme}://${location.host}${root}api/tables/${this.table}/live`)
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', since: this.#next }))
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Frame)
    socket.onclose = (event) => this.#lost(event.code, event.reason)
  }

  /** Gives a connection up that may be dead without knowing it: its own end might come late. */
  #drop(): void {
    if (!this.#socket) return
    this.#socket.onclose = this.#socket.onmessage = null
    this.#socket.close()
    this.#lost(1006, '')
  }

  #lost(code: number, reason: string): void {
    for (const [id, waiting] of this.#waiting)
      if (!waiting.kept) {
        this.#waiting.delete(id)
        waiting.failed(new Refused('The connection was lost.'))
      }
    if (this.#left) return
    if (ENDED.has(code)) {
      this.state = 'ended'
      this.why = reason || 'The connection was ended.'
      for (const waiting of this.#waiting.values()) waiting.failed(new Refused(this.why))
      this.#waiting.clear()
      forget(this.table)
      return
    }
    this.state = this.welcome ? 'reconnecting' : 'connecting'
    this.#count()
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause)
    this.#pause = Math.min(LATEST, this.#pause * 2)
  }

  #hear(frame: Frame): void {
    switch (frame.is) {
      case 'welcome':
        this.welcome = frame
        this.known = frame
        this.seen = 0
        this.state = 'online'
        this.#pause = SOONEST
        for (const waiting of this.#waiting.values()) this.#send(waiting.text)
        this.#count()
        break
      case 'look':
        this.#look(frame)
        break
      case 'feed': {
        const known = this.items.at(-1)?.number ?? -1
        this.items = [...this.items, ...frame.items.filter((item) => item.number > known)]
        this.#next = frame.next
        if (frame.announce) this.announce = frame.announce
        break
      }
      case 'people':
        this.people = frame
        break
      default: {
        const waiting = this.#waiting.get(frame.id)
        if (!waiting) return
        this.#waiting.delete(frame.id)
        this.#count()
        if (frame.is === 'no') waiting.failed(new Refused(frame.why, 0, frame.field))
        else waiting.done(frame)
      }
    }
  }

  #look(frame: Extract<Frame, { is: 'look' }>): void {
    this.entries = frame.entries
    if (frame.panels) this.panels = { ...this.panels, ...frame.panels }
    if (frame.order) this.order = frame.order
    if (frame.asks) this.asks = frame.asks
    if (frame.foremost) this.foremost = frame.foremost
    if (frame.seats) this.seats = frame.seats
    if (frame.motions) this.motions = frame.motions
    if (frame.line) this.line = frame.line
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
    if (!welcome || welcome.master || this.#left) return
    const { name, title, game, seat } = welcome
    const panels = Object.fromEntries(this.order.map((key) => [key, this.panels[key]]).filter(([, panel]) => panel)) as Record<string, Panel>
    keep(this.table, { at: Date.now() / 1000, name, title, game, seat, order: this.order, panels, seats: this.seats })
  }
}

export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
