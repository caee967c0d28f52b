/** The least distance between values in order: bars of this width stand side by side and never overlap. */
export function barWidth(values: number[]): number {
  const gaps = values.slice(1).map((value, n) => value - (values[n] ?? value))
  const least = Math.min(...gaps.filter((gap) => gap > 1e-9))
  return Number.isFinite(least) ? least : 1
}
