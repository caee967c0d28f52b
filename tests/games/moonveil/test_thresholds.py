"""Rolls the Guide calls for: one DC, or thresholds of the Guide's own."""

from __future__ import annotations

import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.people import Pips
from tablewright.rules import Refused
from tablewright.table.seat.seat_view import SeatView

from .seated import group, seated
from .table import act, live, seeker, veil

SPENT = Pips(2, 2, 2, 2)
SAID = "7: you get in; 10: nobody, not even the dog, hears you"


@pytest.mark.exercises("roll.multi", "role.guide.dice")
@pytest.mark.parametrize(
    ("dice", "meaning"),
    [((3, 3), "6: The bell rings."), ((3, 4), "7: you get in"), ((5, 5), "10: nobody, not even the dog, hears you")],
)
def test_the_highest_threshold_reached_says_what_happens(dice: tuple[int, int], meaning: str) -> None:
    """6 is below both, 7 reaches the first, 10 the second."""
    s = veil(seeker(marked=SPENT, pocket=1))
    s = act(s, "call_for_roll", who="hero", thresholds=SAID, failure="The bell rings.").state
    played = act(s, "make_roll", who="hero", dice=[dice], answers=["keep"])
    assert meaning in played.text
    assert played.state.check is None


@pytest.mark.exercises("roll.multi")
def test_the_odds_are_of_what_the_guide_said() -> None:
    """Before the roll: 6, 15 and 15 of 36, spending and swapping nothing (the Pocket shows 1)."""
    s = act(veil(seeker(marked=SPENT, pocket=1)), "call_for_roll", who="hero", thresholds=SAID).state
    found = SeatView(seated(s), "p-hero").odds("make_roll")
    chances = {one.label: one.chance[0] for one in found.groups}
    told = {"nobody, not even the dog, hears you": 6 / 36, "you get in": 15 / 36, "below 7": 15 / 36}
    assert chances == pytest.approx(told)
    assert group(found, "you get in").tone == "mixed"


@pytest.mark.exercises("role.guide.dice")
@pytest.mark.parametrize("said", ["7", "7 you get in", "10: high; 7: low", "1: too low", "13: too high", "7: a; 7: b"])
def test_what_is_no_row_of_thresholds_is_refused_with_an_example(said: str) -> None:
    """A total from 2 to 12 with its meaning, rising."""
    with pytest.raises(Refused, match="like this"):
        act(veil(seeker()), "call_for_roll", who="hero", thresholds=said)


@pytest.mark.exercises("role.guide.dice")
def test_one_dc_or_thresholds_and_not_both() -> None:
    """Neither is no roll, both are two."""
    with pytest.raises(Refused, match="one of the two"):
        act(veil(seeker()), "call_for_roll", who="hero")
    with pytest.raises(Refused, match="one of the two"):
        act(veil(seeker()), "call_for_roll", who="hero", dc=8, thresholds=SAID)


@pytest.mark.exercises("role.guide.dice", "roll.dc")
def test_the_guide_calls_for_a_roll_from_the_first_seat() -> None:
    """Seeker and DC are enough. The player it was called for then makes the roll."""
    table = seated(veil(seeker(marked=SPENT)))
    SeatView(table, "guide").act("call_for_roll", {"dc": 9})
    assert SeatView(table, "p-hero").suggestions[0].action == "make_roll"
    SeatView(table, "p-hero").act("make_roll")
    assert table.play_state.waiting()


@pytest.mark.exercises("roll.trigger")
def test_nobody_makes_a_roll_that_another_was_called_on_for() -> None:
    """Refused by the form and past it, with another Seeker's roll waiting and with none."""
    s = veil(seeker("hero"), seeker("other"))
    waits = act(s, "call_for_roll", who="hero", dc=9).state
    for state, why in ((s, "No roll waits for Other."), (waits, "No roll waits for Other. It is Hero's.")):
        with pytest.raises(Refused, match=why):
            live(lambda: GAME.action("make_roll")(state, who="other"))  # noqa: B023 (played at once)
    with pytest.raises(Refused, match="It is Hero's"):
        act(waits, "make_roll", who="other")
