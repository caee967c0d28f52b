"""Attacks: targets and tiers of success."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.catalog.installed import find_game
from tablewright.games.moonveil.bestiary import BEASTS
from tablewright.games.moonveil.blows import Blow, Tier, marks_of, tier_of
from tablewright.games.moonveil.hit_track import Lines, lines
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Turn
from tablewright.games.moonveil.workings import ALL
from tablewright.rules import Refused

from .strikes import RULINGS, SPENT, attack, damage, struck, struck_by
from .table import act, fight, foe, seeker, veil

LEDGER = find_game("moonveil").ledger


@pytest.mark.example("attack.steps", 0)
@pytest.mark.example("attack.melee", 0)
def test_no_target_no_roll() -> None:
    """An enemy 1 Move away cannot be struck in melee: refused before any die."""
    with pytest.raises(Refused, match="no enemy is nearby, 0 Moves away"):
        act(fight(seeker(), foe(at=1)), "attack", who="hero")


@pytest.mark.example("attack.melee.chooser", 0, 1)
def test_in_melee_the_attacked_side_picks() -> None:
    """Two goblins: they pick, by the Guide. Two Seekers: the players pick."""
    s = fight(seeker(), foe("goblin"), foe("goblin-2"))
    played = act(s, "attack", who="hero", dice=[(5, 3)], answers=["goblin-2", "keep"])
    assert played.asked[0].by == ("goblin", "goblin-2")
    assert [enemy.hp for enemy in played.state.enemies] == [20, 15]
    for target in ("goblin", "goblin-2"):
        with pytest.raises(Refused, match="the other side picks"):
            act(s, "attack", who="hero", target=target)
    s = fight(seeker(marked=SPENT), seeker("ann", marked=SPENT), foe(actions=1), phase="enemies")
    hit = act(s, "enemy_strikes", enemy="foe", dice=[(5, 3)], answers=["ann"])
    assert hit.asked[0].by == ("hero", "ann")
    for target in ("hero", "ann", "zoe"):
        with pytest.raises(Refused, match="the players pick"):
            act(s.but(seekers=(*s.seekers, seeker("zoe"))), "enemy_strikes", enemy="foe", target=target)
    assert [one.hp for one in hit.state.seekers] == [10, 5]


@pytest.mark.example("attack.roll", 0)
@pytest.mark.example("attack.miss", 0, 1, 2)
@pytest.mark.example("attack.precedence", 0, 1, 2, 3)
@pytest.mark.parametrize(
    ("drawn", "total", "tier"),
    [
        ((4, 7, 10), 6, Tier.WEAK_HIT),
        ((4, 7, 10), 4, Tier.MISS),
        ((4, 7, 10), 5, Tier.WEAK_HIT),
        ((5, 11, 10), 10, Tier.CRITICAL_HIT),
        ((4, 10, 10), 10, Tier.CRITICAL_HIT),
        ((5, 11, 10), 9, Tier.WEAK_HIT),
        ((4, 8, 10), 3, Tier.MISS),
    ],
)
def test_which_tier(drawn: tuple[int, int, int], total: int, tier: Tier) -> None:
    """Limit comes first, then Evade, then Defense. The rest is a Weak Hit."""
    assert tier_of(RULINGS, total, Lines(*drawn)) is tier
    assert struck().chance(lambda r: r.tier is Tier.MISS) == Fraction(1, 6)


@pytest.mark.example("attack.weak", 0, 1)
def test_a_weak_hit_does_one() -> None:
    """Defense 8 and total 7: 1 damage. Against Pocket 1 no total is Weak."""
    played = attack(None, (4, 3), pocket=4)
    assert "Weak Hit" in played.text
    assert damage(played) == 1
    assert struck(drawn=Lines(4, 5, 10)).chance(lambda r: r.tier is Tier.WEAK_HIT) == 0


@pytest.mark.example("attack.strong", 0, 1)
@pytest.mark.example("attack.critical", 0, 1)
@pytest.mark.parametrize(
    ("dice", "words", "much"),
    [((5, 3), "Strong Hit", 5), ((4, 4), "Strong Hit", 4), ((6, 4), "Critical Hit", 6), ((5, 5), "Critical Hit", 5)],
)
def test_strong_and_critical_do_the_larger_die(dice: tuple[int, int], words: str, much: int) -> None:
    """Against Defense 8 and Limit 10."""
    played = attack(None, dice, pocket=4)
    assert words in played.text
    assert damage(played) == much


@pytest.mark.example("attack.bigger-die", 0, 1)
def test_the_larger_of_the_final_dice() -> None:
    """2 and 3 with Pocket 6 for the 2 do 6 damage. With Advantage 1, 3 and 5 keep 5 and 3 and do 5."""
    s = fight(seeker(pocket=6, marked=SPENT), foe(pocket=4))
    swapped = act(s, "attack", who="hero", dice=[(2, 3)], answers=["swap 2"])
    assert "rolls 9" in swapped.text
    assert damage(swapped) == 6
    found = act(s, "deduce", who="hero", enemy="foe", answers=["yes"]).state
    turn = found.having(found.seekers[0].but(turn=s.seekers[0].turn))
    assert damage(act(turn, "attack", who="hero", dice=[(1, 3, 5)], answers=["keep"])) == 5


@pytest.mark.example("attack.effects", 0)
def test_effects_by_tier() -> None:
    """Heavy on a Critical, Piercing on a Strong Hit, Edged on any hit: each changes its tier and no lower one."""
    rolls = {"weak": (4, 2), "strong": (5, 3), "critical": (5, 5)}

    def more(weapon: str) -> dict[str, int]:
        dice = {
            tier: ((faces, 2) if weapon == "heavy" and tier == "critical" else (faces,))
            for tier, faces in rolls.items()
        }
        return {tier: damage(attack(weapon, *dice[tier])) - damage(attack(None, rolls[tier])) for tier in rolls}

    assert more("heavy") == {"weak": 0, "strong": 0, "critical": 2}
    assert more("piercing") == {"weak": 0, "strong": 1, "critical": 1}
    assert more("edged") == {"weak": 2, "strong": 0, "critical": 0}


@pytest.mark.example("attack.enemy-stats", 0)
def test_a_new_enemy_has_a_seekers_base_numbers() -> None:
    """Pocket die 5: Evade 4, Defense 9, Limit 10. Without HP the form refuses."""
    made = act(veil(seeker()), "make_enemy", name="Goblin", hp=6, dice=[5])
    assert lines(made.state, made.foe) == Lines(4, 9, 10)
    with pytest.raises(Refused, match="needs hp"):
        act(veil(seeker()), "make_enemy", name="Goblin")
    with pytest.raises(Refused, match="Evade must be below Limit"):
        act(veil(seeker()), "make_enemy", name="Goblin", hp=6, evade=8, limit=8)


@pytest.mark.example("attack.enemy-rolls", 0)
def test_enemies_use_the_same_thresholds() -> None:
    """3 and 2 against Evade 4 and Pocket 1: a Strong Hit for 3, and the Guide is not asked to improve it."""
    played = struck_by(foe(), (3, 2), pocket=1)
    assert "Strong Hit" in played.text
    assert played.hero.hp == 7
    assert played.questions == []


@pytest.mark.example("attack.odds", 0, 1)
def test_the_table_of_attacks() -> None:
    """All rows of the ledger: each tier's chance and the average damage."""
    for row in LEDGER.tables["odds.attack"].records():
        drawn = Lines(row["evade"], row["defense"], row["limit"])
        dist = struck(drawn=drawn)
        tiers = dist.map(lambda r: r.tier)
        names = (
            ("miss", Tier.MISS),
            ("weak", Tier.WEAK_HIT),
            ("strong", Tier.STRONG_HIT),
            ("critical", Tier.CRITICAL_HIT),
        )
        for name, tier in names:
            assert tiers[tier] == Fraction(row[name])
        assert dist.mean(lambda r: r.damage) == Fraction(row["average_damage"])


