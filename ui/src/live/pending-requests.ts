// Requests without an answer yet. Commands outlive a lost connection and a reload; queries do not.
import type { Answer } from './requests'

export interface PendingRequest {
  /** The message as it was sent, and is sent again. */
  text: string
  isCommand: boolean
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

export class PendingRequests {
  #byId = new Map<string, PendingRequest>()

  add(id: string, request: PendingRequest): void {
    this.#byId.set(id, request)
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** Remove a request and return it, because its answer has come. */
  take(id: string): PendingRequest | undefined {
    const request = this.#byId.get(id)
    this.#byId.delete(id)
    return request
  }

  /** Every message to send again, in the order they were first sent. */
  texts(): string[] {
    return [...this.#byId.values()].map((request) => request.text)
  }

  /** The commands among them, by id: what the outbox keeps. */
  commands(): Record<string, string> {
    const commands = [...this.#byId].filter(([, request]) => request.isCommand)
    return Object.fromEntries(commands.map(([id, request]) => [id, request.text]))
  }

  rejectAll(error: Error): void {
    this.#reject([...this.#byId], error)
  }

  /** Give up the queries: whoever asked asks again when there is something to ask about. */
  rejectQueries(error: Error): void {
    this.#reject(
      [...this.#byId].filter(([, request]) => !request.isCommand),
      error,
    )
  }

  /** Give up the largest: the server closes on a message that is too large and does not say which it was. */
  rejectLargest(error: Error): void {
    const [largest] = [...this.#byId].sort(([, a], [, b]) => b.text.length - a.text.length)
    if (largest) this.#reject([largest], error)
  }

  #reject(requests: [string, PendingRequest][], error: Error): void {
    for (const [id] of requests) this.#byId.delete(id)
    for (const [, request] of requests) request.reject(error)
  }
}
