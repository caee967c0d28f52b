// SHA-256 and HMAC by the standards (FIPS 180-4, RFC 2104). Browsers give theirs only to pages that came by TLS or from
// this very machine, and a table in the living room is on neither.
/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within typed arrays of a fixed length */
const ROUNDS = 64
const BLOCK = 64
const K = new Uint32Array(ROUNDS)
const INITIAL = new Uint32Array(8)
for (let n = 2, found = 0; found < ROUNDS; n++) {
  let isPrime = true
  for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false
  if (!isPrime) continue
  if (found < INITIAL.length) INITIAL[found] = fraction(Math.sqrt(n))
  K[found++] = fraction(Math.cbrt(n))
}

/** The first 32 bits of a root's fractional part. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0
}

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((data.length + 8) >> 6) + 1) << 6)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29))
  view.setUint32(padded.length - 4, data.length << 3)
  const state = INITIAL.slice()
  const schedule = new Uint32Array(ROUNDS)
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(view, at, schedule, state)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, n) => digest.setUint32(n * 4, word))
  return new Uint8Array(digest.buffer)
}

function addBlock(view: DataView, at: number, w: Uint32Array, state: Uint32Array): void {
  for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + n * 4)
  for (let n = 16; n < ROUNDS; n++) {
    const [x, y] = [w[n - 15]!, w[n - 2]!]
    w[n] =
      w[n - 16]! + (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + w[n - 7]! + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < ROUNDS; n++) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = state[n]! + word))
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const pad = new Uint8Array(BLOCK)
  pad.set(key.length > BLOCK ? sha256(key) : key)
  const inner = sha256(
    concat(
      pad.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    concat(
      pad.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