@pytest.mark.example("attack.unarmed", 0)
def test_bare_hands_will_do() -> None:
    """An unarmed Strong Hit with a 4 does 4."""
    assert damage(attack(None, (4, 3))) == 4


def test_an_outcome_says_tier_and_damage() -> None:
    """The odds name outcomes in a player's words."""
    assert Blow(Tier.STRONG_HIT, 5).name == "Strong Hit, 5 damage"
    assert Blow(Tier.MISS, 0).name == "Miss"


def test_a_thing_is_no_weapon() -> None:
    """A helmet is not to strike with, and the sentence says what is."""
    s = fight(seeker("hero", "helmet"), foe())
    with pytest.raises(Refused, match="with cannot be 'helmet'"):
        act(s, "attack", who="hero", weapon="helmet")


def test_the_bestiary_is_fit_to_fight() -> None:
    """Every beast can be placed, has its lines in order, and can be struck down."""
    for beast in BEASTS:
        placed = act(veil(seeker()), "place_enemy", beast=beast.id, dice=[3])
        assert placed.foe.evade < placed.foe.limit <= 12
        assert placed.foe.hp == beast.hp
    both = act(act(veil(), "place_enemy", beast="husk", dice=[3]).state, "place_enemy", beast="husk", dice=[4]).state
    assert [enemy.name for enemy in both.enemies] == ["Husk", "Husk 2"]


