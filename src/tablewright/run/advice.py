"""What each answer to an open question would do to the odds of the action that asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.kernel.effects import Call, Choose, Look, Outcome, Roll, Rule, Tell, Throw, Thrown, Together
from tablewright.kernel.params import written

from .exact import Whose
from .live import Answers, accept, effect_at
from .odds import Odds, odds_of
from .tree import Make

BUDGET = 20_000


def advise(make: Make, answers: Answers, at: str, whose: Whose | None = None, budget: int = BUDGET) -> dict[str, Odds]:
    """For each option of the question at this place: the odds of the action's outcome once it is chosen.

    Raises TooLarge where that is too much to count.
    """
    ask = effect_at(make(), answers, at)
    if not isinstance(ask, Choose):
        return {}
    out = {}
    for option in ask.options:
        given = {**answers, at: written(option)}
        out[written(option)] = odds_of(lambda given=given: resumed(make(), given), whose=whose, budget=budget)  # type: ignore[misc]
    return out


def resumed(run: Rule[Any], answers: Answers, path: str = "") -> Rule[Any]:
    """The rest of a rule: what has been answered is taken as answered, and only what is still open is yielded."""
    thrown: dict[str, tuple[int, ...]] = {}
    i, answer = 0, None
    try:
        while True:
            answer = yield from _resume(run.send(answer), answers, f"{path}{i}", thrown)
            i += 1
    except StopIteration as done:
        ended = done.value
    return (yield from _resume(ended, answers, f"{path}{i}", thrown)) if isinstance(ended, Call) else ended


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
