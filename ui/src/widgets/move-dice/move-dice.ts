// Dice that lie in places and move between them: neighbouring pools of one action.
import type { Offer, PoolWidget } from '../../live/protocol'

/** How many dice lie in each place. */
export type DicePlaces = Record<string, number>

export const dicePlaces = (pools: PoolWidget[]): DicePlaces =>
  Object.fromEntries(pools.map((pool) => [pool.place, pool.dice]))

/** Move a die from one place to another; the same places come back if there is no die or no such place. */
export function moveDie(places: DicePlaces, from: string, to: string): DicePlaces {
  if (from === to || !places[from] || places[to] === undefined) return places
  return { ...places, [from]: places[from] - 1, [to]: places[to] + 1 }
}

/** The place before or after another, in a ring. */
export function neighbour(pools: PoolWidget[], place: string, by: number): string {
  const at = pools.findIndex((pool) => pool.place === place)
  return pools[(at + by + pools.length) % pools.length]?.place ?? place
}

/** The action that moves the dice to these places. */
export function offerWithPlaces(offer: Offer, places: DicePlaces): Offer {
  return { ...offer, params: { ...offer.params, ...places } }
}

export const samePlaces = (one: DicePlaces, other: DicePlaces): boolean =>
  Object.keys(one).every((place) => one[place] === other[place])
