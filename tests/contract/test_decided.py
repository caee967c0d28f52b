"""A rule with its choices made by a policy: for opponents nobody plays."""

from __future__ import annotations

from typing import Any

from tablewright.kernel import Choose, Rule, Together, decided, roll, rule
from tablewright.run.exact import Exact
from tablewright.run.live import play


@rule("toy")
def swing(who: str) -> Rule[tuple[str, int]]:
    how = yield from Choose(who, "How?", ("careful", "wild"))
    dice = yield from roll(1 if how == "careful" else 2)
    return how, dice[-1]


@rule("toy")
def both() -> Rule[tuple[Any, ...]]:
    return (yield from Together((swing("ada"), swing("ogre"))))


def ogre_is_wild(ask: Choose[Any]) -> Any:
    return "wild" if ask.by == "ogre" else None


@rule("toy")
def handed_over() -> Rule[tuple[Any, ...]]:
    return (yield from decided(both().begin(), ogre_is_wild))


def test_only_whom_the_policy_answers_for_is_not_asked() -> None:
    """The ogre swings wildly by itself; Ada is still asked."""
    progress = play(handed_over().begin(), {})
    assert [q.by for q in progress.questions] == [("ada",)]
    done = play(handed_over().begin(), {"0": "careful", "1": [3], "2": [2, 5]})
    assert done.result == (("careful", 3), ("wild", 5))


def test_the_exact_reader_reads_it_too() -> None:
    """With everybody decided there is nothing left to choose."""
    dist = Exact(lambda ask: "careful").dist(handed_over())
    assert dist.whole()
    assert {how for (_, _), (how, _) in dist} == {"wild"}
