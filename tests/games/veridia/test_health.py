"""Attributes, health and recovery, virtues, defences."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.games.veridia.attributes import (
    ATTRIBUTES,
    LABELS,
    bounds,
    label,
    out_of_bounds,
    with_skill,
    without_skill,
)
from tablewright.games.veridia.defenses import Shell, Suffered, shell, suffer
from tablewright.games.veridia.health import LEVELS, dealt, level, level_of_point, points
from tablewright.games.veridia.initiative import initiative_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import opponent
from tablewright.games.veridia.recovery import days_for, days_to_full, magic_most, next_point
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.skills import out_of_range as skill_out_of_range
from tablewright.games.veridia.state import Character, Suit
from tablewright.games.veridia.virtues import out_of_range as virtue_out_of_range
from tablewright.games.veridia.virtues import willpower
from tablewright.kernel import Refused
from tablewright.kernel.state import put

from .people import act, chance, dice_of, fight, person, refused, rows, ruled, table

F = Fraction


def fraction(text: object) -> Fraction:
    return Fraction(str(text))


# attributes


@pytest.mark.example("attr.what", 0)
@pytest.mark.example("attr.list", 0)
def test_everybody_has_the_same_eight_attributes() -> None:
    """A guard run by the game master has those of a player's character."""
    assert {row["name"]: row["group"] for row in rows("attr.list")} == ATTRIBUTES
    assert len(ATTRIBUTES) == 8
    guard = act(table(), "add_opponents", template="town guard").state.characters[0]
    assert [a.id for a in guard.attributes] == [a.id for a in person().attributes]


@pytest.mark.example("attr.range", 0, 1)
@pytest.mark.example("attr.race_range", 0)
@pytest.mark.example("race.human", 0)
@pytest.mark.example("race.table", 0, 1, 2)
def test_attributes_keep_to_the_range_of_the_race() -> None:
    """1 to 5 for humans; orcs and small orcs by their table."""
    assert bounds("human", "strength") == (1, 5)
    assert out_of_bounds(person(player="ann", strength=6)) is not None
    assert out_of_bounds(person(player="ann", strength=0)) is not None
    assert out_of_bounds(person(player="ann", strength=5)) is None
    for row in rows("race.table"):
        assert bounds(row["race"], row["attribute"]) == (row["minimum"], row["maximum"])
    assert bounds("orc", "strength") == (2, 6)
    assert bounds("orc", "perception") == (1, 5)


@pytest.mark.example("attr.labels", 0)
def test_attribute_values_have_words() -> None:
    """4 is great."""
    assert {row["value"]: row["label"] for row in rows("attr.labels")} == LABELS
    assert label(F(4)) == "great"


@pytest.mark.example("attr.fraction.only", 0, 1)
def test_only_attributes_are_fractions() -> None:
    """A rat has strength 1/3; a skill of one half cannot even be written down."""
    rat = opponent("sewer rat", "rat", "Rat")
    assert rat.of("strength") == F(1, 3)
    assert out_of_bounds(rat) is None
    with pytest.raises(Refused):
        put(table(rat), "characters.rat.skills.brawl.level", "1/2")


@pytest.mark.example("attr.fraction.skill", 0, 1, 2, 3)
@pytest.mark.parametrize(
    ("attribute", "skill", "dice"), [(F(1, 3), 6, 2), (F(1, 2), 3, 1), (F(1, 4), 3, 0), (F(1, 2), 0, 0)]
)
def test_a_fraction_multiplies_the_skill(attribute: Fraction, skill: int, dice: int) -> None:
    """Rounded down, and no dice is a failure without a roll."""
    assert with_skill(attribute, skill) == dice
    s = table(person(strength=attribute, skills={"brawl": skill}))
    assert dice_of(s, "use_skill", who="ada", use="wrestle") == dice


@pytest.mark.example("attr.fraction.alone", 0, 1, 2)
def test_fractions_without_a_skill_are_added_exactly() -> None:
    """A half and three are three dice, two halves one, a half and a third none."""
    assert without_skill(F(1, 2), F(1, 3)) == 0
    for agility, reaction, dice in ((F(1, 2), F(3), 3), (F(1, 2), F(1, 2), 1), (F(1, 2), F(1, 3), 0)):
        c = person(agility=agility, reaction=reaction)
        assert initiative_pool(table(c), c).dice == dice


