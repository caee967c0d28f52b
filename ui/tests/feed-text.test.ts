import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedFor, heard, sure, thrower } from '../src/table/feed/group-items.ts'
import type { Item } from '../src/live/protocol.ts'

const item = (more: object): Item => ({ number: 1, entry: 1, of: 1, kind: 'roll', text: 'Initiative', ...more }) as Item

test('dice say whose they are, unless they are of whoever acts', () => {
  assert.equal(thrower(item({ by: 'Mirel' }), 'Mara'), 'Mirel')
  assert.equal(thrower(item({ by: 'Mirel' }), 'Mirel'), '')
  assert.equal(thrower(item({}), 'Mirel'), '')
})

test('a question says for whom it is to whoever answers for several, and not to whom it plainly is', () => {
  const master = { name: 'Mara', plays: [] }
  assert.equal(askedFor({ whom: ['Bob'] }, master), 'Bob')
  assert.equal(askedFor({ whom: ['Mara'] }, master), '')
  assert.equal(askedFor({ whom: [] }, master), '')
  assert.equal(askedFor({ whom: ['Ada'] }, { name: 'Ann', plays: ['Ada'] }), '')
  assert.equal(askedFor({ whom: ['Ada'] }, { name: 'Ann', plays: ['Ada', 'Bo'] }), 'Ada')
  assert.equal(askedFor({ whom: ['Ada', 'Bo'] }, { name: 'Ann', plays: ['Ada'] }), 'Ada and Bo')
})

test('a whisper says to whom it went', () => {
  assert.equal(heard(item({ kind: 'said', whom: ['Bob', 'Cat'] })), ' to Bob and Cat')
  assert.equal(heard(item({ kind: 'said' })), '')
})

test('no chance is said to be less than none or more than all', () => {
  assert.equal(sure(0.5, 0.05), '± 5.0')
  assert.equal(sure(0.01, 0.04), '(up to 5.0 %)')
  assert.equal(sure(1, 0.037), '(96.3 % or more)')
  assert.equal(sure(0.5, 0), '')
})
