import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { hmac, sha256, toBytes, toHex } from '../src/fair/sha256.ts'
import { fairFaces, verify } from '../src/fair/verify.ts'

test('SHA-256 and HMAC are the standard ones, at every length around a block', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000]) {
    const data = Uint8Array.from({ length }, (_, n) => (n * 7 + length) % 256)
    assert.equal(toHex(sha256(data)), createHash('sha256').update(data).digest('hex'))
    assert.equal(toHex(hmac(data, toBytes('die'))), createHmac('sha256', data).update('die').digest('hex'))
  }
})

test('dice lie within their sides, and a card is drawn once', () => {
  const dice = fairFaces('seed', 'nonce', { throw: 1, faces: [0, 0, 0, 0, 0, 0, 0, 0], sides: 4 })
  assert.ok(dice?.every((face) => face >= 1 && face <= 4))
  const cards = fairFaces('seed', 'nonce', {
    throw: 2,
    faces: Array.from({ length: 52 }, () => 0),
    sides: 52,
    drawn: true,
  })
  assert.equal(new Set(cards).size, 52)
})

test('a forged number of sides does not fill the memory', () => {
  assert.equal(fairFaces('seed', '', { throw: 1, faces: [1], sides: 1e9, drawn: true }), null)
  assert.equal(fairFaces('seed', '', { throw: 1, faces: [1], sides: 0 }), null)
})

test('a file of something else is refused with a sentence', () => {
  assert.throws(() => verify(toBytes('hello')), /not the file of a table/)
  assert.throws(() => verify(toBytes('{"tablewright":1,"name":"n","game":"g"}\n')), /no end/)
})

/** The file of a table with these events, sealed as a table seals them. */
function file(events: object[]): Uint8Array {
  let before = ''
  let text = '{"tablewright":1,"name":"Evening","game":"g"}\n'
  for (const event of events) {
    const body = JSON.stringify({ event })
    before = createHash('sha256')
      .update(before + body)
      .digest('hex')
    text += `${before} ${body}\n`
  }
  return toBytes(`${text}end ${events.length} ${createHash('sha256').update(text).digest('hex')}\n`)
}
const commitment = createHash('sha256').update('s').digest('hex')
const opened = { event: 'opened', commitment }
const closed = { event: 'closed', seed: 's' }
const acted = (number: number, faces: number[]): object => ({
  event: 'acted',
  nonce: 'n',
  dice: [{ throw: number, faces, sides: 6 }],
})
const right = fairFaces('s', 'n', { throw: 1, faces: [0, 0, 0], sides: 6 }) ?? []
const wrong = right.map((face) => (face % 6) + 1)

test('a sealed file with a face that the seed does not give is found out', () => {
  assert.deepEqual(verify(file([opened, acted(1, right), closed])).wrong, [])
  const oneWrong = [...wrong.slice(0, 1), ...right.slice(1)]
  assert.match(verify(file([opened, acted(1, oneWrong), closed])).wrong.join(), /is not what the seed gives/)
})

test('a die left out, another seed and a session that is not closed are found out', () => {
  assert.match(verify(file([opened, acted(2, right), closed])).wrong.join(), /should be throw 1/)
  assert.throws(() => verify(file([opened, { event: 'closed', seed: 't' }])), /not the one that was committed/)
  assert.throws(() => verify(file([opened, acted(1, right)])), /not closed/)
})

test('dice by hand and of sessions never closed are counted, not checked', () => {
  const found = verify(
    file([opened, acted(1, [1, 1, 1]), { event: 'committed', commitment }, { event: 'rolled', faces: [1] }, closed]),
  )
  assert.deepEqual([found.wrong, found.unshown, found.byHand], [[], 1, 1])
})
