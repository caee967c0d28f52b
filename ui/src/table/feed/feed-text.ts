// Words around the items of the feed: who rolled, who is asked, who was whispered to.
import type { SeatPrompt, FeedItem } from '../../live/protocol'

/** The dice of a roll in words, with those that counted. */
export function diceLabel(item: FeedItem): string {
  const faces = item.faces ?? []
  const counted = item.counted ?? []
  return `Dice: ${faces.map((face, n) => (counted[n] ? `${face} counts` : String(face))).join(', ')}`
}

/** The name of whoever rolled, if it is not the one who acts. */
export const rollerName = (item: FeedItem, actor: string | undefined): string =>
  item.by && item.by !== actor ? item.by : ''

/** For whom a prompt is, unless that is plain: a master answers for many, a player for several characters. */
export function promptedNames(
  prompt: Pick<SeatPrompt, 'asked'>,
  me: { name: string; plays: string[] } | undefined,
): string {
  const own = me ? [me.name, ...(me.plays.length === 1 ? me.plays : [])] : []
  return prompt.asked.every((name) => own.includes(name)) ? '' : prompt.asked.join(' and ')
}

/** To whom something was whispered, to stand behind the name of whoever said it. */
export const whisperedTo = (item: FeedItem): string =>
  item.recipients?.length ? ` to ${item.recipients.join(' and ')}` : ''

/** The text cut at the hashes that dice are committed to: every second part is one. */
export const splitAtHashes = (text: string): string[] => text.split(/\b([0-9a-f]{64})\b/)
