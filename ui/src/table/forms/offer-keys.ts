import type { Offer } from '../../live/protocol'

/** Offers with a key each, so that a button stays the same one whatever is offered before it. */
export function withKeys(offers: Offer[]): { key: string; offer: Offer }[] {
  const seen = new Map<string, number>()
  return offers.map((offer) => {
    const key = JSON.stringify([offer.action, offer.params, offer.title])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return { key: `${key} ${count}`, offer }
  })
}
