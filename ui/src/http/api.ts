// Everything asked over HTTP. A refusal is an error with the server's own sentence.
import type {
  Asked,
  Brought,
  Experiment,
  GameOf,
  InShort,
  Items,
  LinkOf,
  Me,
  RuleOf,
  ScenarioOf,
  Seated,
  Start,
  Story,
  TableOf,
  Way,
} from '../live/protocol'

export class Refused extends Error {
  constructor(
    why: string,
    readonly status = 0,
    readonly field = '',
  ) {
    super(why)
  }
}

/** Where the server is: the page may lie below a path. */
export const root = new URL('.', document.baseURI).pathname

async function ask<T>(method: string, path: string, body?: unknown, type = 'application/json'): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    init.headers = { 'Content-Type': type }
    init.body = type === 'application/json' ? JSON.stringify(body) : (body as Blob)
  }
  let answer: Response
  try {
    answer = await fetch(root + path, init)
  } catch {
    throw new Refused('The server cannot be reached. Nothing was changed.')
  }
  const text = await answer.text()
  if (!answer.ok) {
    let why = `The server answered ${answer.status}.`
    let field = ''
    try {
      const said = JSON.parse(text) as { why?: string; field?: string }
      why = said.why ?? why
      field = said.field ?? ''
    } catch {
      /* it was no sentence of ours */
    }
    throw new Refused(why, answer.status, field)
  }
  return (text ? JSON.parse(text) : null) as T
}

export const api = {
  me: () => ask<Me>('GET', 'api/me'),
  callMe: (name: string) => ask<Me>('POST', 'api/me', { name }),
  host: (token: string) => ask<Me>('POST', 'api/me/host', { token, again: true }),
  games: () => ask<GameOf[]>('GET', 'api/games'),
  game: (name: string) => ask<GameOf>('GET', `api/games/${encodeURIComponent(name)}`),
  rules: (name: string) => ask<RuleOf[]>('GET', `api/games/${encodeURIComponent(name)}/rules`),
  summary: (name: string) => ask<InShort>('GET', `api/games/${encodeURIComponent(name)}/summary`),
  session: (id: string) => ask<Story>('GET', `api/tables/${id}/session`),
  told: (id: string, since: number, most: number) =>
    ask<Items>('GET', `api/tables/${id}/feed?since=${since}&most=${most}`),
  table: (id: string) => ask<TableOf>('GET', `api/tables/${id}`),
  scenarios: (game: string) => ask<ScenarioOf[]>('GET', `api/lab/games/${encodeURIComponent(game)}`),
  trials: () => ask<Experiment[]>('GET', 'api/lab/trials'),
  trial: (id: string) => ask<Experiment>('GET', `api/lab/trials/${id}`),
  tryOut: (what: Asked) => ask<Experiment>('POST', 'api/lab/trials', what),
  start: (of: Asked) => ask<Start>('POST', 'api/lab/starts', of),
  stopTrial: (id: string) => ask<null>('DELETE', `api/lab/trials/${id}`),
  tables: () => ask<TableOf[]>('GET', 'api/tables'),
  begin: (table: object) => ask<TableOf>('POST', 'api/tables', table),
  throwAway: (id: string) => ask<null>('DELETE', `api/tables/${id}`),
  restore: (id: string) => ask<TableOf>('POST', `api/tables/${id}/restore`),
  reopen: (id: string) => ask<TableOf>('POST', `api/tables/${id}/reopen`),
  rename: (id: string, name: string) => ask<TableOf>('PATCH', `api/tables/${id}`, { name }),
  links: (id: string) => ask<LinkOf[]>('GET', `api/tables/${id}/links`),
  invite: (id: string, role = '', seat = '') => ask<LinkOf>('POST', `api/tables/${id}/links`, { role, seat }),
  revoke: (id: string, link: string) => ask<null>('DELETE', `api/tables/${id}/links/${link}`),
  way: (token: string) => ask<Way>('POST', 'api/join/look', { token }),
  join: (token: string, name: string, seat: string, role: string) =>
    ask<Seated>('POST', 'api/join', { token, name, seat, role }),
  bringIn: (file: Blob, mend = false) =>
    ask<Brought>('POST', `api/tables/import?mend=${mend}`, file, 'application/x-ndjson'),
}
