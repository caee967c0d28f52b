import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barWidth } from '../src/lab/bar-chart.ts'

test('bars are as wide as the least step between values, whole or not', () => {
  assert.equal(barWidth([0, 1, 2, 5]), 1)
  assert.equal(barWidth([0, 0.25, 0.5, 1]), 0.25)
  assert.equal(barWidth([0, 2, 4]), 2)
})

test('a number that always comes out the same has a bar of one', () => {
  assert.equal(barWidth([3]), 1)
  assert.equal(barWidth([]), 1)
})
