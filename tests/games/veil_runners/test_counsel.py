"""Advice to players, and odds that were once wrong."""

from __future__ import annotations

from typing import Any

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.measures import measures
from tablewright.games.veil_runners.state import CREW, Mission
from tablewright.rules.measure import Measure
from tablewright.table import Table, view_from
from tablewright.table.odds.seat_odds import Advice

from .table import act, crew, mission


def healing(vitality: int, faces: tuple[int, ...], focus: int = 3) -> Advice:
    """The advice to Ada on her tokens when she treats Bo and rolls these dice."""
    table: Table[Mission] = Table.open(GAME, seed="healing", fair_dice=False)
    table.edit("way", "crew.ada.focus", focus)
    table.edit("way", "crew.bo.vitality", vitality)
    number = view_from(table, "ann").act("heal", {"patient": "bo"})
    ((_, dice),) = table.play_state.waiting()
    table.roll("ann", number, dice.at, faces)
    (ask,) = view_from(table, "ann").prompts
    return view_from(table, "ann").advice(*ask.place)


def test_nobody_pays_two_tokens_for_what_a_drawback_gives_for_one() -> None:
    """A 4 heals one Vitality for one more token. A Success would heal as much for two."""
    found = healing(1, (4, 1, 1))
    assert set(found.options) == {"drawback,0", "success,2"}
    assert found.best == "drawback,0"


def test_tokens_are_spent_on_healing_more() -> None:
    """From a 6 it is one token to a second 6: two Vitality instead of one are worth it."""
    found = healing(0, (5, 6, 1))
    assert found.best == "critical,1"


def test_nobody_pays_for_more_vitality_than_there_is_room_for() -> None:
    """At two of three, a Critical heals no more than a Success."""
    found = healing(2, (5, 6, 1))
    assert found.best == "success,0"


def weighed() -> dict[str, Measure]:
    """The measures of Ada and the ship, with a push and a catastrophe clock running."""
    s = crew(mission(), foresight=1, secondary_works=False)
    for kind in ("push", "catastrophe"):
        s = act(s, "start_clock", title=kind, kind=kind, size="4").state
    return {m.label: m for m in reversed([*measures(s)]) if m.whose in ("ada", CREW)}


def test_what_is_worse_to_lose_weighs_more() -> None:
    """Tokens weigh least, then sections of a clock, then Vitality and suit systems alike, then a life."""
    order = (
        ("Focus", "ship's Focus"),
        ("push", "catastrophe", "Foresight"),
        ("Vitality", "suit systems"),
        ("working modules", "the Integrity Token", "the Life Support Token", "the Engineering Token"),
        ("Down and Out",),
        ("dead",),
        ("Wrecked",),
    )
    found = weighed()
    worth = [{found[label].worth for label in labels} for labels in order]
    assert [len(same) for same in worth] == [1] * len(order)
    assert worth == sorted(worth, key=min)
    assert len({min(same) for same in worth}) == len(order)
    assert {label for labels in order for label in labels} == set(found)


def test_what_is_so_or_not_so_is_no_number() -> None:
    """Being down, dead or wrecked, and each token of the ship. The first three and catastrophes are bad."""
    found = weighed()
    bad = {"Down and Out", "dead", "Wrecked"}
    assert {label for label, m in found.items() if m.yes} == bad | {
        label for label in found if label.endswith(" Token")
    }
    assert {label for label, m in found.items() if m.good == -1} == {*bad, "catastrophe"}
    assert {m.good for m in found.values()} == {1, -1}


def test_suit_systems_are_counted_alike() -> None:
    """All three count, and two if any is lost."""
    lost: list[dict[str, Any]] = [{}, {"life_support": False}, {"primary_works": False}, {"secondary_works": False}]
    counted = [m.value for fields in lost for m in measures(crew(mission(), **fields)) if m.key == "ada.systems"]
    assert counted == [3, 2, 2, 2]


def test_damage_to_the_ship_says_what_it_does() -> None:
    """Not that it is "done": whether the ship keeps flying, and what the hit takes of it."""
    found = view_from(Table.open(GAME, seed="hit"), "way").odds("hit_ship")
    assert [group.label for group in found.groups] == ["the ship keeps flying"]
    assert found.changes
    assert "done" not in repr(found)
