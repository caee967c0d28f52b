// A guided path, followed while somebody walks it: about whoever was not there before, or about the same.
import type { Guide } from '../../live/protocol'

export type Walk = { path: string; of: string; known: string[] }

const key = (guide: Guide): string => `${guide.path} ${guide.of}`
const now = (guide: Guide): boolean => guide.steps.some((step) => step.stage === 'now')

export const begin = (guide: Guide, all: Guide[]): Walk => ({ path: guide.path, of: guide.of, known: all.map(key) })

/** All of it is done, and says so till whoever walked it goes on. */
const over = (guide: Guide): boolean => guide.steps.every((step) => step.stage === 'done')

/** What a path calls for now, and need not be offered beside it. What concerns the whole table is, unless the path is called so itself. */
export const beside = (guide: Guide): string[] =>
  guide.steps
    .filter((step) => step.stage === 'now')
    .flatMap((step) => step.offers)
    .filter((offer) => guide.of || guide.chance || offer.title === guide.title)
    .map((offer) => offer.action)

/** The guide that a walk is at; nothing, when it is over. */
export function at(walk: Walk, all: Guide[]): Guide | undefined {
  const same = all.filter((guide) => guide.path === walk.path)
  const made = walk.of ? undefined : same.find((guide) => guide.of && !walk.known.includes(key(guide)))
  const here = made ?? same.find((guide) => guide.of === walk.of)
  return here && (now(here) || here.of || over(here)) ? here : undefined
}

/** The path that makes somebody for whoever has nobody yet. */
export const first = (all: Guide[]): Guide | undefined => all.find((guide) => guide.chance && now(guide))