@pytest.mark.exercises("attack.odds", "attack.precedence")
@pytest.mark.parametrize(
    ("drawn", "rulings", "marks"),
    [
        (Lines(4, 7, 10), RULINGS, (5, 7, 10)),
        (Lines(4, 5, 10), RULINGS, (5, 10)),
        (Lines(5, 11, 10), RULINGS, (6, 10)),
        (Lines(5, 11, 10), MoonveilRulings(thresholds="defense"), (6, 11)),
        (Lines(4, 7, 10), MoonveilRulings(at_evade="hit"), (4, 7, 10)),
    ],
)
def test_the_totals_worth_reaching(drawn: Lines, rulings: MoonveilRulings, marks: tuple[int, ...]) -> None:
    """Marks are the totals where the tier rises, by the table's rulings."""
    assert marks_of(rulings, drawn) == marks


@pytest.mark.exercises("gear.armor")
def test_an_enemys_armor_is_told() -> None:
    """4 against Armor 1: 3, and the log says why."""
    s = fight(seeker(marked=SPENT), foe(armor=1))
    played = act(s, "attack", who="hero", dice=[(4, 4)], answers=["keep"])
    assert "Foe takes 3 damage: 1 less than 4." in played.text


def test_a_refusal_names_who_is_within_reach() -> None:
    """By name, not by id."""
    near, far = foe("e-1", name="Gutter Imp"), foe("e-2", name="Husk", at=3)
    with pytest.raises(Refused, match=r"Husk is out of reach\. Within it: Gutter Imp\."):
        act(fight(seeker("hero", "range"), near, far), "attack", who="hero", weapon="range", target="e-2")


@pytest.mark.exercises("weapon.bomb", "special.exploration")
def test_a_bomb_needs_no_encounter() -> None:
    """Free while exploring, an Action in an encounter. Without a bomb it is refused."""
    s = veil(seeker("hero", "bomb"), foe(at=1))
    assert act(s, "throw_bomb", who="hero", bomb="bomb", at=1, dice=[(2, 2, 2)], answers=["3d6", ALL]).foe.hp == 14
    spent = fight(seeker("hero", "bomb", turn=Turn(True, "first", 0, 1)), foe(at=1))
    with pytest.raises(Refused, match="has no Action left"):
        act(spent, "throw_bomb", who="hero", bomb="bomb", at=1)
    with pytest.raises(Refused, match="nobody has a bomb"):
        act(veil(seeker()), "throw_bomb", who="hero", bomb="bomb", at=1)


@pytest.mark.exercises("weapon.tricky", "death.zero")
def test_the_dead_do_not_slip() -> None:
    """A Tricky hit that kills calls for no Slip Check."""
    killed = struck_by(foe(weapon="tricky"), (6, 4), hp=3)
    assert (killed.hero.dead, len(killed.rolls)) == (True, 1)


@pytest.mark.exercises("roll.reroll.stat")
def test_the_suggested_stat_needs_no_asking() -> None:
    """Strength in melee, whether it is named or not."""
    s = fight(seeker(), foe())
    assert act(s, "attack", who="hero", mark="strength", dice=[(5, 3)], answers=["keep"]).questions == [
        "Keep it? The totals that count are 5, 7 and 10."
    ]
