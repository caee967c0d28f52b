import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listViews } from '../src/live/offline-cache.ts'
import { Seat } from '../src/live/seat.svelte.ts'
import { FakeSocket, installBrowser } from './fake-browser.ts'
import { item, panel, prompt, track } from './samples.ts'

test('a view that is received changes what it names and nothing else', (t) => {
  installBrowser(t)
  const seat = new Seat('table')
  FakeSocket.last.accept()
  const ada = panel('Ada', [track('Life')])
  FakeSocket.last.receive({ type: 'view', version: 3, panels: { ada }, order: ['ada'], waiting_for: 'ann is asked' })
  FakeSocket.last.receive({ type: 'view', version: 4, prompts: [prompt(), prompt({ is_mine: false })] })
  assert.deepEqual([seat.panels.ada, seat.panelOrder, seat.waitingFor], [ada, ['ada'], 'ann is asked'])
  assert.deepEqual([seat.version, seat.prompts.length, seat.myPrompts.length], [4, 2, 1])
  FakeSocket.last.receive({ type: 'view', version: 5, waiting_for: '' })
  assert.equal(seat.waitingFor, '')
  seat.leave()
})

test('what an undo has taken back is undone: kinds that can be, at events out of effect', (t) => {
  installBrowser(t)
  const seat = new Seat('table')
  FakeSocket.last.accept()
  FakeSocket.last.receive({
    type: 'view',
    version: 5,
    timeline: [
      [0, 1],
      [4, 4],
    ],
  })
  const isUndone = (event: number, kind: 'acted' | 'said'): boolean => seat.isUndone(item(event, kind, { event }))
  assert.deepEqual([isUndone(1, 'acted'), isUndone(2, 'acted'), isUndone(4, 'acted')], [false, true, false])
  assert.equal(isUndone(2, 'said'), false)
  assert.equal(isUndone(5, 'acted'), false) // its item came before the timeline with it
  assert.deepEqual([seat.previousEvent(4), seat.previousEvent(1)], [1, 0])
  seat.leave()
})

test('a timeline grows from the part that stays', (t) => {
  installBrowser(t)
  const seat = new Seat('table')
  FakeSocket.last.accept()
  FakeSocket.last.receive({ type: 'view', version: 4, timeline: [[0, 3]] })
  FakeSocket.last.receive({ type: 'view', version: 6, timeline_kept: 1, timeline: [[5, 5]] })
  assert.deepEqual(seat.timeline, [
    [0, 3],
    [5, 5],
  ])
  seat.leave()
})

test('a feed item is taken once, though it comes again after a reconnect', (t) => {
  installBrowser(t)
  const seat = new Seat('table')
  FakeSocket.last.accept()
  FakeSocket.last.receive({ type: 'feed', announce: 'A roll.', items: [item(0, 'opened'), item(1, 'acted')], next: 2 })
  FakeSocket.last.drop()
  t.mock.timers.tick(300)
  FakeSocket.last.accept()
  assert.equal(FakeSocket.last.sent[0]?.since, 2)
  FakeSocket.last.receive({ type: 'feed', announce: '', items: [item(1, 'acted'), item(2, 'roll')], next: 3 })
  assert.deepEqual(
    seat.items.map((told) => told.number),
    [0, 1, 2],
  )
  assert.equal(seat.announcement, 'A roll.')
  seat.leave()
})

test('sheets are kept to be read offline, but never a master’s', (t) => {
  installBrowser(t)
  for (const master of [false, true]) {
    const seat = new Seat(master ? 'masters' : 'players')
    FakeSocket.last.accept({ master })
    FakeSocket.last.receive({ type: 'view', version: 1, panels: { ada: panel('Ada', []) }, order: ['ada'] })
    t.mock.timers.tick(500)
    seat.leave()
  }
  assert.deepEqual(
    listViews().map(({ table }) => table),
    ['players'],
  )
  const offline = new Seat('players')
  assert.equal(offline.panels.ada?.title, 'Ada')
  assert.ok(offline.cachedAt > 0)
  FakeSocket.last.accept()
  assert.equal(offline.cachedAt, 0)
  offline.leave()
})
