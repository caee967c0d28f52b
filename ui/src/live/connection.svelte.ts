// The WebSocket of a seat. It reconnects by itself and resends commands until they are answered.
import { root } from '../http/api'
import { Refused } from '../http/errors'
import { clear, loadOutbox, saveOutbox } from './offline-cache'
import { PendingRequests } from './pending-requests'
import { CLOSE_CODES, FINAL_CLOSE_CODES, type AnyMessage, type Requests, type Signals } from './protocol'
import { isCommand, newNonce, readAnswer, type Answer, type QueryTag, type RequestTag } from './requests'

/** Messages that answer no request: what the table tells. */
export type TableMessage = Exclude<AnyMessage, { id: string }>

const ABNORMAL_CLOSURE = 1006

const MIN_RETRY = 300
const MAX_RETRY = 8000
const REQUEST_TIMEOUT = 8000

export class Connection {
  state = $state<'connecting' | 'online' | 'reconnecting' | 'ended'>('connecting')
  /** Why the connection was ended for good. */
  endReason = $state('')
  /** Why the server lets nobody in for now, such as that it is full. */
  unavailableReason = $state('')
  /** How many commands wait for a connection. */
  unsent = $state(0)
  /** Why a command that was sent before a reload of the page was refused. */
  rejectedAfterReload = $state('')
  /** The number of the first feed item that has not been received. */
  nextItem = -1
  /** The bytes that the server takes in one message. */
  maxMessageBytes = 64 * 1024

  readonly #table: string
  readonly #onEvent: (message: TableMessage) => void
  readonly #pending = new PendingRequests()
  #socket: WebSocket | null = null
  #retryDelay = MIN_RETRY
  #retryTimer = 0
  #left = false

