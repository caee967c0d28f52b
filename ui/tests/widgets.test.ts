import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolWidget } from '../src/live/protocol.ts'
import { dicePlaces, moveDie, neighbour, offerWithPlaces, samePlaces } from '../src/widgets/move-dice/move-dice.ts'
import { groupWidgets, widgetLabel } from '../src/widgets/widget.ts'
import { panel, pool, track } from './samples.ts'

const SHIFT = { action: 'shift', params: { pay: 'x' }, title: '' }
const placed = (place: string, dice: number, action = 'shift'): PoolWidget =>
  pool(place, { dice, place, moves: { ...SHIFT, action } })

test('neighbours whose dice one action moves stand together, others by themselves', () => {
  const widgets = [placed('a', 1), placed('b', 2), placed('c', 1, 'other'), pool('d')]
  assert.deepEqual(
    groupWidgets(widgets).map((group) => [group.kind, group.widgets.length]),
    [
      ['places', 2],
      ['pool', 1],
      ['pool', 1],
    ],
  )
})

test('neighbours of one kind stand together', () => {
  const widgets = [track('a'), track('b'), pool('c'), track('d')]
  assert.deepEqual(
    groupWidgets(widgets).map((group) => [group.kind, group.widgets.length]),
    [
      ['track', 2],
      ['pool', 1],
      ['track', 1],
    ],
  )
})

test('a widget goes by its label, its title or its text', () => {
  assert.equal(widgetLabel(track('Life')), 'Life')
  assert.equal(widgetLabel(panel('Ada', [])), 'Ada')
})

test('dice are moved, and never made or lost', () => {
  const pools = [placed('a', 1), placed('b', 2), placed('c', 1)]
  const before = dicePlaces(pools)
  const after = moveDie(before, 'b', neighbour(pools, 'b', 1))
  assert.deepEqual(after, { a: 1, b: 1, c: 2 })
  assert.equal(moveDie({ a: 0, b: 2 }, 'a', 'b').b, 2)
  assert.equal(moveDie(before, 'a', 'nowhere'), before)
  assert.equal(neighbour(pools, 'c', 1), 'a')
  assert.ok(!samePlaces(before, after))
  assert.deepEqual(offerWithPlaces(SHIFT, after).params, { pay: 'x', a: 1, b: 1, c: 2 })
})
