// Requests over the WebSocket, by tag: what each takes and what answers it. The server's types decide both.
import type { Draft, Wire } from './protocol'

export type ServerMessage = NonNullable<Wire['frame']>
type ClientMessage = NonNullable<Wire['wish']>
type Identified = Extract<ClientMessage, { id: string }>

/** The tag of every request: it carries an id, and one answer comes back with it. */
export type RequestTag = Identified['do']

/** Queries with the tag of their answer. Any other request is a command, and answered by `done`. */
const QUERY_ANSWERS = {
  actions: 'doables',
  counsel: 'counselled',
  desk: 'at hand',
  draft: 'drafted',
  forecast: 'foreseen',
  odds: 'counted',
  values: 'behind',
} as const satisfies Partial<Record<RequestTag, ServerMessage['is']>>

export type QueryTag = keyof typeof QUERY_ANSWERS
export type CommandTag = Exclude<RequestTag, QueryTag>
type AnswerTag<K extends RequestTag> = K extends QueryTag ? (typeof QUERY_ANSWERS)[K] : 'done'

export type Requests = {
  [K in RequestTag]: {
    in: Omit<Extract<Identified, { do: K }>, 'do' | 'id'>
    out: Extract<ServerMessage, { is: AnswerTag<K> }>
  }
}

/** The values of an action's form, by the name of their field. */
export type ActionValues = Draft['values']

/** Whether a request changes the table: then it is kept, and resent until it is answered. */
export const isCommand = (tag: RequestTag): tag is CommandTag => !(tag in QUERY_ANSWERS)

/** Whether a message is the answer to a request of this tag. */
export function isAnswer<K extends RequestTag>(tag: K, message: ServerMessage): message is Requests[K]['out'] {
  const answers: Partial<Record<RequestTag, ServerMessage['is']>> = QUERY_ANSWERS
  return message.is === (answers[tag] ?? 'done')
}

/** A random name for one request: a command that is resent under it is carried out once. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
