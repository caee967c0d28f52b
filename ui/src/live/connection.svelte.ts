// The connection of a seat: made again by itself whenever it is lost. Deeds are kept until they are answered, over any
// number of lost connections and a reload; questions are asked once.
import { root, Refused } from '../http/api'
import { forget, keepUnsent, unsent } from './offline-cache'
import type { Wire } from './protocol'

export type Frame = NonNullable<Wire['frame']>
type Waiting = { text: string; kept: boolean; done: (frame: Frame) => void; failed: (error: Error) => void }

const ENDED = new Set([4403, 4410])
const TOO_LARGE = 1009
const LATER = 1013
const SOONEST = 300
const LATEST = 8000
const PATIENCE = 8000

export class Connection {
  state = $state<'connecting' | 'online' | 'reconnecting' | 'ended'>('connecting')
  why = $state('')
  /** What the server said when it let nobody in for now, such as that it is full. */
  away = $state('')
  /** How many deeds wait for a connection. */
  unsent = $state(0)
  /** Why something said before the page was loaded anew was refused. */
  news = $state('')
  /** The number to come back with. */
  next = -1
  /** As many bytes as the server takes in one message. */
  most = 64 * 1024

  #socket: WebSocket | null = null
  #pause = SOONEST
  #waiting = new Map<string, Waiting>()
  #left = false
  #timer = 0

  constructor(
    readonly table: string,
    readonly heard: (frame: Frame) => void,
  ) {
    for (const [id, text] of Object.entries(unsent(table)))
      this.#waiting.set(id, { text, kept: true, done: () => undefined, failed: (error) => (this.news = error.message) })
    this.#count()
    window.addEventListener('online', this.#back)
    window.addEventListener('offline', this.#gone)
    this.#connect()
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
    window.removeEventListener('online', this.#back)
    window.removeEventListener('offline', this.#gone)
    this.#socket?.close()
  }

  /** Says something and waits for its answer. */
  said(wish: Record<string, unknown>, kept: boolean): Promise<Frame> {
    const id = nonce()
    const text = JSON.stringify({ ...wish, id })
    return new Promise((done, failed) => {
      if (this.state === 'ended') return failed(new Refused(this.why))
      if (new TextEncoder().encode(text).length > this.most)
        return failed(new Refused(`That is too much at once: at most ${this.most.toLocaleString('en-GB')} bytes.`))
      this.#waiting.set(id, { text, kept, done, failed })
      this.#count()
      this.send(text)
      if (kept) setTimeout(() => this.#doubt(id), PATIENCE)
    })
  }

  send(text: string): void {
    if (this.state === 'online' && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
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

  #back = (): void => {
    if (this.state === 'online' || this.state === 'ended') return
    this.#pause = SOONEST
    this.#drop()
  }

  #gone = (): void => {
    if (this.state === 'online') this.#drop()
  }

  #connect(): void {
    if (this.#left) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${root}api/tables/${this.table}/live`)
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', since: this.next }))
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
    this.away = code === LATER ? reason : ''
    if (ENDED.has(code)) {
      this.state = 'ended'
      this.why = reason || 'The connection was ended.'
      this.#refuse(this.why)
      forget(this.table)
      return
    }
    if (code === TOO_LARGE) this.#refuseLargest()
    this.state = 'reconnecting'
    this.#count()
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause)
    this.#pause = Math.min(LATEST, this.#pause * 2)
  }

  /** None of what waits will be answered. */
  #refuse(why: string): void {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#count()
    for (const waiting of all) waiting.failed(new Refused(why))
  }

  /** One was too large for the server, and none is larger than the largest: that one is not said again. */
  #refuseLargest(): void {
    const [largest] = [...this.#waiting].sort(([, a], [, b]) => b.text.length - a.text.length)
    if (!largest) return
    this.#waiting.delete(largest[0])
    largest[1].failed(new Refused('That is too much at once for this server.'))
  }

  #hear(frame: Frame): void {
    if (frame.is === 'welcome') {
      this.away = ''
      this.most = frame.most
      this.state = 'online'
      this.#pause = SOONEST
      for (const waiting of this.#waiting.values()) this.send(waiting.text)
      this.#count()
    }
    if (!('id' in frame)) return this.heard(frame)
    if (frame.is === 'no' && !frame.id) return this.#refuse(frame.why) // it may be any of them
    const waiting = this.#waiting.get(frame.id)
    if (!waiting) return
    this.#waiting.delete(frame.id)
    this.#count()
    if (frame.is === 'no') waiting.failed(new Refused(frame.why, 0, frame.field))
    else waiting.done(frame)
  }
}

export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
