import type { Offer } from '../../live/protocol'

/** Each offer under a key of its own: a button stays the button it was, whatever comes before it. */
export function keyed(offers: Offer[]): [string, Offer][] {
  const met = new Map<string, number>()
  return offers.map((one) => {
    const key = JSON.stringify([one.action, one.params, one.title])
    met.set(key, (met.get(key) ?? 0) + 1)
    return [`${key} ${met.get(key)}`, one]
  })
}
