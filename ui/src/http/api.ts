// Every request over HTTP. A refused one throws `Refused` with the server's own sentence.
import type {
  Asked,
  Brought,
  Experiment,
  GameOf,
  InShort,
  Items,
  LinkOf,
  Me,
  NewTable,
  Refusal,
  RuleOf,
  ScenarioOf,
  Seated,
  Start,
  Story,
  TableOf,
  Way,
} from '../live/protocol'
import { Refused } from './errors'

/** The path of the server: the page may be served below one. */
export const root = new URL('.', document.baseURI).pathname

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (body === undefined) return send<T>(path, { method })
  const headers = { 'Content-Type': 'application/json' }
  return send<T>(path, { method, headers, body: JSON.stringify(body) })
}

async function send<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(root + path, { ...init, credentials: 'same-origin' })
  } catch {
    throw new Refused('The server cannot be reached. Nothing was changed.')
  }
  const text = await response.text()
  if (!response.ok) throw refusal(response.status, text)
  return (text ? JSON.parse(text) : null) as T
}

/** The error for a response: the server's sentence, or its status where a proxy answered instead. */
function refusal(status: number, text: string): Refused {
  try {
    const { why, field } = JSON.parse(text) as Partial<Refusal>
    if (why) return new Refused(why, status, field)
  } catch {
    // No answer of ours.
  }
  return new Refused(`The server answered ${status}.`, status)
}

const game = (name: string): string => encodeURIComponent(name)

export const api = {
  me: () => request<Me>('GET', 'api/me'),
  host: (token: string) => request<Me>('POST', 'api/me/host', { token, again: true }),

  games: () => request<GameOf[]>('GET', 'api/games'),
  game: (name: string) => request<GameOf>('GET', `api/games/${game(name)}`),
  rules: (name: string) => request<RuleOf[]>('GET', `api/games/${game(name)}/rules`),
  summary: (name: string) => request<InShort>('GET', `api/games/${game(name)}/summary`),

  tables: () => request<TableOf[]>('GET', 'api/tables'),
  table: (id: string) => request<TableOf>('GET', `api/tables/${id}`),
  begin: (table: NewTable) => request<TableOf>('POST', 'api/tables', table),
  trash: (id: string) => request<null>('DELETE', `api/tables/${id}`),
  restore: (id: string) => request<TableOf>('POST', `api/tables/${id}/restore`),
  reopen: (id: string) => request<TableOf>('POST', `api/tables/${id}/reopen`),
  session: (id: string) => request<Story>('GET', `api/tables/${id}/session`),
  feed: (id: string, since: number, most: number) =>
    request<Items>('GET', `api/tables/${id}/feed?since=${since}&most=${most}`),
  importFile: (file: Blob) =>
    send<Brought>('api/tables/import?mend=false', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: file,
    }),

  links: (id: string) => request<LinkOf[]>('GET', `api/tables/${id}/links`),
  invite: (id: string, role: string) => request<LinkOf>('POST', `api/tables/${id}/links`, { role, seat: '' }),
  revoke: (id: string, link: string) => request<null>('DELETE', `api/tables/${id}/links/${link}`),
  invitation: (token: string) => request<Way>('POST', 'api/join/look', { token }),
  join: (token: string, name: string, seat: string, role: string) =>
    request<Seated>('POST', 'api/join', { token, name, seat, role }),

  scenarios: (name: string) => request<ScenarioOf[]>('GET', `api/lab/games/${game(name)}`),
  labJobs: () => request<Experiment[]>('GET', 'api/lab/trials'),
  labJob: (id: string) => request<Experiment>('GET', `api/lab/trials/${id}`),
  startLabJob: (question: Asked) => request<Experiment>('POST', 'api/lab/trials', question),
  stopLabJob: (id: string) => request<null>('DELETE', `api/lab/trials/${id}`),
  labStart: (question: Asked) => request<Start>('POST', 'api/lab/starts', question),
}
