"""Best play between two bounds: against brute force, against the chain reader, against others, and cut short."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from tablewright.engine.exact.tree_builder import TreeBuilder
from tablewright.engine.markov.chain import build_chain
from tablewright.rules import Choose, GameError, Rule, Scenario, State, roll, rule, tail_call
from tablewright.solver.budget import Budget
from tablewright.solver.policy_iteration import PolicyIteration
from tests.clock import TickingClock

ROOMS, FACES = 7, 3


class Maze(State, frozen=True):
    """A walker in a maze drawn by a seed: every door of a room leads by a die to other rooms, or out."""

    seed: int
    room: int = 0
    doors: int = 2


@cache
def plan(seed: int) -> dict[tuple[int, int], list[int]]:
    """The doors of each room by the die: -1 is death, -2 is out."""
    dice = random.Random(seed)
    return {
        (room, door): [dice.choice((-1, -2, *range(ROOMS))) for _ in range(FACES)]
        for room, door in product(range(ROOMS), range(3))
    }


@rule("maze.door")
def through(s: Maze, door: int) -> Rule[Maze]:
    """A door taken: where it leads is a matter of luck, and who does not like it may try once more."""
    (face,) = yield from roll(1, FACES)
    if face == FACES and (yield from Choose("ada", f"Again, at door {door}?", (False, True))):
        (face,) = yield from roll(1, FACES)
    return s.but(room=plan(s.seed)[s.room, door][face - 1])


@rule("maze.luck")
def lucky(s: Maze) -> Rule[bool]:
    """A rule called, with a choice in it."""
    if (yield from Choose("bo", "Look around?", (False, True))):
        return (yield from roll(1, 4))[0] < 4
    return False


@rule("maze.room")
def next_room(s: Maze) -> Rule[Maze]:
    door = yield from Choose("ada", "Which door?", tuple(range(s.doors)))
    if s.room % 2 == 0 and (yield from lucky(s)):
        return s.but(room=(s.room + 1) % ROOMS)
    return tail_call(through(s, door))


def left(s: Maze) -> str | None:
    return {-1: "dead", -2: "out"}.get(s.room)


def out(s: Maze) -> float:
    return float(s.room == -2)


def maze(side: tuple[str, ...] = (), between: tuple[float, float] | None = (0.0, 1.0)) -> Scenario:
    return Scenario("maze", "Maze", "A maze.", Maze, next_room, left, value=out, side=side, between=between)


def improved(scenario: Scenario, start: Any, mode: Any = "bounds", meter: Budget | None = None) -> PolicyIteration:
    found = PolicyIteration(scenario, start, None, meter or Budget(clock=TickingClock(0.001)))
    found.follow(found.meter.until)
    found.run(mode)
    return found


@cache
def best_by_chain(start: Maze, side: tuple[str, ...] = ()) -> float:
    return float(build_chain(maze(side), start, best=True).mean_left(lambda s: {"out": out(s)})["out"])


@pytest.mark.parametrize("mode", ["bounds", "full"])
@pytest.mark.parametrize("seed", range(12))
def test_the_best_of_a_maze_is_found_and_proven(seed: int, mode: str) -> None:
    """Cycles, luck, choices after the die and in a rule called: the same worth as by value iteration."""
    start = Maze(seed, doors=3)
    found = improved(maze(), start, mode)
    assert found.proven
    assert found.lower == pytest.approx(best_by_chain(start), abs=2e-6)
    assert found.lower <= found.upper <= found.lower + 1e-6


@rule("maze.plain")
def plain_door(s: Maze) -> Rule[Maze]:
    door = yield from Choose("ada", "Which door?", tuple(range(s.doors)), about=s)
    return s.but(room=plan(s.seed)[s.room, door][(yield from roll(1, FACES))[0] - 1])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_policy_at_all_is_better_than_the_best(seed: int) -> None:
    """Every way to assign doors to rooms, each solved by itself: none beats what is found, and one is it."""
    bare = Scenario("maze", "Maze", "A maze.", Maze, plain_door, left, value=out, between=(0.0, 1.0))
    start = Maze(seed)
    every = []
    for doors in product(range(2), repeat=ROOMS):
        follow = PolicyIteration(bare, start, lambda ask, doors=doors: doors[ask.about.room], Budget())  # type: ignore[misc]
        assert follow.follow(follow.meter.until)
        every.append(follow.base)
    found = improved(bare, start)
    assert found.lower == pytest.approx(max(every), abs=1e-6)
    assert min(every) < max(every)


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_not_on_its_side_plays_against_it(seed: int) -> None:
    """Bo looks around to do harm: minimax, the same as by value iteration over whole states."""
    start = Maze(seed, doors=3)
    against = maze(side=("ada",))
    found = improved(against, start)
    assert found.proven
    assert found.lower == pytest.approx(best_by_chain(start, ("ada",)), abs=2e-6)
    assert found.lower <= improved(maze(), start).lower + 1e-6


def test_opposition_makes_a_difference() -> None:
    """In some maze what an opponent does costs something: otherwise nothing above would have been tried."""
    starts = [Maze(seed, doors=3) for seed in range(8)]
    assert any(best_by_chain(start, ("ada",)) < best_by_chain(start) - 0.01 for start in starts)


@pytest.mark.parametrize("seconds", [30, 60, 100, 180])
@pytest.mark.parametrize("side", [(), ("ada",)])
def test_bounds_hold_wherever_it_is_cut_short(seconds: float, side: tuple[str, ...]) -> None:
    """Time may run out at any point: what is found is never worth more than the best, and the best never more than the
    upper bound.
    """
    for seed in range(6):
        start = Maze(seed, doors=1 + seed % 3)  # behind a single door all hangs on the other side
        scenario = maze(side)
        found = improved(scenario, start, meter=Budget(seconds, clock=TickingClock()))
        true = best_by_chain(start, side)
        assert found.lower <= true + 1e-6
        assert true <= found.upper + 1e-6


def test_time_that_runs_out_proves_nothing() -> None:
    """Bounds that have not met are no proof."""
    found = improved(maze(), Maze(3, doors=3), meter=Budget(20, clock=TickingClock()))
    assert not found.proven
    assert found.upper - found.lower > 0.01


def test_memory_that_runs_out_ends_it() -> None:
    """A megabyte more than allowed, noticed at a look, and no more trees are grown."""
    needed = iter(range(10_000))
    meter = Budget(megabytes=1, needed=lambda: float(next(needed)))
    found = improved(maze(between=None), Maze(3, doors=3), meter=Budget())
    assert found.proven
    short = PolicyIteration(maze(), Maze(3, doors=3), None, meter)
    while not meter.past():
        pass
    short.run()
    assert meter.full
    assert not short.places.opened


def test_a_rule_cut_where_it_becomes_another_ends_with_that_call() -> None:
    """The call itself is what it comes to; the whole tree knows of no call."""
    forest = TreeBuilder()
    start = Maze(1)
    assert set(forest.cut(next_room(start)).results) >= {through(start, 0), through(start, 1)}
    assert all(isinstance(result, Maze) for result in forest.tree(next_room(start)).results)


def test_a_rule_cut_here_is_whole_where_it_is_called() -> None:
    """A caller gets the rule's result, even if the same rule was cut as a position before."""

    @rule("maze.twice")
    def twice(s: Maze) -> Rule[int]:
        return (yield from next_room(s)).room

    forest = TreeBuilder()
    forest.cut(next_room(Maze(1)))
    assert all(isinstance(result, int) for result in forest.tree(twice(Maze(1))).results)


