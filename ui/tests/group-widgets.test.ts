import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entries, parts, percent, signed } from '../src/table/feed/group-items.ts'
import type { Item, Pool } from '../src/live/protocol.ts'
import { beside, laid, laying, moved, same } from '../src/widgets/move-dice/move-dice.ts'
import { runs, summed, type Word } from '../src/widgets/group-widgets.ts'

const pool = (place: string, dice: number, action = 'shift'): Pool =>
  ({
    word: 'pool',
    label: place,
    dice,
    sides: 6,
    reasons: [],
    faces: [],
    offer: null,
    cites: '',
    place,
    moves: action ? { action, params: { pay: 'x' }, title: '' } : null,
  }) as Pool
const item = (number: number, kind: Item['kind'], of: number, more: Partial<Item> = {}): Item => ({
  number,
  entry: of,
  of,
  kind,
  text: `${kind} ${number}`,
  ...more,
})

test('what is possible is never said to be nothing, nor all', () => {
  assert.deepEqual([0, 1e-6, 0.005, 0.5, 0.9999999, 1 - 1e-15, 1].map(percent), [
    '0 %',
    '<0.1 %',
    '0.5 %',
    '50 %',
    '>99.9 %',
    '100 %',
    '100 %',
  ])
})

test('a line is cut at what dice are committed to, and nowhere else', () => {
  const sum = '0123456789abcdef'.repeat(4)
  assert.deepEqual(parts(`Committed to ${sum}.`), ['Committed to ', sum, '.'])
  assert.deepEqual(parts(`Said ${sum}0, and deadbeef.`), [`Said ${sum}0, and deadbeef.`])
})

test('a mean carries its sign, and a hair is nothing', () => {
  assert.deepEqual([1.5, -2, 0.001, 12.34].map(signed), ['+1.5', '−2', '+0', '+12.3'])
})

test('everything an action told stands in one card, chat beside it, what is undone marked', () => {
  const told = [
    item(0, 'opened', 0),
    item(1, 'acted', 1),
    item(2, 'roll', 1),
    item(3, 'said', 1),
    item(4, 'outcome', 1),
    item(5, 'acted', 2),
  ]
  const found = entries(told, new Set(['acted', 'roll', 'outcome']), (entry) => entry < 2)
  assert.deepEqual(
    found.map((entry) => entry.key),
    [0, 1, 3, 5],
  )
  assert.equal(found[1]?.card?.outcome?.number, 4)
  assert.deepEqual(
    found.map((entry) => entry.undone),
    [false, false, false, true],
  )
})

test('neighbours that one action moves lie together, others by themselves', () => {
  const words = [pool('a', 1), pool('b', 2), pool('c', 1, 'other'), pool('', 1, '')] as Word[]
  assert.deepEqual(
    runs(words).map((run) => [run.kind, run.words.length]),
    [
      ['places', 2],
      ['pool', 1],
      ['pool', 1],
    ],
  )
})

test('dice are moved and never made or lost', () => {
  const pools = [pool('a', 1), pool('b', 2), pool('c', 1)]
  const now = laid(pools)
  const next = moved(now, 'b', beside(pools, 'b', 1))
  assert.deepEqual(next, { a: 1, b: 1, c: 2 })
  assert.equal(moved({ a: 0, b: 2 }, 'a', 'b').b, 2)
  assert.equal(moved(now, 'a', 'nowhere'), now)
  assert.equal(beside(pools, 'c', 1), 'a')
  assert.ok(!same(now, next))
  assert.deepEqual(laying(pools[0]!.moves!, next).params, { pay: 'x', a: 1, b: 1, c: 2 })
})

test('what is taken away from a pool says so', () => {
  assert.deepEqual(
    summed(['2 NAV', '1 TOOL', '-1 wound']).map((part) => part.text),
    ['2 NAV', '+ 1 TOOL', '− 1 wound'],
  )
})
