"""The bulk reader: seeded plays, counted out where that pays, refused where they would never end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tablewright.engine.sampling import sampler, simulation
from tablewright.engine.sampling.sampler import WORTH_COUNTING, RuleSampler
from tablewright.engine.sampling.simulation import ChunkWorker, ScenarioPlayer
from tablewright.engine.sampling.statistics import PlayStatistics
from tablewright.rules import (
    Choose,
    DrawCards,
    GameError,
    Outcome,
    Rule,
    Scenario,
    State,
    TooLarge,
    roll,
    rule,
    tail_call,
    tell,
)
from tablewright.rules.errors import Refused


class Road(State, frozen=True):
    gone: int = 0


@rule("toy.step")
def step(s: Road) -> Rule[Road]:
    return s.but(gone=s.gone + (yield from roll(1))[0])


def road(ending: Any, walk: Any = step) -> Scenario:
    return Scenario(
        "road", "The road", "A walk.", start=Road, step=walk, ending=ending, count=lambda s: {"gone": s.gone}
    )


TWENTY = road(lambda s: "there" if s.gone >= 20 else None)


def find_road() -> tuple[Scenario, None, Road]:
    return TWENTY, None, Road()


def test_a_play_that_is_over_at_the_start_takes_no_steps() -> None:
    """It ends where it began, and what is left is counted."""
    tally = simulation.play_many(ScenarioPlayer(TWENTY, None), Road(20), 10)
    assert (tally.plays, tally.endings["there"], dict(tally.lengths)) == (10, 10, {0: 10})
    assert tally.mean_left() == {"gone": 20}


def test_a_scenario_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a great many steps, with a sentence."""
    monkeypatch.setattr(simulation, "LONGEST", 500)
    with pytest.raises(Refused, match="The road has not ended after 500 steps"):
        simulation.play_many(ScenarioPlayer(road(lambda s: None, stand), None), Road(), 1)


@rule("toy.stand")
def stand(s: Road) -> Rule[Road]:
    yield tell("toy", "Nothing happens.")
    return s


@pytest.mark.parametrize("many", [0, -5])
def test_no_plays_are_refused(many: int) -> None:
    """Shares of nothing tell nothing."""
    with pytest.raises(Refused, match="at least one is needed"):
        simulation.simulate(find_road, many)


def test_every_play_is_played_and_progress_is_told() -> None:
    """Also those beyond the last full chunk."""
    told: list[int] = []
    tally = simulation.simulate(find_road, simulation.CHUNK + 7, cores=1, progress=told.append)
    assert tally.plays == sum(tally.endings.values()) == simulation.CHUNK + 7
    assert told == [simulation.CHUNK, simulation.CHUNK + 7]


def find_stone() -> tuple[Scenario, None, Road]:
    return road(lambda s: "stumbled" if s.gone >= 1 else None), None, Road()


def test_two_at_once_do_not_mix() -> None:
    """Each play knows its own scenario, whoever else plays in the same process at the same time."""
    with ThreadPoolExecutor(2) as pool:
        finds = (find_road, find_stone)
        found = [pool.submit(simulation.simulate, find, 4 * simulation.CHUNK, cores=1) for find in finds]
        assert [set(tally.result().endings) for tally in found] == [{"there"}, {"stumbled"}]


def test_an_executor_plays_the_same_plays() -> None:
    """Whoever brings threads or processes gets what one core would have given."""
    alone = simulation.simulate(find_road, 3 * simulation.CHUNK, seed=2, cores=1)
    with ThreadPoolExecutor(3) as pool:
        brought = simulation.simulate(find_road, 3 * simulation.CHUNK, seed=2, executor=pool)
    assert (alone.lengths, alone.left) == (brought.lengths, brought.left)


def test_the_same_seed_gives_the_same_plays() -> None:
    """And another seed gives others."""

    def lengths(seed: int) -> Any:
        return simulation.simulate(find_road, 2000, seed=seed, cores=1).lengths

    assert lengths(1) == lengths(1)
    assert lengths(1) != lengths(2)


