"""The rules, in the book's order: dealing, a pass, and its effect on the edge."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    NOBODY,
    Choose,
    DrawCards,
    Gather,
    Outcome,
    Param,
    Rule,
    WriteText,
    action,
    cites,
    find_by_id,
    replace_by_id,
    rule,
    tell,
)
from tablewright.rules.kit import kit_actions

from .state import EDGE_WON, HAND, Card, Duel, edge_of, other, over

BEATS = {"blade": "cloak", "cloak": "shield", "shield": "blade"}


def duellist_ids(s: Duel) -> tuple[str, ...]:
    return tuple(duellist.id for duellist in s.duellists)


Who = Annotated[str, Param("Who", among=duellist_ids, mine=True)]


def no_duel(s: Duel) -> str | None:
    return over(s) if s.dealt else "the cards have not been dealt."


def is_dealt(s: Duel) -> str | None:
    return "the cards have been dealt." if s.dealt else None


@action("deck.order", "hand.three", title="Deal", by="duellist", when=is_dealt, group="The duel")
def deal(s: Duel) -> Rule[Duel]:
    """Shuffle the cards and deal three to each, face down."""
    deck = yield from DrawCards(s.deck, len(s.deck), ordered=True, why="The cards", audience=NOBODY)
    yield tell("deck.order", "The cards are shuffled; nobody knows how they lie.")
    duellists = []
    for duellist in s.duellists:
        hand, deck = deck[:HAND], deck[HAND:]
        held = ", ".join(card.title for card in hand)
        yield tell("hand.three", "{name} holds {hand}.", audience=(duellist.id,), name=duellist.name, hand=held)
        duellists.append(duellist.but(hand=hand))
    return s.but(duellists=tuple(duellists), deck=deck, dealt=True)


@rule("pass.secret")
def chosen(who: str, hand: tuple[Card, ...]) -> Rule[Card]:
    """Let a duellist choose a card, in secret until both have chosen."""
    titles = {card.id: card.title for card in hand}
    id = yield from Choose(
        who,
        "Which card do you play?",
        tuple(titles),
        label=titles.__getitem__,
        cites="pass.secret",
        about=hand,
        secret=True,
    )
    return find_by_id(hand, id, "card")


@cites("suits.beat", "suits.same", "pass.edge", "pass.cut")
def gained(s: Duel, mine: Card, theirs: Card) -> int:
    """The gain of a card against another, negative if it loses."""
    if mine.suit == theirs.suit:
        return 1 if mine.rank > theirs.rank else -1
    best, worst, sign = (mine, theirs, 1) if BEATS[mine.suit] == theirs.suit else (theirs, mine, -1)
    cut = (best.suit, worst.suit) == ("blade", "cloak") and s.rulings.cut == "two"
    return sign * (2 if cut else 1)


@action(
    "pass.challenge", "pass.secret", "pass.edge", title="Cross blades", by="duellist", when=no_duel, group="The duel"
)
def cross(s: Duel, who: Who) -> Rule[Duel]:
    """Challenge with a word. Both play a card at once, and the better card gains the edge."""
    me, foe = find_by_id(s.duellists, who), other(s, who)
    words = yield from WriteText(
        who, "How do you challenge them?", most=80, example="En garde!", cites="pass.challenge"
    )
    mine, theirs = yield from Gather((chosen(me.id, me.hand), chosen(foe.id, foe.hand)))
    gain = gained(s, mine, theirs)
    yield Outcome(gain, cites="pass.edge")
    return (yield from moved(s.but(challenge=words), who, mine, theirs, gain))


@rule("pass.edge", "pass.draw", "edge.range")
def moved(s: Duel, who: str, mine: Card, theirs: Card, gain: int) -> Rule[Duel]:
    """The duel after a pass: the edge moved, both cards out, and a new card for each while there are two."""
    me, foe = find_by_id(s.duellists, who), other(s, who)
    words = "{winner} gains {much}: {best} against {worst}."
    winner, loser = (me, foe) if gain > 0 else (foe, me)
    best, worst = (mine, theirs) if gain > 0 else (theirs, mine)
    yield tell("pass.edge", words, winner=winner.name, much=abs(gain), best=best.title, worst=worst.title)
    edge = max(-EDGE_WON, min(EDGE_WON, edge_of(s, who) + gain))
    s = s.but(edge=edge if me == s.duellists[0] else -edge, out=(*s.out, mine, theirs))
    draws = len(s.deck) >= 2
    for duellist, played in ((winner, best), (loser, worst)):
        hand = tuple(card for card in duellist.hand if card != played)
        if draws:
            top, *rest = s.deck
            yield tell("pass.draw", "{name} draws {card}.", audience=(duellist.id,), name=duellist.name, card=top.title)
            hand, s = (*hand, top), s.but(deck=tuple(rest))
        s = s.but(duellists=replace_by_id(s.duellists, duellist.but(hand=hand)))
    return s


def nothing_to_scout(s: Duel) -> str | None:
    return no_duel(s) or (None if s.deck else "no card is left in the deck.")


@action("scout.top", title="Scout", by="duellist", when=nothing_to_scout, group="The duel")
def scout(s: Duel, who: Who) -> Rule[Duel]:
    """Give one of the edge away to look at the top card, alone."""
    scout = find_by_id(s.duellists, who)
    edge = max(-EDGE_WON, edge_of(s, who) - 1)
    yield tell("scout.top", "{name} gives way for a look at the deck.", name=scout.name)
    yield tell("scout.top", "On top lies {card}.", audience=(who,), card=s.deck[0].title)
    knows = scout.but(knows=(*scout.knows, s.deck[0].id))
    return s.but(edge=edge if who == s.duellists[0].id else -edge, duellists=replace_by_id(s.duellists, knows))


ACTIONS = (deal, cross, scout, *kit_actions(players=("duellist",), parts=("tray",)))
