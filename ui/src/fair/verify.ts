// Checks the file of a table by the rules in docs/fair-dice.md: every line, every commitment, every die.
import { concat, hmac, sha256, toBytes, toHex } from './sha256.ts'

export interface Verified {
  name: string
  game: string
  /** What is wrong: nothing, if every die is the one its seed gives. */
  wrong: string[]
  entries: number
  sessions: number
  throws: number
  dice: number
  /** Throws by somebody's own hand. */
  byHand: number
  /** Throws of a session whose seed was never shown. */
  unshown: number
}

/** Dice or cards that fell together, as the file has them. */
interface Throw {
  throw: number
  faces: number[]
  sides: number
  drawn?: boolean
}

interface Event {
  event: string
  seed?: string
  commitment?: string
  nonce?: string
  dice?: Throw[]
  /** What a proposal carried out. */
  done?: Event | null
}

interface TableFile {
  name: string
  game: string
  events: Event[]
}

const NEWLINE = 10
const SPACE = 32
const DRAWS = 2n ** 64n
/** More dice or cards than this in one throw are nobody's: a forged file must not fill the memory. */
const MAX_FACES = 100_000
const COMMITTING = new Set(['opened', 'committed', 'reopened'])

export function verify(file: Uint8Array): Verified {
  const { name, game, events } = read(file)
  const last = events.at(-1)
  if (!last || events[0]?.event !== 'opened') throw new Error('The journal has no opening.')
  if (carriedOut(last).event !== 'closed') throw new Error('The seed has not been shown: the session is not closed.')
  const { seeds, sessions } = seedsOf(events)
  const counts = { entries: events.length, sessions, throws: 0, dice: 0, byHand: 0, unshown: 0 }
  const found: Verified = { name, game, wrong: [], ...counts }
  let expected = 0
  events.forEach((event, number) => {
    if (event.event === 'rolled') found.byHand += 1
    const { dice = [], nonce = '' } = carriedOut(event)
    for (const thrown of dice) {
      expected += 1
      const seed = seeds[number]
      if (thrown.throw !== expected)
        found.wrong.push(`Entry ${number}: throw ${thrown.throw} should be throw ${expected}.`)
      else if (!seed) found.unshown += 1
      else {
        found.throws += 1
        found.dice += thrown.faces.length
        const given = fairFaces(seed, nonce, thrown)
        if (String(given) !== String(thrown.faces)) found.wrong.push(wrongFaces(number, thrown.faces, given))
      }
    }
  })
  return found
}

function wrongFaces(number: number, shown: number[], given: number[] | null): string {
  const should = given?.join(', ') ?? 'nothing'
  return `Entry ${number}: ${shown.join(', ')} is not what the seed gives, which is ${should}.`
}

/** The faces that a seed gives to a throw, or nothing if no throw can be so. */
export function fairFaces(seed: string, nonce: string, thrown: Throw): number[] | null {
  const { sides, drawn, faces } = thrown
  const most = drawn ? Math.min(MAX_FACES, sides) : MAX_FACES
  if (sides < 1 || faces.length > most || (drawn && sides > MAX_FACES)) return null
  const label = `${thrown.throw}/${nonce}/${faces.length}${drawn ? 'of' : 'd'}${sides}`
  if (!drawn) return faces.map((_, nth) => fairDie(seed, label, nth, sides))
  const cards = Array.from({ length: sides }, (_, n) => n + 1)
  return faces.flatMap((_, nth) => cards.splice(fairDie(seed, label, nth, cards.length) - 1, 1))
}

function fairDie(seed: string, label: string, nth: number, sides: number): number {
  const size = BigInt(sides)
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(toBytes(seed), toBytes(`${label}/${nth}/${attempt}`)).subarray(0, 8)
    const number = digest.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    // The last numbers would favour the low faces, so they are drawn again.
    if (number < DRAWS - (DRAWS % size)) return Number(number % size) + 1
  }
}

/** The lines of a file as bytes, with where they begin. */
function* lines(file: Uint8Array): Generator<{ at: number; line: Uint8Array }> {
  for (let at = 0; at < file.length;) {
    const newline = file.indexOf(NEWLINE, at)
    const end = newline < 0 ? file.length : newline
    yield { at, line: file.subarray(at, end) }
    at = end + 1
  }
}

/** Read a file. Throws a sentence where it is not as it was written. */
function read(file: Uint8Array): TableFile {
  const decoder = new TextDecoder()
  let header: TableFile | null = null
  let previousHash = ''
  let ended = false
  for (const { at, line } of lines(file)) {
    if (!header) {
      header = readHeader(decoder.decode(line))
      continue
    }
    const space = line.indexOf(SPACE)
    const word = decoder.decode(line.subarray(0, Math.max(0, space)))
    const rest = line.subarray(space + 1)
    if (ended) throw new Error('Something stands after its end.')
    if (word === 'end') {
      if (decoder.decode(rest) !== `${header.events.length} ${toHex(sha256(file.subarray(0, at)))}`)
        throw new Error('It does not end as it was written.')
      ended = true
    } else if (word !== 'snapshot' && word !== 'seed') {
      if (toHex(sha256(concat(toBytes(previousHash), rest))) !== word)
        throw new Error(`Entry ${header.events.length} is not as it was written.`)
      previousHash = word
      header.events.push((JSON.parse(decoder.decode(rest)) as { event: Event }).event)
    }
  }
  if (!header || !ended) throw new Error('It has no end.')
  return header
}

function readHeader(line: string): TableFile {
  try {
    const { tablewright, name = '', game = '' } = JSON.parse(line) as Partial<TableFile> & { tablewright?: number }
    if (tablewright === 1) return { name, game, events: [] }
  } catch {
    // It is something else.
  }
  throw new Error('This is not the file of a table: export one, once its session is closed.')
}

const carriedOut = (event: Event): Event => event.done ?? event

/** The seed by which the dice of each event fell; an empty one where it was never shown. */
function seedsOf(events: Event[]): { seeds: string[]; sessions: number } {
  const seeds: string[] = []
  let commitment = ''
  let sessions = 0
  events.forEach((event, number) => {
    const { event: kind, seed = '', ...done } = carriedOut(event)
    if (COMMITTING.has(kind)) {
      while (seeds.length < number) seeds.push('')
      commitment = done.commitment ?? ''
    } else if (kind === 'closed') {
      if (toHex(sha256(toBytes(seed))) !== commitment)
        throw new Error('The seed shown is not the one that was committed to.')
      while (seeds.length <= number) seeds.push(seed)
      sessions += 1
    }
  })
  return { seeds, sessions }
}
