// Numbers, times and sums as people read them.

/** A chance in per cent: never 0 % for what is possible, nor 100 % for what is not certain. */
export function percent(chance: number): string {
  if (chance <= 0) return '0 %'
  if (chance >= 1 - 1e-9) return '100 %' // sums of fractions miss one by a hair
  const value = chance * 100
  if (value < 0.1) return '<0.1 %'
  if (value > 99.9) return '>99.9 %'
  return value < 10 || value > 99 ? `${value.toFixed(1)} %` : `${Math.round(value)} %`
}

/** How exact a chance is, to stand beside it. The interval never reaches below none or above all. */
export function uncertainty(chance: number, width: number): string {
  if (width < 0.0005) return ''
  const digits = (value: number): string => (value * 100).toFixed(1)
  const below = chance - width < 0
  const above = chance + width > 1
  if (below && above) return '(0 to 100 %)'
  if (below) return `(up to ${digits(chance + width)} %)`
  return above ? `(${digits(chance - width)} % or more)` : `± ${digits(width)}`
}

/** A mean with its sign. */
export function signed(mean: number): string {
  const size = Math.abs(mean)
  const text = size < 0.005 ? '0' : size.toFixed(size < 10 ? 2 : 1).replace(/\.?0+$/, '')
  return mean < 0 ? `−${text}` : `+${text}`
}

/** A number with at most two decimal places, and none that are nought. */
export const plainNumber = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '')

/** The first two digits of a number, however small it is. */
export const twoDigits = (value: number): string => String(Number(value.toPrecision(2)))

/** The text with a capital letter. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** How long ago it was, in words. */
export function timeAgo(seconds: number): string {
  const minutes = Math.max(0, seconds / 60)
  if (minutes < 2) return 'just now'
  if (minutes < 90) return `${Math.round(minutes)} minutes ago`
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours ago`
  return `${Math.round(minutes / 60 / 24)} days ago`
}

/** The reasons for a number of dice as the terms of a sum. */
export function sumTerms(reasons: string[]): { text: string; minus: boolean }[] {
  return reasons.map((reason, n) => {
    const minus = reason.startsWith('-')
    const term = minus ? reason.slice(1).trimStart() : reason
    return { text: n === 0 && !minus ? term : `${minus ? '−' : '+'} ${term}`, minus }
  })
}
