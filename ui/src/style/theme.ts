// A game's look, put on an element: hue, chroma, title font, texture. Never lightness: contrast is the design's.
import { root } from '../http/api'
import type { GameOf } from '../live/protocol'

const loaded = new Map<string, Promise<void>>()

/** Loads a game's title font once; its family is named after the game. */
function font(game: GameOf): void {
  if (!game.font || loaded.has(game.name)) return
  const face = new FontFace(`title-${game.name}`, `url(${JSON.stringify(root + game.font)})`)
  loaded.set(
    game.name,
    face.load().then(
      (ready) => void document.fonts.add(ready),
      () => undefined,
    ),
  )
}

/** The whole page in a game's look; without one, in the house's own. */
export function dressPage(game: GameOf | null): void {
  const root = document.documentElement
  if (game) wear(root, game)
  else root.removeAttribute('style')
}

export function dressed(node: HTMLElement, game: GameOf | null): { update: (game: GameOf | null) => void } {
  const put = (game: GameOf | null) => {
    if (game) wear(node, game)
  }
  put(game)
  return { update: put }
}

function wear(node: HTMLElement, game: GameOf): void {
  font(game)
  const look = game.look
  const style = node.style
  if (node !== document.documentElement) node.dataset.theme = 'game'
  style.setProperty('--hue', String(look.hue))
  style.setProperty('--chroma', String(Math.min(0.13, look.chroma)))
  style.setProperty('--display-weight', String(look.weight))
  style.setProperty('--display-scale', String(look.scale))
  style.setProperty('--display-track', `${look.track}em`)
  if (game.font) style.setProperty('--display', `"title-${game.name}", var(--story)`)
  if (look.texture) style.setProperty('--texture', `url("data:image/svg+xml,${encodeURIComponent(look.texture)}")`)
}
