"""Magic: every Spell and Miracle, casting, Mishaps and Penance. Then Growth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil.advantage import several
from tablewright.games.moonveil.capacity import capacity, encumbered, slots
from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.magic import verge
from tablewright.games.moonveil.mishaps import mishap_dice, penance_die
from tablewright.games.moonveil.people import STATS, Magic, Pips, Seeker
from tablewright.games.moonveil.pips import unmarked
from tablewright.games.moonveil.pocket_roll import Use, pocket_roll
from tablewright.games.moonveil.starting_list import WORKINGS, start_at, working
from tablewright.games.moonveil.workings import ALL
from tablewright.rules import Refused
from tablewright.rules.effects.policy import first_free_option

from .table import Played, act, best_chance, chance, fight, foe, item, seeker, spell, veil

DRAINED = Pips(2, 2, 2, 2)


def mage(*known: str, **changes: Any) -> Seeker:
    """A Seeker who knows these, without a pip to reroll with, and with a useless Pocket."""
    return seeker(magic=tuple(spell(id) for id in known), **{"marked": DRAINED, "pocket": 1, **changes})


def cast(
    one: Seeker, id: str, *dice: Any, answers: tuple[str, ...] = ("keep",), others: Any = (), **given: Any
) -> Played:
    return act(veil(one, *others), "cast", who=one.id, magic=id, dice=dice, answers=answers, **given)


def plain(id: str) -> Fraction:
    """The chance to cast without swap or reroll."""
    dc = working(id).dc
    return chance(dc_roll("x", 0, Use(1, 0, (dc,)), dc, ""), lambda c: c.success)


# spells and miracles


@pytest.mark.example("miracle.healing-circle", 0, 1)
def test_healing_circle() -> None:
    """A 4 heals an ally at 3 of 12 to 7, but not beyond full HP. 1/6 plain."""
    ally = seeker("ally", hp=3, full=12)
    played = cast(mage("healing-circle"), "healing-circle", (5, 5), 4, answers=("keep", ALL), others=(ally,))
    assert [one.hp for one in played.state.seekers] == [10, 7]
    assert plain("healing-circle") == Fraction(1, 6)


@pytest.mark.example("miracle.dawn-arm", 0)
def test_dawn_arm() -> None:
    """On a weapon: a Weak Hit with a bonus die of 4 does 5, a fresh die on every hit, until the encounter ends."""
    one = mage("dawn-arm", items=(item("tricky"),))
    s = fight(one, foe())
    s = act(s, "cast", who="hero", magic="dawn-arm", target="tricky", dice=[(5, 5)], answers=["keep"]).state
    s = s.having(s.seekers[0].but(turn=one.turn))
    struck = act(s, "attack", who="hero", weapon="tricky", dice=[(3, 2), 4], answers=["keep"])
    assert struck.foe.hp == 15
    assert not any(thing.dawn for thing in act(struck.state, "end_encounter").hero.items)
    with pytest.raises(Refused, match=r"Dawn Arm is cast on a weapon\. There is: Thing"):
        cast(one, "dawn-arm", target=None)


@pytest.mark.example("spell.solutions", 0, 1)
@pytest.mark.example("spell.escape", 0, 1)
def test_open_ended_spells() -> None:
    """Three with DC 8 at 5/12, two with DC 9 at 5/18. Their effects are agreed before the roll."""
    assert [plain(id) for id in start_at(6, 1).magic] == [Fraction(5, 12)] * 3
    assert [plain(id) for id in start_at(6, 3).magic] == [Fraction(5, 18)] * 2
    one = mage("moonsmell")
    with pytest.raises(Refused, match="say first what it is to do"):
        cast(one, "moonsmell")
    refused = cast(one, "moonsmell", answers=("no",), intent="find the king")
    assert refused.state == veil(one)
    agreed = cast(one, "moonsmell", (4, 4), answers=("yes", "keep"), intent="find the trail")
    assert "Moonsmell: find the trail." in agreed.text


@pytest.mark.exercises("spell.solutions", "enemy.magic")
def test_what_magic_is_to_do_is_said_in_two_hundred_letters() -> None:
    """The purpose of a Seeker's or an enemy's Spell is cut after 200 letters."""
    told = f"Moonsmell: {'x' * 200}."
    asked = cast(mage("moonsmell"), "moonsmell", (4, 4), answers=("yes", "keep"), intent="x" * 250)
    assert told in asked.text
    s = fight(seeker(), foe(magic=(spell("moonsmell"),), actions=1), phase="enemies")
    assert told in act(s, "enemy_casts", enemy="foe", magic="moonsmell", intent="x" * 250, dice=[(6, 6)]).text


@pytest.mark.example("spell.sleepsand", 0, 1, 2)
def test_sleepsand() -> None:
    """1/36, 11/36 with Pocket 6, 671/1296 with an Arcane reroll on top. The target sleeps until the Guide wakes it."""
    assert plain("sleepsand") == Fraction(1, 36)
    swaps = [best_chance(dc_roll("x", 0, Use(6, pips, (12,)), 12, ""), lambda c: c.success) for pips in (0, 1)]
    assert swaps == [Fraction(11, 36), Fraction(671, 1296)]
    played = cast(mage("sleepsand"), "sleepsand", (6, 6), others=(foe(),), target="foe")
    assert played.foe.asleep
    assert not act(played.state, "wake", who="foe").foe.asleep
    with pytest.raises(Refused, match="needs a target"):
        cast(mage("sleepsand"), "sleepsand")


@pytest.mark.example("spell.magic-orb", 0, 1, 2)
def test_magic_orb() -> None:
    """3 and 5 do 8 damage to each creature there, friend or foe, at any Evade. 1/6, 7 on average."""
    others = (seeker("ally", at=1), foe(at=1, evade=9), foe("away", at=2))
    played = cast(mage("magic-orb"), "magic-orb", (5, 5), (3, 5), answers=("keep", ALL), others=others, at=1)
    assert played.state.seeker("ally").hp == 2
    assert [enemy.hp for enemy in played.state.enemies] == [12, 20]
    assert plain("magic-orb") == Fraction(1, 6)
    assert ExactCounter().dist(several("x", 2, 0, "")).mean() == 7


@pytest.mark.exercises("spell.magic-orb")
def test_the_guide_may_leave_somebody_out_of_an_area() -> None:
    """Confirmed one by one until that is all."""
    others = (seeker("ally", at=1), foe(at=1))
    played = cast(mage("magic-orb"), "magic-orb", (5, 5), (3, 5), answers=("keep", "ally", ALL), others=others, at=1)
    assert (played.state.seeker("ally").hp, played.foe.hp) == (10, 12)


@pytest.mark.example("magic.stat-named", 0)
@pytest.mark.example("magic.forms", 0)
def test_spells_use_arcane_and_miracles_willpower() -> None:
    """Magic Orb rerolls for an Arcane pip. Sleepsand is a Spell of Arcane, Dawn Arm a Miracle of Willpower."""
    one = mage("magic-orb", marked=Pips())
    played = cast(one, "magic-orb", (1, 1), (5, 5), (1, 1), answers=("reroll", "keep", "hero"))
    assert played.hero.marked == Pips(arcane=1)
    found = [(working(id).form, working(id).stat) for id in ("sleepsand", "dawn-arm")]
    assert found == [("spell", "arcane"), ("miracle", "willpower")]


# casting


@pytest.mark.example("cast.roll", 0)
@pytest.mark.example("cast.success", 0)
def test_success_leaves_it_available() -> None:
    """Magic Orb at 10 and a DC 8 at 8 succeed. Both can be cast again. In an encounter it takes the Action."""
    orb = cast(mage("magic-orb"), "magic-orb", (6, 4), (1, 1), answers=("keep", "hero"))
    assert orb.hero.magic == (Magic("magic-orb"),)
    eight = cast(mage("heavylight"), "heavylight", (4, 4), answers=("yes", "keep"), intent="shine")
    assert not eight.hero.magic[0].lost
    s = fight(mage("heavylight"), foe())
    spent = act(s, "cast", who="hero", magic="heavylight", intent="shine", dice=[(4, 4)], answers=["yes", "keep"])
    assert spent.hero.turn.actions == 0


@pytest.mark.example("cast.fail", 0)
def test_failure_loses_it_until_a_rest() -> None:
    """Egress fails: Egress is lost, Invisibility is not."""
    played = cast(mage("egress", "invisibility"), "egress", (4, 3), answers=("yes", "keep"), intent="out")
    assert [magic.lost for magic in played.hero.magic] == [True, False]
    with pytest.raises(Refused, match="Egress is lost until Hero rests"):
        act(played.state, "cast", who="hero", magic="egress", intent="out")


@pytest.mark.example("cast.terrible", 0, 1, 2)
@pytest.mark.example("cast.verge", 0)
@pytest.mark.example("cast.which-table", 0, 1)
def test_terrible_failures() -> None:
    """Verge 4: a Spell at 4 is lost and rolls a Mishap, a Miracle at 5 rolls no Penance, at 3 it does. 1/6 plain."""
    assert verge(veil()) == 4
    spoiled = cast(mage("egress"), "egress", (2, 2), 6, answers=("yes", "keep"), intent="out")
    assert spoiled.hero.magic[0].lost
    assert spoiled.rolls[-1][0] == "Arcane Mishap"
    sword = (item("edged"),)
    merely = cast(mage("dawn-arm", items=sword), "dawn-arm", (3, 2), target="edged")
    assert merely.hero.magic[0].lost
    assert len(merely.rolls) == 1
    worse = cast(mage("dawn-arm", items=sword), "dawn-arm", (2, 1), 6, target="edged")
    assert worse.rolls[-1][0] == "Penance"
    assert (
        cast(mage("egress"), "egress", (2, 1), 6, answers=("yes", "keep"), intent="out").rolls[-1][0] == "Arcane Mishap"
    )
    low = chance(pocket_roll("x", 0, Use(1, 0, (8,)), ""), lambda r: r.total <= verge(veil()))
    assert low == Fraction(1, 6)


@pytest.mark.example("mishap.die", 0, 1)
@pytest.mark.example("mishap.3plus", 0, 1)
def test_the_mishap_die() -> None:
    """Harm 1/3, so 1/18 a casting. A 3 is harmless, as is 2/3 of all rolls. No question offers to improve it."""
    harm = chance(mishap_dice("x", 0), lambda r: r[0] > 0)
    assert harm == Fraction(1, 3)
    assert harm * chance(pocket_roll("x", 0, Use(1, 0, ()), ""), lambda r: r.total <= 4) == Fraction(1, 18)
    nothing = cast(mage("egress"), "egress", (1, 2), 3, answers=("yes", "keep"), intent="out")
    assert (nothing.hero.hp, nothing.hero.marked) == (10, DRAINED)
    assert chance(mishap_dice("x", 0), lambda r: r == (0, 0)) == Fraction(2, 3)


@pytest.mark.example("mishap.2", 0)
def test_mishap_two() -> None:
    """A damage die of 5 does 5. Armor would lower it."""
    played = cast(mage("egress"), "egress", (1, 2), 2, 5, answers=("yes", "keep"), intent="out")
    assert played.hero.hp == 5
    armored = mage("egress", items=(item("armor"),))
    assert cast(armored, "egress", (1, 2), 2, 5, answers=("yes", "keep"), intent="out").hero.hp == 6


@pytest.mark.example("mishap.1", 0, 1)
def test_mishap_one() -> None:
    """Damage 3 and 4 of 7 pips leave 3, spread as the caster likes. 6 pips with 2 left mark 2."""
    fresh = mage("egress", marked=Pips(), stats=Pips(1, 1, 3, 2))
    played = cast(fresh, "egress", (1, 2), 1, 3, 4, answers=("yes", "keep", "1:1:0:2"), intent="out")
    assert played.hero.hp == 7
    assert sum(unmarked(played.hero, stat) for stat in STATS) == 3
    assert played.hero.marked == Pips(1, 1, 0, 2)
    tired = mage("egress", marked=Pips(2, 2, 1, 1))
    answers = ("yes", "keep")
    after = cast(tired, "egress", (1, 2), 1, 1, 6, answers=answers, intent="out").hero
    assert after.marked == DRAINED


# penance


def sinner(guilt: int = 0, gear: int = 0, willpower: int = 2) -> Seeker:
    things = (item("edged"), *(item("thing", f"thing-{n}") for n in range(gear - 1))) if gear else ()
    return mage(
        "healing-circle", guilt=guilt, items=things, stats=Pips(2, 2, 2, willpower), marked=Pips(2, 2, 2, willpower)
    )


@pytest.mark.example("penance.guilt", 0)
def test_only_terrible_failures_bring_guilt() -> None:
    """A Miracle that fails with 7: none."""
    assert cast(sinner(), "healing-circle", (4, 3)).hero.guilt == 0


@pytest.mark.example("penance.slots", 0)
@pytest.mark.example("penance.encumbered", 0, 1)
@pytest.mark.parametrize(
    ("willpower", "gear", "guilt", "total", "burdened"), [(3, 8, 2, 10, True), (1, 5, 2, 7, False), (1, 5, 3, 8, True)]
)
def test_guilt_fills_slots(willpower: int, gear: int, guilt: int, total: int, burdened: bool) -> None:
    """Beside the gear, and over capacity together they Encumber."""
    one = sinner(guilt, gear, willpower)
    assert (slots(one), encumbered(veil(one), one)) == (total, burdened)


@pytest.mark.example("penance.encumbered", 2)
def test_guilt_pushes_gear_out() -> None:
    """12 slots of gear and 1 Guilt: one slot must be put down. Guilt alone above 12 stays."""
    played = cast(sinner(0, 12), "healing-circle", (2, 1, 1), (2, 5), answers=("thing-3",))
    assert (slots(played.hero), played.hero.guilt) == (12, 1)
    assert [thing.id for thing in played.state.floor] == ["thing-3"]
    laden = cast(sinner(8), "healing-circle", (1, 2), 1).hero
    assert (laden.guilt, encumbered(veil(laden), laden)) == (16, True)


@pytest.mark.example("penance.die", 0)
def test_the_penance_die() -> None:
    """Guilt one time in three."""
    assert chance(penance_die("x", 0, 3), lambda guilt: guilt != 3) == Fraction(1, 3)


@pytest.mark.example("penance.3plus", 0)
@pytest.mark.example("penance.2", 0, 1)
@pytest.mark.example("penance.1", 0, 1, 2)
@pytest.mark.parametrize(
    ("die", "guilt", "after"), [(6, 2, 2), (3, 2, 2), (2, 0, 1), (2, 3, 4), (1, 0, 1), (1, 1, 2), (1, 3, 6)]
)
def test_penance(die: int, guilt: int, after: int) -> None:
    """3 or higher nothing, 2 one more, 1 doubles it or brings the first."""
    assert cast(sinner(guilt), "healing-circle", (2, 1), die).hero.guilt == after


@pytest.mark.exercises("penance.removal")
def test_the_guide_names_an_atonement() -> None:
    """The Guide gives a note and a number. Without Guilt there is nothing to atone for."""
    s = act(veil(sinner(3)), "atone", who="hero", much=2, act="Buried the pilgrims.").state
    assert s.seekers[0].guilt == 1
    with pytest.raises(Refused, match="bears no Guilt"):
        act(veil(seeker()), "atone", who="hero")


def test_every_magic_says_what_it_does() -> None:
    """Each has words for the sheet. An open-ended one sends its caster to the Guide."""
    assert all(magic.text.endswith(".") for magic in WORKINGS)
    assert {magic.id for magic in WORKINGS if "agree with the Guide" in magic.text} == {
        magic.id for magic in WORKINGS if magic.open
    }


# growth


@pytest.mark.example("growth.trigger", 0)
@pytest.mark.example("growth.stat", 0)
def test_a_milestone_raises_level_and_a_stat() -> None:
    """Willpower 1 becomes 2: capacity 8, the new pip unmarked, one level more."""
    one = seeker(stats=Pips(2, 2, 2, 1), marked=Pips(willpower=1))
    played = act(veil(one), "milestone", who="hero", dice=[4], answers=["willpower"])
    after = played.hero
    assert (after.level, after.stats.willpower, unmarked(after, "willpower")) == (2, 2, 1)
    assert capacity(played.state, after) == 8
    assert played.asked[0].by == ("hero",)


@pytest.mark.example("growth.hp", 0, 1)
@pytest.mark.parametrize(("stat", "hp", "full"), [("dexterity", 13, 16), ("strength", 16, 19)])
def test_hit_points_rise_with_a_level(stat: str, hp: int, full: int) -> None:
    """9 of 12 and a 4: 13 of 16, or 16 of 19 if Strength rose."""
    after = act(veil(seeker(hp=9, full=12)), "milestone", who="hero", dice=[4], answers=[stat]).hero
    assert (after.hp, after.full) == (hp, full)


def test_plain_castings_are_counted_without_spending() -> None:
    """The odds of a casting with nothing spent are those of two dice."""
    dist = ExactCounter(first_free_option).dist(pocket_roll("x", 0, Use(6, 1, (10,)), ""))
    assert dist.chance(lambda r: r.total >= 10) == Fraction(1, 6)


@pytest.mark.exercises("miracle.healing-circle")
def test_a_healing_circle_heals_everyone_the_guide_says() -> None:
    """Enemies beside the caster are healed unless left out, distant allies if the Guide draws them in."""
    ally, enemy = seeker("ally", hp=3, at=2), foe(hp=5)
    one = mage("healing-circle", hp=4)
    all_of_them = cast(one, "healing-circle", (5, 5), 4, answers=("keep", ALL), others=(ally, enemy))
    assert (all_of_them.hero.hp, all_of_them.state.seeker("ally").hp, all_of_them.foe.hp) == (8, 3, 9)
    answers = ("keep", "foe", "ally", ALL)
    chosen = cast(one, "healing-circle", (5, 5), 4, answers=answers, others=(ally, enemy))
    assert (chosen.hero.hp, chosen.state.seeker("ally").hp, chosen.foe.hp) == (8, 7, 5)
    labels = [option.label for option in chosen.asked[2].options]
    assert labels == [ALL, "without Hero", "without Foe", "Ally as well"]


@pytest.mark.exercises("magic.stat-named")
def test_dawn_arm_is_offered_weapons_only() -> None:
    """A helmet cannot be named as its target."""
    with pytest.raises(Refused, match="target cannot be 'helmet'"):
        cast(mage("dawn-arm", items=(item("edged"), item("helmet"))), "dawn-arm", target="helmet")


@pytest.mark.exercises("cap.encumbered.effect", "spell.magic-orb")
def test_a_burdened_caster_throws_a_weaker_orb() -> None:
    """Three dice for the damage, the highest taken away."""
    heavy = mage("magic-orb", items=(item("thing", slots=12),))
    played = cast(heavy, "magic-orb", (5, 5, 5), (6, 3, 2), answers=("keep", ALL), others=(foe(at=1),), at=1)
    assert played.foe.hp == 20 - 5
