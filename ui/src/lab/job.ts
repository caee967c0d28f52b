import { percent } from '../components/format'
import type { JsonValue, LabJobInfo } from '../live/protocol'

export const isUnfinished = (job: LabJobInfo | null): boolean => job?.step === 'waiting' || job?.step === 'running'

/** The name of a policy; without one the first free option is taken. */
export const policyName = (policy: string): string =>
  policy === 'best' ? 'best play' : policy || 'the first free option'

/** What came of a job, in a few words. */
export function jobOutcome({ step, reason, found, endings: [first, second], best }: LabJobInfo): string {
  const ending = first && second ? `${first.name} ${percent(first.chance)}` : ''
  if (step === 'failed') return `failed: ${reason}`
  if (step === 'stopped') return ending ? `stopped, ${ending}` : 'stopped'
  if (ending) return ending
  const worth = best?.policies[0]?.chance
  return worth === undefined ? found || step : `worth ${worth.toFixed(3)}`
}

/** A setting as it is written. */
export const settingText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a job asked that is not as usual, in words. */
export const changedSettings = ({ question }: LabJobInfo): string[] =>
  Object.entries({ ...question.settings, ...question.rulings }).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${settingText(value)}`,
  )
