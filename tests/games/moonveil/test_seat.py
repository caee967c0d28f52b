"""The seat: odds that answer the question, and whose best it is."""

from __future__ import annotations

import pytest

from tablewright.games.moonveil.people import Pips
from tablewright.table.seat.seat_view import SeatView

from .seated import asked, group, seated, thrown
from .table import fight, foe, item, seeker, spell, veil


def test_power_with_eleven_keeps_its_strength() -> None:
    """A total below 10 would cost all Strength for a Pocket of 5, so a swap down is not best."""
    s = fight(seeker(items=(item("edged"),), pocket=1), foe(evade=3))
    table = seated(s)
    table.act("p-hero", "attack", {"who": "hero", "weapon": "edged", "power": True})
    ask, found = asked(thrown(table, (5, 6)), "p-hero")
    assert "swap 5" in [option.key for option in ask.options]
    assert found.best == "keep"


def test_a_swap_that_leaves_the_wager_safe_is_still_taken() -> None:
    """If 10 is reached either way, the higher Pocket is the better end."""
    s = fight(seeker(items=(item("edged"),), pocket=5), foe(evade=3))
    table = seated(s)
    table.act("p-hero", "attack", {"who": "hero", "weapon": "edged", "power": True})
    _, found = asked(thrown(table, (6, 6)), "p-hero")
    assert found.best == "swap 6"


def test_a_casting_swaps_out_of_a_terrible_failure() -> None:
    """3 is at the Verge, 7 or 8 only fizzles: the Pocket's 6 is given for that, though it leaves a low Pocket."""
    s = veil(seeker(magic=(spell("magic-orb"),), pocket=6, marked=Pips(arcane=2)))
    table = seated(s)
    table.act("p-hero", "cast", {"who": "hero", "magic": "magic-orb"})
    _, found = asked(thrown(table, (1, 2)), "p-hero")
    assert found.best == "swap 2"
    assert group(found.options["keep"], "goes terribly wrong").chance == (1, 1)
    assert group(found.options["swap 1"], "fizzles").chance == (1, 1)


def test_the_odds_of_a_casting_tell_fizzling_from_going_terribly_wrong() -> None:
    """DC 10, Verge 4, Pocket 1 and nothing to mark: 6 of 36 succeed, and as many are at the Verge."""
    s = veil(seeker(magic=(spell("magic-orb"),), pocket=1, marked=Pips(2, 2, 2, 2)))
    found = SeatView(seated(s), "p-hero").odds("cast", {"magic": "magic-orb"})
    assert [one.label for one in found.groups] == ["succeeds", "fizzles", "goes terribly wrong"]
    assert [round(one.chance[0] * 36) for one in found.groups] == [6, 24, 6]
    assert {change.label for change in found.changes} >= {"Hit Points", "Spells and Miracles at hand"}


def test_defensive_action_says_what_is_at_stake() -> None:
    """The question names damage after Armor, Hit Points, DC and price. Each answer has its odds."""
    s = fight(seeker(items=(item("armor"),), hp=3), foe("husk", actions=1), phase="enemies")
    table = seated(s)
    table.act("guide", "enemy_strikes", {"enemy": "husk"})
    ask, found = asked(thrown(table, (4, 4)), "p-hero")
    for words in ("Husk", "Strong Hit", "3 damage of 3 Hit Points", "DC 10 Dexterity", "all 2 Dexterity"):
        assert words in ask.question
    deaths = {key: [c.chance[1] for c in p.changes if c.label == "dead"] for key, p in found.options.items()}
    assert deaths["no"] == [1]
    assert 0 < deaths["yes"][0] < 1
    assert found.best == "yes"


@pytest.mark.exercises("defact.when")
def test_dexterity_is_not_wagered_for_a_scratch() -> None:
    """With many Hit Points and a low Pocket, 1 damage is better than losing three Dexterity."""
    s = fight(seeker(stats=Pips(2, 3, 1, 1), pocket=2), foe("husk", actions=1), phase="enemies")
    table = seated(s)
    table.act("guide", "enemy_strikes", {"enemy": "husk"})
    _, found = asked(thrown(table, (2, 3)), "p-hero")
    assert found.best == "no"