@rule("toy.pick")
def pick() -> Rule[Any]:
    first = yield from Choose("ada", "Pay?", (True, False), (1, 0))
    hand = yield from DrawCards(("x", "y", "z"), 2)
    yield Outcome(99)
    return first, hand


def test_without_a_policy_the_first_free_option_is_taken() -> None:
    """Nothing is spent that nobody decided to spend."""
    assert {RuleSampler(seed=s).play(pick())[0] for s in range(20)} == {False}
    assert RuleSampler(lambda ask: True).play(pick())[0] is True


def test_drawn_cards_differ_and_keep_the_decks_order() -> None:
    """Every hand of two, none with a card twice."""
    reader = RuleSampler(seed=1)
    assert {reader.play(pick())[1] for _ in range(200)} == {("x", "y"), ("x", "z"), ("y", "z")}


def test_more_cards_than_there_are_is_the_rules_fault() -> None:
    """Said as for every other reader."""

    @rule("toy")
    def greedy() -> Rule[Any]:
        return (yield from DrawCards(("x",), 2))

    with pytest.raises(GameError, match="Cannot draw 2 of 1 cards"):
        RuleSampler().play(greedy())


def test_a_rule_met_often_is_counted_out_and_falls_as_before() -> None:
    """Played through or drawn from its table, a rule gives the same results."""
    reader = RuleSampler(seed=2)
    results = [reader.play(step(Road())) for _ in range(WORTH_COUNTING + 300)]
    assert reader.table(step(Road())) is not None
    assert set(results[: WORTH_COUNTING - 1]) <= set(results[WORTH_COUNTING:])
    assert {s.gone for s in results[WORTH_COUNTING:]} == {1, 2, 3, 4, 5, 6}


def test_a_rule_too_large_to_count_is_played_through() -> None:
    """However often it is met."""

    @rule("toy")
    def heap() -> Rule[int]:
        return len((yield from roll(30, 12)))

    reader = RuleSampler()
    assert [reader.play(heap()) for _ in range(WORTH_COUNTING + 2)] == [30] * (WORTH_COUNTING + 2)
    assert reader.table(heap()) is None
    with pytest.raises(TooLarge):
        reader.exact.dist(heap())


@rule()
def relay(legs: int, ran: int = 0) -> Rule[int]:
    """Runs one leg and becomes the rest."""
    (die,) = yield from roll(1)
    return tail_call(relay(legs - 1, ran + 1)) if legs > 1 and die else ran + 1


@rule()
def treadmill(legs: int) -> Rule[int]:
    """Becomes one more, and never ends."""
    yield tell("a", "on")
    return tail_call(treadmill(legs + 1))


def test_a_rule_may_become_as_many_others_as_it_takes() -> None:
    """One after the other, not one within the other: a long relay is no deeper than a short one."""
    assert RuleSampler(counts=False).play(relay(5_000)) == 5_000
    assert RuleSampler().play(relay(5_000)) == 5_000


def test_a_rule_that_becomes_others_without_end_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would never come back."""
    monkeypatch.setattr(sampler, "MAX_RULES", 200)
    with pytest.raises(GameError, match="treadmill calls itself, or rules that call it, without end"):
        RuleSampler().play(treadmill(0))


def test_an_action_is_played_up_to_its_headline() -> None:
    """What comes after it is not; an action without one is just done."""
    assert RuleSampler().outcome(pick().begin()) == 99
    assert RuleSampler().outcome(stand(Road()).begin()) == "done"


def test_a_share_comes_with_an_interval_that_narrows() -> None:
    """Half of the plays each way: Wilson's interval halves with four times the plays."""

    def share(plays: int) -> tuple[float, float]:
        tally = PlayStatistics()
        for i in range(plays):
            tally.add("won" if i % 2 else "lost", 1, {})
        return tally.chance("won")

    (few, wide), (many, narrow) = share(100), share(400)
    assert few == many == 0.5
    assert wide == pytest.approx(0.0962, abs=1e-3)
    assert wide / narrow == pytest.approx(2, rel=0.05)


