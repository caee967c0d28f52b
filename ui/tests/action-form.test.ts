import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../src/http/errors.ts'
import type { Draft, OddsSummary, Offer, Values } from '../src/live/protocol.ts'
import { ActionFormState } from '../src/table/forms/action-form.svelte.ts'
import { draft, textField } from './samples.ts'

const OFFER: Offer = { action: 'speak', params: {}, title: 'Speak' }
const ODDS: OddsSummary = {
  assumed: [],
  changes: [],
  costs: [],
  counted: 'whole',
  groups: [],
  how: 'best',
  note: 'Nothing is rolled.',
  plays: 0,
  quantity: null,
  title: '',
  worth: 0,
}

/** A seat whose drafts add `usual`, and that keeps what was taken. */
class FakeSeat {
  version = 1
  drafted: Values[] = []
  taken: Values[] = []
  refusal: Refused | null = null
  fails = false
  /** Odds that come with a draft. */
  drafts: OddsSummary | null = null
  counted = 0

  draft(_action: string, values: Values): Promise<Draft> {
    this.drafted.push(values)
    if (this.fails) return Promise.reject(new Refused('The connection was lost.'))
    const missing = values.text ? '' : 'Say something.'
    const fields = [textField('text', { most: 5 }), textField('usual', { main: false })]
    return Promise.resolve(draft({ usual: 'yes', ...values }, { missing, fields, odds: missing ? null : this.drafts }))
  }

  odds(): Promise<OddsSummary> {
    this.counted += 1
    return Promise.resolve(ODDS)
  }

  act(_action: string, values: Values): Promise<number> {
    if (this.refusal) return Promise.reject(this.refusal)
    this.taken.push(values)
    return Promise.resolve(1)
  }
}

/** Draft the form as its effect does, and wait for the draft and its odds. */
async function redraft(form: ActionFormState): Promise<void> {
  form.keepDrafted()
  await new Promise((resolve) => setTimeout(resolve, 80))
}

test('a form that lacks a value says so and cannot be submitted', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  await redraft(form)
  assert.equal(form.draft?.missing, 'Say something.')
  assert.ok(!form.ready)
  assert.equal(await form.submit(), false)
  assert.deepEqual(seat.taken, [])
})

test('a form is submitted with what its draft adds', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  assert.ok(form.ready && form.hasOdds && !form.counting)
  assert.equal(await form.submit(), true)
  assert.deepEqual(seat.taken, [{ text: 'Hi', usual: 'yes' }])
})

test('what was typed last is submitted, though no draft knows it yet', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  form.set('text', 'Hey')
  assert.equal(await form.submit(), true)
  assert.deepEqual(seat.taken, [{ text: 'Hey', usual: 'yes' }])
})

test('where nothing can be drafted, what was typed goes out over the last draft', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  form.set('text', '')
  form.set('text', 'Hey')
  seat.fails = true
  assert.equal(await form.submit(), true)
  assert.deepEqual(seat.taken, [{ usual: 'yes', text: 'Hey' }])
})

test('the same values at the same version are drafted once', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  await form.submit()
  assert.equal(seat.drafted.length, 1)
  seat.version = 2
  await redraft(form)
  assert.equal(seat.drafted.length, 2)
})

test('a refusal stands at its field until that changes, or below the form', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  const field = form.draft?.fields[0]
  assert.ok(field)
  seat.refusal = new Refused('Not that word.', 0, 'text')
  assert.equal(await form.submit(), false)
  assert.deepEqual([form.fieldError(field), form.error], ['Not that word.', ''])
  form.set('text', 'Ho')
  assert.equal(form.fieldError(field), '')
  await redraft(form)
  seat.refusal = new Refused('The session is closed.')
  await form.submit()
  assert.equal(form.error, 'The session is closed.')
})

test('a text that is too long is said to be at once, and neither drafted nor submitted', async () => {
  const seat = new FakeSeat()
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'Hi')
  await redraft(form)
  form.set('text', 'Hello there')
  assert.equal(form.keepDrafted(), undefined)
  assert.ok(!form.ready)
  assert.equal(await form.submit(), false)
})

test('an emptied field is left out, but stays as it was typed', () => {
  const form = new ActionFormState(new FakeSeat(), { ...OFFER, params: { text: 'Hi', to: ['ann'] } })
  form.set('text', '')
  form.set('to', [])
  assert.deepEqual([form.values, form.typed], [{}, { text: '', to: [] }])
})

test('odds that come with the draft are shown, and asked for only where they do not', async () => {
  const seat = new FakeSeat()
  seat.drafts = { ...ODDS, note: 'With the draft.' }
  const form = new ActionFormState(seat, OFFER)
  form.set('text', 'hi')
  await redraft(form)
  assert.deepEqual([form.odds?.note, seat.counted, form.counting], ['With the draft.', 0, false])
  seat.drafts = null
  form.set('text', 'ho')
  await redraft(form)
  assert.deepEqual([form.odds, seat.counted, form.counting], [ODDS, 1, false])
})
