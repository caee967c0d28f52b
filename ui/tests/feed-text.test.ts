import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promptedNames, rollerName, splitAtHashes, whisperedTo } from '../src/table/feed/feed-text.ts'
import { item } from './samples.ts'

test('dice say whose they are, unless they are of whoever acts', () => {
  assert.equal(rollerName(item(1, 'roll', { by: 'Mirel' }), 'Mara'), 'Mirel')
  assert.equal(rollerName(item(1, 'roll', { by: 'Mirel' }), 'Mirel'), '')
  assert.equal(rollerName(item(1, 'roll'), 'Mirel'), '')
})

test('a prompt says for whom it is to whoever answers for several, unless that is plain', () => {
  const master = { name: 'Mara', plays: [] }
  assert.equal(promptedNames({ asked: ['Bob'] }, master), 'Bob')
  assert.equal(promptedNames({ asked: ['Mara'] }, master), '')
  assert.equal(promptedNames({ asked: [] }, master), '')
  assert.equal(promptedNames({ asked: ['Ada'] }, { name: 'Ann', plays: ['Ada'] }), '')
  assert.equal(promptedNames({ asked: ['Ada'] }, { name: 'Ann', plays: ['Ada', 'Bo'] }), 'Ada')
  assert.equal(promptedNames({ asked: ['Ada', 'Bo'] }, { name: 'Ann', plays: ['Ada'] }), 'Ada and Bo')
})

test('a whisper says to whom it went', () => {
  assert.equal(whisperedTo(item(1, 'said', { recipients: ['Bob', 'Cat'] })), ' to Bob and Cat')
  assert.equal(whisperedTo(item(1, 'said')), '')
})

test('a line is cut at the hashes that dice are committed to, and nowhere else', () => {
  const hash = '0123456789abcdef'.repeat(4)
  assert.deepEqual(splitAtHashes(`Committed to ${hash}.`), ['Committed to ', hash, '.'])
  assert.deepEqual(splitAtHashes(`Said ${hash}0, and deadbeef.`), [`Said ${hash}0, and deadbeef.`])
})
