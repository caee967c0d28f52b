// Requests over the WebSocket, by tag: what each takes and what answers it. The server's types decide both.
import { Refused } from '../http/errors'
import { COMMANDS, type CommandAccepted, type QueryResult, type Requests } from './protocol'

export type RequestTag = keyof Requests
export type CommandTag = (typeof COMMANDS)[number]
export type QueryTag = Exclude<RequestTag, CommandTag>
export type Answer = CommandAccepted | QueryResult

const commands: ReadonlySet<RequestTag> = new Set(COMMANDS)

/** Whether a request changes the table: then it is kept, and resent until it is answered. */
export const isCommand = (tag: RequestTag): tag is CommandTag => commands.has(tag)

/** Read the answer to a request of this tag. Here JSON gets the type that the server's registry says it has. */
export function readAnswer<K extends RequestTag>(tag: K, answer: Answer): Requests[K]['out'] {
  const isAnswer = answer.type === 'accepted' ? isCommand(tag) : answer.query === tag
  if (!isAnswer) throw new Refused('The server sent another answer than was asked for.')
  return (answer.type === 'accepted' ? answer.event : answer.result) as unknown as Requests[K]['out']
}

/** A random name for one request: a command that is resent under it is carried out once. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
