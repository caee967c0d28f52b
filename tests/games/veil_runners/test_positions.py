"""Positions of a roll, and the Focus Tokens it earns and costs."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners.state import Position, Result, member

from .table import act, crew, everyone, mission, odds, refused, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


# Positions


@pytest.mark.example("roll.position", 0)
def test_the_wayfinder_calls_one_of_three_positions() -> None:
    """The call holds for the next roll, after which the scene's position holds again."""
    s = act(mission(), "call_position", position="risky", who=["ada"]).state
    assert act(s, "crew_roll", [[6, 1, 1]], who="ada").told("; risky.")
    after = act(s, "crew_roll", [[6, 1, 1]], who="ada").state
    assert act(after, "crew_roll", [[6, 1, 1]], who="ada").told("; standard.")
    assert "Choose from: standard, risky, desperate" in refused(s, "call_position", position="calm")
    s = act(mission(), "call_position", position="risky", who=["ship", "bo"]).state
    flown = act(s, "ship_roll", [[6, 1]], core="NAV")
    assert flown.told("; risky.")
    assert act(flown.state, "ship_roll", [[6, 1]], core="NAV").told("; standard.")
    together = act(s, "group_roll", [[6, 1, 1], [6, 1]], who=["bo"], ship="NAV").state
    assert (together.ship.position, member(together, "bo").position) == (None, None)
    joined = act(mission().but(phase="preparing"), "add_crew", name="Zed").state
    zed = act(joined, "call_position", position="risky", who=["zed"])
    assert (zed["zed"].position, zed.state.ship.position) == ("risky", None)
    scene = act(mission(), "call_position", position="desperate").state
    assert act(scene, "crew_roll", [[6, 1, 1]], who="bo").told("; desperate.")


@pytest.mark.example("roll.position.standard", 0, 1)
@pytest.mark.example("roll.position.risky", 0, 1)
@pytest.mark.example("roll.position.desperate", 0, 1, 2)
@pytest.mark.parametrize(
    ("position", "dice", "result", "focus", "hurt"),
    [
        ("standard", [1, 2], FIASCO, 1, False),
        ("standard", [5, 5], DRAWBACK, 0, False),
        ("risky", [1, 2], FIASCO, 2, True),
        ("risky", [5, 5], DRAWBACK, 0, False),
        ("desperate", [5, 5], DRAWBACK, 1, True),
        ("desperate", [6, 5], SUCCESS, 0, False),
        ("desperate", [1, 1], FIASCO, 2, True),
    ],
)
def test_danger_decides_what_hurts(position: Position, dice: list[int], result: Result, focus: int, hurt: bool) -> None:
    """A Fiasco earns its token anyway, damage earns another, and the damage die takes Life Support."""
    s = crew(mission(), vitality=2).but(position=position)
    after = act(s, "crew_roll", [dice, *([[1]] if hurt else [])], who="ada")
    assert after.result is result
    assert after["ada"].focus == focus
    assert after["ada"].life_support is not hurt


@pytest.mark.example("roll.position.forced", 0, 1)
def test_what_forces_desperate_overrides_the_call_once() -> None:
    """Risky was called, but Engineering is lost. Several reasons are no worse than one."""
    s = ship(mission(), engineering="lost").but(position="risky")
    assert act(s, "ship_roll", [[6, 6]], core="NAV").told("desperate (Engineering is gone)")
    both = crew(mission(), hazard="fire", suit=("Limiter Override",))
    after = act(both, "crew_roll", [[5, 1, 1, 1], [1]], who="ada")
    assert after.told("desperate (Exposed: fire, Limiter Override)")
    assert len(after.dice) == 2


@pytest.mark.example("roll.position.fixed", 0, 1)
def test_the_position_is_what_it_was_when_the_dice_fell() -> None:
    """Engineering spent on a shunt after the throw changes nothing. Spent before, it does."""
    s = mission()
    meanwhile = act(s, "ship_roll", [[4, 1]], ["4,0,0"], core="NAV", shunt=True)
    assert meanwhile.told("; standard.")
    assert (meanwhile.state.ship.integrity, meanwhile.state.ship.engineering) == ("held", "spent")
    assert meanwhile.state.ship.cpu == 4
    before = act(s, "shunt", cpu=1, hul=1, nav=2, pay="engineering").state
    after = act(before, "ship_roll", [[4, 1]], core="NAV")
    assert after.told("; desperate")
    assert after.state.ship.integrity == "lost"


@pytest.mark.example("roll.damage.target", 0, 1)
def test_whoever_rolled_takes_the_damage() -> None:
    """A ship roll hurts only the ship, a crew roll only the roller."""
    s = mission().but(position="desperate")
    after = act(s, "ship_roll", [[4, 1]], core="NAV", carrier="ada")
    assert after.state.ship.integrity == "lost"
    assert after.state.crew == s.crew
    risky = act(mission().but(position="risky"), "crew_roll", [[3, 1, 1], [5]], who="ada")
    assert not risky["ada"].secondary_works
    assert risky.state.ship == mission().ship


