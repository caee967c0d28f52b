import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, wrong } from '../src/lab/start-values.ts'

test('rows say a value for each path, and an empty row says nothing', () => {
  assert.deepEqual(
    given([
      { path: ' crew.ada.focus ', value: '3' },
      { path: '', value: '' },
    ]),
    { 'crew.ada.focus': '3' },
  )
})

test('a path that is given twice is wrong where it is given again, and so is a field', () => {
  const rows = [
    { path: 'crew.ada.focus', value: '3' },
    { path: 'crew.ada.focus ', value: '4' },
    { path: 'hp', value: '4' },
  ]
  assert.deepEqual(
    rows.map((_, n) => wrong(rows, n, ['hp'])),
    ['', 'crew.ada.focus is given twice.', 'hp is a field of its own: it is set above.'],
  )
  assert.equal(
    wrong(
      [
        { path: '', value: '' },
        { path: '', value: '' },
      ],
      1,
      [''],
    ),
    '',
  )
})

test('a row with whole people in it is a path, whatever field has its name', () => {
  assert.equal(wrong([{ path: 'enemies', value: ' [{"id": "dragon"}]' }], 0, ['enemies']), '')
  assert.equal(
    wrong([{ path: 'enemies', value: '3' }], 0, ['enemies']),
    'enemies is a field of its own: it is set above.',
  )
})
