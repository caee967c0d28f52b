"""What each answer to an open question would do to the odds of the action that asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from tablewright.kernel.effects import Call, Choose, Look, Outcome, Roll, Rule, Tell, Throw, Thrown, Together
from tablewright.kernel.errors import Refused

from .best import Whose
from .forest import Make
from .live import Answers, Question, accept, ask_of, effect_at, play
from .odds import Odds, odds_of

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
    question, found = ask_of(ask, at), dict[str, Odds]()
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


def resumed(run: Rule[Any], answers: Answers, path: str = "") -> Rule[Any]:
    """The rest of a rule: what has been answered is taken as answered, and only what is still open is yielded."""
    thrown: dict[str, tuple[int, ...]] = {}
    i, answer = 0, None
    try:
        while True:
            answer = yield from _resume(run.send(answer), answers, f"{path}{i}", thrown)
            i += 1
    except StopIteration as done:
        return done.value


def _resume(effect: Any, answers: Answers, at: str, thrown: dict[str, tuple[int, ...]]) -> Rule[Any]:
    if isinstance(effect, Tell):
        return None
    if isinstance(effect, Outcome):
        if "." not in at:
            yield effect
        return None
    if isinstance(effect, Look) and effect.thrown.place in thrown:
        return effect.read(thrown[effect.thrown.place], effect.thrown.sides)
    if not _answered(answers, at):
        return (yield effect)
    if isinstance(effect, Call):
        return (yield from resumed(effect.begin(), answers, f"{at}."))
    if isinstance(effect, Together):
        got = []
        for k, ask in enumerate(effect.asks):
            got.append((yield from _resume(ask, answers, f"{at}.{k}", thrown)))
        return tuple(got)
    value = accept(effect, answers[at])
    if isinstance(effect, Throw):
        thrown[at] = value
        return Thrown(at, effect.n, effect.sides)
    if isinstance(effect, Roll):
        return effect.read(value, effect.sides) if effect.read is not None else tuple(sorted(value))
    return value


def _answered(answers: Mapping[str, Any], at: str) -> bool:
    """Whether anything at this place, or inside what is called there, has been answered."""
    return at in answers or any(place.startswith(f"{at}.") for place in answers)
