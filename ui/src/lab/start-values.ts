// Values of the start that are set by their path, as rows of a form.

export interface Row {
  path: string
  value: string
}

/** What the rows say, by path; a row without one says nothing. */
export const given = (rows: Row[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.path.trim()).map((row) => [row.path.trim(), row.value]))

/** Whether it is JSON, and no number or word: whole people, or a list of them. */
export const whole = (value: string): boolean => /^\s*[[{]/.test(value)

/** What keeps a row from being asked, in a sentence: its path stands above it, in another row or as a field; a field takes no JSON. */
export function wrong(rows: Row[], n: number, fields: string[]): string {
  const path = rows[n]?.path.trim()
  if (!path) return ''
  if (fields.includes(path) && !whole(rows[n]?.value ?? '')) return `${path} is a field of its own: it is set above.`
  return rows.slice(0, n).some((row) => row.path.trim() === path) ? `${path} is given twice.` : ''
}
