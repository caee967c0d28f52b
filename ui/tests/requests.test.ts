import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOSE_CODES, FINAL_CLOSE_CODES } from '../src/live/protocol.ts'
import { isCommand, readAnswer, type RequestTag } from '../src/live/requests.ts'
import type { Seat } from '../src/live/seat.svelte.ts'

test('a command changes the table, and a query does not', () => {
  const tags: RequestTag[] = ['undo', 'take-action', 'query-odds', 'query-actions']
  assert.deepEqual(tags.filter(isCommand), ['undo', 'take-action'])
})

test('an answer is read as its request says, and no other is', () => {
  assert.equal(readAnswer('undo', { type: 'accepted', id: '1', event: 7 }), 7)
  const result = { type: 'result', id: '1', version: 3, query: 'query-actions', result: [] } as const
  assert.deepEqual(readAnswer('query-actions', { ...result, result: [] }), [])
  assert.throws(() => readAnswer('query-odds', { ...result, result: [] }), /another answer/)
  assert.throws(() => readAnswer('undo', { ...result, result: [] }), /another answer/)
})

test('a server that restarts is come back to, and a seat that is gone is not', () => {
  const { GONE, NOT_YOURS, SERVER_RESTART, TRY_AGAIN_LATER } = CLOSE_CODES
  assert.deepEqual(
    [GONE, NOT_YOURS, SERVER_RESTART, TRY_AGAIN_LATER].map((code) => FINAL_CLOSE_CODES.has(code)),
    [true, true, false, false],
  )
})

/** Refused by the compiler, line by line: `tsc -p tests` fails where one of them becomes possible. */
export async function refused(seat: Seat): Promise<void> {
  // @ts-expect-error no request has this tag
  await seat.request('query-weather', {})
  // @ts-expect-error a field of another request
  await seat.request('undo', { to: 3 })
  // @ts-expect-error a field of another type
  await seat.request('query-forecast', { name: 'fight', round: 'one' })
  // @ts-expect-error a field that is missing
  await seat.request('query-advice', { action_id: 3 })
  const odds = await seat.request('query-odds', { action: 'leap', values: { far: true } })
  // @ts-expect-error the odds have no draft
  assert.ok(odds.draft)
}
