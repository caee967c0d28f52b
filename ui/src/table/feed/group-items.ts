// The feed as people read it: everything an action told stands in one card, other items are lines.
import type { FeedItem } from '../../live/protocol'

/** What one action told: the item that says it was taken, its outcome once it is known, and the rest. */
export interface FeedCard {
  readonly action: FeedItem
  readonly outcome: FeedItem | null
  readonly items: readonly FeedItem[]
}

export type FeedEntry =
  | { readonly key: number; readonly card: FeedCard; readonly item: null }
  | { readonly key: number; readonly card: null; readonly item: FeedItem }

export interface GroupedFeed {
  readonly entries: readonly FeedEntry[]
  /** Whether an event is an action with a card of its own. */
  readonly hasCard: (event: number) => boolean
}

/**
 * The grouped feed of a growing list of items. Each item is placed once, and an entry that nothing was added to stays
 * the same object, so that its row is not drawn again.
 */
export class FeedGrouper {
  #items: readonly FeedItem[] = []
  #entries: FeedEntry[] = []
  /** Where the card of each action stands among the entries. */
  #cardIndex = new Map<number, number>()

  /** Group these items. Only those after the ones of the last call are placed, unless older ones were put before. */
  update(items: readonly FeedItem[]): GroupedFeed {
    if (!this.#continues(items)) {
      this.#items = []
      this.#entries = []
      this.#cardIndex = new Map()
    }
    for (const item of items.slice(this.#items.length)) this.#place(item)
    this.#items = items
    const cardIndex = this.#cardIndex
    return { entries: [...this.#entries], hasCard: (event) => cardIndex.has(event) }
  }

  #continues(items: readonly FeedItem[]): boolean {
    const placed = this.#items
    return placed.length <= items.length && placed[0] === items[0] && placed.at(-1) === items[placed.length - 1]
  }

  #place(item: FeedItem): void {
    const key = item.number
    if (item.kind === 'acted') {
      this.#cardIndex.set(item.action_id, this.#entries.length)
      this.#entries.push({ key, card: { action: item, outcome: null, items: [] }, item: null })
      return
    }
    const index = item.kind === 'said' ? undefined : this.#cardIndex.get(item.action_id)
    const entry = index === undefined ? undefined : this.#entries[index]
    if (index === undefined || !entry?.card) {
      this.#entries.push({ key, card: null, item })
      return
    }
    const { card } = entry
    const grown = item.kind === 'outcome' ? { ...card, outcome: item } : { ...card, items: [...card.items, item] }
    this.#entries[index] = { key: entry.key, card: grown, item: null }
  }
}
