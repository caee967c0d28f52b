import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, begin, beside } from '../src/table/forms/guide-walk.ts'
import type { Guide } from '../src/live/protocol.ts'

const offer = (action: string, title: string): object => ({ action, params: {}, title })
const guide = (more: object, ...stages: string[]): Guide =>
  ({
    path: 'session',
    of: '',
    title: 'End the session',
    doc: '',
    name: '',
    chance: false,
    ready: [],
    steps: stages.map((stage) => ({ title: stage, stage, offers: [offer('end_fight', 'End the fight')] })),
    ...more,
  }) as unknown as Guide

test('what ends for the whole table is offered beside its path, too; what makes somebody is not', () => {
  assert.deepEqual(beside(guide({}, 'now', 'later')), [])
  assert.deepEqual(beside(guide({ title: 'End the fight' }, 'now', 'later')), ['end_fight'])
  assert.deepEqual(beside(guide({ of: 'tib' }, 'now', 'later')), ['end_fight'])
  assert.deepEqual(beside(guide({ chance: true }, 'now', 'later')), ['end_fight'])
})

test('a path that is done stays to say so', () => {
  const all = [guide({}, 'done', 'done')]
  assert.equal(at(begin(all[0]!, all), all), all[0])
  assert.equal(at(begin(all[0]!, all), []), undefined)
})
