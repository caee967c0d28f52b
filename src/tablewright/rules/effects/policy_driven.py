"""Rules whose choices a policy makes: for opponents nobody plays, and for fights handed over to be finished."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from .effect import Call, Choose, Gather, Rule, tail_call
from .policy import Policy, apply_policy

T = TypeVar("T")


def with_policy(run: Rule[T], policy: Policy) -> Rule[T]:
    """The same rule with choices made by a policy: whatever it answers None to is still asked. None is never a pick.

    `s = yield from with_policy(turn(s).begin(), bold)`.
    """
    answer: Any = None
    while True:
        try:
            effect = run.send(answer)
        except StopIteration as done:
            return cast(T, done.value)
        try:
            if type(effect) is Gather:
                answer = yield from _together(effect, policy)
            else:
                ask, picked = _decision(effect, policy)
                answer = (yield ask) if picked is None else picked
        except Exception as error:
            run.throw(error)  # where the rule stands belongs to what went wrong
            raise


def _together(together: Gather, policy: Policy) -> Rule[tuple[Any, ...]]:
    found = [_decision(ask, policy) for ask in together.asks]
    settles = together.settles
    if settles is not None and any(picked is not None and settles(picked) for _, picked in found):
        return tuple(picked for _, picked in found)
    rest = iter((yield Gather(tuple(ask for ask, picked in found if picked is None), settles)))
    return tuple(next(rest) if picked is None else picked for _, picked in found)


def _decision(effect: Any, policy: Policy) -> tuple[Any, Any]:
    """What is still to be asked, or what the policy picks. A called rule stays one: readers remember it, decided."""
    kind = type(effect)
    if kind is Call:
        return Call(_called, (effect, policy)), None
    return effect, apply_policy(policy, effect) if kind is Choose else None


def _called(call: Call[T], policy: Policy) -> Rule[T]:
    """A called rule, decided; what it becomes is decided too, and nobody plays its beginning again for that."""
    ended = yield from with_policy(call.fn(*call.args), policy)
    return tail_call(Call(_called, (ended, policy))) if type(ended) is Call else ended
