"""Attributes, virtues and defences."""

from __future__ import annotations

from fractions import Fraction

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
from tablewright.games.veridia.health import dealt, level_of_point
from tablewright.games.veridia.initiative import initiative_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import opponent
from tablewright.games.veridia.recovery import magic_most
from tablewright.games.veridia.skills import out_of_range as skill_out_of_range
from tablewright.games.veridia.state import Character, Suit
from tablewright.games.veridia.virtues import out_of_range as virtue_out_of_range
from tablewright.games.veridia.virtues import willpower
from tablewright.rules import Refused
from tablewright.rules.state.state import set_path

from .people import act, dice_of, person, refused, rows, ruled, table

F = Fraction


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
    """1 to 5 for humans. Orcs and small orcs follow their table."""
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
    """A rat has strength 1/3. A skill of one half cannot even be written down."""
    rat = opponent("sewer rat", "rat", "Rat")
    assert rat.of("strength") == F(1, 3)
    assert out_of_bounds(rat) is None
    with pytest.raises(Refused):
        set_path(table(rat), "characters.rat.skills.brawl.level", "1/2")


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
    """Months of honest conduct, and a murder. No experience is spent."""
    s = table(person().but(integrity=4, experience=5))
    raised = act(s, "change_integrity", who="ada", by=1, why="months of honest conduct")
    assert (raised.c("ada").integrity, raised.c("ada").experience) == (5, 5)
    assert act(s, "change_integrity", who="ada", by=-1, why="a murder").c("ada").integrity == 3
    assert act(s, "change_integrity", who="ada", by=3).c("ada").integrity == 7
    assert "goes from 0 to 7" in refused(raised.state, "change_integrity", who="ada", by=3)


@pytest.mark.example("virtue.integrity.warn", 0)
def test_the_player_is_warned_first() -> None:
    """The player is asked whether to go on."""
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
    """4 elemental against resist 1 and plate do 3. 4 physical against resist 2 do 4."""
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
    """Damage beyond the barrier meets the armor."""
    after = act(table(barred(barrier, armor)), "cause_damage", who="ada", damage=damage).c("ada")
    assert (after.barrier, 11 - after.health) == (left, lost)


def test_defences_are_read_off_the_character() -> None:
    """Armor with its rating. A breach lowers only the part that counts."""
    c = person(armor="Medium armor").but(inner_armor=1)
    assert shell(c) == Shell(0, 3, 1, 3)
    assert shell(c, breach=2) == Shell(0, 1, 1, 3)
    assert suffer(4, shell(c), LEDGER) == Suffered(0, 0, True)


def test_a_limit_speaks_of_what_is_wrong() -> None:
    """A skill of 8 is reported in words."""
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
    """Refused if no living character rests."""
    assert "alive" in refused(table(person().but(dead=True, health=0)), "rest", who=["ada"])
