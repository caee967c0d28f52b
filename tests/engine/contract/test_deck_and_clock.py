"""Draw two cards and keep one from a deck the players cannot see into; a clock that follows somebody's roll."""

from __future__ import annotations

from fractions import Fraction

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import Choose, DrawCards, Rule, State, roll, rule, tell

from .readers import agree, live


class Search(State, frozen=True):
    deck: tuple[str, ...]
    found: tuple[str, ...] = ()
    clock: int = 0


@rule("toy.draw")
def explore(s: Search) -> Rule[Search]:
    """Two cards, one kept, the other back into the deck."""
    two = yield from DrawCards(s.deck, 2, by="way", why="Explore", audience=("way",))
    kept = yield from Choose("crew", "Keep which?", tuple(dict.fromkeys(two)))
    yield tell("toy.draw", "The crew finds {card}.", card=kept)
    rest = list(s.deck)
    rest.remove(kept)
    return s.but(deck=tuple(rest), found=(*s.found, kept))


@rule("toy.clock")
def turn(s: Search) -> Rule[Search]:
    """Somebody rolls; trouble fills the clock by itself."""
    best = (yield from roll(2, by="ada"))[-1]
    return s.but(clock=min(6, s.clock + (2 if best < 4 else 1 if best < 6 else 0)))


DECK = ("survivors", "fire", "fire", "breach")


def test_two_are_drawn_one_is_kept_and_the_other_goes_back() -> None:
    """The deck loses exactly the card that was kept."""
    after = live(lambda: explore(Search(DECK)).begin(), [[1, 4]], ["breach"])
    assert after == Search(("survivors", "fire", "fire"), ("breach",))


def test_like_cards_count_together_and_every_hand_is_equally_likely() -> None:
    """Survivors are among two of four cards half of the time; a crew that wants them finds them then."""

    def wants(ask: Choose[str]) -> str:
        return "survivors" if "survivors" in ask.options else ask.options[0]

    dist = ExactCounter(wants).dist(explore(Search(DECK)))
    assert dist.chance(lambda s: s.found == ("survivors",)) == Fraction(1, 2)
    agree(explore(Search(DECK)), wants)


def test_the_draw_is_told_to_its_audience_alone() -> None:
    """The line about the cards drawn names its audience; the card kept is told to everyone."""
    progress = run_rule(explore(Search(DECK)).fn(Search(DECK)), {"0": [1, 2], "1": "fire"})
    assert [(line.kind, line.audience) for line in progress.lines if line.kind in ("draw", "tell")] == [
        ("draw", ("way",)),
        ("tell", ()),
    ]


def test_the_clock_follows_the_roll() -> None:
    """3 and 2 fill two sections, 5 one, 6 none; and it never overflows."""
    for dice, filled in (([2, 3], 2), ([5, 1], 1), ([6, 6], 0)):
        assert live(lambda: turn(Search(())).begin(), [dice], []).clock == filled
    nearly = Search((), clock=5)
    assert ExactCounter().dist(turn(nearly)).map(lambda s: s.clock)[6] == Fraction(25, 36)
