// Neighbours of one kind stand together: tracks align, tokens flow, clocks and cards lie side by side.
import type { Panel, Pool } from '../wire'
import { movable } from './placing'

export type Word = Panel['words'][number]
export type Run = { kind: Word['word'] | 'places'; words: Word[] }

export function runs(words: Word[]): Run[] {
  const out: Run[] = []
  for (const word of words) {
    const last = out.at(-1)
    const before = last?.words.at(-1)
    const lies = word.word === 'pool' && movable(word, last?.kind === 'places' && before?.word === 'pool' ? before : undefined)
    const kind = lies ? 'places' : word.word
    if (last && last.kind === kind) last.words.push(word)
    else out.push({ kind, words: [word] })
  }
  return out
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
