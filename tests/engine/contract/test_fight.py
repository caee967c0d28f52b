"""A fight of several rounds with initiative, solved as a chain, sampled from its tables and played in bulk."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.markov.batch_sampler import BatchSampler
from tablewright.engine.markov.chain import build_chain
from tablewright.engine.sampling import simulation
from tablewright.rules import Choose, Refused, Rule, Scenario, State, TooLarge, roll, rule


class Fight(State, frozen=True):
    hero: int
    ogre: int
    potion: bool = True


@rule("toy.initiative")
def hero_first() -> Rule[bool]:
    return (yield from roll(1))[0] >= 4


@rule("toy.strike")
def strike() -> Rule[int]:
    dice = yield from roll(2)
    return 0 if sum(dice) < 6 else dice[-1]


@rule("toy.round")
def round_of(s: Fight) -> Rule[Fight]:
    """Initiative, a strike each, and the hero may drink instead of striking."""
    for who in ("hero", "ogre") if (yield from hero_first()) else ("ogre", "hero"):
        if not s.hero or not s.ogre:
            break
        if who == "hero":
            if s.potion and (yield from Choose("hero", "Drink?", (False, True), (0, 1))):
                s = s.but(hero=min(9, s.hero + 6), potion=False)
            else:
                s = s.but(ogre=max(0, s.ogre - (yield from strike())))
        else:
            s = s.but(hero=max(0, s.hero - (yield from strike())))
    return s


def ending(s: Fight) -> str | None:
    return "won" if not s.ogre else "lost" if not s.hero else None


FIGHT = Scenario(
    name="ogre",
    title="The ogre",
    doc="A hero against an ogre.",
    start=lambda: Fight(9, 14),
    step=round_of,
    ending=ending,
    count=lambda s: {"hit points": s.hero, "potions": s.potion},
    value=lambda s: float(s.hero > 0),
)


def thirsty(ask: Choose[Any]) -> Any:
    return True


def test_the_chain_loses_nothing() -> None:
    """The endings' chances total one, and so do those of all lengths; the mean length is the same both ways."""
    solved = build_chain(FIGHT, Fight(9, 14))
    assert sum(solved.chances().values()) == pytest.approx(1, abs=1e-12)
    lengths = solved.lengths()
    assert sum(lengths) == pytest.approx(1, abs=1e-8)
    assert sum(n * p for n, p in enumerate(lengths)) == pytest.approx(solved.mean_length(), abs=1e-6)


def test_chain_batches_and_bulk_agree() -> None:
    """Chance to win, length and hit points left: sampled figures lie within five standard deviations of the solved."""
    for policy in (None, thirsty):
        solved = build_chain(FIGHT, Fight(9, 14), policy)
        win = solved.chances()["won"]
        tally = simulation.play_many(simulation.ScenarioPlayer(FIGHT, policy, 3), Fight(9, 14), 20_000)
        drawn = BatchSampler(solved, 3).play(50_000)
        for share, many in ((tally.chance("won")[0], 20_000), (drawn.chances()["won"], 50_000)):
            assert abs(share - win) < 5 * (win * (1 - win) / many) ** 0.5
        assert tally.mean_length() == pytest.approx(solved.mean_length(), rel=0.02)
        assert drawn.steps.mean() == pytest.approx(solved.mean_length(), rel=0.02)
        left = solved.mean_left(FIGHT.count)  # type: ignore[arg-type]
        assert tally.mean_left()["hit points"] == pytest.approx(left["hit points"], rel=0.04)


def test_the_best_choice_is_at_least_as_good_as_any_policy() -> None:
    """Drinking at the right moment beats never drinking and drinking at once."""
    best = build_chain(FIGHT, Fight(9, 14), best=True).chances()["won"]
    never, at_once = (build_chain(FIGHT, Fight(9, 14), p).chances()["won"] for p in (None, thirsty))
    assert best > max(never, at_once)


def test_a_question_about_the_way_is_sampled() -> None:
    """How often the hero was at 3 or fewer on the way: never less often than the fight was lost."""
    drawn = BatchSampler(build_chain(FIGHT, Fight(9, 14)), 5).play(20_000, ever=lambda s: s.hero <= 3)
    assert drawn.ever() > drawn.chances()["lost"]


def test_a_chain_that_does_not_fit_says_so() -> None:
    """The state budget answers with a sentence instead of filling the memory."""
    with pytest.raises(TooLarge, match="More than 50 states"):
        build_chain(FIGHT, Fight(9, 14), states=50)


def test_best_needs_to_know_what_an_ending_is_worth() -> None:
    """A scenario without a value cannot be played for the best."""
    worthless = Scenario("x", "X", "", start=FIGHT.start, step=round_of, ending=ending)
    with pytest.raises(Refused, match="does not say what an ending is worth"):
        build_chain(worthless, Fight(9, 14), best=True)


def test_bulk_plays_are_the_same_for_the_same_seed_whatever_the_cores() -> None:
    """Chunks are seeded by their number: one process and two give the same tally."""
    one, two = (simulation.simulate(find_fight, 12_000, seed=4, cores=cores) for cores in (1, 2))
    assert one.endings == two.endings
    assert one.lengths == two.lengths
    assert one.endings != simulation.simulate(find_fight, 12_000, seed=5, cores=1).endings


def find_fight() -> tuple[Scenario, None, Fight]:
    return FIGHT, None, Fight(9, 14)
