import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percent, plainNumber, signed, sumTerms, timeAgo, twoDigits, uncertainty } from '../src/components/format.ts'

test('a chance that is possible is never shown as 0 %, nor one that is not certain as 100 %', () => {
  const shown = ['0 %', '<0.1 %', '0.5 %', '50 %', '>99.9 %', '100 %', '100 %']
  assert.deepEqual([0, 1e-6, 0.005, 0.5, 0.9999999, 1 - 1e-15, 1].map(percent), shown)
})

test('an interval never reaches below none or above all', () => {
  assert.equal(uncertainty(0.5, 0.05), '± 5.0')
  assert.equal(uncertainty(0.01, 0.04), '(up to 5.0 %)')
  assert.equal(uncertainty(1, 0.037), '(96.3 % or more)')
  assert.equal(uncertainty(0.5, 0.6), '(0 to 100 %)')
  assert.equal(uncertainty(0.5, 0), '')
})

test('a mean carries its sign, and a hair is nought', () => {
  assert.deepEqual([1.5, -2, 0.001, 12.34].map(signed), ['+1.5', '−2', '+0', '+12.3'])
})

test('values are read with two decimal places at most', () => {
  assert.deepEqual([0, 10, 1 / 13, 0.5, -2].map(plainNumber), ['0', '10', '0.08', '0.5', '-2'])
})

test('two digits say how large a number is, however small', () => {
  assert.deepEqual([3.14159, 0.000271828, 120].map(twoDigits), ['3.1', '0.00027', '120'])
})

test('a reason that takes dice away stands with a minus', () => {
  assert.deepEqual(
    sumTerms(['2 NAV', '1 TOOL', '-1 wound']).map((term) => term.text),
    ['2 NAV', '+ 1 TOOL', '− 1 wound'],
  )
  assert.deepEqual(sumTerms(['-1 wound']), [{ text: '− 1 wound', minus: true }])
})

test('a time is told in the unit that people would use', () => {
  const hour = 3600
  assert.deepEqual([-5, 60, 600, 5 * hour, 72 * hour].map(timeAgo), [
    'just now',
    'just now',
    '10 minutes ago',
    '5 hours ago',
    '3 days ago',
  ])
})
