// A guide that somebody follows, such as making a character: which one the walk is at.
import type { Guide } from '../../live/protocol'

/** A walk along a guide: about one character, or about one that is not there yet. */
export interface GuideWalk {
  path: string
  of: string
  /** The guides there were when it began: one that is new is of the character it made. */
  known: string[]
}

const guideKey = (guide: Guide): string => `${guide.path} ${guide.of}`
const isCalledFor = (guide: Guide): boolean => guide.steps.some((step) => step.stage === 'now')
const isDone = (guide: Guide): boolean => guide.steps.every((step) => step.stage === 'done')

export const startWalk = (guide: Guide, guides: Guide[]): GuideWalk => ({
  path: guide.path,
  of: guide.of,
  known: guides.map(guideKey),
})

/** The guide that a walk is at, or nothing when it is over. One that is done stays to say so. */
export function currentGuide(walk: GuideWalk, guides: Guide[]): Guide | undefined {
  const samePath = guides.filter((guide) => guide.path === walk.path)
  const made = walk.of ? undefined : samePath.find((guide) => guide.of && !walk.known.includes(guideKey(guide)))
  const guide = made ?? samePath.find((guide) => guide.of === walk.of)
  return guide && (isCalledFor(guide) || guide.of || isDone(guide)) ? guide : undefined
}

/** The actions that a guide calls for now and that need no button beside it. */
export const actionsOnGuide = (guide: Guide): string[] =>
  guide.steps
    .filter((step) => step.stage === 'now')
    .flatMap((step) => step.offers)
    // What concerns the whole table keeps its own button, unless the guide bears its name.
    .filter((offer) => guide.of || guide.chance || offer.title === guide.title)
    .map((offer) => offer.action)

/** The guide that makes a character, for somebody who plays none. */
export const creationGuide = (guides: Guide[]): Guide | undefined =>
  guides.find((guide) => guide.chance && isCalledFor(guide))
