import { percent } from '../components/format'
import type { Experiment } from '../live/protocol'

export const isUnfinished = (job: Experiment | null): boolean => job?.step === 'waiting' || job?.step === 'running'

/** The name of a policy; without one the first free option is taken. */
export const policyName = (policy: string): string =>
  policy === 'best' ? 'best play' : policy || 'the first free option'

/** What came of a job, in a few words. */
export function jobOutcome({ step, why, found, endings: [first, second], best }: Experiment): string {
  const ending = first && second ? `${first.name} ${percent(first.chance)}` : ''
  if (step === 'failed') return `failed: ${why}`
  if (step === 'stopped') return ending ? `stopped, ${ending}` : 'stopped'
  if (ending) return ending
  const worth = best?.policies[0]?.chance
  return worth === undefined ? found || step : `worth ${worth.toFixed(3)}`
}

/** What a job asked that is not as usual, in words. */
export const changedSettings = ({ question }: Experiment): string[] =>
  Object.entries({ ...question.settings, ...question.rulings }).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`,
  )
