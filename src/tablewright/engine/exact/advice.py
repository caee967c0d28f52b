"""Advice at a prompt: the odds of the action after each answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from tablewright.engine.choices import IsOwnChoice
from tablewright.engine.effect_handlers import as_names, handler_for
from tablewright.engine.live import Answers, pending_effect, remaining_rule, run_rule
from tablewright.engine.prompt import Prompt
from tablewright.rules import Refused
from tablewright.rules.effects import Choose, Rule

from .action_odds import Odds, rule_odds
from .tree_builder import RuleFactory

MAX_BRANCHES = 20_000


class PromptAdvice(msgspec.Struct, frozen=True):
    """An open prompt: the odds of the action's outcome after each option, and the best option."""

    question: Prompt
    odds: dict[str, Odds]
    best: str
    """The option worth most; of equals the cheapest, then the first."""


def advise_at(
    make: RuleFactory,
    answers: Answers,
    at: str,
    whose: IsOwnChoice | None = None,
    budget: int = MAX_BRANCHES,
    foes: IsOwnChoice | None = None,
) -> PromptAdvice | None:
    """Advise at this place of an action with these answers so far; for one of the `foes`, what is best for them.

    Secret answers that are not shown yet count as not given. Returns None if dice or words are asked there. It also
    returns None if both sides are asked at once: then only a mixed strategy is best. Raises `TooLarge` if the odds are.
    """
    progress = run_rule(make(), answers)
    answers = {place: answer for place, answer in answers.items() if place not in progress.sealed}
    ask = pending_effect(make(), answers, at)
    if not isinstance(ask, Choose):
        return None
    against = foes is not None and foes(as_names(ask.by))
    asked = [q for q in run_rule(make(), answers).questions if q.kind == "choose"]
    if foes is not None and any(foes(q.by) is not against for q in asked):
        return None
    question, found = handler_for(ask).prompt(ask, at), dict[str, Odds]()
    for option in question.options:
        rest = partial(_rest, make, {**answers, at: option.key})
        found[option.key] = rule_odds(rest, whose=whose, foes=foes, budget=budget)
    sign = -1 if against else 1
    best = max(question.options, key=lambda o: (sign * found[o.key].worth, -o.cost - sign * found[o.key].spent))
    return PromptAdvice(question, found, best.key)


def advise_after(
    make: RuleFactory,
    dice: Iterable[list[int]],
    whose: IsOwnChoice | None = None,
    budget: int = MAX_BRANCHES,
    foes: IsOwnChoice | None = None,
) -> PromptAdvice:
    """Advise at the first choice after these dice, thrown in the order the action asks for them."""
    answers: dict[str, Any] = {}
    thrown = iter(dice)
    while not (progress := run_rule(make(), answers)).done:
        q = progress.questions[0]
        if q.kind == "choose":
            advice = advise_at(make, answers, q.at, whose, budget, foes)
            if advice is None:
                raise Refused(f"{q.question} Both sides choose at once, and no single answer is best: see the odds.")
            return advice
        faces = next(thrown, None)
        if faces is None:
            raise Refused(f"More dice fall before anybody has to choose: {q.question}, {q.dice or q.cards}d{q.sides}.")
        answers[q.at] = faces
    raise Refused("With these dice nobody has anything to choose.")


def _rest(make: RuleFactory, answers: Answers) -> Rule[Any]:
    return remaining_rule(make(), answers)
