import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tooLong } from '../src/table/forms/text-length.ts'

test('a text that fits is not too long, and one letter more is', () => {
  assert.equal(tooLong('x'.repeat(2000), 2000), '')
  assert.equal(tooLong('x'.repeat(2001), 2000), 'At most 2,000 letters fit in here: these are 2,001.')
})

test('letters are counted as people do, not as a browser does', () => {
  assert.equal(tooLong('🜁'.repeat(5), 5), '')
  assert.notEqual(tooLong('🜁'.repeat(6), 5), '')
})

test('what is no text, or has no limit, is never too long', () => {
  assert.equal(tooLong(7, 1), '')
  assert.equal(tooLong(null, 1), '')
  assert.equal(tooLong('long', null), '')
  assert.equal(tooLong('long', 0), '')
})
