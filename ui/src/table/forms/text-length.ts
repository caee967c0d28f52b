const number = (n: number): string => n.toLocaleString('en-GB')

/** Why a text is too long, or nothing. Letters are counted as the server counts them, by code points. */
export function tooLong(text: unknown, most: number | null | undefined): string {
  if (typeof text !== 'string' || !most || text.length <= most) return ''
  const letters = Array.from(text).length
  return letters > most ? `At most ${number(most)} letters fit in here: these are ${number(letters)}.` : ''
}
