"""The rules of the kit as numbered facts, cited in the log unless a game's book has a rule of its own."""

from __future__ import annotations

from typing import Final

KIT_LEDGER: Final[dict[str, str]] = {
    "kit.clock.start": "A clock has 2 to 12 sections and starts with none of them filled.",
    "kit.clock.advance": "Advancing fills sections of a clock; what goes past the last is lost.",
    "kit.clock.back": "Turning back empties sections of a clock; it never falls below none.",
    "kit.clock.full": "When all sections are filled, what the clock stands for happens.",
    "kit.clock.reveal": "A hidden clock, or what it leads to, can be shown to everyone.",
    "kit.clock.remove": "A clock that no longer matters is taken off the table.",
    "kit.deck.make": "A deck's cards may be open, known in part or secret until drawn.",
    "kit.deck.add": "A card can be put into a deck at any time; a card that is known is shown to everyone.",
    "kit.deck.draw": "A draw takes a card at random, or the top one of an ordered deck; an empty deck yields nothing.",
    "kit.deck.keep": "A deck may be drawn two at a time: one is kept, the other goes back; the last is just drawn.",
    "kit.deck.return": "A drawn card can be put back into its deck, under an ordered one.",
    "kit.deck.shuffle": "Shuffling puts every drawn card back; an ordered deck then lies as nobody knows.",
    "kit.deck.change": "How much of a deck is known, and whether it is drawn two at a time, can change in play.",
    "kit.deck.remove": "A deck that is no longer needed is taken off the table.",
    "kit.chart.add": "A chart has 6 entries, read with a d6, or 36 in six sections of six, read with a d66.",
    "kit.chart.roll": "On a d66 chart the first die picks the section, the second the entry: 36 equal chances.",
    "kit.chart.remove": "A chart that is no longer needed is taken off the table.",
    "kit.note.write": "A note or handout is read only by those it is for.",
    "kit.note.reveal": "A note can be shown to more people, never to fewer.",
    "kit.note.remove": "A note can be thrown away.",
    "kit.order.set": "The order says who acts when: highest score first, equals as they were named.",
    "kit.order.join": "Whoever joins takes the place of their score, after their equals; the turn stays where it is.",
    "kit.order.leave": "Whoever leaves gives up their place; if it was their turn, it passes on.",
    "kit.order.next": "The turn passes to the next in the order; after the last a new round begins.",
    "kit.order.wait": "Whoever's turn it is may wait until after somebody still to act, and keeps that place.",
    "kit.order.end": "When nobody needs an order any more, it is cleared.",
    "kit.tray.throw": "Anyone may throw any dice at any time; they decide nothing by themselves.",
}
