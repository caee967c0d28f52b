// The feed as people read it: everything one action told stands together, under one headline.
import type { Ask, Item } from '../../live/protocol'

export type Card = { key: number; acted: Item; outcome: Item | null; items: Item[]; undone: boolean }
export type Entry =
  { key: number; item: Item; undone: boolean; card: null } | { key: number; item: null; undone: boolean; card: Card }

/** Items in order; those of an action under the news that it was taken. */
export function entries(items: Item[], undoable: Set<string>, holds: (entry: number) => boolean): Entry[] {
  const out: Entry[] = []
  const cards = new Map<number, Card>()
  for (const item of items) {
    const undone = undoable.has(item.kind) && !holds(item.entry)
    if (item.kind === 'acted') {
      const card: Card = { key: item.number, acted: item, outcome: null, items: [], undone }
      cards.set(item.of, card)
      out.push({ key: item.number, item: null, undone, card })
      continue
    }
    const card = cards.get(item.of)
    if (card && item.kind !== 'said') {
      if (item.kind === 'outcome') card.outcome = item
      else card.items.push(item)
    } else out.push({ key: item.number, item, undone, card: null })
  }
  return out
}

/** Which dice of a roll counted, in words. */
export function diceWords(item: Item): string {
  const faces = item.faces ?? []
  const counted = item.counted ?? []
  return `Dice: ${faces.map((face, n) => (counted[n] ? `${face} counts` : String(face))).join(', ')}`
}

/** Whose dice these are, where it is not plain from whoever acts. */
export function thrower(item: Item, actor: string | undefined): string {
  return item.by && item.by !== actor ? item.by : ''
}

/** For whom a question is, where it is not plainly for whoever reads it: a master answers for many, a player for several characters. */
export function askedFor(ask: Pick<Ask, 'whom'>, me: { name: string; plays: string[] } | undefined): string {
  const own = me ? [me.name, ...(me.plays.length === 1 ? me.plays : [])] : []
  return ask.whom.every((name) => own.includes(name)) ? '' : ask.whom.join(' and ')
}

/** To whom something was whispered, as it stands behind who said it. */
export function heard(item: Item): string {
  return item.whom?.length ? ` to ${item.whom.join(' and ')}` : ''
}

/** How sure a chance is, to stand beside it: it reaches neither below none nor above all. */
export function sure(chance: number, wide: number): string {
  if (wide < 0.0005) return ''
  const place = (p: number): string => (p * 100).toFixed(1)
  const [below, above] = [chance - wide < 0, chance + wide > 1]
  if (below && above) return '(0 to 100 %)'
  if (below) return `(up to ${place(chance + wide)} %)`
  return above ? `(${place(chance - wide)} % or more)` : `± ${place(wide)}`
}

/** A chance as people say it: never 0 % for what is possible. */
export function percent(chance: number): string {
  if (chance <= 0) return '0 %'
  if (chance >= 1 - 1e-9) return '100 %' // sums of fractions miss one by a hair
  const pc = chance * 100
  if (pc < 0.1) return '<0.1 %'
  if (pc > 99.9) return '>99.9 %'
  return pc < 10 || pc > 99 ? `${pc.toFixed(1)} %` : `${Math.round(pc)} %`
}

export function signed(mean: number): string {
  const text =
    Math.abs(mean) < 0.005
      ? '0'
      : Math.abs(mean)
          .toFixed(Math.abs(mean) < 10 ? 2 : 1)
          .replace(/\.?0+$/, '')
  return mean < 0 ? `−${text}` : `+${text}`
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A line cut at the long numbers dice are committed to, which people compare and nobody reads: every second part is one. */
export const parts = (text: string): string[] => text.split(/\b([0-9a-f]{64})\b/)