def test_an_ending_that_never_came_has_an_interval_all_the_same() -> None:
    """Not seen in fifty plays is not impossible."""
    tally = PlayStatistics()
    for _ in range(50):
        tally.add("won", 1, {})
    share, wide = tally.chance("lost")
    assert share == 0
    assert wide > 0


def test_who_has_settled_plays_by_the_numbers_alone() -> None:
    """Whatever was played before, the same seed gives the same play; who still learns may play another."""

    def third(reader: RuleSampler, before: int) -> Any:
        for _ in range(before):
            reader.play(step(Road(2)))
        reader.random.seed(3)
        return [reader.play(step(Road(n))).gone for n in range(4)]

    learner = RuleSampler(seed=1)
    for n in range(2 * WORTH_COUNTING):
        learner.play(step(Road(n % 2)))
    one, other = learner.settled(), learner.settled()
    assert one.table(step(Road(1))) is not None
    assert one.table(step(Road(2))) is None
    assert third(one, 0) == third(other, 5 * WORTH_COUNTING)
    assert other.table(step(Road(2))) is None


def test_a_chunk_is_the_same_whatever_its_worker_has_played_before() -> None:
    """Who comes to it first, last, or back to it again: what a worker knows by then hangs on the chunk's number."""
    fresh, busy = ChunkWorker(find_road), ChunkWorker(find_road)
    for number in range(12):
        busy.chunk(2, number, 40)
    for number in (11, 0, 3):
        once, again = fresh.chunk(2, number, 40), busy.chunk(2, number, 40)
        assert (once.lengths, once.left) == (again.lengths, again.left)


def test_practice_goes_on_while_it_pays() -> None:
    """Round after round on a road of many places; where none comes again, the second has taught nothing and is last."""
    long, wild = ChunkWorker(find_long_road), ChunkWorker(find_wilds)
    assert len({id(worker) for worker in map(long.player, (0, 1, 2, 4))}) == 4
    assert long.player(4).practise(Road(), 50) > 0.8
    assert wild.player(40) is wild.player(1) is not wild.player(0)


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long somebody plays; what was met before that is tried to be counted out all the same."""
    for module in (sampler, simulation):
        monkeypatch.setattr(module, "MAX_MET", 10)
    learner = ScenarioPlayer(find_wilds()[0], None)
    simulation.play_many(learner, Road(), 2 * WORTH_COUNTING)
    assert (len(learner.bulk._met), len(learner._places)) == (10, 10)
    assert learner.bulk._met[leap(Road())] is None  # too large, as was found out


def test_who_has_settled_remembers_no_more_places() -> None:
    """However long it plays, its memory does not grow."""
    settled = ChunkWorker(find_wilds).player(0)
    known = dict(settled._places)
    simulation.play_many(settled, Road(), 50)
    assert settled._places == known


def find_long_road() -> tuple[Scenario, None, Road]:
    return road(lambda s: "there" if s.gone >= 200 else None, stride), None, Road()


@rule("toy.stride")
def stride(s: Road) -> Rule[Road]:
    return s.but(gone=s.gone + (yield from roll(1, 40))[0])


def find_wilds() -> tuple[Scenario, None, Road]:
    """Nobody comes by the same place twice."""
    return road(lambda s: "there" if s.gone % 1_000 > 900 else None, leap), None, Road()


@rule("toy.leap")
def leap(s: Road) -> Rule[Road]:
    return s.but(gone=s.gone * 7 + sum((yield from roll(9, 1_000))))


def test_practice_of_what_never_ends_does() -> None:
    """It takes so many steps and no more; a play no more than it may take."""
    far, near = (ScenarioPlayer(road(lambda s: None, step), None, limit=limit) for limit in (1_000_000, 5))
    far.practise(Road(), 2)
    near.practise(Road(), 2)
    assert far.played == 2 * simulation.PRACTICE_STEPS
    assert near.played <= 2 * 5
