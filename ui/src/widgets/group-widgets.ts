// Neighbours of one kind stand together: tracks align, tokens flow, clocks and cards lie side by side.
import type { Panel, Pool } from '../live/protocol'

export type Word = Panel['words'][number]
export type Run = { kind: Word['word'] | 'places'; words: Word[] }

/** What a word stands together with: its own kind, or the dice that the same action moves. */
const together = (word: Word): string =>
  word.word === 'pool' && word.moves && word.place ? `places ${word.moves.action}` : word.word

export function runs(words: Word[]): Run[] {
  const out: Run[] = []
  let before = ''
  for (const word of words) {
    const now = together(word)
    if (now === before) out.at(-1)?.words.push(word)
    else out.push({ kind: word.word, words: [word] })
    before = now
  }
  return out.map((run) =>
    run.words.length > 1 && together(run.words[0]!) !== run.kind ? { ...run, kind: 'places' } : run,
  )
}

export const poolsOf = (run: Run): Pool[] => run.words.filter((word) => word.word === 'pool')

/** The reasons of a pool as a sum: what is taken away begins with a minus. */
export function summed(reasons: string[]): { text: string; minus: boolean }[] {
  return reasons.map((reason, n) => {
    const minus = reason.startsWith('-')
    const bare = minus ? reason.slice(1).trimStart() : reason
    return { text: n === 0 && !minus ? bare : `${minus ? '−' : '+'} ${bare}`, minus }
  })
}

/** What a word goes by on its sheet. */
export const called = (word: Word): string => ('label' in word ? word.label : 'title' in word ? word.title : word.text)
