"""The desk: rulings of one tap, and what can be foreseen."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from tablewright.kernel import Param, Refused, Role, Rule, Scenario, Seat, action, rule
from tablewright.kernel.effects import roll, tell
from tablewright.kernel.view import Offer
from tablewright.table import Table, at
from tablewright.table.desk import tap_of
from tablewright.table.draft import Choice, Draft, DraftField

from .inn import GAME, Inn


@action("inn.weather", title="Call the weather", by="keeper", group="House")
def weather(
    s: Inn, sky: Annotated[Literal["fair", "rain", "hail"], Param("The sky")], why: Annotated[str, Param("Why")] = ""
) -> Rule[Inn]:
    """What falls from above."""
    yield tell("inn.weather", "It is {sky}.", sky=sky)
    return s


@rule("inn.climb")
def one_step(s: Inn) -> Rule[Inn]:
    (die,) = yield from roll(1, why="Up")
    return s.but(trap=0) if die > s.trap else s


def still_there(s: Inn) -> Inn:
    if not s.trap:
        raise Refused("Everybody is up already.")
    return s


CLIMB = Scenario(
    "climb", "The stairs", "Until somebody is up.", lambda _: None, one_step, lambda s: None if s.trap else "up",
    from_table=still_there,
)  # fmt: skip
HERE = msgspec.structs.replace(
    GAME,
    actions=(*GAME.actions, weather),
    foremost=lambda s, eyes: (Offer("price"), Offer("weather"), Offer("strike"), Offer("wave")),
    scenarios=(CLIMB,),
)


def inn(game: Any = HERE) -> Table:
    return Table.open(game, seed="inn")


def test_a_ruling_that_lacks_one_choice_is_a_row_of_buttons() -> None:
    """For the master; a form with more to fill in is none, nor is what lacks nothing."""
    (tap, second) = at(inn(), "kim").desk.taps
    assert (tap.action, tap.values) == ("weather", {})
    assert [[c.label for c in field.choices] for field in tap.fields] == [["fair", "rain", "hail"]]
    assert [field.name for field in second.fields] == ["who", "whom"]
    table = inn()
    at(table, "kim").act(tap.action, tap.values | {tap.fields[0].name: tap.fields[0].choices[1].value})
    assert table.log("ann")[-1].text == "It is rain."


def test_of_whom_and_a_choice_whom_may_be_a_longer_list() -> None:
    """It is a list to open; what is tapped stays as few as are taken in at a glance."""
    names = [Choice(name, name) for name in "abcdefgh"]
    whom = DraftField("whom", "whom", "", "choice", True, True, choices=tuple(names))
    what = DraftField("what", "what", "", "choice", True, True, choices=tuple(names[:3]))
    draft = Draft("judge", "Judge", "", "", ())
    assert tap_of(msgspec.structs.replace(draft, fields=(whom, what)), Offer("judge")) is not None
    assert tap_of(msgspec.structs.replace(draft, fields=(what, whom)), Offer("judge")) is None
    assert tap_of(msgspec.structs.replace(draft, fields=(whom,)), Offer("judge")) is None


def test_players_have_no_rulings_to_tap() -> None:
    """Even where an action is theirs."""
    assert at(inn(), "ann").desk.taps == ()


def test_what_can_be_foreseen_is_the_masters_alone() -> None:
    """The game tells from what the seat knows; a player is not even told that there is something."""
    assert [f.title for f in at(inn(), "kim").desk.forecasts] == ["The stairs"]
    assert at(inn(), "ann").desk.forecasts == ()
    with pytest.raises(Refused, match="no forecast of that name"):
        at(inn(), "ann").foreseen("climb")


def test_where_nobody_is_the_master_anybody_foresees_from_what_they_know() -> None:
    """Concealed as it is for them."""
    peers = msgspec.structs.replace(
        HERE,
        roles=(Role("guest", "stays", most=4),),
        seats=(Seat("ann", "guest", "Ann"),),
        conceal=lambda s, eyes: s.but(hidden="", trap=2),
    )
    _, seen = at(inn(peers), "ann").foreseen("climb")
    assert seen.trap == 2


def test_what_cannot_go_on_from_here_says_why() -> None:
    """In the game's own words."""
    table = inn()
    table.edit("kim", "trap", 0)
    (found,) = at(table, "kim").desk.forecasts
    assert found.why_not == "Everybody is up already."
    with pytest.raises(Refused, match="up already"):
        at(table, "kim").foreseen("climb")
