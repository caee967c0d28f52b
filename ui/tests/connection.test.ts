import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Connection } from '../src/live/connection.svelte.ts'
import { listViews, loadOutbox, saveView } from '../src/live/offline-cache.ts'
import { FakeSocket, installBrowser } from './fake-browser.ts'

const nothing = (): void => undefined
const id = (tag: string): string => FakeSocket.last.ofTag(tag)[0]?.id ?? ''

test('a command that is sent without a connection goes out once there is one, and is answered', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  const answer = connection.request('pause', {})
  assert.equal(connection.unsent, 1)
  FakeSocket.last.accept()
  assert.equal(connection.unsent, 0)
  FakeSocket.last.receive({ type: 'accepted', id: id('pause'), event: 7 })
  assert.equal(await answer, 7)
})

test('after a lost connection a command is resent under its id, and a query is rejected', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  const command = connection.request('pause', {})
  const query = connection.request('query-actions', {})
  const commandId = id('pause')
  FakeSocket.last.drop()
  await assert.rejects(query, /connection was lost/)
  assert.equal(connection.state, 'reconnecting')
  t.mock.timers.tick(300)
  FakeSocket.last.accept()
  assert.deepEqual(
    FakeSocket.last.sent.map((message) => [message.type, message.id]),
    [
      ['hello', undefined],
      ['pause', commandId],
    ],
  )
  FakeSocket.last.receive({ type: 'accepted', id: commandId, event: 3 })
  assert.equal(await command, 3)
})

test('each retry waits twice as long, up to eight seconds, and a connection resets that', (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  for (const delay of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
    const count = FakeSocket.all.length
    FakeSocket.last.drop()
    t.mock.timers.tick(delay - 1)
    assert.equal(FakeSocket.all.length, count, `before ${delay} ms`)
    t.mock.timers.tick(1)
    assert.equal(FakeSocket.all.length, count + 1, `after ${delay} ms`)
  }
  FakeSocket.last.accept()
  const count = FakeSocket.all.length
  FakeSocket.last.drop()
  t.mock.timers.tick(300)
  assert.equal(FakeSocket.all.length, count + 1)
  connection.leave()
})

test('a command without an answer for eight seconds reconnects: the connection only looks alive', (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  void connection.request('pause', {})
  const commandId = id('pause')
  t.mock.timers.tick(8000)
  assert.equal(connection.state, 'reconnecting')
  t.mock.timers.tick(300)
  FakeSocket.last.accept()
  assert.equal(id('pause'), commandId)
  connection.leave()
})

test('the system’s word that it is online reconnects at once', (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  window.dispatchEvent(new Event('offline'))
  assert.equal(connection.state, 'reconnecting')
  const count = FakeSocket.all.length
  window.dispatchEvent(new Event('online'))
  t.mock.timers.tick(300)
  assert.ok(FakeSocket.all.length > count)
  connection.leave()
})

test('a command outlives a reload, and its refusal is shown after it', (t) => {
  installBrowser(t)
  const before = new Connection('table', nothing)
  void before.request('pause', {})
  const [outboxId] = Object.keys(loadOutbox('table'))
  assert.ok(outboxId)
  before.leave()
  const after = new Connection('table', nothing)
  FakeSocket.last.accept()
  assert.equal(id('pause'), outboxId)
  FakeSocket.last.receive({ type: 'rejected', id: outboxId, reason: 'Not now.', field: '' })
  assert.equal(after.rejectedAfterReload, 'Not now.')
  assert.deepEqual(loadOutbox('table'), {})
})

test('a final close rejects what waits, forgets the table and does not reconnect', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  saveView('table', { at: 0, name: '', title: '', game: '', seat: '', order: [], panels: {}, seats: [] })
  const command = connection.request('pause', {})
  FakeSocket.last.drop(4403, 'You have no seat here.')
  await assert.rejects(command, /no seat/)
  assert.equal(connection.state, 'ended')
  assert.deepEqual([Object.keys(localStorage), Object.keys(sessionStorage)], [[], []])
  t.mock.timers.tick(60_000)
  assert.equal(FakeSocket.all.length, 1)
  await assert.rejects(connection.request('pause', {}), /no seat/)
})

test('a server that is full says so until it lets somebody in', (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.drop(1013, 'The server is full.')
  assert.equal(connection.unavailableReason, 'The server is full.')
  t.mock.timers.tick(300)
  FakeSocket.last.accept()
  assert.equal(connection.unavailableReason, '')
  connection.leave()
})

test('a request is refused with the server’s sentence and field, or the only one that is too large', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept({ max_message_bytes: 500 })
  const refused = connection.request('take-action', { action: 'jump', values: {} })
  FakeSocket.last.receive({ type: 'rejected', id: id('take-action'), reason: 'Too far.', field: 'far' })
  await assert.rejects(refused, { message: 'Too far.', field: 'far' })
  await assert.rejects(connection.request('send-message', { text: 'x'.repeat(500) }), /at most 500 bytes/)
  const small = connection.request('pause', {})
  const large = connection.request('send-message', { text: 'x'.repeat(300) })
  FakeSocket.last.drop(1009)
  await assert.rejects(large, /too much at once for this server/)
  t.mock.timers.tick(300)
  FakeSocket.last.accept()
  FakeSocket.last.receive({ type: 'accepted', id: id('pause'), event: 1 })
  assert.equal(await small, 1)
})

test('a refusal without an id is of a message that could not be read, and may be of any', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  const requests = [connection.request('pause', {}), connection.request('resume', {})]
  FakeSocket.last.receive({ type: 'rejected', id: '', reason: 'That is no message.', field: '' })
  for (const request of requests) await assert.rejects(request, /no message/)
})

test('an answer of another kind than was asked for is refused', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  const answer = connection.request('query-actions', {})
  FakeSocket.last.receive({ type: 'accepted', id: id('query-actions'), event: 1 })
  await assert.rejects(answer, /another answer/)
})

test('a query is answered with its result, at the version it is for', async (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  const forecast = connection.requestVersioned('query-forecast', { name: 'fight' })
  const actions = connection.request('query-actions', {})
  const answer = { type: 'result', version: 5 } as const
  const found = { title: 'A fight' }
  FakeSocket.last.receive({ ...answer, id: id('query-forecast'), query: 'query-forecast', result: found })
  FakeSocket.last.receive({ ...answer, id: id('query-actions'), query: 'query-odds', result: found })
  assert.deepEqual(await forecast, { result: found, version: 5 })
  await assert.rejects(actions, /another answer/)
})

test('a page that the server cannot read ends, and keeps the sheets for the page that fits', (t) => {
  installBrowser(t)
  const connection = new Connection('table', nothing)
  FakeSocket.last.accept()
  saveView('table', { at: 0, name: '', title: '', game: '', seat: '', order: [], panels: {}, seats: [] })
  FakeSocket.last.drop(4400, 'Say hello first.')
  assert.deepEqual([connection.state, connection.endReason], ['ended', 'Say hello first.'])
  assert.equal(listViews().length, 1)
})
