// A page at a table: the seat one sits in, the game with its look, and the page's title; until the page is left.
import { onDestroy } from 'svelte'
import { api } from '../http/api'
import { Seat } from './seat.svelte'
import { dressPage } from '../style/theme'
import type { GameOf } from './protocol'

export class Sitting {
  readonly seat: Seat
  game = $state.raw<GameOf | null>(null)

  constructor(id: string, title: (seat: Seat) => string) {
    const seat = (this.seat = new Seat(id))
    onDestroy(() => {
      seat.leave()
      dressPage(null)
    })
    $effect(() => {
      const name = seat.known?.game
      if (name && this.game?.name !== name)
        api.game(name).then(
          (found) => (this.game = found),
          () => undefined,
        )
    })
    $effect(() => dressPage(this.game))
    $effect(() => {
      document.title = `${title(seat)} · Tablewright`
    })
  }
}
