// Where the bars of a number stand.

/** How far its values lie apart, lowest first: bars so wide stand side by side, and none on another. */
export function step(values: number[]): number {
  const gaps = values.slice(1).map((value, n) => value - (values[n] ?? value))
  const least = Math.min(...gaps.filter((gap) => gap > 1e-9))
  return Number.isFinite(least) ? least : 1
}

/** A value as it is read: no more than two places, and none that say nothing. */
export const plain = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '')

/** Two digits of a number, however small it is. */
export const few = (value: number): string => String(Number(value.toPrecision(2)))
