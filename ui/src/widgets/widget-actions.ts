// What any word on the page may do: open an action's form, or the rule it cites.
import { getContext, setContext } from 'svelte'
import type { Group, Offer } from '../live/protocol'

export type Desk = {
  offer: (offer: Offer) => void
  rule: (id: string) => void
  clock: (kind: string) => Group['tone']
  mine: (of: string) => boolean
  /** Whoever may set values by hand does it from where they show: a panel's key and a word's label. */
  set?: (panel: string, label: string) => void
}

/** A panel whose words are being set by hand, or not. */
export type Hand = { readonly on: boolean; set: (label: string) => void }

const HAND = Symbol('hand')
export const setHand = (hand: Hand): Hand => setContext(HAND, hand)
export const getHand = (): Hand | undefined => getContext<Hand | undefined>(HAND)

const KEY = Symbol('desk')
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk)
export const getDesk = (): Desk => getContext<Desk>(KEY)