@pytest.mark.example("roll.fiasco.order", 0, 1)
def test_a_risky_fiasco_earns_twice_up_to_three() -> None:
    """From 0 to 2 tokens. From 2 to 3, and the last is lost."""
    for before, after in ((0, 2), (2, 3)):
        s = crew(mission(), focus=before).but(position="risky")
        assert act(s, "crew_roll", [[1, 1, 1], [1]], who="ada")["ada"].focus == after


# Focus Tokens


@pytest.mark.example("focus.cap", 0, 1, 2)
@pytest.mark.parametrize(("held", "given", "after"), [(2, 1, 3), (3, 1, 3), (2, 2, 3)])
def test_tokens_above_three_are_lost(held: int, given: int, after: int) -> None:
    """For the crew and for the ship."""
    s = ship(crew(mission(), focus=held), focus=held)
    assert act(s, "hand_out_focus", who="ada", tokens=given)["ada"].focus == after
    assert act(s, "hand_out_focus", who="ship", tokens=given).state.ship.focus == after


@pytest.mark.example("focus.earn.fiasco", 0)
def test_a_fiasco_earns_a_token() -> None:
    """1 and 3: a token for a member without one."""
    after = act(crew(mission(), vitality=2), "crew_roll", [[1, 3]], who="ada")
    assert (after.result, after["ada"].focus) == (FIASCO, 1)


@pytest.mark.example("focus.owner", 0, 1)
def test_the_ships_tokens_and_the_pilots_are_not_shared() -> None:
    """The pilot's tokens raise none of the ship's dice. A Fiasco is the ship's gain, not hers."""
    s = crew(mission(), focus=3)
    after = act(s, "ship_roll", [[3, 3]], core="NAV", carrier="ada")
    assert after.result is FIASCO
    assert [line for line in after.lines if line.kind == "choice"] == []
    assert (after.state.ship.focus, after["ada"].focus) == (1, 3)


@pytest.mark.example("focus.uses", 0, 1)
def test_healing_is_paid_by_crew_and_shunts_by_the_ship() -> None:
    """A ship's token heals no one, a member's token shunts nothing."""
    s = ship(mission(), focus=1).but(scene="safe")
    assert "Ada has no Focus Token" in refused(s, "heal", who="ada", patient="bo")
    rich = crew(mission(), focus=1).but(rolled="roll")
    assert refused(rich, "shunt", cpu=4, hul=0, nav=0, pay="focus") == "Patient Heron has no Focus Tokens."


@pytest.mark.example("focus.use.heal", 0)
def test_a_token_pays_for_an_attempt_to_heal() -> None:
    """The only token is gone when the dice fall."""
    s = crew(crew(mission(), focus=1), "bo", vitality=1).but(scene="safe")
    after = act(s, "heal", [[6, 1, 1]], who="ada", patient="bo")
    assert (after["ada"].focus, after.result) == (0, SUCCESS)


@pytest.mark.example("focus.use.shunt", 0)
@pytest.mark.example("shunt.when.focus", 0, 1)
def test_a_token_of_the_ship_pays_for_a_shunt_after_any_roll() -> None:
    """After a crew roll too. Without a token it is refused."""
    s = act(ship(mission(), focus=1), "crew_roll", [[4, 1, 1]], who="ada").state
    after = act(s, "shunt", cpu=0, hul=0, nav=4, pay="focus").state.ship
    assert (after.focus, after.nav) == (0, 4)
    poor = act(mission(), "crew_roll", [[4, 1, 1]], who="ada").state
    assert "has no Focus Tokens" in refused(poor, "shunt", cpu=0, hul=0, nav=4, pay="focus")
    assert "Nobody has rolled yet" in refused(ship(mission(), focus=1), "shunt", cpu=0, hul=0, nav=4, pay="focus")


def test_the_odds_of_a_roll_know_the_tokens() -> None:
    """With three tokens and three dice a Fiasco can always be averted, and best play never spends for nothing."""
    seen = odds(crew(mission(), focus=3), "crew_roll", who="ada")
    assert seen.best[FIASCO] == 0
    assert seen.plain[FIASCO] > 0


def test_everyone_can_roll() -> None:
    """Every member can make a roll, with any player."""
    s = everyone(mission(), focus=0)
    for m in s.crew:
        assert act(s, "crew_roll", [[6, 6, 6]], who=m.id).result is CRITICAL


@pytest.mark.exercises("roll.read.highest", "roll.pool.zero")
@pytest.mark.parametrize(
    ("vitality", "faces", "counted"),
    [
        (3, [2, 5, 5], (False, True, False)),
        (3, [6, 1, 6], (True, False, True)),
        (0, [4, 2], (False, True)),
        (0, [6, 6], (True, False)),
    ],
)
def test_the_die_that_is_read_is_marked(vitality: int, faces: list[int], counted: tuple[bool, ...]) -> None:
    """The highest once, both sixes of a Critical, or the lowest of a roll with no dice."""
    s = crew(mission(), vitality=vitality)
    rolled = act(s, "crew_roll", [faces], who="ada", talking=True)
    assert next(line.counted for line in rolled.lines if line.kind == "roll") == counted
