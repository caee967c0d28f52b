// A seat at a table, live: kept up to date, and connected again by itself whenever the connection is lost.
import { root, Refused } from './api'
import type { Ask, Counsel, Desk, Doable, Draft, Forecast, Item, Motion, Offer, Panel, People, Prospect, SeatAt, Welcome, Wire } from './wire'

type Frame = NonNullable<Wire['frame']>
type Waiting = { text: string; kept: boolean; done: (frame: Frame) => void; failed: (error: Error) => void }

const ENDED = new Set([4403, 4400, 4410])
const SOONEST = 300
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

  #socket: WebSocket | null = null
  #next = -1
  #pause = SOONEST
  #waiting = new Map<string, Waiting>()
  #left = false
  #timer = 0

  constructor(readonly table: string) {
    this.#connect()
  }

  get me(): SeatAt | undefined {
    return this.seats.find((seat) => seat.id === this.welcome?.seat)
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
    })
  }

  #count(): void {
    this.unsent = this.state === 'online' ? 0 : [...this.#waiting.values()].filter((w) => w.kept).length
  }

  #send(text: string): void {
    if (this.state === 'online' && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  // the connection

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${root}api/tables/${this.table}/live`)
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', since: this.#next }))
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Frame)
    socket.onclose = (event) => this.#lost(event)
  }

  #lost(event: CloseEvent): void {
    for (const [id, waiting] of this.#waiting)
      if (!waiting.kept) {
        this.#waiting.delete(id)
        waiting.failed(new Refused('The connection was lost.'))
      }
    if (this.#left) return
    if (ENDED.has(event.code)) {
      this.state = 'ended'
      this.why = event.reason || 'The connection was ended.'
      for (const waiting of this.#waiting.values()) waiting.failed(new Refused(this.why))
      this.#waiting.clear()
      return
    }
    this.state = this.welcome ? 'reconnecting' : 'connecting'
    this.#count()
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause)
    this.#pause = Math.min(LATEST, this.#pause * 2)
  }

  #hear(frame: Frame): void {
    switch (frame.is) {
      case 'welcome':
        this.welcome = frame
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
  }
}

export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
