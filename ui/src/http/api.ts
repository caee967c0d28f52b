// Every request over HTTP. A refused one throws `Refused` with the server's own sentence.
import type {
  LabJobBody,
  ImportResult,
  LabJobInfo,
  GameInfo,
  RulesSummary,
  FeedPage,
  Invitation,
  CurrentUser,
  NewTableBody,
  ErrorBody,
  RuleInfo,
  ScenarioInfo,
  SeatAssignment,
  StartInfo,
  Story,
  TableInfo,
  InvitationInfo,
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
    const { reason, field } = JSON.parse(text) as Partial<ErrorBody>
    if (reason) return new Refused(reason, status, field)
  } catch {
    // No answer of ours.
  }
  return new Refused(`The server answered ${status}.`, status)
}

const game = (name: string): string => encodeURIComponent(name)

export const api = {
  me: () => request<CurrentUser>('GET', 'api/me'),
  host: (token: string) => request<CurrentUser>('POST', 'api/me/host', { token, again: true }),

  games: () => request<GameInfo[]>('GET', 'api/games'),
  game: (name: string) => request<GameInfo>('GET', `api/games/${game(name)}`),
  rules: (name: string) => request<RuleInfo[]>('GET', `api/games/${game(name)}/rules`),
  summary: (name: string) => request<RulesSummary>('GET', `api/games/${game(name)}/summary`),

  tables: () => request<TableInfo[]>('GET', 'api/tables'),
  table: (id: string) => request<TableInfo>('GET', `api/tables/${id}`),
  begin: (table: NewTableBody) => request<TableInfo>('POST', 'api/tables', table),
  trash: (id: string) => request<null>('DELETE', `api/tables/${id}`),
  restore: (id: string) => request<TableInfo>('POST', `api/tables/${id}/restore`),
  reopen: (id: string) => request<TableInfo>('POST', `api/tables/${id}/reopen`),
  session: (id: string) => request<Story>('GET', `api/tables/${id}/session`),
  feed: (id: string, since: number, most: number) =>
    request<FeedPage>('GET', `api/tables/${id}/feed?since=${since}&most=${most}`),
  importFile: (file: Blob) =>
    send<ImportResult>('api/tables/import?mend=false', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: file,
    }),

  links: (id: string) => request<Invitation[]>('GET', `api/tables/${id}/links`),
  invite: (id: string, role: string) => request<Invitation>('POST', `api/tables/${id}/links`, { role, seat: '' }),
  revoke: (id: string, link: string) => request<null>('DELETE', `api/tables/${id}/links/${link}`),
  invitation: (token: string) => request<InvitationInfo>('POST', 'api/join/look', { token }),
  join: (token: string, name: string, seat: string, role: string) =>
    request<SeatAssignment>('POST', 'api/join', { token, name, seat, role }),

  scenarios: (name: string) => request<ScenarioInfo[]>('GET', `api/lab/games/${game(name)}`),
  labJobs: () => request<LabJobInfo[]>('GET', 'api/lab/trials'),
  labJob: (id: string) => request<LabJobInfo>('GET', `api/lab/trials/${id}`),
  startLabJob: (question: LabJobBody) => request<LabJobInfo>('POST', 'api/lab/trials', question),
  stopLabJob: (id: string) => request<null>('DELETE', `api/lab/trials/${id}`),
  labStart: (question: LabJobBody) => request<StartInfo>('POST', 'api/lab/starts', question),
}
