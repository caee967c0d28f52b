// Dice that lie in places and are laid elsewhere: neighbouring pools that one action moves.
import type { Offer, Pool } from '../../live/protocol'

export type Laid = Record<string, number>

/** What lies where now. */
export const laid = (pools: Pool[]): Laid => Object.fromEntries(pools.map((pool) => [pool.place, pool.dice]))

/** A die moved from one place to another; as it was, if there is none or no such place. */
export function moved(lies: Laid, from: string, to: string): Laid {
  if (from === to || !lies[from] || lies[to] === undefined) return lies
  return { ...lies, [from]: lies[from] - 1, [to]: lies[to] + 1 }
}

/** The place before or after another, in a ring. */
export function beside(pools: Pool[], place: string, by: number): string {
  const at = pools.findIndex((pool) => pool.place === place)
  return pools[(at + by + pools.length) % pools.length]?.place ?? place
}

/** The action that lays the dice so. */
export function laying(offer: Offer, lies: Laid): Offer {
  return { ...offer, params: { ...offer.params, ...lies } }
}

export const same = (one: Laid, other: Laid): boolean => Object.keys(one).every((place) => one[place] === other[place])
