"""The desk: rulings of one tap, and what can be foreseen."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from tablewright.rules import Param, Refused, Role, Rule, Scenario, Seat, action, rule
from tablewright.rules.effects.effect import roll, tell
from tablewright.rules.widgets import Offer
from tablewright.table import Table, view_from
from tablewright.table.seat.draft import Draft, DraftField, FieldChoice
from tablewright.table.seat.quick_actions import quick_action
from tests.example_games.tavern_night import GAME, Inn


@action("inn.weather", title="Call the weather", by="keeper", group="House")
def weather(
    s: Inn, sky: Annotated[Literal["fair", "rain", "hail"], Param("The sky")], why: Annotated[str, Param("Why")] = ""
) -> Rule[Inn]:
    """A thing falls from above."""
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
    suggestions=lambda s, eyes: (Offer("price"), Offer("weather"), Offer("strike"), Offer("wave")),
    scenarios=(CLIMB,),
)


def inn(game: Any = HERE) -> Table:
    return Table.open(game, seed="inn")


def test_a_ruling_that_lacks_one_choice_is_a_row_of_buttons() -> None:
    """For the master; a form with more to fill in is none, nor is what lacks nothing."""
    (tap, second) = view_from(inn(), "kim").quick_actions.actions
    assert (tap.action, tap.values) == ("weather", {})
    assert [[c.label for c in field.choices] for field in tap.fields] == [["fair", "rain", "hail"]]
    assert [field.name for field in second.fields] == ["who", "whom"]
    table = inn()
    view_from(table, "kim").act(tap.action, tap.values | {tap.fields[0].name: tap.fields[0].choices[1].value})
    assert table.log("ann")[-1].text == "It is rain."


def test_of_whom_and_a_choice_whom_may_be_a_longer_list() -> None:
    """It is a list to open; what is tapped stays as few as are taken in at a glance."""
    names = [FieldChoice(name, name) for name in "abcdefgh"]
    whom = DraftField("whom", "whom", "", "choice", True, True, choices=tuple(names))
    what = DraftField("what", "what", "", "choice", True, True, choices=tuple(names[:3]))
    draft = Draft("judge", "Judge", "", "", ())
    assert quick_action(msgspec.structs.replace(draft, fields=(whom, what)), Offer("judge")) is not None
    assert quick_action(msgspec.structs.replace(draft, fields=(what, whom)), Offer("judge")) is None
    assert quick_action(msgspec.structs.replace(draft, fields=(whom,)), Offer("judge")) is None


def test_players_have_no_rulings_to_tap() -> None:
    """Even where an action is theirs."""
    assert view_from(inn(), "ann").quick_actions.actions == ()


def test_what_can_be_foreseen_is_the_masters_alone() -> None:
    """The game tells from what the seat knows; a player is not even told that there is something."""
    assert [f.title for f in view_from(inn(), "kim").quick_actions.forecasts] == ["The stairs"]
    assert view_from(inn(), "ann").quick_actions.forecasts == ()
    with pytest.raises(Refused, match="no forecast of that name"):
        view_from(inn(), "ann").forecast_start("climb")


def test_where_nobody_is_the_master_anybody_foresees_from_what_they_know() -> None:
    """Concealed as it is for them."""
    peers = msgspec.structs.replace(
        HERE,
        roles=(Role("guest", "stays", most=4),),
        seats=(Seat("ann", "guest", "Ann"),),
        conceal=lambda s, eyes: s.but(hidden="", trap=2),
    )
    _, seen = view_from(inn(peers), "ann").forecast_start("climb")
    assert seen.trap == 2


def test_what_cannot_go_on_from_here_says_why() -> None:
    """In the game's own words."""
    table = inn()
    table.edit("kim", "trap", 0)
    (found,) = view_from(table, "kim").quick_actions.forecasts
    assert found.why_not == "Everybody is up already."
    with pytest.raises(Refused, match="up already"):
        view_from(table, "kim").forecast_start("climb")
