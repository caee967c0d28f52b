// SHA-256 and HMAC by the standard (FIPS 180-4, RFC 2104). Browsers give their own only to pages that came by TLS or from
// this very machine; a table in the living room is on neither.
const K = new Uint32Array(64)
const START = new Uint32Array(8)
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true
  for (let by = 2; by * by <= n; by++) if (n % by === 0) prime = false
  if (!prime) continue
  if (found < 8) START[found] = fraction(Math.sqrt(n))
  K[found++] = fraction(Math.cbrt(n))
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

export function sha256(data: Uint8Array): Uint8Array {
  const whole = new Uint8Array((((data.length + 8) >> 6) + 1) << 6)
  whole.set(data)
  whole[data.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, Math.floor(data.length / 2 ** 29))
  view.setUint32(whole.length - 4, data.length << 3)
  const state = START.slice()
  const w = new Uint32Array(64)
  for (let at = 0; at < whole.length; at += 64) block(view, at, w, state)
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, n) => out.setUint32(n * 4, word))
  return new Uint8Array(out.buffer)
}

function block(view: DataView, at: number, w: Uint32Array, state: Uint32Array): void {
  for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + n * 4)
  for (let n = 16; n < 64; n++) {
    const [x, y] = [w[n - 15]!, w[n - 2]!]
    w[n] = w[n - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[n - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < 64; n++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = state[n]! + word))
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const pad = new Uint8Array(64)
  pad.set(key.length > 64 ? sha256(key) : key)
  const inner = sha256(
    joined(
      pad.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    joined(
      pad.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