def test_without_a_word_on_what_endings_are_worth_everything_is_opened() -> None:
    """An optimist who does not know the best ending could be proven wrong by one nobody has met."""
    found = improved(maze(between=None), Maze(4, doors=3))
    assert found.proven
    assert not found.places.unopened


def test_an_ending_worth_more_than_was_said_is_a_fault() -> None:
    """The bound would be wrong: it is said where the worth is made."""
    wrong = maze(between=(0.0, 0.5))
    with pytest.raises(GameError, match=r"worth 0 to 0\.5, and one is worth 1"):
        improved(wrong, Maze(5, doors=3))


@rule("toy.door")
def waiting(s: Maze) -> Rule[Maze]:
    """Wait before the door as long as you like, or go in and need so many fours."""
    if not (yield from Choose("ada", "Go in?", (False, True))):
        return s
    return s.but(room=-2 if set((yield from roll(s.doors, 4))) == {4} else -1)


@pytest.mark.parametrize("dice", [1, 5, 8])
def test_waiting_for_ever_is_worth_the_worst_ending(dice: int) -> None:
    """Going in is best however little it is worth, and a policy that waits is worth nothing."""
    door = Scenario("door", "Door", "A door.", Maze, waiting, left, value=out, between=(0.0, 1.0))
    found = improved(door, Maze(1, doors=dice))
    assert found.base == pytest.approx(0.0)
    assert found.lower == pytest.approx(0.25**dice, rel=1e-6)
    assert found.proven