@pytest.mark.example("attr.fraction.modifiers", 0)
def test_advantages_come_after_the_multiplication() -> None:
    """A half of brawl 5 is 2, and one more is 3."""
    s = table(person(strength=F(1, 2), skills={"brawl": 5}))
    assert dice_of(s, "use_skill", who="ada", use="wrestle", advantage=1) == 3


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
    """7 dice hurt are 5; 4 dice impaired are none."""
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
    """Exactly zero is alive; whatever comes after it kills, in the same blow too."""
    s = table(person(armor=armor).but(health=left))
    c = act(s, "cause_damage", who="ada", damage=damage).c("ada")
    assert (c.health, c.dead) == (after, dead)


# recovering health


@pytest.mark.example("heal.days", 0, 1, 2, 3)
@pytest.mark.example("heal.days.table", 0, 1)
@pytest.mark.parametrize("row", rows("heal.days.table"), ids=lambda row: row["constitution"])
def test_days_of_rest_by_level(row: dict[str, Any]) -> None:
    """So many days over constitution, rounded down; and from zero to full."""
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
    """4 of 9: next is a hurt point. 6 of 9 at constitution 1: a healthy one, after a day."""
    place = next_point(person(constitution=2).but(health=4))
    assert place is not None
    assert LEVELS[place].name == "Hurt"
    weak = person(constitution=1).but(health_most=9, health=6)
    assert LEVELS[next_point(weak) or 0].name == "Healthy"
    assert act(table(weak), "rest", who=["ada"], days=1).c("ada").health == 7


@pytest.mark.example("heal.zero_days", 0, 1)
def test_points_that_need_no_day_return_at_once() -> None:
    """Constitution 2: three healthy points with the first rest; constitution 5: all of them."""
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


@pytest.mark.example("heal.treatment.roll", 0, 1)
@pytest.mark.example("heal.treatment.bonus", 0, 1, 2)
def test_treatment_counts_as_constitution() -> None:
    """Five dice; two successes make a constitution of 1 recover like 3."""
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
    """Perception and medicine; without a success nobody knows."""
    s = table(person("ada", perception=2, skills={"medicine": 1}), person("bo", constitution=2).but(health=left))
    assert act(s, "judge_healing", [[9, 2, 3]], who="ada", patient="bo").said(words)
    assert act(s, "judge_healing", [[4, 2, 3]], who="ada", patient="bo").said("cannot tell")


# virtues


@pytest.mark.example("virtue.willpower", 0)
@pytest.mark.example("virtue.willpower.range", 0, 1)
@pytest.mark.example("virtue.courage.range", 0)
@pytest.mark.example("virtue.integrity.range", 0, 1)
def test_willpower_is_the_sum_of_the_virtues() -> None:
    """From 1 to 12, with each virtue in its range."""
    values = [willpower(person().but(courage=c, integrity=i)) for c, i in ((3, 4), (1, 0), (5, 7))]
    assert values == [7, 1, 12]
    assert virtue_out_of_range(person().but(courage=6)) is not None
    assert virtue_out_of_range(person().but(integrity=8)) is not None
    assert virtue_out_of_range(person().but(integrity=0)) is None


@pytest.mark.example("virtue.courage.raise", 0)
def test_courage_is_bought_like_an_attribute() -> None:
    """From 2 to 3 for 6."""
    c = person().but(courage=2, experience=6, earned=6)
    after = act(table(c), "advance", who="ada", point="courage").c("ada")
    assert (after.courage, after.experience) == (3, 0)


@pytest.mark.example("virtue.integrity.story", 0)
def test_integrity_is_not_for_sale_in_play() -> None:
    """Five experience are refused."""
    s = table(person().but(integrity=4, experience=5))
    assert "follows the story" in refused(s, "advance", who="ada", point="integrity")


@pytest.mark.example("virtue.integrity.effort", 0)
@pytest.mark.example("virtue.integrity.loss", 0)
def test_deeds_raise_and_lower_integrity() -> None:
    """Months of honest conduct, and a murder; no experience is spent."""
    s = table(person().but(integrity=4, experience=5))
    raised = act(s, "change_integrity", who="ada", by=1, why="months of honest conduct")
    assert (raised.c("ada").integrity, raised.c("ada").experience) == (5, 5)
    assert act(s, "change_integrity", who="ada", by=-1, why="a murder").c("ada").integrity == 3


@pytest.mark.example("virtue.integrity.warn", 0)
def test_the_player_is_warned_first() -> None:
    """And asked whether to go on."""
    s = table(person(player="ann"))
    asked = act(s, "warn", (), ["no"], who="ada", deed="the murder")
    assert asked.asked[0].by == ("ada",)
    assert asked.said("thinks again")


# defences


