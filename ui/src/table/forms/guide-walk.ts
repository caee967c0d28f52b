// A guide that somebody follows, such as making a character: which one the walk is at.
import type { GuideView } from '../../live/protocol'

/** A walk along a guide: about one character, or about one that is not there yet. */
export interface GuideWalk {
  guide: string
  subject: string
  /** The guides there were when it began: one that is new is of the character it made. */
  known: string[]
}

const guideKey = (guide: GuideView): string => `${guide.name} ${guide.subject}`
const isCalledFor = (guide: GuideView): boolean => guide.steps.some((step) => step.stage === 'now')
const isDone = (guide: GuideView): boolean => guide.steps.every((step) => step.stage === 'done')

export const startWalk = (guide: GuideView, guides: GuideView[]): GuideWalk => ({
  guide: guide.name,
  subject: guide.subject,
  known: guides.map(guideKey),
})

/** The guide that a walk is at, or nothing when it is over. One that is done stays to say so. */
export function currentGuide(walk: GuideWalk, guides: GuideView[]): GuideView | undefined {
  const sameName = guides.filter((guide) => guide.name === walk.guide)
  const made = walk.subject
    ? undefined
    : sameName.find((guide) => guide.subject && !walk.known.includes(guideKey(guide)))
  const guide = made ?? sameName.find((guide) => guide.subject === walk.subject)
  return guide && (isCalledFor(guide) || guide.subject || isDone(guide)) ? guide : undefined
}

/** The actions that a guide calls for now and that need no button beside it. */
export const actionsOnGuide = (guide: GuideView): string[] =>
  guide.steps
    .filter((step) => step.stage === 'now')
    .flatMap((step) => step.offers)
    // What concerns the whole table keeps its own button, unless the guide bears its name.
    .filter((offer) => guide.subject || guide.chance || offer.title === guide.title)
    .map((offer) => offer.action)

/** The guide that makes a character, for somebody who plays none. */
export const creationGuide = (guides: GuideView[]): GuideView | undefined =>
  guides.find((guide) => guide.chance && isCalledFor(guide))
