import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aftermath, figures, notable, picture, thrown } from '../src/tv/scene.ts'
import type { Ask, Item, Panel } from '../src/live/protocol.ts'

const field = (label: string, value: string): object => ({ word: 'field', label, value, offer: null, cites: '' })
const track = (label: string): object => ({
  word: 'track',
  label,
  value: 1,
  most: 3,
  marks: [],
  offer: null,
  cites: '',
  least: 0,
})
const pool = (label: string): object => ({
  word: 'pool',
  label,
  dice: 2,
  sides: 6,
  reasons: [],
  faces: [],
  offer: null,
  moves: null,
  place: '',
  cites: '',
})
const order = { word: 'order', label: 'Turns', names: ['Ada', 'Bo'], turn: 1, round: 2, cites: '' }
const panel = (title: string, words: object[], of = '', folded = false): Panel =>
  ({ word: 'panel', title, words, of, note: '', folded }) as unknown as Panel
const ask = (whom: string[]): Ask => ({ whom }) as unknown as Ask

test('what a scene tells leads, what lies on the table stands beside it, the order of turns on top', () => {
  const seen = picture(
    [panel('The scene', [field('Weather', 'snow'), track('Cold'), order]), panel('Rules', [field('a', 'b')], '', true)],
    [],
    {},
  )
  assert.deepEqual(
    seen.lead?.words.map((word) => word.word),
    ['field'],
  )
  assert.deepEqual(
    seen.board.map((part) => [part.title, part.words.length]),
    [['The scene', 1]],
  )
  assert.equal(seen.orders[0]?.round, 2)
})

test('what a scene says of somebody by name stands with them, and nowhere else', () => {
  const seen = picture(
    [
      panel('A fight', [field('Ada', 'behind the door'), field('Where', 'the mill')]),
      panel('Ada', [track('Life')], 'ada'),
    ],
    [],
    {},
  )
  assert.deepEqual(seen.people[0]?.lines, ['behind the door'])
  assert.equal(seen.lead?.words.length, 1)
})

test('who is asked and whose turn it is shows, by the name of the character or of who plays it', () => {
  const people = [panel('Ada', [], 'ada'), panel('Bo', [], 'bo'), panel('The scene', [order])]
  assert.deepEqual(
    picture(people, [ask(['Ann'])], { Ada: 'Ann' }).people.map((person) => [person.asked, person.turn]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.deepEqual(
    picture(people, [ask(['Bo'])], {}).people.map((person) => person.asked),
    [false, true],
  )
})

test('a card has few figures: tracks and dice first, words only where there is room', () => {
  const full = panel(
    'Ada',
    [
      field('Looks', 'well'),
      pool('Wits (thinking)'),
      track('Life'),
      field('Tale', 'a long story about how it all began'),
    ],
    'ada',
  )
  assert.deepEqual(
    figures(full, 4).map((word) => ('label' in word ? word.label : '')),
    ['Life', 'Wits', 'Looks'],
  )
  assert.equal(figures(panel('Ship', [track('a'), track('b'), pool('c'), pool('d'), pool('e')], 'ship'), 4).length, 4)
  const crowd = Array.from({ length: 6 }, (_, n) => panel(`P${n}`, [track('a'), track('b'), track('c')], `p${n}`))
  assert.deepEqual(
    picture(crowd, [], {}).people.map((person) => person.figures.length),
    [2, 2, 2, 2, 2, 2],
  )
})

test('the last dice of an action are drawn, and its last few lines told', () => {
  const item = (number: number, kind: string, more: object = {}): Item =>
    ({ number, kind, text: `${number}`, ...more }) as unknown as Item
  const items = [
    item(1, 'roll', { faces: [1] }),
    item(2, 'tell'),
    item(3, 'roll', { faces: [2, 3] }),
    item(4, 'roll', { faces: [] }),
    item(5, 'choice'),
    item(6, 'tell'),
    item(7, 'tell'),
  ]
  assert.equal(thrown(items)?.number, 3)
  assert.deepEqual(
    aftermath(items).map((one) => one.number),
    [5, 6, 7],
  )
  assert.equal(notable([item(2, 'tell')], null), false)
  assert.equal(notable([], item(3, 'outcome')), true)
})
