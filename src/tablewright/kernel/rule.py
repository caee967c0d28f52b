"""`@rule`, `@action` and the ways code cites the ledger."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from .effects import Call, Choose, Rule, Together
from .errors import Faulty, Refused, Unknown
from .params import Field, fields_of, listed, writable

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class _Decorate(Protocol):
    @overload
    def __call__(self, fn: Callable[P, Rule[T]], /) -> Callable[P, Call[T]]: ...
    @overload
    def __call__(self, fn: Callable[P, T], /) -> Callable[P, Call[T]]: ...


def rule(*cites: str) -> _Decorate:
    """A rule others call: `damage = yield from strike(...)`. Its arguments alone decide what can happen.

    Arguments must be hashable: readers remember what a rule does with them. A rule with nothing to ask before its
    `become` may be a plain function.
    """

    def decorate(fn: Callable[P, Any]) -> Callable[P, Call[Any]]:
        if any(p.kind is p.KEYWORD_ONLY for p in inspect.signature(fn).parameters.values()):
            raise Faulty(f"{fn.__qualname__} is a rule, so none of its arguments may be keyword-only.")
        names: list[str] = []

        @wraps(fn)
        def call(*args: P.args, **kwargs: P.kwargs) -> Call[Any]:
            if not kwargs:
                return Call(fn, args)
            if not names:
                names.extend(inspect.signature(fn).parameters)
            bound = inspect.signature(fn).bind(*args, **kwargs)
            bound.apply_defaults()
            return Call(fn, tuple(bound.arguments[name] for name in names))

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


def decided(run: Rule[T], policy: Callable[[Choose[Any]], Any]) -> Rule[T]:
    """The same rule with choices made by a policy: whatever it answers None to is still asked. None is never a pick.

    For opponents nobody plays, and for fights handed over to be finished:
    `s = yield from decided(turn(s).begin(), bold)`.
    """
    answer: Any = None
    try:
        while True:
            answer = yield from _decide(run.send(answer), policy)
    except StopIteration as done:
        return cast(T, done.value)


def _decide(effect: Any, policy: Callable[[Choose[Any]], Any]) -> Rule[Any]:
    if isinstance(effect, Together):
        found = [_decision(ask, policy) for ask in effect.asks]
        rest = iter((yield Together(tuple(ask for ask, picked in found if picked is None))))
        return tuple(next(rest) if picked is None else picked for _, picked in found)
    ask, picked = _decision(effect, policy)
    return (yield ask) if picked is None else picked


def _decision(effect: Any, policy: Callable[[Choose[Any]], Any]) -> tuple[Any, Any]:
    """What is still to be asked, or what the policy picks. A called rule stays one: readers remember it, decided."""
    if isinstance(effect, Call):
        return Call(_called, (effect, policy)), None
    picked = policy(effect) if isinstance(effect, Choose) else None
    if picked is not None and picked not in effect.options:
        raise Faulty(f"A policy answered {picked!r} to {effect.question!r}, which was not offered.")
    return effect, picked


def _called(call: Call[T], policy: Callable[[Choose[Any]], Any]) -> Rule[T]:
    return decided(call.begin(), policy)


class Action(Generic[S]):
    """Something a seat may do: a rule from state to state, with a form."""

    def __init__(
        self,
        fn: Callable[..., Rule[S]],
        *,
        title: str,
        by: tuple[str, ...],
        cites: tuple[str, ...],
        instant: bool,
        when: Callable[[S], str | None] | None,
        group: str,
    ) -> None:
        self.fn, self.title, self.by, self.cites = fn, title, by, cites
        self.instant, self.when, self.group = instant, when, group
        self.name = fn.__name__
        self.doc = inspect.getdoc(fn) or ""

    def __call__(self, s: S, /, *args: Any, **kwargs: Any) -> Rule[S]:
        return self.fn(s, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<action {self.name}({', '.join(f.name for f in self.fields)})>"

    @cached_property
    def _signature(self) -> tuple[tuple[Field, ...], str]:
        return fields_of(self.fn)

    @property
    def fields(self) -> tuple[Field, ...]:
        return self._signature[0]

    @property
    def me(self) -> str:
        """The name of the parameter that is told which seat acts, or nothing."""
        return self._signature[1]

    def read(self, params: Mapping[str, Any], state: S) -> dict[str, Any]:
        """The parameters meant by a form, flags or JSON; refused with a sentence that says what would be legal."""
        return read_fields(self.name, self.fields, params, state)

    def schema(self, state: S | None = None) -> dict[str, Any]:
        """JSON schema of the whole form."""
        return {
            "title": self.title,
            "description": self.doc,
            "type": "object",
            "properties": {f.name: f.schema(state) for f in self.fields},
            "required": [f.name for f in self.fields if f.required],
            "additionalProperties": False,
        }


def read_fields(what: str, fields: tuple[Field, ...], params: Mapping[str, Any], state: Any) -> dict[str, Any]:
    """The values meant by a form; refused with what is missing, unknown or not legal."""
    by_name = {f.name: f for f in fields}
    for name in params:
        if name not in by_name:
            raise Unknown(f"parameter of {what}", name, by_name)
    out = {}
    for name, field in by_name.items():
        if name in params:
            out[name] = field.read(params[name], state)
        elif field.required:
            choices = field.choices(state)
            hint = f" {listed(choices)}" if choices is not None else ""
            raise Refused(f"{what} needs {name}: {field.doc.rstrip('.')}.{hint}")
        else:
            out[name] = field.default
    return out


def action(
    *cites: str,
    title: str,
    by: str | tuple[str, ...] = (),
    instant: bool = False,
    when: Callable[[Any], str | None] | None = None,
    group: str = "",
) -> Callable[[Callable[..., Rule[S]]], Action[S]]:
    """Declares an action. `by` names the roles that may take it (anyone, if left out); the master always may.

    `when` gives the reason why it cannot be taken in a state, or None. An `instant` action may be taken while
    another waits for an answer.
    """

    def decorate(fn: Callable[..., Rule[S]]) -> Action[S]:
        if not inspect.isgeneratorfunction(fn):
            raise Faulty(f"{fn.__qualname__} is an action, so it must be a generator: yield at least a tell(...).")
        roles = (by,) if isinstance(by, str) else by
        return Action(fn, title=title, by=roles, cites=cites, instant=instant, when=when, group=group)

    return decorate


def recorded(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the journal keeps them."""
    return {name: writable(value) for name, value in params.items()}
