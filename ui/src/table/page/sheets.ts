import type { Panel } from '../../live/protocol'

export interface Sheet {
  key: string
  panel: Panel
}

/** The sheets of this seat's characters, or of all if it plays none, and the rest: the scene. */
export function splitSheets(
  panels: Partial<Record<string, Panel>>,
  order: string[],
  plays: string[],
): { own: Sheet[]; scene: Sheet[] } {
  const sheets = order.flatMap((key) => {
    const panel = panels[key]
    return panel ? [{ key, panel }] : []
  })
  const mine = new Set(
    sheets.filter(({ panel }) => panel.of && plays.includes(panel.title)).map(({ panel }) => panel.of),
  )
  const isOwn = ({ panel }: Sheet): boolean => (mine.size ? mine.has(panel.of) : !!panel.of)
  return { own: sheets.filter(isOwn), scene: sheets.filter((sheet) => !isOwn(sheet)) }
}
