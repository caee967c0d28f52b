// How long a text may be. One that is longer is said to be, where it stands; nothing of it is cut off.

const many = (n: number): string => n.toLocaleString('en-GB')

/** Why a text is too long; nothing, if it is not. Letters are counted as the server counts them. */
export function tooLong(text: unknown, most: number | null | undefined): string {
  if (typeof text !== 'string' || !most || text.length <= most) return ''
  const letters = [...text].length
  return letters > most ? `At most ${many(most)} letters fit in here: these are ${many(letters)}.` : ''
}
