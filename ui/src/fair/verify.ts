// Checks a table's file as docs/fair-dice.md says, here, asking nobody: every line, every promise, every die.
import { bytes, hex, hmac, joined, sha256 } from './sha256.ts'

export type Verified = {
  name: string
  game: string
  /** What is wrong; nothing, if every die is the one its seed gives. */
  wrong: string[]
  entries: number
  sessions: number
  throws: number
  dice: number
  byHand: number
  /** Throws of a session whose seed was never shown. */
  unshown: number
}
type Fall = { throw: number; faces: number[]; sides: number; drawn?: boolean }
type Deed = { entry: string; seed?: string; commitment?: string; nonce?: string; dice?: Fall[]; done?: Deed | null }
const WIDE = 2n ** 64n
const MOST = 100_000
const PROMISES = new Set(['opened', 'committed', 'reopened'])

/** What a throw must show. */
export function faces(seed: string, nonce: string, fall: Fall): number[] | null {
  const n = fall.faces.length
  const most = fall.drawn ? Math.min(MOST, fall.sides) : MOST
  if (fall.sides < 1 || n > most || (fall.drawn && fall.sides > MOST)) return null
  const what = `${fall.throw}/${nonce}/${n}${fall.drawn ? 'of' : 'd'}${fall.sides}`
  const left = fall.drawn ? Array.from({ length: fall.sides }, (_, k) => k + 1) : []
  return fall.faces.map((_, nth) => {
    const shown = die(seed, what, nth, fall.drawn ? left.length : fall.sides)
    return fall.drawn ? left.splice(shown - 1, 1)[0]! : shown
  })
}

function die(seed: string, what: string, nth: number, sides: number): number {
  const size = BigInt(sides)
  for (let again = 0; ; again++) {
    const first = hmac(bytes(seed), bytes(`${what}/${nth}/${again}`)).subarray(0, 8)
    const number = first.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    if (number < WIDE - (WIDE % size)) return Number(number % size) + 1
  }
}

/** The lines of a file, as bytes. */
function* lines(file: Uint8Array): Generator<{ at: number; line: Uint8Array }> {
  for (let at = 0; at < file.length;) {
    const end = file.indexOf(10, at)
    const stop = end < 0 ? file.length : end
    yield { at, line: file.subarray(at, stop) }
    at = stop + 1
  }
}

/** Every record of a file; refused with a sentence where it is not as it was written. */
function read(file: Uint8Array): { first: { name: string; game: string }; journal: Deed[] } {
  const journal: Deed[] = []
  let first: { name: string; game: string } | null = null
  let before = ''
  let ended = false
  const text = new TextDecoder()
  for (const { at, line } of lines(file)) {
    if (!first) {
      first = opening(text.decode(line))
      continue
    }
    const space = line.indexOf(32)
    const word = text.decode(line.subarray(0, Math.max(0, space)))
    const rest = line.subarray(space + 1)
    if (ended) throw new Error('Something stands after its end.')
    if (word === 'end') {
      if (text.decode(rest) !== `${journal.length} ${hex(sha256(file.subarray(0, at)))}`)
        throw new Error('It does not end as it was written.')
      ended = true
    } else if (word !== 'snapshot' && word !== 'seed') {
      if (hex(sha256(joined(bytes(before), rest))) !== word)
        throw new Error(`Entry ${journal.length} is not as it was written.`)
      before = word
      journal.push((JSON.parse(text.decode(rest)) as { entry: Deed }).entry)
    }
  }
  if (!first || !ended) throw new Error('It has no end.')
  return { first, journal }
}

function opening(line: string): { name: string; game: string } {
  try {
    const found = JSON.parse(line) as { tablewright?: number; name?: string; game?: string }
    if (found.tablewright === 2) return { name: found.name ?? '', game: found.game ?? '' }
  } catch {
    /* it is something else */
  }
  throw new Error('This is not the file of a table: export one, once its session is closed.')
}

const deed = (entry: Deed): Deed => entry.done ?? entry

/** The seed each entry's dice fell by; none where it was never shown. */
function seeds(journal: Deed[]): { seeds: string[]; sessions: number } {
  const out: string[] = []
  let promised = ''
  let sessions = 0
  journal.forEach((entry, number) => {
    const done = deed(entry)
    if (PROMISES.has(done.entry)) {
      while (out.length < number) out.push('')
      promised = done.commitment ?? ''
    } else if (done.entry === 'closed') {
      if (hex(sha256(bytes(done.seed ?? ''))) !== promised)
        throw new Error('The seed shown is not the one that was committed to.')
      while (out.length <= number) out.push(done.seed ?? '')
      sessions += 1
    }
  })
  while (out.length < journal.length) out.push('')
  return { seeds: out, sessions }
}

export function verify(file: Uint8Array): Verified {
  const { first, journal } = read(file)
  if (journal[0]?.entry !== 'opened') throw new Error('The journal has no opening.')
  if (deed(journal.at(-1)!).entry !== 'closed')
    throw new Error('The seed has not been shown: the session is not closed.')
  const shown = seeds(journal)
  const found: Verified = {
    ...first,
    wrong: [],
    entries: journal.length,
    sessions: shown.sessions,
    throws: 0,
    dice: 0,
    byHand: 0,
    unshown: 0,
  }
  let expected = 0
  journal.forEach((entry, number) => {
    if (entry.entry === 'rolled') found.byHand += 1
    const done = deed(entry)
    for (const fall of done.dice ?? []) {
      expected += 1
      const seed = shown.seeds[number]!
      if (fall.throw !== expected) found.wrong.push(`Entry ${number}: throw ${fall.throw} should be throw ${expected}.`)
      else if (!seed) found.unshown += 1
      else {
        found.throws += 1
        found.dice += fall.faces.length
        const given = faces(seed, done.nonce ?? '', fall)
        if (String(given) !== String(fall.faces))
          found.wrong.push(
            `Entry ${number}: ${fall.faces.join(', ')} is not what the seed gives, which is ${given?.join(', ') ?? 'nothing'}.`,
          )
      }
    }
  })
  return found
}
