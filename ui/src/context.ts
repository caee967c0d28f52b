// What any word on the page may do: open an action's form, or the rule it cites.
import { getContext, setContext } from 'svelte'
import type { Group, Offer } from './wire'

export type Desk = {
  offer: (offer: Offer) => void
  rule: (id: string) => void
  clock: (kind: string) => Group['tone']
  mine: (of: string) => boolean
}

const KEY = Symbol('desk')
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk)
export const getDesk = (): Desk => getContext<Desk>(KEY)
