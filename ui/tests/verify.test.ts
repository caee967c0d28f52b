import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { bytes, hex, hmac, sha256 } from '../src/fair/sha256.ts'
import { faces, verify } from '../src/fair/verify.ts'

test('SHA-256 and HMAC are the standard ones, at every length around a block', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000]) {
    const data = Uint8Array.from({ length }, (_, n) => (n * 7 + length) % 256)
    assert.equal(hex(sha256(data)), createHash('sha256').update(data).digest('hex'))
    assert.equal(hex(hmac(data, bytes('die'))), createHmac('sha256', data).update('die').digest('hex'))
  }
})

test('a throw of any dice lies within its sides, and cards are drawn once', () => {
  const dice = faces('seed', 'nonce', { throw: 1, faces: [0, 0, 0, 0, 0, 0, 0, 0], sides: 4 })
  assert.ok(dice?.every((face) => face >= 1 && face <= 4))
  const cards = faces('seed', 'nonce', { throw: 2, faces: Array(52).fill(0), sides: 52, drawn: true })
  assert.equal(new Set(cards).size, 52)
})

test('what a file claims of its sides fills no memory', () => {
  assert.equal(faces('seed', '', { throw: 1, faces: [1], sides: 1e9, drawn: true }), null)
  assert.equal(faces('seed', '', { throw: 1, faces: [1], sides: 0 }), null)
})

test('what is no file of a table is refused with a sentence', () => {
  assert.throws(() => verify(bytes('hello')), /not the file of a table/)
  assert.throws(() => verify(bytes('{"tablewright":2,"name":"n","game":"g"}\n')), /no end/)
})

/** A whole file of these entries, sealed as a table seals them. */
function file(entries: object[]): Uint8Array {
  let before = ''
  let text = '{"tablewright":2,"name":"Evening","game":"g"}\n'
  for (const entry of entries) {
    const body = JSON.stringify({ entry })
    before = createHash('sha256')
      .update(before + body)
      .digest('hex')
    text += `${before} ${body}\n`
  }
  return bytes(`${text}end ${entries.length} ${createHash('sha256').update(text).digest('hex')}\n`)
}
const promise = createHash('sha256').update('s').digest('hex')
const opened = { entry: 'opened', commitment: promise }
const closed = { entry: 'closed', seed: 's' }
const acted = (throws: number, shown: number[]): object => ({
  entry: 'acted',
  nonce: 'n',
  dice: [{ throw: throws, faces: shown, sides: 6 }],
})
const right = faces('s', 'n', { throw: 1, faces: [0, 0, 0], sides: 6 })!

test('a sealed file with a face that the seed does not give is found out', () => {
  assert.deepEqual(verify(file([opened, acted(1, right), closed])).wrong, [])
  const wrong = [(right[0]! % 6) + 1, ...right.slice(1)]
  assert.match(verify(file([opened, acted(1, wrong), closed])).wrong[0]!, /is not what the seed gives/)
})

test('a die left out, another seed and a session that is not closed are found out', () => {
  assert.match(verify(file([opened, acted(2, right), closed])).wrong[0]!, /should be throw 1/)
  assert.throws(() => verify(file([opened, { entry: 'closed', seed: 't' }])), /not the one that was committed/)
  assert.throws(() => verify(file([opened, acted(1, right)])), /not closed/)
})

test('dice by hand and of sessions never closed are counted, not checked', () => {
  const found = verify(
    file([
      opened,
      acted(1, [1, 1, 1]),
      { entry: 'committed', commitment: promise },
      { entry: 'rolled', faces: [1] },
      closed,
    ]),
  )
  assert.deepEqual([found.wrong, found.unshown, found.byHand], [[], 1, 1])
})
