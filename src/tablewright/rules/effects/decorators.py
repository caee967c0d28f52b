"""`@rule`, and the ways code cites the ledger."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from tablewright.rules.errors import GameError, source_location
from tablewright.rules.state import child_items

from .effect import Call, Rule

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


def rule(*cites: str) -> Callable[[Callable[P, Rule[T]]], Callable[P, Call[T]]]:
    """A rule others call: `damage = yield from strike(...)`. Its arguments alone decide what can happen.

    Arguments must be hashable: readers remember what a rule does with them.
    """

    def decorate(fn: Callable[P, Rule[T]]) -> Callable[P, Call[T]]:
        signature = inspect.signature(fn)
        if not inspect.isgeneratorfunction(fn):
            raise GameError(
                f"{fn.__qualname__} is a rule, so it must be a generator: a function that asks nothing is none.",
                source_location(fn),
            )
        if any(p.kind is p.KEYWORD_ONLY for p in signature.parameters.values()):
            raise GameError(
                f"{fn.__qualname__} is a rule, so none of its arguments may be keyword-only.", source_location(fn)
            )

        @wraps(fn)
        def call(*args: P.args, **kwargs: P.kwargs) -> Call[T]:
            if not kwargs:
                return Call(fn, args)
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return Call(fn, tuple(bound.arguments.values()))

        call.__cites__ = cites  # type: ignore[attr-defined]
        fn.__cites__ = cites  # type: ignore[attr-defined]
        return call

    return decorate


def cites(*ids: str) -> Callable[[F], F]:
    """Marks a plain function as what makes these ledger ids true."""

    def decorate(fn: F) -> F:
        fn.__cites__ = ids  # type: ignore[attr-defined]
        return fn

    return decorate


def cite(ids: str, value: V) -> V:
    """A number or table with the ledger id that states it: `FOCUS_MOST = cite("focus.cap", 3)`."""
    assert ids
    return value


def unwrapped_rule(call: Call[Any]) -> Call[Any]:
    """The rule that is meant: one that a policy decides, or that is watched, is called inside another."""
    while call.args and isinstance(call.args[0], Call):
        call = call.args[0]
    return call


def non_terminating_error(call: Call[Any]) -> GameError:
    """A rule that calls itself, or is called by those it calls, and never comes to its end."""
    fn = unwrapped_rule(call).fn
    return GameError(
        f"{fn.__qualname__} calls itself, or rules that call it, without end: "
        "give it something that runs out, such as a number that falls.",
        source_location(fn),
    )


def unhashable_argument_error(call: Call[Any]) -> str:
    """Why nobody can remember what a rule does with these arguments, and what to give it instead."""
    must = f"{call.fn.__qualname__} is a rule, so its arguments must be hashable"
    for parameter, value in zip(inspect.signature(call.fn).parameters, call.args, strict=False):
        found = find_unhashable(parameter, value)
        if found:
            return f"{must}, and {found}"
    return f"{must}: numbers, texts, tuples and frozen structs."


def find_unhashable(path: str, value: Any) -> str:
    """The innermost part of a value that is not hashable, and what would be; nothing, if all of it is."""
    try:
        hash(value)
    except TypeError:
        inner = (find_unhashable(f"{path}.{word}", part) for word, part in child_items(value))
        kind = type(value).__name__
        usual = f"{path} is a {kind}: make it a tuple, or a tuple of pairs where it was a dict."
        return next((found for found in inner if found), usual)
    return ""
