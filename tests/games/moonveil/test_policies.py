"""Policies: decisions of Seekers in the lab."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.moonveil.pocket_roll import Use, ways_on
from tablewright.games.moonveil.policies import POLICIES
from tablewright.rules import Choose

from .table import fight, foe, seeker

careful, bold = POLICIES["careful"], POLICIES["bold"]


def asked(cites: str, *options: Any, about: Any = None) -> Choose[Any]:
    return Choose("hero", "?", options, cites=cites, about=about)


def thrown(dice: tuple[int, int], pocket: int, *marks: int, pips: int = 1) -> Choose[Any]:
    """The question about a roll with these totals that count."""
    use = Use(pocket, pips, marks)
    return asked("roll.one-or-both", *ways_on(use, dice, pips > 0), about=(dice, use))


@pytest.mark.parametrize(
    ("damage", "hp", "pocket", "defends"),
    [
        (3, 3, 1, True),
        (5, 3, 1, True),
        (2, 3, 6, False),
        (4, 9, 5, True),
        (4, 9, 4, False),
        (3, 9, 5, False),
    ],
)
def test_the_careful_keep_a_defensive_action_for_what_kills(damage: int, hp: int, pocket: int, defends: bool) -> None:
    """Or for a heavy blow, with a Pocket that makes it likely to succeed."""
    ask = asked("defact.when", False, True, about=(fight(), seeker(hp=hp, pocket=pocket), damage))
    assert careful(ask) is defends


def test_the_bold_defend_against_every_hit() -> None:
    """However light, and with a cloak as well."""
    light = (fight(), seeker(hp=10, pocket=1), 1)
    assert bold(asked("defact.when", False, True, about=light)) is True
    assert bold(asked("gear.cloak", False, True)) is True
    assert careful(asked("gear.cloak", False, True)) is False


@pytest.mark.parametrize(
    ("dice", "pocket", "marks", "way"),
    [
        ((2, 3), 6, (7,), "swap 2"),
        ((2, 5), 6, (7, 10), "swap 2"),
        ((1, 5), 3, (7,), "swap 1"),
        ((4, 5), 6, (7, 10), "swap 4"),
        ((4, 4), 6, (7,), "keep"),
        ((4, 4), 2, (7, 10), "keep"),
    ],
)
def test_a_swap_is_made_where_it_reaches_more(dice: tuple[int, int], pocket: int, marks: Any, way: str) -> None:
    """The careful and the bold swap for the most marks reached, and never for none."""
    assert careful(thrown(dice, pocket, *marks)) == way
    assert bold(thrown(dice, pocket, *marks)) == way


def test_only_the_bold_roll_a_failure_again() -> None:
    """The bold reroll a failure that no swap helps, and keep a hit."""
    assert careful(thrown((1, 2), 2, 7)) == "keep"
    assert bold(thrown((1, 2), 2, 7)) == "reroll"
    assert bold(thrown((1, 2), 2, 7, pips=0)) == "keep"
    assert bold(thrown((4, 4), 2, 7, 12)) == "keep"


def test_at_rest_as_much_as_can_be_is_spent() -> None:
    """Every policy but the plain one does so."""
    rest = asked("rest.hp.optional", 0, 2, 1)
    assert (careful(rest), bold(rest), POLICIES["plain"](rest)) == (2, 2, 0)


def test_the_bold_put_the_whole_of_a_power_blow_where_most_is() -> None:
    """The last way is the one that spreads it."""
    assert bold(asked("power.apply", "one", "some", "all")) == "all"
    assert careful(asked("power.apply", "one", "some", "all")) == "one"


@pytest.mark.parametrize("policy", [careful, bold])
def test_the_healthiest_is_put_forward_and_the_weakest_aimed_at(policy: Any) -> None:
    """Of those who are offered."""
    people = (seeker("hurt", hp=2), seeker("whole", hp=9), seeker("away", hp=10))
    assert policy(asked("attack.target", "hurt", "whole", about=people)) == "whole"
    foes = (foe("strong", hp=20), foe("weak", hp=3), foe("away", hp=1))
    assert policy(asked("attack.target", "strong", "weak", about=(*foes, seeker(hp=1)))) == "weak"
    assert policy(asked("attack.target", "strong", "weak")) == "strong"


@pytest.mark.parametrize(
    ("changes", "plan"),
    [
        ({}, "strike"),
        ({"pocket": 2}, "footing"),
        ({"pocket": 3}, "strike"),
        ({"hp": 5}, "rally"),
        ({"hp": 6}, "strike"),
    ],
)
def test_the_careful_look_to_their_pocket_and_their_wounds_first(changes: Any, plan: str) -> None:
    """A Pocket of two or less, then Hit Points down to the half."""
    one = seeker(**changes)
    ask = asked("enc.turn", "strike", "end", "power", "rally", "footing", about=(fight(one, foe()), one))
    assert careful(ask) == plan


def test_the_careful_heal_where_two_are_hurt() -> None:
    """A single wounded Seeker is not healed."""
    one, hurt, other = seeker(), seeker("hurt", hp=5), seeker("other", hp=5)
    for people, plan in (((one, hurt), "strike"), ((one, hurt, other), "heal")):
        assert careful(asked("enc.turn", "strike", "end", "heal", about=(fight(*people), one))) == plan
