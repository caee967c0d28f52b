"""The chain reader at its edges: starts that are over, cycles, endless play, best play with ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.engine.markov.batch_sampler import BatchSampler
from tablewright.engine.markov.chain import MarkovChain, build_chain
from tablewright.rules import Choose, Refused, Rule, Scenario, State, TooLarge, roll, rule, tell
from tests.engine.contract.test_fight import FIGHT, Fight


class At(State, frozen=True):
    place: int
    coins: int = 0


def scenario(
    step: Callable[[Any], Any], ending: Callable[[Any], str | None], value: Callable[[Any], float] | None = None
) -> Scenario:
    return Scenario("toy", "Toy", "A toy.", start=At, step=step, ending=ending, value=value)


@rule("toy.drunk")
def drunk(s: At) -> Rule[At]:
    """One step left or right, evenly."""
    return s.but(place=s.place + (1 if (yield from roll(1, 2))[0] == 2 else -1))


def home_or_river(s: At) -> str | None:
    return "home" if s.place >= 10 else "river" if s.place <= 0 else None


def test_a_start_that_is_over_is_its_own_ending() -> None:
    """No steps, one ending, sure; sampled too."""
    solved = build_chain(scenario(drunk, home_or_river), At(10))
    assert solved.chances() == {"home": 1.0}
    assert solved.mean_length() == 0
    assert solved.lengths() == [1.0]
    assert solved.mean_left(lambda s: {"place": s.place}) == {"place": 10}
    assert BatchSampler(solved).play(5, ever=lambda s: s.place == 10).ever() == 1.0


@pytest.mark.parametrize("place", [1, 3, 5, 9])
def test_cycles_are_solved(place: int) -> None:
    """The gambler's ruin: the textbook's chances and mean length, though every state can return."""
    solved = build_chain(scenario(drunk, home_or_river), At(place))
    assert solved.chances()["home"] == pytest.approx(place / 10, abs=1e-12)
    assert solved.mean_length() == pytest.approx(place * (10 - place), abs=1e-9)


def test_a_scenario_without_an_ending_is_refused() -> None:
    """Nothing to wait for."""

    @rule("toy.ring")
    def ring(s: At) -> Rule[At]:
        return s.but(place=(s.place + (yield from roll(1, 2))[0]) % 5)

    with pytest.raises(Refused, match="No ending can be reached"):
        build_chain(scenario(ring, lambda s: None), At(0))


@rule("toy.swamp")
def swamp(s: At) -> Rule[At]:
    """Half of the walkers get through; the others go in circles."""
    if s.place == 0:
        return s.but(place=(yield from roll(1, 2))[0])
    yield tell("toy", "Round and round.")
    return s.but(place=5 - s.place)


def test_a_scenario_that_may_go_on_for_ever_is_refused() -> None:
    """Some plays end and some never do: a sentence, not a crash of the solver."""
    with pytest.raises(Refused, match="It may never end"):
        build_chain(scenario(swamp, lambda s: "through" if s.place == 1 else None), At(0))


@rule("toy.door")
def door(s: At) -> Rule[At]:
    """One may wait before the door, as long as one likes."""
    if not (yield from Choose("ada", "Go in?", (False, True))):
        return s
    return s.but(place=(yield from roll(1, 4))[0])


@pytest.mark.parametrize("worth", [(0.0, 1.0), (-1.0, 0.0), (-2.0, -1.0), (3.0, 4.0)])
def test_best_play_does_not_wait_for_ever(worth: tuple[float, float]) -> None:
    """Waiting is worth as much as going in, and leads nowhere: so one goes in, whatever endings are worth."""
    lost, won = worth
    doors = scenario(door, lambda s: {0: None, 4: "won"}.get(s.place, "lost"), lambda s: won if s.place == 4 else lost)
    solved = build_chain(doors, At(0), best=True)
    assert solved.chances() == pytest.approx({"won": 0.25, "lost": 0.75})
    assert solved.mean_length() == pytest.approx(1)


@rule("toy.ask")
def ask(s: At) -> Rule[bool]:
    return (yield from Choose("ada", "Go on?", (False, True)))


@rule("toy.stairs")
def stairs(s: At) -> Rule[At]:
    """A rule inside asks; at the end of three stairs it is over."""
    if not (yield from ask(s)):
        return s
    return s.but(place=s.place + 1)


def test_best_play_finds_the_way_through_rules_inside_rules() -> None:
    """Three times in a row the choice that moves on has to be found behind an equal one that does not."""
    solved = build_chain(scenario(stairs, lambda s: "up" if s.place == 3 else None, lambda s: 1.0), At(0), best=True)
    assert solved.chances() == {"up": pytest.approx(1)}
    assert solved.lengths() == pytest.approx([0, 0, 0, 1])


@rule("toy.toll")
def toll(s: At) -> Rule[At]:
    """Pay or do not pay: the road is the same."""
    pays = yield from Choose("ada", "Pay?", (False, True), (0, 1))
    place = s.place + (yield from roll(1, 2))[0]
    return s.but(place=place, coins=s.coins - 1 if pays else s.coins)


def test_equal_options_go_to_the_earlier() -> None:
    """Paying gains nothing, so nothing is paid; and states that are never reached are not counted."""
    free = scenario(toll, lambda s: "there" if s.place >= 4 else None, lambda s: 1.0)
    solved = build_chain(free, At(0, coins=5), best=True)
    assert solved.mean_left(lambda s: {"coins": s.coins}) == {"coins": pytest.approx(5)}
    assert {s.coins for s in solved.states} == {5}


@rule("toy.maze")
def maze(s: At) -> Rule[At]:
    """Into a maze that has no way out, or home."""
    if s.place == 7:
        yield tell("toy", "Lost.")
        return s
    return s.but(place=7 if (yield from Choose("ada", "Into the maze?", (True, False))) else 1)


def test_a_trap_nobody_walks_into_does_no_harm() -> None:
    """Best play goes home, so it does not matter that the maze never ends."""
    trap = scenario(maze, lambda s: "home" if s.place == 1 else None, lambda s: 1.0)
    assert build_chain(trap, At(0), best=True).chances() == {"home": pytest.approx(1)}
    with pytest.raises(Refused):
        build_chain(trap, At(0))


def test_a_policy_may_leave_choices_to_the_best() -> None:
    """What it answers is fixed; what it leaves open is played for the highest value."""
    doors = scenario(door, lambda s: {0: None, 4: "won"}.get(s.place, "lost"), lambda s: float(s.place == 4))
    assert build_chain(doors, At(0), lambda ask: True, best=True).chances()["won"] == pytest.approx(0.25)
    with pytest.raises(Refused):
        build_chain(doors, At(0), lambda ask: False, best=True)


def walk_home() -> MarkovChain:
    return build_chain(scenario(drunk, home_or_river), At(4))


def test_batches_are_the_same_for_the_same_seed() -> None:
    """Where each play ended and how long it took; another seed plays otherwise."""
    first, again, other = (BatchSampler(walk_home(), seed).play(5000) for seed in (1, 1, 2))
    assert (first.last == again.last).all()
    assert (first.steps == again.steps).all()
    assert (first.steps != other.steps).any()


def test_batches_fall_as_the_chain_is_solved() -> None:
    """Within five standard deviations; more plays than fit into one batch."""
    solved = walk_home()
    plays = BatchSampler(solved, 3).play(40_000)
    assert len(plays) == 40_000
    assert abs(plays.chances()["home"] - 0.4) < 5 * (0.24 / 40_000) ** 0.5
    assert plays.steps.mean() == pytest.approx(solved.mean_length(), rel=0.05)
    assert sum(plays.chances().values()) == pytest.approx(1)


def test_a_batch_takes_several_steps_at_a_time_and_ends_where_the_play_does() -> None:
    """Every length is as likely as the chain says, also those at which a play ends in the middle of a leap."""
    solved = walk_home()
    plays = BatchSampler(solved, 6).play(40_000)
    for steps, chance in enumerate(solved.lengths()[:40]):
        assert abs((plays.steps == steps).mean() - chance) <= 5 * (chance * (1 - chance) / 40_000) ** 0.5


def test_what_lies_on_the_way_is_seen_on_the_way() -> None:
    """Whoever gets home from 4 was at 9; nobody is ever at 11; everybody was at the start."""
    batches = BatchSampler(walk_home(), 4)
    plays = batches.play(3000, ever=lambda s: s.place == 9)
    assert plays.ever() > plays.chances()["home"]
    assert batches.play(100, ever=lambda s: s.place == 11).ever() == 0
    assert batches.play(100, ever=lambda s: s.place == 4).ever() == 1


def test_best_play_has_a_budget_of_work() -> None:
    """Few states can still hold too many choices: it is said, not waited for."""
    with pytest.raises(TooLarge, match="More than 40 branches"):
        build_chain(FIGHT, Fight(9, 14), best=True, branches=40)
    assert build_chain(FIGHT, Fight(9, 14), branches=40).chances()["won"] > 0


@rule("toy.branching")
def branching(s: At) -> Rule[At]:
    """Six ways on from everywhere, and all of them new."""
    return s.but(place=7 * s.place + (yield from roll(1, 6))[0])


def test_what_grows_without_end_is_given_up_early() -> None:
    """Where only a likely chain is tried, long before the most states are reached; who insists goes on to those."""
    endless = scenario(branching, lambda s: "far" if s.place > 10**9 else None)
    with pytest.raises(TooLarge, match="More than 2,000 states can be reached, and ever more"):
        build_chain(endless, At(1), likely=True)
    with pytest.raises(TooLarge, match="More than 4,000 states"):
        build_chain(endless, At(1), states=4_000)


def test_who_falls_first_is_solved() -> None:
    """The drunk who falls into the river has fallen, the one who gets home has not; who is down at the start cannot."""
    solved = build_chain(scenario(drunk, home_or_river), At(3))
    first = solved.first(lambda s: ["the drunk"] if s.place > 0 else [])
    assert first == {"nobody": pytest.approx(0.3), "the drunk": pytest.approx(0.7)}
    assert solved.first(lambda s: []) == {"nobody": pytest.approx(1)}
    early = solved.first(lambda s: ["hat", "drunk"] if s.place > 2 else ["drunk"] if s.place > 0 else [])
    assert early == {"hat": pytest.approx(7 / 8), "nobody": pytest.approx(1 / 8)}
