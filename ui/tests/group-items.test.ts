import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedItem } from '../src/live/protocol.ts'
import { FeedGrouper } from '../src/table/feed/group-items.ts'
import { item } from './samples.ts'

const ACTION = [
  item(0, 'opened'),
  item(1, 'acted', { action_id: 1 }),
  item(2, 'roll', { action_id: 1 }),
  item(3, 'said', { action_id: 1 }),
  item(4, 'outcome', { action_id: 1 }),
  item(5, 'acted', { action_id: 2 }),
]

/** An item that counts how often its kind is read: placing an item reads it. */
function counted(number: number, kind: FeedItem['kind'], of: number, onRead: (number: number) => void): FeedItem {
  const told = item(number, kind, { action_id: of })
  return Object.defineProperty(told, 'kind', {
    get: () => {
      onRead(number)
      return kind
    },
  })
}

test('everything that an action told stands in one card, and chat beside it', () => {
  const { entries } = new FeedGrouper().update(ACTION)
  assert.deepEqual(
    entries.map((entry) => entry.key),
    [0, 1, 3, 5],
  )
  const card = entries[1]?.card
  assert.ok(card)
  assert.equal(card.action.number, 1)
  assert.equal(card.outcome?.number, 4)
  assert.deepEqual(
    card.items.map((told) => told.number),
    [2],
  )
  assert.equal(entries[2]?.item?.kind, 'said')
})

test('a feed that comes item by item is grouped as one that comes at once', () => {
  const grouper = new FeedGrouper()
  for (let n = 1; n < ACTION.length; n++) grouper.update(ACTION.slice(0, n))
  assert.deepEqual(grouper.update(ACTION).entries, new FeedGrouper().update(ACTION).entries)
})

test('each item is placed once, however often the feed grows after it', () => {
  const reads = new Map<number, number>()
  const onRead = (number: number): void => void reads.set(number, (reads.get(number) ?? 0) + 1)
  const grouper = new FeedGrouper()
  let items: FeedItem[] = []
  const readsAfter = (count: number): Map<number, number> => {
    while (items.length < count) {
      const number = items.length
      const kind = number % 5 === 0 ? 'acted' : 'tell'
      items = [...items, counted(number, kind, number - (number % 5), onRead)]
      grouper.update(items)
      grouper.update(items) // a frame without news
    }
    return new Map(reads)
  }
  const early = readsAfter(10)
  const late = readsAfter(500)
  for (const [number, count] of early) assert.equal(late.get(number), count, `item ${number}`)
  assert.equal(late.size, 500)
})

test('an entry that nothing was added to stays the same object, and so is not drawn again', () => {
  const grouper = new FeedGrouper()
  const before = grouper.update(ACTION.slice(0, 4)).entries
  const after = grouper.update(ACTION.slice(0, 5)).entries
  assert.equal(after[0], before[0])
  assert.notEqual(after[1], before[1]) // the card got its outcome
  assert.equal(after[2], before[2])
  assert.equal(before[1]?.card?.outcome, null) // what is drawn already does not change under the hand
})

test('older items that are put before join the cards of their actions', () => {
  const grouper = new FeedGrouper()
  assert.ok(!grouper.update(ACTION.slice(2)).hasCard(1))
  const { entries, hasCard } = grouper.update(ACTION)
  assert.ok(hasCard(1))
  assert.deepEqual(
    entries.map((entry) => entry.key),
    [0, 1, 3, 5],
  )
})
