// Values of a scenario's start that are set by their path.

/** A value that somebody sets, as a row of the form. */
export interface StartValue {
  path: string
  value: string
}

/** The values by path. A row without a path sets nothing. */
export const valuesByPath = (rows: StartValue[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => row.path.trim()).map((row) => [row.path.trim(), row.value]))

/** Whether a value is a JSON object or list, such as a whole character, and not a number or a word. */
export const isJson = (value: string): boolean => /^\s*[[{]/.test(value)

/** Why a row cannot be asked: its path stands in an earlier row, or is a field, which takes no JSON. */
export function startValueError(rows: StartValue[], index: number, fields: string[]): string {
  const row = rows[index]
  const path = row?.path.trim()
  if (!row || !path) return ''
  if (fields.includes(path) && !isJson(row.value)) return `${path} is a field of its own: it is set above.`
  return rows.slice(0, index).some((one) => one.path.trim() === path) ? `${path} is given twice.` : ''
}
