"""The rest of a rule that has been answered so far: what odds and advice on an open question are counted from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.kernel.effects import Call, Look, Outcome, Rule, Tell, Throw, Thrown, Together

from .asking import ASKING, asking
from .live import Answers, Places


def resumed(run: Rule[Any], answers: Answers) -> Rule[Any]:
    """The rest of an action: what has been answered is taken as answered, and only what is still open is yielded."""
    return _Rest(answers).run(run, Places(), headline=True)


class _Rest:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.thrown: dict[str, tuple[int, ...]] = {}

    def run(self, rule: Rule[Any], places: Places, headline: bool = False) -> Rule[Any]:
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

    def meet(self, effect: Any, places: Places) -> Rule[Any]:
        kind = type(effect)
        if kind is Look and effect.thrown.place in self.thrown:
            return effect.read(self.thrown[effect.thrown.place], effect.thrown.sides)
        if kind is Look or not answered(self.answers, places.ahead()):
            return (yield effect)  # and with it all that follows: nothing after an open ask has been answered
        if kind is Call:
            return (yield from self.run(effect.begin(), places))
        at = places.take()
        if kind is not Together:
            return self.known(effect, at)
        got: list[Any] = []
        for k, ask in enumerate(effect.asks):
            place = f"{at}.{k}"
            if effect.settles is not None and got and effect.settles(got[-1]):
                return tuple(got) + (None,) * (len(effect.asks) - k)
            if not answered(self.answers, place):
                got.append((yield ask))
            elif type(ask) in ASKING:
                got.append(self.known(ask, place))
            else:
                got.append((yield from self.meet(ask, Places(f"{place}."))))
        return tuple(got)

    def known(self, effect: Any, at: str) -> Any:
        value = asking(effect).accept(effect, self.answers[at])
        if type(effect) is not Throw:
            return value
        self.thrown[at] = value
        return Thrown(at, effect.n, effect.sides)


def answered(answers: Mapping[str, Any], at: str) -> bool:
    """Whether what is asked at this place, or something inside it, has been answered."""
    return at in answers or any(place.startswith(f"{at}.") for place in answers)
