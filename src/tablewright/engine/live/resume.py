"""The rest of a rule after the answers so far; odds and advice at an open prompt are computed from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.engine.effect_handlers import HANDLERS, handler_for
from tablewright.rules.effects import Call, Gather, Outcome, ReadDice, Rule, Tell, ThrowDice, ThrownDice

from .interpreter import Answers, PromptPaths


def remaining_rule(run: Rule[Any], answers: Answers) -> Rule[Any]:
    """The rest of an action: answered prompts are answered again, and only open ones are yielded."""
    return _Rest(answers).run(run, PromptPaths(), headline=True)


class _Rest:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.thrown: dict[str, tuple[int, ...]] = {}
        self.last: dict[str, int] = {}
        """The last answered place among consecutive prompts, by prefix."""

    def run(self, rule: Rule[Any], places: PromptPaths, headline: bool = False) -> Rule[Any]:
        answer: Any = None
        try:
            while True:
                effect = rule.send(answer)
                if type(effect) is Tell or type(effect) is Outcome:
                    answer = (yield effect) if headline and type(effect) is Outcome else None
                else:
                    answer = yield from self.meet(effect, places)
        except StopIteration as done:
            return done.value

    def meet(self, effect: Any, places: PromptPaths) -> Rule[Any]:
        kind = type(effect)
        if kind is ReadDice and effect.thrown.place in self.thrown:
            return effect.read(self.thrown[effect.thrown.place], effect.thrown.sides)
        if kind is ReadDice or not self.come_by(places):
            return (yield effect)  # yield all that follows, too: after an open prompt there are no answers
        if kind is Call:
            return (yield from self.run(effect.begin(), places))
        at = places.take()
        if kind is not Gather:
            return self.known(effect, at)
        return (yield from self.together(effect, at))

    def together(self, effect: Gather, at: str) -> Rule[tuple[Any, ...]]:
        """Effects gathered together. Once an answer settles them, the open ones are not asked."""
        got: list[Any] = []
        settles = effect.settles or _never
        places = [f"{at}.{k}" for k in range(len(effect.asks))]
        known = [(ask, place) for ask, place in zip(effect.asks, places, strict=True) if place in self.answers]
        settled = any(settles(self.known(ask, place)) for ask, place in known)
        for ask, place in zip(effect.asks, places, strict=True):
            if not is_answered(self.answers, place):
                got.append(None if settled else (yield ask))
            elif type(ask) in HANDLERS:
                got.append(self.known(ask, place))
            else:
                got.append((yield from self.meet(ask, PromptPaths(f"{place}."))))
            settled = settled or settles(got[-1])
        return tuple(got)

    def come_by(self, places: PromptPaths) -> bool:
        """True if there are answers from here on. Effects that asked nobody take a place, too, without an answer."""
        prefix = places.prefix
        if prefix not in self.last:
            inside = (at[len(prefix) :] for at in self.answers if at.startswith(prefix))
            self.last[prefix] = max((int(at.partition(".")[0]) for at in inside), default=-1)
        return self.last[prefix] >= places.next

    def known(self, effect: Any, at: str) -> Any:
        value = handler_for(effect).decode_answer(effect, self.answers[at])
        if type(effect) is not ThrowDice:
            return value
        self.thrown[at] = value
        return ThrownDice(at, effect.n, effect.sides)


def _never(answer: Any) -> bool:
    return False


def is_answered(answers: Mapping[str, Any], at: str) -> bool:
    """True if the prompt at this place, or one inside it, has been answered."""
    return at in answers or any(place.startswith(f"{at}.") for place in answers)
