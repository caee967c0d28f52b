// As much of a browser as the live modules touch: a window, storages, and a WebSocket whose other end is the test.
import type { TestContext } from 'node:test'
import type { AnyMessage, Values, Welcome } from '../src/live/protocol.ts'

type Sent = Values & { type: string; id: string }

export const WELCOME: Welcome = {
  commitment: '',
  game: 'game',
  master: false,
  max_message_bytes: 64 * 1024,
  name: 'Evening',
  notice: '',
  physical_dice: false,
  seat: 'ann',
  since: 0,
  table: 'table',
  title: 'Game',
  type: 'welcome',
  undoable: ['acted', 'roll'],
}

/** The page's end of a connection, as the server sees it. */
export class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  /** The newest: every reconnect makes another. */
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('Nothing has connected.')
    return socket
  }

  readyState = FakeSocket.OPEN
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly sent: Sent[] = []
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent)
  }

  close(): void {
    this.readyState = 3
  }

  receive(message: AnyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Accept the connection and answer its hello. */
  accept(more: Partial<Welcome> = {}): void {
    this.onopen?.()
    this.receive({ ...WELCOME, ...more })
  }

  drop(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason })
  }

  /** What was sent with a tag. */
  ofTag(tag: string): Sent[] {
    return this.sent.filter((message) => message.type === tag)
  }
}

/** A storage whose entries are its own properties, as a browser's are. */
function fakeStorage(): Storage {
  const methods = {
    getItem: (key: string): string | null => (Object.hasOwn(storage, key) ? (storage[key] ?? null) : null),
    setItem: (key: string, value: string): void => void (storage[key] = value),
    removeItem: (key: string): void => void Reflect.deleteProperty(storage, key),
  }
  const storage = Object.create(methods) as Record<string, string>
  return storage as unknown as Storage
}

/** Install the browser for a test, with timers that the test moves. */
export function installBrowser(t: TestContext): void {
  FakeSocket.all = []
  const target = new EventTarget()
  const globals = {
    WebSocket: FakeSocket,
    localStorage: fakeStorage(),
    sessionStorage: fakeStorage(),
    location: { protocol: 'http:', host: 'table.test' },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  }
  const before = new Map(Object.keys(globals).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]))
  for (const [key, value] of Object.entries(globals))
    Object.defineProperty(globalThis, key, { value, configurable: true, writable: true })
  Object.defineProperty(globalThis, 'window', { value: globalThis, configurable: true })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => {
    for (const [key, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, key, descriptor)
      else Reflect.deleteProperty(globalThis, key)
    Reflect.deleteProperty(globalThis, 'window')
  })
}
