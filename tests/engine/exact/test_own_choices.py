"""Whose choices are one's own, whose are against one, and whose are neither."""

from __future__ import annotations

from typing import Annotated

import pytest

from tablewright.engine.exact.action_odds import action_odds_of, opposing_choices_of, own_choices_of
from tablewright.engine.markov.chain import build_chain
from tablewright.rules import (
    Choose,
    Game,
    Gather,
    Outcome,
    Param,
    Role,
    Rule,
    Rulings,
    Scenario,
    Seat,
    State,
    action,
    rule,
)

TEAMS = {"ada": "red", "amy": "red", "bo": "blue", "cy": "green", "judge": ""}
PLAYERS = {"ada": "ann", "amy": "liz", "bo": "ben", "cy": "cat"}


class Ring(State, frozen=True):
    points: int = 0


@action("toy", title="Fight")
def fight(s: Ring, who: Annotated[str, Param("Who", among=lambda _: tuple(PLAYERS), mine=True)]) -> Rule[Ring]:
    """A friend helps or not, a foe hinders or not, and a judge may give a point."""
    helped = yield from Choose("amy", "Help?", (False, True))
    hindered = yield from Choose("bo", "Hinder?", (False, True))
    given = yield from Choose("judge", "A point?", (False, True))
    points = helped - 2 * hindered + 10 * given
    yield Outcome(points)
    return s.but(points=points)


def teams(_: Ring, name: str) -> str:
    characters = {player: who for who, player in PLAYERS.items()}
    return TEAMS.get(characters.get(name, name), "")


GAME = Game(
    "ring",
    "Ring",
    "1",
    (Role("fighter", "fights"),),
    Ring,
    Rulings,
    lambda _: Ring(),
    (fight,),
    lambda s, eyes: (),
    cast=lambda _: PLAYERS,
    side=teams,
)
ANN = Seat("ann", "fighter")


def test_a_side_is_everyone_on_it() -> None:
    """Ada's friend and their players choose with her; two other sides are against her; a judge is for nobody."""
    whose = own_choices_of(GAME, fight, Ring(), {"who": "ada"}, ANN)
    foes = opposing_choices_of(GAME, fight, Ring(), {"who": "ada"}, ANN)
    assert whose is not None
    assert foes is not None
    everyone = [*TEAMS, *PLAYERS.values()]
    assert [name for name in everyone if whose((name,))] == ["ada", "amy", "ann", "liz"]
    assert [name for name in everyone if foes((name,))] == ["bo", "cy", "ben", "cat"]
    assert whose(())
    assert not foes(())


def test_odds_are_of_friends_foes_and_an_idle_judge() -> None:
    """Amy helps, Bo hinders, and the judge, who is on no side, does what happens when nobody wants anything."""
    found = action_odds_of(GAME, Ring(), fight, {"who": "ada"}, seat=ANN)
    assert list(found.best) == [-1]
    assert found.how == "minimax"


def test_where_no_sides_are_declared_nobody_is_against_anybody() -> None:
    """As ever: others take their first option, and best play is simply the best."""
    plain = Game(
        "ring", "Ring", "1", GAME.roles, Ring, Rulings, GAME.setup, (fight,), GAME.sheet, cast=lambda _: PLAYERS
    )
    assert opposing_choices_of(plain, fight, Ring(), {"who": "ada"}, ANN) is None
    found = action_odds_of(plain, Ring(), fight, {"who": "ada"}, seat=ANN)
    assert list(found.best) == [0]
    assert found.how == "best"


@rule("toy.three")
def three(s: Ring) -> Rule[Ring]:
    """Ada scores if she shows what neither of two others does."""
    asks = tuple(Choose(who, "Show?", (1, 2, 3)) for who in ("ada", "bo", "cy"))
    mine, *others = yield from Gather(asks)
    return s.but(points=1 if mine not in others else -1)


@pytest.mark.parametrize(("side", "worth"), [(("ada",), -1 / 3), (("ada", "cy"), 1 / 3), ((), 1)])
def test_of_three_sides_all_others_play_together(side: tuple[str, ...], worth: float) -> None:
    """Against two who show different things one in three is left; with a friend, only one foe guesses."""
    scenario = Scenario(
        "toy",
        "Toy",
        "",
        Ring,
        three,
        lambda s: {0: None, 1: "won", -1: "lost"}[s.points],
        value=lambda s: float(s.points),
        side=side,
    )
    chances = build_chain(scenario, Ring(), best=True).chances()
    assert chances.get("won", 0.0) - chances.get("lost", 0.0) == pytest.approx(worth)