def test_the_target_of_a_melee_attack_is_picked_for_the_enemies() -> None:
    """If one of two would fall to any hit, the one who can take it steps forward."""
    weak, strong = foe("weak", hp=1), foe("strong")
    table = seated(fight(seeker(pocket=3), weak, strong))
    table.act("p-hero", "attack", {"who": "hero"})
    ask, found = asked(table, "guide")
    assert ask.asked == ("Weak", "Strong")
    assert found.best == "strong"


def test_the_blow_is_taken_by_who_can_bear_it() -> None:
    """The players' best answer is the players' own, though the Guide has acted."""
    s = fight(seeker(hp=1, marked=Pips(dexterity=2)), seeker("ann", marked=Pips(dexterity=2)), foe(actions=1))
    table = seated(s.but(phase="enemies"))
    table.act("guide", "enemy_strikes", {"enemy": "foe"})
    _, found = asked(table, "p-hero")
    assert found.best == "ann"


def test_an_archer_aims_for_the_kill() -> None:
    """At range the enemy picks, and its best is its own."""
    spent = Pips(dexterity=2)
    s = fight(seeker(hp=1, marked=spent), seeker("ann", marked=spent), foe(weapon="range", actions=1), phase="enemies")
    table = seated(s)
    table.act("guide", "enemy_strikes", {"enemy": "foe"})
    ask, found = asked(table, "guide")
    assert ask.asked == ("Foe",)
    assert found.best == "hero"


def test_an_attack_says_what_it_does_and_costs() -> None:
    """Headlines best first, the target's Hit Points and fall among what it does, Strength and Action as its price."""
    found = SeatView(seated(fight(seeker("hero", "heavy"), foe(hp=8))), "p-hero").odds("attack", {"weapon": "heavy"})
    assert [one.label for one in found.groups] == ["Critical Hit", "Strong Hit", "Weak Hit", "Miss"]
    assert {("foe", "falls"), ("foe", "Hit Points")} <= {(one.whose, one.label) for one in found.changes}
    assert {one.label for one in found.costs} == {"Strength", "Action"}


def test_more_damage_than_a_target_has_is_worth_nothing() -> None:
    """A Strong Hit that kills is kept: no pip is marked, no swap made to do more."""
    s = fight(seeker(pocket=6), foe(hp=1))
    table = seated(s)
    table.act("p-hero", "attack", {"who": "hero"})
    _, found = asked(thrown(table, (4, 6)), "p-hero")
    assert found.best == "keep"


def test_a_headline_is_counted_where_the_end_is_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way without a roll, such as a Spell not agreed on, does not hide the odds of the others."""
    monkeypatch.setattr(
        "tablewright.table.odds.timed_counter.TIME_SHARES", {"whole": 0.0, "headline": 2_000, "tried": 0.5}
    )
    s = veil(seeker(magic=(spell("egress"),), marked=Pips(2, 2, 2, 2)))
    table = seated(s)
    found = SeatView(table, "guide").odds("cast", {"who": "hero", "magic": "egress", "intent": "out"})
    assert found.note
    assert {"succeeds", "fizzles"} <= {one.label for one in found.groups}


def test_a_rest_the_guide_calls_for_is_best_taken_where_it_heals() -> None:
    """The Guide's headline counts for neither side: 13 beats 9, and 9 beats 7."""
    for die, best in ((4, "10"), (1, "9")):
        table = seated(veil(seeker(hp=9, full=12), moon_on=False))
        table.act("guide", "rest", {})
        _, found = asked(thrown(table, (die,)), "p-hero")
        assert found.best == best


def test_a_slip_the_guide_calls_for_is_rerolled_where_that_helps() -> None:
    """Pocket 6 and a 1: with a pip to mark, the reroll has the star."""
    table = seated(veil(seeker(pocket=6)))
    table.act("guide", "call_slip", {"who": "hero"})
    _, found = asked(thrown(table, (1,)), "p-hero")
    assert found.best == "yes"


def test_the_same_dice_for_several_are_said_once_before_they_fall() -> None:
    """Three who rest throw a die each."""
    s = veil(*(seeker(name) for name in ("ada", "bo", "cy")))
    found = SeatView(seated(s), "guide").draft("rest")
    assert [line for line in found.preview if "d6" in line] == ["Rest: 3 times 1d6."]
