"""Health lost and recovered."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.health import LEVELS, dealt, level, points
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.recovery import days_for, days_to_full, magic_most, next_point, resting
from tablewright.games.veridia.rolling import works
from tablewright.rules import Refused

from .people import act, chance, dice_of, fight, person, refused, rows, ruled, table

F = Fraction


def fraction(text: object) -> Fraction:
    return Fraction(str(text))


# health


@pytest.mark.example("health.points", 0, 1, 2, 3)
@pytest.mark.example("health.fraction", 0)
@pytest.mark.example("health.levels.table", 0)
@pytest.mark.example("health.levels.deal", 0, 1, 2, 3)
@pytest.mark.parametrize("row", rows("health.levels.table"), ids=lambda row: row["constitution"])
def test_health_points_and_their_levels(row: dict[str, Any]) -> None:
    """Five and twice constitution, dealt one by one to the four levels."""
    found = points(fraction(row["constitution"]))
    assert found == row["health_points"]
    assert dealt(found) == (row["healthy"], row["hurt"], row["impaired"], row["incapacitated"])


def test_the_table_decides_for_other_fractions() -> None:
    """A fifth is in no table: the points are set by hand."""
    for row in rows("health.fraction"):
        assert points(fraction(row["constitution"])) == row["health_points"]
    with pytest.raises(Refused, match="by hand"):
        points(F(1, 5))
    assert points(F(1, 5), 2) == 2


@pytest.mark.example("health.levels", 0, 1)
@pytest.mark.example("health.penalty.not_summed", 0)
def test_each_level_has_its_own_penalty() -> None:
    """Hurt 2, impaired 4 and not 6."""
    assert [(x.name, x.penalty, x.can_act) for x in LEVELS] == [tuple(row.values()) for row in rows("health.levels")]
    impaired = person(intuition=5, skills={"law": 2}).but(health=5)
    assert dice_of(table(impaired), "use_skill", who="ada", use="know a regulation") == 3


@pytest.mark.example("health.current", 0, 1, 2, 3, 4, 5, 6)
@pytest.mark.parametrize(
    ("most", "left", "name"),
    [
        (9, 7, "Healthy"),
        (9, 6, "Hurt"),
        (9, 4, "Impaired"),
        (9, 2, "Incapacitated"),
        (9, 0, "Incapacitated"),
        (3, 1, "Impaired"),
        (1, 0, "Incapacitated"),
    ],
)
def test_the_level_is_that_of_the_topmost_point_left(most: int, left: int, name: str) -> None:
    """With every healthy point gone one is already hurt."""
    assert level(most, left, LEDGER).name == name


def test_by_another_ruling_it_is_that_of_the_last_point_lost() -> None:
    """6 of 9: all healthy points gone, and still healthy."""
    lenient = ruled(current_level="last lost")
    assert level(9, 6, lenient).name == "Healthy"
    assert level(9, 5, lenient).name == "Hurt"
    assert level(9, 0, lenient).name == "Incapacitated"


@pytest.mark.example("health.penalty.scope", 0, 1, 2)
def test_the_penalty_comes_off_every_pool() -> None:
    """7 dice hurt are 5. 4 dice impaired are none."""
    hurt = person(intuition=5, skills={"law": 2}).but(health=7)
    assert dice_of(table(hurt), "use_skill", who="ada", use="know a regulation") == 5
    impaired = person(intuition=2, skills={"law": 2}).but(health=5)
    assert act(table(impaired), "use_skill", who="ada", use="know a regulation").said("Nothing is rolled")
    assert [chance(n, works) for n in (7, 5, 3)] == [F(2059, 2187), F(211, 243), F(19, 27)]


@pytest.mark.example("health.incapacitated", 0, 1)
def test_the_incapacitated_can_do_nothing() -> None:
    """2 of 9 points: no dodge, no free and no instant action."""
    down = person("bo", constitution=2).but(health=2)
    s = fight(person("ada"), down)
    done = act(s, "attack", [[2, 2, 2]], who="ada", target="bo")  # Bo is not asked
    assert not [q for q in done.asked if q.kind == "choose"]
    assert "incapacitated" in refused(s, "instant_action", who="bo", what="a trait")
    assert "incapacitated" in refused(table(down), "unsheathe", who="bo")


@pytest.mark.example("health.zero", 0)
@pytest.mark.example("health.death", 0, 1)
@pytest.mark.example("health.overflow", 0, 1)
@pytest.mark.parametrize(
    ("left", "damage", "armor", "after", "dead"),
    [
        (1, 1, "Robes", 0, False),
        (0, 1, "Robes", 0, True),
        (0, 3, "Medium armor", 0, False),
        (3, 3, "Robes", 0, False),
        (3, 4, "Robes", 0, True),
    ],
)
def test_damage_past_zero_kills(left: int, damage: int, armor: str, after: int, dead: bool) -> None:
    """Exactly zero is alive. Any damage after it kills, in the same blow too."""
    s = table(person(armor=armor).but(health=left))
    c = act(s, "cause_damage", who="ada", damage=damage).c("ada")
    assert (c.health, c.dead) == (after, dead)


# recovering health


@pytest.mark.example("heal.days", 0, 1, 2, 3)
@pytest.mark.example("heal.days.table", 0, 1)
@pytest.mark.parametrize("row", rows("heal.days.table"), ids=lambda row: row["constitution"])
def test_days_of_rest_by_level(row: dict[str, Any]) -> None:
    """The days of a level over constitution, rounded down. The sum leads from zero to full."""
    con = fraction(row["constitution"])
    days = [days_for(place, con, 0, True, LEDGER) for place in range(4)]
    assert days == [row["healthy"], row["hurt"], row["impaired"], row["incapacitated"]]
    assert [x.days for x in LEVELS] == [r["days_numerator"] for r in rows("heal.days")]
    c = person(constitution=con).but(health=0)
    assert days_to_full(c, True, LEDGER) == row["days_zero_to_full"]
    if row["days_zero_to_full"]:
        almost = act(table(c), "rest", who=["ada"], days=max(1, row["days_zero_to_full"] - 1)).c("ada")
        assert almost.health < points(con) or row["days_zero_to_full"] == 1
    full = act(table(c), "rest", who=["ada"], days=max(1, row["days_zero_to_full"])).c("ada")
    assert full.health == points(con)


@pytest.mark.example("heal.order", 0, 1)
def test_points_come_back_from_the_bottom() -> None:
    """At 4 of 9 a hurt point is next, at 6 of 9 a healthy one. With constitution 1 that takes a day."""
    place = next_point(person(constitution=2).but(health=4))
    assert place is not None
    assert LEVELS[place].name == "Hurt"
    weak = person(constitution=1).but(health_most=9, health=6)
    assert LEVELS[next_point(weak) or 0].name == "Healthy"
    assert act(table(weak), "rest", who=["ada"], days=1).c("ada").health == 7


@pytest.mark.example("heal.zero_days", 0, 1)
def test_points_that_need_no_day_return_at_once() -> None:
    """With constitution 2 the first rest restores three healthy points, with constitution 5 all points."""
    assert act(table(person(constitution=2).but(health=6)), "rest", who=["ada"]).c("ada").health == 9
    assert [days_for(place, F(5), 0, True, LEDGER) for place in range(4)] == [0, 0, 0, 0]
    slow = table(person(constitution=2).but(health=6), rulings=ruled(least_days=1))
    assert act(slow, "rest", who=["ada"]).c("ada").health == 7


@pytest.mark.example("heal.poor_rest", 0, 1)
def test_poor_rest_takes_twice_as_long() -> None:
    """Doubled before rounding down, or by another ruling after it."""
    assert days_for(1, F(1), 0, False, LEDGER) == 4
    assert days_for(1, F(3), 0, False, LEDGER) == 1
    assert days_for(1, F(3), 0, False, ruled(poor_rest="after rounding")) == 0
    s = table(person(constitution=1).but(health=3))
    assert act(s, "rest", who=["ada"], days=3, disturbed=True).c("ada").health == 3
    assert act(s, "rest", who=["ada"], days=4, disturbed=True).c("ada").health == 4


def test_days_of_rest_are_remembered() -> None:
    """Two rests of a day each heal a point that needs two."""
    s = table(person(constitution=1).but(health=3))
    once = act(s, "rest", who=["ada"], days=1)
    assert once.c("ada").health == 3
    assert act(once.state, "rest", who=["ada"], days=1).c("ada").health == 4
    assert once.state.day == 2


@pytest.mark.exercises("heal.days")
def test_days_of_rest_go_by_on_the_calendar() -> None:
    """The calendar moves on, and the new day is announced."""
    s = table(person().but(health=3)).but(day=5)
    done = act(s, "rest", who=["ada"], days=3)
    assert done.said("Day 8.")
    assert done.state.day == 8


@pytest.mark.exercises("heal.days", "heal.zero_days", "heal.treatment.bonus")
def test_who_rests_is_told_beforehand_when_the_next_point_returns() -> None:
    """Two days, or one, or at once if no day is needed or treatment makes the days rested more than enough."""
    weak, strong = person(constitution=1), person(constitution=3)
    said = {
        "nothing to heal": weak,
        "the next point after 2 days": weak.but(health=3),
        "the next point after a day": weak.but(health=6),
        "the next point at once": strong.but(health=10),
    }
    assert [resting(table(c), c) for c in said.values()] == [f"Ada: {words}" for words in said]
    begun = weak.but(health=3, rested=1)
    assert resting(table(begun), begun) == "Ada: the next point after 1 day"
    treated = weak.but(health=3, rested=1, treatment=2)
    assert resting(table(treated), treated) == "Ada: the next point at once"


@pytest.mark.example("heal.treatment.roll", 0, 1)
@pytest.mark.example("heal.treatment.bonus", 0, 1, 2)
def test_treatment_counts_as_constitution() -> None:
    """Five dice. Two successes make a constitution of 1 recover like 3."""
    s = table(person("ada", intuition=3, skills={"medicine": 2}), person("bo", constitution=1).but(health=0))
    assert dice_of(s, "treat", who="ada", patient="bo") == 5
    assert chance(5, lambda r: not works(r)) == F(32, 243)
    treated = act(s, "treat", [[9, 10, 2, 3, 4]], who="ada", patient="bo")
    assert treated.c("bo").treatment == 2
    assert days_for(3, F(1), 2, True, LEDGER) == 1
    assert act(treated.state, "rest", who=["bo"], days=1).c("bo").health >= 1
    assert days_for(1, F(1, 2), 2, True, LEDGER) == 0
    assert days_to_full(person(constitution=2).but(health=0, treatment=2), True, LEDGER) == 2


@pytest.mark.example("heal.magic.level", 0, 1)
@pytest.mark.example("heal.magic.natural", 0, 1)
@pytest.mark.parametrize(("left", "after"), [(5, 6), (0, 2), (4, 4)])
def test_magic_heals_the_present_level_only(left: int, after: int) -> None:
    """Of 9 points: 5 rise to 6, 0 to 2, and 4 stay until one heals naturally."""
    s = table(person(constitution=2).but(health=left))
    assert act(s, "magic_healing", patient="ada", points=9).c("ada").health == after
    assert act(s, "magic_healing", patient="ada", points=9, unlimited=True).c("ada").health == 9
    assert magic_most(person(constitution=2).but(health=5), LEDGER) - 5 == 1


@pytest.mark.example("heal.magic.check", 0, 1)
@pytest.mark.parametrize(("left", "words"), [(4, "It would do nothing."), (5, "It would help.")])
def test_a_healer_can_tell_whether_magic_would_help(left: int, words: str) -> None:
    """Perception and medicine. Without a success there is no answer."""
    s = table(person("ada", perception=2, skills={"medicine": 1}), person("bo", constitution=2).but(health=left))
    assert act(s, "judge_healing", [[9, 2, 3]], who="ada", patient="bo").said(words)
    assert act(s, "judge_healing", [[4, 2, 3]], who="ada", patient="bo").said("cannot tell")
