// Neighbours of one kind stand together: tracks align, tokens flow, clocks and cards lie side by side.
import type { Panel } from '../wire'

export type Word = Panel['words'][number]
export type Run = { kind: Word['word']; words: Word[] }

export function runs(words: Word[]): Run[] {
  const out: Run[] = []
  for (const word of words) {
    const last = out.at(-1)
    if (last && last.kind === word.word) last.words.push(word)
    else out.push({ kind: word.word, words: [word] })
  }
  return out
}

/** The reasons of a pool as a sum: what is taken away begins with a minus. */
export function summed(reasons: string[]): { text: string; minus: boolean }[] {
  return reasons.map((reason, n) => {
    const minus = reason.startsWith('-')
    const bare = minus ? reason.slice(1).trimStart() : reason
    return { text: n === 0 && !minus ? bare : `${minus ? '−' : '+'} ${bare}`, minus }
  })
}
