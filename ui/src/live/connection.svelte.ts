// The WebSocket of a seat. It reconnects by itself and resends commands until they are answered.
import { root } from '../http/api'
import { Refused } from '../http/errors'
import { clear, loadOutbox, saveOutbox } from './offline-cache'
import { PendingRequests } from './pending-requests'
import type { Drafting, Hello } from './protocol'
import { isAnswer, isCommand, newNonce, type Requests, type RequestTag, type ServerMessage } from './requests'

/** The server's close codes after which reconnecting is in vain: no seat here, and signed in elsewhere. */
const FINAL_CLOSE_CODES = new Set([4403, 4410])
const MESSAGE_TOO_LARGE = 1009
const TRY_AGAIN_LATER = 1013
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
  readonly #onEvent: (message: ServerMessage) => void
  readonly #pending = new PendingRequests()
  #socket: WebSocket | null = null
  #retryDelay = MIN_RETRY
  #retryTimer = 0
  #left = false

  /** Connect to a table. `onEvent` is told every message that answers no request. */
  constructor(table: string, onEvent: (message: ServerMessage) => void) {
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
  request<K extends RequestTag>(tag: K, body: Requests[K]['in']): Promise<Requests[K]['out']> {
    const id = newNonce()
    const text = JSON.stringify({ do: tag, ...body, id })
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
        resolve: (message) => {
          if (isAnswer(tag, message)) resolve(message)
          else reject(new Refused('The server sent another answer than was asked for.'))
        },
        reject,
      })
      this.#saveOutbox()
      this.#sendText(text)
      if (isCommand(tag)) setTimeout(() => this.#checkTimeout(id), REQUEST_TIMEOUT)
    })
  }

  /** Send what expects no answer, if there is a connection. */
  notify(message: Drafting): void {
    this.#sendText(JSON.stringify(message))
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
    const hello: Hello = { do: 'hello', since: this.nextItem }
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify(hello))
    socket.onmessage = (event) => this.#onMessage(JSON.parse(event.data as string) as ServerMessage)
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
    this.unavailableReason = code === TRY_AGAIN_LATER ? reason : ''
    if (FINAL_CLOSE_CODES.has(code)) {
      this.#end(reason || 'The connection was ended.')
      return
    }
    if (code === MESSAGE_TOO_LARGE)
      this.#pending.rejectLargest(new Refused('That is too much at once for this server.'))
    this.state = 'reconnecting'
    this.#saveOutbox()
    clearTimeout(this.#retryTimer)
    this.#retryTimer = window.setTimeout(() => this.#connect(), this.#retryDelay)
    this.#retryDelay = Math.min(MAX_RETRY, this.#retryDelay * 2)
  }

  #end(reason: string): void {
    this.state = 'ended'
    this.endReason = reason
    this.#pending.rejectAll(new Refused(reason))
    this.#saveOutbox()
    clear(this.#table)
  }

  #onMessage(message: ServerMessage): void {
    if (message.is === 'welcome') this.#onWelcome(message.most)
    if (!('id' in message)) {
      this.#onEvent(message)
      return
    }
    if (message.is === 'no' && !message.id) {
      // It could not be read, so it may be any of them.
      this.#pending.rejectAll(new Refused(message.why))
      this.#saveOutbox()
      return
    }
    const request = this.#pending.take(message.id)
    if (!request) return
    this.#saveOutbox()
    if (message.is === 'no') request.reject(new Refused(message.why, 0, message.field))
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
