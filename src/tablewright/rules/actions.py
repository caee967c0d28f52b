"""Actions: what a seat may do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from tablewright.rules.effects import Rule
from tablewright.rules.forms import Form, FormField

from .errors import GameError, source_location
from .seat import Seat

S = TypeVar("S")


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
        doc: str = "",
        late: str = "",
    ) -> None:
        self.fn, self.title, self.by, self.cites = fn, title, by, cites
        self.instant, self.when, self.group = instant, when, group
        self.late = late
        self.name = fn.__name__
        self.doc = doc or inspect.getdoc(fn) or ""

    def __call__(self, s: S, /, *args: Any, **kwargs: Any) -> Rule[S]:
        """The rule from this state on. It ends with a state like the one it began with."""
        after = yield from self.fn(s, *args, **kwargs)
        if not isinstance(after, type(s)):
            raise GameError(self._forgot(s, after, args, kwargs), source_location(self.fn))
        return after

    def begin(
        self, state: S, params: Mapping[str, Any], seat: Seat | None = None, state_at_roll: S | None = None
    ) -> Rule[S]:
        """A fresh run of the action by a seat, with its parameters as they were read.

        `state_at_roll` is the state its first dice fell in, for an action that asks for it.
        """
        given = dict(params)
        if self.me:
            given[self.me] = seat.id if seat else ""
        if self.then:
            given[self.then] = state_at_roll
        return self(state, **given)

    def _forgot(self, s: S, after: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
        given = ", ".join([*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())])
        ended = f"returned {_a(after)}" if after is not None else "ended without returning anything"
        return (
            f"{self.name}({given}) {ended}, and not {_a(s)}: "
            "end every way through an action with `return s`, s being the state as it is then."
        )

    def __repr__(self) -> str:
        return f"<action {self.name}({', '.join(f.name for f in self.fields)})>"

    @cached_property
    def form(self) -> Form:
        """What has to be said to take it."""
        return Form.of(self.name, self.fn)

    @property
    def fields(self) -> tuple[FormField, ...]:
        """What its form asks for, in order."""
        return self.form.fields

    @property
    def me(self) -> str:
        """The name of the parameter that is told which seat acts, or nothing."""
        return self.form.me

    @property
    def then(self) -> str:
        """The name of the parameter that is told how things stood when the first dice fell, or nothing."""
        return self.form.then

    def read(self, params: Mapping[str, Any], state: S) -> dict[str, Any]:
        """The parameters meant by a form, flags or JSON; refused with a sentence that says what would be legal."""
        return self.form.read(params, state)

    def schema(self, state: S | None = None) -> dict[str, Any]:
        """JSON schema of the whole form."""
        return self.form.schema(state, title=self.title, description=self.doc)


def action(
    *cites: str,
    title: str,
    by: str | tuple[str, ...] = (),
    instant: bool = False,
    when: Callable[[Any], str | None] | None = None,
    group: str = "",
    doc: str = "",
    late: str = "",
) -> Callable[[Callable[..., Rule[S]]], Action[S]]:
    """Declares an action. `by` names the roles that may take it (anyone, if left out); the master always may.

    `when` gives the reason why it cannot be taken in a state, or None. An `instant` action may be taken while
    another waits for an answer. `doc` is what people are told it does, where the docstring cannot name them. `late` is
    said instead of taking an instant action that would undo what another has been answered already.
    """

    def decorate(fn: Callable[..., Rule[S]]) -> Action[S]:
        if not inspect.isgeneratorfunction(fn):
            raise GameError(
                f"{fn.__qualname__} is an action, so it must be a generator: yield at least a tell(...).",
                source_location(fn),
            )
        roles = (by,) if isinstance(by, str) else by
        return Action(
            fn, title=title, by=roles, cites=cites, instant=instant, when=when, group=group, doc=doc, late=late
        )

    return decorate


def _a(value: Any) -> str:
    """What kind of thing it is, as in "a Walk"."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
