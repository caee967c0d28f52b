import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startValueError, valuesByPath } from '../src/lab/start-values.ts'

test('rows set a value for each path, and an empty row sets nothing', () => {
  const rows = [
    { path: ' crew.ada.focus ', value: '3' },
    { path: '', value: '' },
  ]
  assert.deepEqual(valuesByPath(rows), { 'crew.ada.focus': '3' })
})

test('a path is refused where it is given again, and where it is a field', () => {
  const rows = [
    { path: 'crew.ada.focus', value: '3' },
    { path: 'crew.ada.focus ', value: '4' },
    { path: 'hp', value: '4' },
  ]
  assert.deepEqual(
    rows.map((_, index) => startValueError(rows, index, ['hp'])),
    ['', 'crew.ada.focus is given twice.', 'hp is a field of its own: it is set above.'],
  )
})

test('empty rows are never given twice', () => {
  const rows = [
    { path: '', value: '' },
    { path: '', value: '' },
  ]
  assert.equal(startValueError(rows, 1, ['']), '')
})

test('a row with whole characters as JSON is a path, whatever field has its name', () => {
  const error = (value: string): string => startValueError([{ path: 'enemies', value }], 0, ['enemies'])
  assert.equal(error(' [{"id": "dragon"}]'), '')
  assert.equal(error('3'), 'enemies is a field of its own: it is set above.')
})
