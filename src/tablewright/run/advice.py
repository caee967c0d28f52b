"""What each answer to an open question would do to the odds of the action that asks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from tablewright.kernel.effects import Choose, Rule
from tablewright.kernel.errors import Refused

from .asking import asking, names
from .forest import Make
from .live import Answers, effect_at, play
from .odds import Odds, odds_of
from .opposed import Whose
from .question import Question
from .resume import resumed

BUDGET = 20_000


class Advice(msgspec.Struct, frozen=True):
    """An open question: the odds of the action's outcome after each option, and the option that is best."""

    question: Question
    odds: dict[str, Odds]
    best: str
    """Worth most, then cheapest, then offered first."""


def advise(
    make: Make,
    answers: Answers,
    at: str,
    whose: Whose | None = None,
    budget: int = BUDGET,
    foes: Whose | None = None,
) -> Advice | None:
    """What to answer at this place, for an action that has got so far with these answers. For one of the `foes`, what
    is best for them. Secret answers that are not shown yet count as not given.

    None if dice or words are asked there, or if both sides are asked at once: an answer that is known is then no longer
    best, and only a mixture is. Raises TooLarge where that is too much to count.
    """
    progress = play(make(), answers)
    answers = {place: answer for place, answer in answers.items() if place not in progress.sealed}
    ask = effect_at(make(), answers, at)
    if not isinstance(ask, Choose):
        return None
    against = foes is not None and foes(names(ask.by))
    asked = [q for q in play(make(), answers).questions if q.kind == "choose"]
    if foes is not None and any(foes(q.by) is not against for q in asked):
        return None
    question, found = asking(ask).question(ask, at), dict[str, Odds]()
    for option in question.options:
        rest = partial(_rest, make, {**answers, at: option.key})
        found[option.key] = odds_of(rest, whose=whose, foes=foes, budget=budget)
    sign = -1 if against else 1
    best = max(question.options, key=lambda o: (sign * found[o.key].worth, -o.cost - sign * found[o.key].spent))
    return Advice(question, found, best.key)


def advise_after(
    make: Make,
    dice: Iterable[list[int]],
    whose: Whose | None = None,
    budget: int = BUDGET,
    foes: Whose | None = None,
) -> Advice:
    """What to answer to the first question after these dice, thrown in the order the action asks for them."""
    answers: dict[str, Any] = {}
    thrown = iter(dice)
    while not (progress := play(make(), answers)).done:
        q = progress.questions[0]
        if q.kind == "choose":
            advice = advise(make, answers, q.at, whose, budget, foes)
            if advice is None:
                raise Refused(f"{q.question} Both sides choose at once, and no single answer is best: see the odds.")
            return advice
        faces = next(thrown, None)
        if faces is None:
            raise Refused(f"More dice fall before anybody has to choose: {q.question}, {q.dice or q.cards}d{q.sides}.")
        answers[q.at] = faces
    raise Refused("With these dice nobody has anything to choose.")


def _rest(make: Make, answers: Answers) -> Rule[Any]:
    return resumed(make(), answers)
