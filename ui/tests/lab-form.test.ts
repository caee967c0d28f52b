import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LabForm, type LabFormContext } from '../src/lab/lab-form.svelte.ts'
import type { LabJobBody, LabJobInfo, GameInfo, FieldInfo, ScenarioInfo, StartInfo } from '../src/live/protocol.ts'

const range = (name: string, usual: string): FieldInfo => ({
  choices: [],
  doc: '',
  kind: 'int',
  label: name,
  least: null,
  most: null,
  name,
  usual,
})

const SCENARIO: ScenarioInfo = {
  doc: '',
  fields: [range('heroes', '2'), range('wolves', '3')],
  from_table: true,
  name: 'fight',
  policies: ['bold'],
  title: 'A fight',
}

const GAME: GameInfo = {
  about: '',
  actions: 1,
  font: '',
  theme: {
    about: '',
    chroma: 0,
    clocks: {},
    emblem: [],
    facts: [],
    font: '',
    hue: 0,
    scale: 1,
    texture: '',
    track: 0,
    weight: 400,
  },
  name: 'game',
  roles: [],
  rules: 1,
  rulings: [{ choices: [], cites: '', name: 'ties', question: 'Ties?', usual: 'reroll' }],
  title: 'Game',
  version: '1',
}

const job = (question: Partial<LabJobBody>, more: Partial<LabJobInfo> = {}): LabJobInfo => ({
  about: '',
  asked: 0,
  best: null,
  endings: [],
  exact: false,
  field: '',
  fields: [],
  figures: [],
  first: [],
  found: '',
  game: 'game',
  id: '1',
  note: '',
  policy: '',
  private: false,
  question: { game: 'game', scenario: 'fight', ...question },
  scenario: 'fight',
  step: 'done',
  title: '',
  reason: '',
  ...more,
})

const lab = (more: Partial<LabFormContext> = {}): LabFormContext => ({
  me: { id: 'mo', name: 'Mo', host: true, may_begin: true },
  game: GAME,
  scenarios: [SCENARIO],
  shown: null,
  ...more,
})

test('only what is not as usual is asked', () => {
  const form = new LabForm(lab())
  form.setField('heroes', '2')
  form.setField('wolves', '5')
  form.rulings = { ties: 'reroll' }
  assert.deepEqual(form.question(), {
    game: 'game',
    scenario: 'fight',
    settings: { wolves: '5' },
    rulings: {},
    policy: '',
    measures: false,
    table: '',
  })
})

test('values by path are asked beside the fields', () => {
  const form = new LabForm(lab())
  form.setField('wolves', '5')
  form.startValues = [{ path: 'wolf.hp', value: '9' }]
  assert.deepEqual(form.question().settings, { wolves: '5', 'wolf.hp': '9' })
})

test('the form shows what a job asked, whole characters as values by path', () => {
  const form = new LabForm(lab())
  const question = {
    settings: { wolves: '5', heroes: '[{}]', 'wolf.hp': '9' },
    rulings: { ties: 'both' },
    policy: 'bold',
  }
  form.fill(job(question))
  assert.deepEqual(form.values, { wolves: '5' })
  assert.deepEqual(
    form.startValues.map((row) => row.path),
    ['heroes', 'wolf.hp'],
  )
  assert.deepEqual([form.rulings, form.policy], [{ ties: 'both' }, 'bold'])
  assert.deepEqual(form.question().settings, question.settings)
})

test('another scenario begins with nothing set, and another game without house rulings', () => {
  const form = new LabForm(lab())
  form.setField('wolves', '5')
  form.rulings = { ties: 'both' }
  form.selectScenario('fight')
  assert.deepEqual([form.values, form.rulings], [{}, { ties: 'both' }])
  form.clear('fight')
  assert.deepEqual(form.rulings, {})
})

test('a table begins as it stands: without fields, and with its own house rulings', async (t) => {
  const start: StartInfo = { values: [], rulings: [{ name: 'ties', value: 'both' }] }
  const fetched = t.mock.method(globalThis, 'fetch', () => Promise.resolve(Response.json(start)))
  const form = new LabForm(lab())
  form.setField('wolves', '5')
  form.table = 'evening'
  await form.loadStart()
  await form.loadStart() // it is known
  assert.equal(fetched.mock.callCount(), 1)
  assert.deepEqual(form.fields, [])
  assert.equal(form.ruledGame?.rulings[0]?.usual, 'both')
  assert.deepEqual(form.question().settings, {})
})

test('a start that is refused says why, and whoever may not ask asks nothing', async (t) => {
  const refusal = (): Response => Response.json({ reason: 'No such table.', field: '' }, { status: 404 })
  const fetched = t.mock.method(globalThis, 'fetch', () => Promise.resolve(refusal()))
  const guest = new LabForm(lab({ me: { id: '', name: '', host: false, may_begin: false } }))
  await guest.loadStart()
  assert.equal(fetched.mock.callCount(), 0)
  const form = new LabForm(lab())
  form.table = 'gone'
  await form.loadStart()
  assert.equal(form.startError, 'No such table.')
})

test('a refused value is named at its field while it is the same', () => {
  const shown = job({ settings: { wolves: '99' } }, { field: 'wolves', reason: 'At most 12 wolves.' })
  const form = new LabForm(lab({ shown }))
  form.fill(shown)
  assert.equal(form.fieldError('wolves'), 'At most 12 wolves.')
  assert.equal(form.fieldError('heroes'), '')
  form.setField('wolves', '12')
  assert.equal(form.fieldError('wolves'), '')
})

test('rows that contradict each other cannot be asked', () => {
  const form = new LabForm(lab())
  form.startValues = [{ path: 'wolves', value: '3' }]
  assert.ok(!form.isValid)
  assert.match(form.startValueError(0), /field of its own/)
})