@pytest.mark.example("defense.armor", 0, 1)
@pytest.mark.example("defense.armor.inner", 0)
@pytest.mark.example("defense.armor.inner_kept", 0, 1)
@pytest.mark.example("defense.resist.inner", 0)
@pytest.mark.example("defense.resist.inner_kept", 0)
@pytest.mark.parametrize(
    ("damage", "outer", "inner", "how", "lost"),
    [
        (5, 3, 0, "", 2),
        (2, 3, 0, "", 0),
        (7, 3, 1, "", 3),
        (9, 4, 2, "piercing", 5),
        (9, 4, 2, "ignoring", 7),
        (6, 2, 1, "", 3),
        (5, 3, 1, "ignoring", 4),
    ],
)
def test_outer_then_inner(damage: int, outer: int, inner: int, how: str, lost: int) -> None:
    """Inner defences come last and are never ignored."""
    done = suffer(damage, Shell(0, outer, inner), LEDGER, piercing=how == "piercing", ignoring=how == "ignoring")
    assert done.health == lost


@pytest.mark.example("defense.resist", 0, 1)
def test_armor_and_resist_stop_their_own_kind() -> None:
    """4 elemental against resist 1 and plate: 3. 4 physical against resist 2: 4."""
    plated = person(armor="Plate armor").but(outer_resist=1)
    assert act(table(plated), "cause_damage", who="ada", damage=4, kind="elemental").c("ada").health == 11 - 3
    resisting = person().but(outer_resist=2)
    assert act(table(resisting), "cause_damage", who="ada", damage=4).c("ada").health == 11 - 4


def barred(barrier: int, armor: int) -> Character:
    suit = Suit("Robes", armor)
    return act(table(person()), "raise_barrier", who="ada", points=barrier).c("ada").but(suit=suit)


@pytest.mark.example("defense.barrier", 0)
@pytest.mark.example("defense.barrier.raw", 0)
@pytest.mark.example("defense.barrier.rest", 0, 1)
@pytest.mark.parametrize(
    ("barrier", "armor", "damage", "left", "lost"), [(4, 0, 3, 1, 0), (5, 3, 4, 1, 0), (4, 2, 9, 0, 3), (4, 3, 6, 0, 0)]
)
def test_a_barrier_takes_damage_first_and_unreduced(
    barrier: int, armor: int, damage: int, left: int, lost: int
) -> None:
    """What it cannot hold meets the armor."""
    after = act(table(barred(barrier, armor)), "cause_damage", who="ada", damage=damage).c("ada")
    assert (after.barrier, 11 - after.health) == (left, lost)


def test_defences_are_read_off_the_character() -> None:
    """Armor with its rating; a breach lowers only what counts."""
    c = person(armor="Medium armor").but(inner_armor=1)
    assert shell(c) == Shell(0, 3, 1, 3)
    assert shell(c, breach=2) == Shell(0, 1, 1, 3)
    assert suffer(4, shell(c), LEDGER) == Suffered(0, 0, True)


def test_a_limit_speaks_of_what_is_wrong() -> None:
    """A skill of 8 is said in words."""
    assert "0 to 7" in str(skill_out_of_range(person(skills={"law": 8})))


@given(st.integers(0, 30), st.integers(0, 8), st.integers(0, 6), st.integers(0, 4), st.booleans(), st.booleans())
def test_nothing_is_lost_or_made_up_on_the_way_through(
    damage: int, barrier: int, outer: int, inner: int, piercing: bool, ignoring: bool
) -> None:
    """Barrier and health together never lose more than the blow, and more protection never hurts."""
    done = suffer(damage, Shell(barrier, outer, inner, outer), LEDGER, piercing=piercing, ignoring=ignoring)
    assert 0 <= done.barrier <= barrier
    assert 0 <= done.health <= damage - done.barrier
    better = suffer(damage, Shell(barrier, outer + 1, inner, outer), LEDGER, piercing=piercing, ignoring=ignoring)
    assert better.health <= done.health


@given(st.integers(1, 40))
def test_levels_hold_all_the_points(points: int) -> None:
    """Dealt in turn: four levels that differ by one at most, the better ones first."""
    levels = dealt(points)
    assert sum(levels) == points
    assert list(levels) == sorted(levels, reverse=True)
    assert levels[0] - levels[3] <= 1
    assert [level_of_point(points, n) for n in range(1, points + 1)].count(0) == levels[0]


@pytest.mark.exercises("heal.magic.level")
def test_magic_follows_the_house_ruling_on_the_present_level() -> None:
    """Four of nine points: the last point lost is Hurt's, so by that ruling magic fills Hurt."""
    c = person(constitution=2).but(health=4)
    assert (magic_most(c, LEDGER), magic_most(c, ruled(current_level="last lost"))) == (4, 6)


def test_the_dead_do_not_rest() -> None:
    """Refused, if nobody else does."""
    assert "alive" in refused(table(person().but(dead=True, health=0)), "rest", who=["ada"])
