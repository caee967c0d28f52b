import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FeedGrouper } from '../src/table/feed/group-items.ts'
import { buildScene, isNotable, keyFigures, lastCard, lastLines, lastRoll } from '../src/tv/scene.ts'
import { field, item, order, panel, pool, prompt, track } from './samples.ts'

const TURNS = order(['Ada', 'Bo'], 1, 2)

test('what a scene tells comes first, what lies on the table beside it, the order of turns on top', () => {
  const told = panel('The scene', [field('Weather', 'snow'), track('Cold'), TURNS])
  const folded = panel('Rules', [field('a', 'b')], { folded: true })
  const scene = buildScene([told, folded], [], {})
  assert.deepEqual(
    scene.mainPanel?.widgets.map((widget) => widget.widget),
    ['field'],
  )
  assert.deepEqual(
    scene.board.map((section) => [section.title, section.widgets.length]),
    [['The scene', 1]],
  )
  assert.equal(scene.orders[0]?.round, 2)
})

test('what a scene says of somebody by name stands with them, and nowhere else', () => {
  const fight = panel('A fight', [field('Ada', 'behind the door'), field('Where', 'the mill')])
  const scene = buildScene([fight, panel('Ada', [track('Life')], { of: 'ada' })], [], {})
  assert.deepEqual(scene.people[0]?.lines, ['behind the door'])
  assert.equal(scene.mainPanel?.widgets.length, 1)
})

test('who is asked and whose turn it is shows, by the name of the character or of its player', () => {
  const panels = [panel('Ada', [], { of: 'ada' }), panel('Bo', [], { of: 'bo' }), panel('The scene', [TURNS])]
  assert.deepEqual(
    buildScene(panels, [prompt({ asked: ['Ann'] })], { Ada: 'Ann' }).people.map(({ asked, turn }) => [asked, turn]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.deepEqual(
    buildScene(panels, [prompt({ asked: ['Bo'] })], {}).people.map((person) => person.asked),
    [false, true],
  )
})

test('a person has few figures: tracks and dice first, words only where there is room', () => {
  const tale = field('Tale', 'a long story about how it all began')
  const full = panel('Ada', [field('Looks', 'well'), pool('Wits (thinking)'), track('Life'), tale], { of: 'ada' })
  assert.deepEqual(
    keyFigures(full, 4).map((widget) => ('label' in widget ? widget.label : '')),
    ['Life', 'Wits', 'Looks'],
  )
  const ship = panel('Ship', [track('a'), track('b'), pool('c'), pool('d'), pool('e')], { of: 'ship' })
  assert.equal(keyFigures(ship, 4).length, 4)
  const crowd = Array.from({ length: 6 }, (_, n) =>
    panel(`P${n}`, [track('a'), track('b'), track('c')], { of: `p${n}` }),
  )
  assert.deepEqual(
    buildScene(crowd, [], {}).people.map((person) => person.figures.length),
    [2, 2, 2, 2, 2, 2],
  )
})

test('the last dice of an action are drawn, and its last few lines told', () => {
  const items = [
    item(1, 'roll', { faces: [1] }),
    item(2, 'tell'),
    item(3, 'roll', { faces: [2, 3] }),
    item(4, 'roll', { faces: [] }),
    item(5, 'choice'),
    item(6, 'tell'),
    item(7, 'tell'),
  ]
  assert.equal(lastRoll(items)?.number, 3)
  assert.deepEqual(
    lastLines(items).map((told) => told.number),
    [5, 6, 7],
  )
})

test('an action is worth the middle of the screen once it has dice or an outcome', () => {
  const action = item(1, 'acted')
  assert.ok(!isNotable({ action, outcome: null, items: [item(2, 'tell')] }))
  assert.ok(isNotable({ action, outcome: item(3, 'outcome'), items: [] }))
  assert.ok(isNotable({ action, outcome: null, items: [item(2, 'roll', { faces: [4] })] }))
})

test('the last card that fits is found, past chat and cards that do not', () => {
  const items = [item(1, 'acted'), item(2, 'acted'), item(3, 'said')]
  const { entries } = new FeedGrouper().update(items)
  assert.equal(lastCard(entries, () => true)?.action.number, 2)
  assert.equal(lastCard(entries, (card) => card.action.number < 2)?.action.number, 1)
  assert.equal(
    lastCard(entries, () => false),
    null,
  )
})
