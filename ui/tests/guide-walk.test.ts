import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOnGuide, currentGuide, startWalk } from '../src/table/forms/guide-walk.ts'
import { guide } from './samples.ts'

test('an action for the whole table keeps its button beside the guide; one about a character does not', () => {
  assert.deepEqual(actionsOnGuide(guide(['now', 'later'])), [])
  assert.deepEqual(actionsOnGuide(guide(['now', 'later'], { title: 'End the fight' })), ['end_fight'])
  assert.deepEqual(actionsOnGuide(guide(['now', 'later'], { subject: 'tib' })), ['end_fight'])
  assert.deepEqual(actionsOnGuide(guide(['now', 'later'], { chance: true })), ['end_fight'])
})

test('a guide that is done stays to say so, and one that is gone ends the walk', () => {
  const done = guide(['done', 'done'])
  const walk = startWalk(done, [done])
  assert.equal(currentGuide(walk, [done]), done)
  assert.equal(currentGuide(walk, []), undefined)
})

test('a walk that makes a character goes on with the one it made', () => {
  const making = guide(['now'], { chance: true })
  const known = guide(['now'], { subject: 'ada' })
  const made = guide(['now'], { subject: 'bo' })
  const walk = startWalk(making, [making, known])
  assert.equal(currentGuide(walk, [making, known]), making)
  assert.equal(currentGuide(walk, [making, known, made]), made)
})
