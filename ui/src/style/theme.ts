// A game's theme, set on an element: hue, chroma, title font, texture. Lightness is never the game's, so that contrast
// holds whatever it chooses.
import { root } from '../http/api'
import type { GameInfo } from '../live/protocol'

const MAX_CHROMA = 0.13
const loadedFonts = new Set<string>()

/** Show the whole page in a game's theme, or in the house's own. */
export function applyTheme(game: GameInfo | null): void {
  const page = document.documentElement
  if (game) setTheme(page, game)
  else page.removeAttribute('style')
}

/** Svelte action: show one element in a game's theme. */
export function themed(node: HTMLElement, game: GameInfo | null): { update: (game: GameInfo | null) => void } {
  const update = (game: GameInfo | null): void => {
    if (!game) return
    node.dataset.theme = 'game'
    setTheme(node, game)
  }
  update(game)
  return { update }
}

function setTheme(node: HTMLElement, game: GameInfo): void {
  loadTitleFont(game)
  const { theme } = game
  node.style.setProperty('--hue', String(theme.hue))
  node.style.setProperty('--chroma', String(Math.min(MAX_CHROMA, theme.chroma)))
  node.style.setProperty('--display-weight', String(theme.weight))
  node.style.setProperty('--display-scale', String(theme.scale))
  node.style.setProperty('--display-track', `${theme.track}em`)
  if (game.font) node.style.setProperty('--display', `"title-${game.name}", var(--story)`)
  if (theme.texture)
    node.style.setProperty('--texture', `url("data:image/svg+xml,${encodeURIComponent(theme.texture)}")`)
}

/** Load a game's title font once. Its family is named after the game. */
function loadTitleFont(game: GameInfo): void {
  if (!game.font || loadedFonts.has(game.name)) return
  loadedFonts.add(game.name)
  const face = new FontFace(`title-${game.name}`, `url(${JSON.stringify(root + game.font)})`)
  face.load().then(
    (ready) => document.fonts.add(ready),
    () => undefined, // titles then stay in the house's font
  )
}
