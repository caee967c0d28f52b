import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plain, step } from '../src/lab/bar-chart.ts'

test('bars are as wide as the step between the values of a number, whole or not', () => {
  assert.equal(step([0, 1, 2, 5]), 1)
  assert.equal(step([0, 0.25, 0.5, 1]), 0.25)
  assert.equal(step([0, 2, 4]), 2)
})

test('a number that always comes out the same has a bar of one', () => {
  assert.equal(step([3]), 1)
  assert.equal(step([]), 1)
})

test('values are read with two places at most', () => {
  assert.deepEqual([0, 10, 1 / 13, 0.5, -2].map(plain), ['0', '10', '0.08', '0.5', '-2'])
})
