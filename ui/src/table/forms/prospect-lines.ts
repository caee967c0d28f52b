import { percent, signed } from '../../components/format'
import type { OddsSummary } from '../../live/protocol'

const MAX_OUTCOMES = 3
const MAX_CHANGES = 4
const MAX_COSTS = 2

/** What an option would come to, a line each: its likely outcomes, its quantity, what it changes and costs. */
export function prospectLines({ groups, quantity, changes, costs }: OddsSummary): string[] {
  const named = (name: string, text: string): string => (name ? `${name}: ${text}` : text)
  return [
    ...groups
      .slice(0, MAX_OUTCOMES)
      .map(({ label, chance: [, best] }) => (best >= 1 ? label : `${label} ${percent(best)}`)),
    ...(quantity ? [`${signed(quantity.mean[1])} ${quantity.unit}`] : []),
    ...changes
      .slice(0, MAX_CHANGES)
      .map(({ called, label, yes, chance, mean }) =>
        named(called, `${label} ${yes ? percent(chance[1]) : signed(mean[1])}`),
      ),
    ...costs.slice(0, MAX_COSTS).map(({ called, label, mean }) => named(called, `${label} ${signed(mean[1])}`)),
  ]
}
