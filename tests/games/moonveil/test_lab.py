"""Policies, scenarios, and the Guide's question how a fight is likely to go from here."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.markov.chain import build_chain
from tablewright.engine.sampling import simulation
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.fight import arm_of, circle_place, fight_over, orb_place, plans
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Magic, Pips
from tablewright.games.moonveil.policies import POLICIES
from tablewright.games.moonveil.scenarios import duel, from_table, party
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Refused

from .table import act, fight, foe, seeker, veil

BOX = find_game("moonveil")
DUEL = GAME.scenario("duel")


def won(**start: Any) -> float:
    policy = start.pop("policy", "plain")
    return build_chain(DUEL, duel(MoonveilRulings(), **start), POLICIES[policy]).chances()["the Seekers win"]


def test_a_duel_is_solved_exactly_and_sampled_alike() -> None:
    """Chain and bulk agree within five standard deviations."""
    start = duel(MoonveilRulings())
    exact = build_chain(DUEL, start, POLICIES["careful"]).chances()["the Seekers win"]
    tally = simulation.play_many(simulation.ScenarioPlayer(DUEL, POLICIES["careful"], 3), start, 4_000)
    share, _ = tally.chance("the Seekers win")
    assert abs(share - exact) < 5 * (exact * (1 - exact) / 4_000) ** 0.5


def test_weapons_and_defences_are_worth_having() -> None:
    """Each beats bare hands or nothing in the same duel, and the careful beat the plain."""
    bare = won(arm="bare hands", enemy="husk")
    for arm in ("edged", "piercing", "heavy", "tricky"):
        assert won(arm=arm, enemy="husk") > bare
    for guard in ("shield", "armor"):
        assert won(guard=guard, enemy="husk") > won(enemy="husk")
    assert won(policy="careful") > won()


@pytest.mark.exercises("gear.helmet")
def test_a_helmet_is_worth_something_against_a_heavy_weapon() -> None:
    """A Limit matters only where a Critical Hit has effects."""
    assert won(guard="helmet", enemy="bell-knight") > won(enemy="bell-knight")
    assert won(guard="helmet", enemy="husk") == pytest.approx(won(enemy="husk"))


def test_power_is_worth_its_wager_in_one_fight() -> None:
    """Strength is of no other use in a short duel."""
    assert won(policy="power") > won()


def test_more_seekers_do_better() -> None:
    """Three against the same three enemies win more often than one."""
    shares = [
        run_scenario(
            BOX, "party", {"seekers": n, "enemies": 3}, policy="plain", by="bulk", plays=400, cores=1
        ).chances.get("the Seekers win", 0)
        for n in (1, 3)
    ]
    assert shares[0] < shares[1]


def test_from_the_table() -> None:
    """The fight on the table goes on from where it is. Without a fight the lab refuses."""
    s = fight(seeker(hp=3, marked=Pips(2, 2, 2, 2)), foe(hp=2, at=0, pocket=1))
    scenario = GAME.scenario("party")
    assert scenario.from_table is not None
    easy = build_chain(scenario, from_table(s), POLICIES["plain"]).chances()["the Seekers win"]
    hard = build_chain(scenario, from_table(s.having(s.enemies[0].but(hp=12))), POLICIES["plain"]).chances()[
        "the Seekers win"
    ]
    assert easy > 0.8 > hard
    with pytest.raises(Refused, match="no fight to go on from"):
        from_table(veil(seeker()))


def test_a_day_has_a_rest_between_encounters() -> None:
    """Two encounters end in one of two ways, and a longer day is no easier."""
    short, long = (
        run_scenario(
            BOX, "day", {"seekers": 1, "encounters": n, "enemies": 1}, policy="plain", by="bulk", plays=300, cores=1
        )
        for n in (1, 4)
    )
    assert set(short.chances) | set(long.chances) <= {"the day is done", "the Seekers are dead"}
    assert long.chances["the day is done"] <= short.chances["the day is done"]


def test_what_a_seeker_can_plan() -> None:
    """In reach strike first, gambits after. Out of reach close in. With a bow shoot, and cast magic not lost."""
    s = fight(seeker(), foe())
    assert plans(s, s.seekers[0])[:4] == ("strike", "end", "power", "finesse")
    away = fight(seeker(), foe(at=2))
    assert "close in" in plans(away, away.seekers[0])
    bow = fight(seeker("hero", "range"), foe(at=2))
    assert plans(bow, bow.seekers[0])[0] == "shoot"
    assert arm_of(bow.seekers[0], True) is not None
    for magic, wanted in (("magic-orb", ["orb"]), ("healing-circle", ["heal"]), ("sleepsand", [])):
        for lost in (False, True):
            mage = fight(seeker(magic=(Magic(magic, lost),)), foe(at=2))
            assert [plan for plan in plans(mage, mage.seekers[0]) if plan in ("orb", "heal")] == wanted * (not lost)
    assert fight_over(s) is None
    assert fight_over(party(MoonveilRulings()).but(enemies=())) == "the Seekers win"


QUICK: list[tuple[str, dict[str, Any]]] = [
    ("attack", {"who": "hero", "weapon": "heavy"}),
    ("attack", {"who": "hero", "weapon": "heavy", "power": True}),
    ("attack", {"who": "hero", "weapon": "heavy", "finesse": True}),
    ("attack", {"who": "hero", "weapon": "heavy", "power": True, "finesse": True}),
    ("stagger", {"who": "hero", "target": "foe"}),
    ("move", {"who": "hero"}),
    ("rally", {"who": "hero"}),
    ("footing", {"who": "hero"}),
]


@pytest.mark.parametrize(("name", "params"), QUICK, ids=[f"{n} {' '.join(p)}" for n, p in QUICK])
def test_odds_of_the_main_actions_are_quick_and_whole(name: str, params: dict[str, Any]) -> None:
    """Exact, within the branches a table may ask for, and counted in well under a second even on a busy machine."""
    s = fight(seeker("hero", "heavy"), foe(bars=True))
    found = action_odds_of(GAME, s, name, params, budget=60_000)
    assert found.plain.whole()
    assert found.best.whole()


def test_odds_of_an_enemys_attack() -> None:
    """The Guide sees an enemy's odds before it strikes, in the same tiers as a Seeker's."""
    s = fight(seeker(), foe(actions=1), phase="enemies")
    found = action_odds_of(GAME, s, "enemy_strikes", {"enemy": "foe"})
    assert float(sum(p for blow, p in found.plain.items() if not blow.tier)) == pytest.approx(1 / 6)
    assert act(s, "enemy_strikes", enemy="foe", dice=[(1, 1)]).hero.hp == 10


HEADLINES: list[tuple[str, dict[str, Any], Any]] = [
    ("rest", {}, 2),
    ("begin_encounter", {}, 3),
    ("call_moon", {}, "Glare"),
    ("milestone", {"who": "a"}, 9),
    ("call_slip", {"who": "a"}, 3),
]


@pytest.mark.parametrize(("name", "params", "headline"), HEADLINES, ids=[name for name, _, _ in HEADLINES])
def test_whatever_is_rolled_has_odds(name: str, params: dict[str, Any], headline: Any) -> None:
    """With a headline, whole, and quick for a party of three."""
    s = veil(seeker("a"), seeker("b"), seeker("c"), foe())
    found = action_odds_of(GAME, s, name, params, budget=60_000)
    assert found.best.whole()
    assert headline in found.outcomes
    assert "done" not in found.outcomes


def test_the_odds_of_a_rest_and_of_initiative() -> None:
    """Hurt to 1, a total of 7 to 12 is always taken. Three Seekers without Dexterity act first one time in eight."""
    hurt = action_odds_of(GAME, veil(seeker(hp=1)), "rest")
    assert hurt.best.chance(lambda more: more == 11) == Fraction(1, 6)
    slow = veil(*(seeker(id, marked=Pips(dexterity=2)) for id in "abc"), foe())
    found = action_odds_of(GAME, slow, "begin_encounter")
    assert found.plain.chance(lambda first: first == 3) == Fraction(1, 8)
    assert found.plain.chance(lambda first: first == 1) == Fraction(3, 8)


def test_a_circle_is_drawn_where_the_wounded_are() -> None:
    """A place without a wounded enemy is preferred."""
    s = fight(seeker(hp=3), seeker("ann", hp=3, at=1), foe(hp=5), foe("fresh", at=1))
    assert circle_place(s) == 1


def test_rulings_change_what_the_lab_says() -> None:
    """A Seeker does better if the Pocket is only lent. If a total at Evade hits, the quicker side gains."""
    start = duel(MoonveilRulings(), pocket=6)
    chances = [
        build_chain(DUEL, start.but(rulings=MoonveilRulings(swap=swap)), POLICIES["careful"]).chances()[
            "the Seekers win"
        ]
        for swap in ("exchange", "copy")
    ]
    assert chances[0] < chances[1]


def test_an_orb_is_thrown_where_no_friend_stands() -> None:
    """The orb goes to the place with most enemies, and nowhere if friends are everywhere."""
    foes = (foe("a", at=1), foe("b", at=2), foe("c", at=2))
    s = fight(seeker(), seeker("ann", at=1), *foes)
    assert orb_place(s, s.seekers[0]) == 2
    crowded = s.having(s.seekers[1].but(at=2))
    assert orb_place(crowded, crowded.seekers[0]) == 1
    assert orb_place(fight(seeker(), foe()), seeker()) is None
