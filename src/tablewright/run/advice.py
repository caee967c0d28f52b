"""What each answer to an open question would do to the odds of the action that asks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from tablewright.kernel.effects import Choose, Rule
from tablewright.kernel.errors import Refused

from .asking import asking
from .best import Whose
from .forest import Make
from .live import Answers, effect_at, play
from .odds import Odds, odds_of
from .question import Question
from .resume import resumed

BUDGET = 20_000


class Advice(msgspec.Struct, frozen=True):
    """An open question: the odds of the action's outcome after each option, and the option that is best."""

    question: Question
    odds: dict[str, Odds]
    best: str
    """Worth most, then cheapest, then offered first."""


def advise(make: Make, answers: Answers, at: str, whose: Whose | None = None, budget: int = BUDGET) -> Advice | None:
    """What to answer at this place, for an action that has got so far with these answers; None if dice are asked there.

    Raises TooLarge where that is too much to count.
    """
    ask = effect_at(make(), answers, at)
    if not isinstance(ask, Choose):
        return None
    question, found = asking(ask).question(ask, at), dict[str, Odds]()
    for option in question.options:
        rest = partial(_rest, make, {**answers, at: option.key})
        found[option.key] = odds_of(rest, whose=whose, budget=budget)
    best = max(question.options, key=lambda o: (found[o.key].worth, -o.cost - found[o.key].spent))
    return Advice(question, found, best.key)


def advise_after(make: Make, dice: Iterable[list[int]], whose: Whose | None = None, budget: int = BUDGET) -> Advice:
    """What to answer to the first question after these dice, thrown in the order the action asks for them."""
    answers: dict[str, Any] = {}
    thrown = iter(dice)
    while not (progress := play(make(), answers)).done:
        q = progress.questions[0]
        if q.kind == "choose":
            advice = advise(make, answers, q.at, whose, budget)
            assert advice is not None
            return advice
        faces = next(thrown, None)
        if faces is None:
            raise Refused(f"More dice fall before anybody has to choose: {q.question}, {q.dice or q.cards}d{q.sides}.")
        answers[q.at] = faces
    raise Refused("With these dice nobody has anything to choose.")


def _rest(make: Make, answers: Answers) -> Rule[Any]:
    return resumed(make(), answers)
