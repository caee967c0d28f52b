import { onDestroy } from 'svelte'
import { api } from '../http/api'
import { applyTheme } from '../style/theme'
import type { GameInfo } from './protocol'
import { Seat } from './seat.svelte'

/** The state of a page at a table while it is open: its seat, its game with the theme, and the page's title. */
export class TablePageState {
  readonly seat: Seat
  game = $state.raw<GameInfo | null>(null)

  constructor(table: string, title: (seat: Seat) => string) {
    const seat = (this.seat = new Seat(table))
    onDestroy(() => {
      seat.leave()
      applyTheme(null)
    })
    $effect(() => {
      const name = seat.header?.game
      if (name && this.game?.name !== name)
        api.game(name).then(
          (game) => (this.game = game),
          () => undefined, // the page then keeps the house's own look
        )
    })
    $effect(() => applyTheme(this.game))
    $effect(() => {
      document.title = `${title(seat)} · Tablewright`
    })
  }
}