  /** Connect to a table. `onEvent` is told every message that answers no request. */
  constructor(table: string, onEvent: (message: TableMessage) => void) {
    this.#table = table
    this.#onEvent = onEvent
    for (const [id, text] of Object.entries(loadOutbox(table)))
      this.#pending.add(id, {
        text,
        isCommand: true,
        resolve: () => undefined,
        reject: (error) => (this.rejectedAfterReload = error.message),
      })
    this.#saveOutbox()
    window.addEventListener('online', this.#onOnline)
    window.addEventListener('offline', this.#onOffline)
    this.#connect()
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#retryTimer)
    window.removeEventListener('online', this.#onOnline)
    window.removeEventListener('offline', this.#onOffline)
    this.#socket?.close()
  }

  /** Send a request and return its answer. Commands are resent after a lost connection; queries are rejected. */
  async request<K extends RequestTag>(tag: K, body: Requests[K]['in']): Promise<Requests[K]['out']> {
    return readAnswer(tag, await this.#exchange(tag, body))
  }

  /** Send a query and return its result with the version of the table it is for. */
  async requestVersioned<K extends QueryTag>(
    tag: K,
    body: Requests[K]['in'],
  ): Promise<{ result: Requests[K]['out']; version: number }> {
    const answer = await this.#exchange(tag, body)
    return { result: readAnswer(tag, answer), version: answer.type === 'result' ? answer.version : -1 }
  }

  #exchange<K extends RequestTag>(tag: K, body: Requests[K]['in']): Promise<Answer> {
    const id = newNonce()
    const text = JSON.stringify({ type: tag, ...body, id })
    return new Promise((resolve, reject) => {
      if (this.state === 'ended') {
        reject(new Refused(this.endReason))
        return
      }
      if (new TextEncoder().encode(text).length > this.maxMessageBytes) {
        const most = this.maxMessageBytes.toLocaleString('en-GB')
        reject(new Refused(`That is too much at once: at most ${most} bytes.`))
        return
      }
      this.#pending.add(id, {
        text,
        isCommand: isCommand(tag),
        resolve,
        reject,
      })
      this.#saveOutbox()
      this.#sendText(text)
      if (isCommand(tag)) setTimeout(() => this.#checkTimeout(id), REQUEST_TIMEOUT)
    })
  }

  /** Send what expects no answer, if there is a connection. */
  notify<K extends keyof Signals>(tag: K, body: Signals[K]): void {
    this.#sendText(JSON.stringify({ type: tag, ...body }))
  }

  #sendText(text: string): void {
    if (this.state === 'online' && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  /** Reconnect if a command is still unanswered: the connection only looks alive. */
  #checkTimeout(id: string): void {
    if (this.#pending.has(id) && this.state === 'online') this.#reconnectNow()
  }

  #saveOutbox(): void {
    const commands = this.#pending.commands()
    this.unsent = this.state === 'online' ? 0 : Object.keys(commands).length
    saveOutbox(this.#table, commands)
  }

  #onOnline = (): void => {
    if (this.state === 'online' || this.state === 'ended') return
    this.#retryDelay = MIN_RETRY
    this.#reconnectNow()
  }

  #onOffline = (): void => {
    if (this.state === 'online') this.#reconnectNow()
  }

  #connect(): void {
    if (this.#left) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${root}api/tables/${this.#table}/live`)
    const hello: Signals['hello'] = { since: this.nextItem }
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', ...hello }))
    socket.onmessage = (event) => this.#onMessage(JSON.parse(event.data as string) as AnyMessage)
    socket.onclose = (event) => this.#onClose(event.code, event.reason)
  }

  /** Give up a connection that may be dead and reconnect. Its own close event might come minutes later. */
  #reconnectNow(): void {
    if (!this.#socket) return
    this.#socket.onclose = this.#socket.onmessage = null
    this.#socket.close()
    this.#onClose(ABNORMAL_CLOSURE, '')
  }

  #onClose(code: number, reason: string): void {
    this.#pending.rejectQueries(new Refused('The connection was lost.'))
    if (this.#left) return
    this.unavailableReason = code === CLOSE_CODES.TRY_AGAIN_LATER ? reason : ''
    if (FINAL_CLOSE_CODES.has(code)) {
      this.#end(code, reason || 'The connection was ended.')
      return
    }
    if (code === CLOSE_CODES.MESSAGE_TOO_LARGE)
      this.#pending.rejectLargest(new Refused('That is too much at once for this server.'))
    this.state = 'reconnecting'
    this.#saveOutbox()
    clearTimeout(this.#retryTimer)
    this.#retryTimer = window.setTimeout(() => this.#connect(), this.#retryDelay)
    this.#retryDelay = Math.min(MAX_RETRY, this.#retryDelay * 2)
  }

  #end(code: number, reason: string): void {
    this.state = 'ended'
    this.endReason = reason
    this.#pending.rejectAll(new Refused(reason))
    this.#saveOutbox()
    // A page that is too old for its server keeps the sheets: a reload brings the page that fits.
    if (code !== CLOSE_CODES.UNREADABLE) clear(this.#table)
  }

  #onMessage(message: AnyMessage): void {
    if (message.type === 'welcome') this.#onWelcome(message.max_message_bytes)
    if (!('id' in message)) {
      this.#onEvent(message)
      return
    }
    if (message.type === 'rejected' && !message.id) {
      // It could not be read, so it may be any of them.
      this.#pending.rejectAll(new Refused(message.reason))
      this.#saveOutbox()
      return
    }
    const request = this.#pending.take(message.id)
    if (!request) return
    this.#saveOutbox()
    if (message.type === 'rejected') request.reject(new Refused(message.reason, 0, message.field))
    else request.resolve(message)
  }

  #onWelcome(maxMessageBytes: number): void {
    this.unavailableReason = ''
    this.maxMessageBytes = maxMessageBytes
    this.state = 'online'
    this.#retryDelay = MIN_RETRY
    for (const text of this.#pending.texts()) this.#sendText(text)
    this.#saveOutbox()
  }
}
