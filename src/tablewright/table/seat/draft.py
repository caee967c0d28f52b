"""Drafts: an action being prepared, and everything a form needs to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from tablewright.rules import Refused, UnknownName
from tablewright.table.odds import OddsSummary

MAX_LISTED = 12
"""The longest list that is shown before somebody types."""

Values: TypeAlias = Mapping[str, Any]


class FieldChoice(msgspec.Struct, frozen=True):
    """One thing a field may be: as it is written, what it is called, a note, and why not, if it cannot be now."""

    value: Any
    label: str
    note: str = ""
    why_not: str = ""


class DraftField(msgspec.Struct, frozen=True):
    """One thing asked. `value` is what has been said, `shown` what people call that; `wrong` why it will not do."""

    name: str
    label: str
    doc: str
    kind: Literal["choice", "number", "text", "flag"]
    required: bool
    main: bool
    many: bool = False
    value: Any = None
    shown: str = ""
    given: bool = False
    """Whether somebody has said it, rather than left it as it usually is."""
    usual: str = ""
    choices: tuple[FieldChoice, ...] = ()
    typed: bool = False
    """The list is long: somebody types a few letters first."""
    least: int | None = None
    most: int | None = None
    examples: tuple[str, ...] = ()
    budget: str = ""
    wrong: str = ""


class Draft(msgspec.Struct, frozen=True):
    """An action as far as it has been filled in. `why_not` says why it cannot be taken at all; `missing` what is still
    to be said; `preview` what would be told before the first die falls, and what falls first.
    """

    action: str
    title: str
    doc: str
    group: str
    cites: tuple[str, ...]
    fields: tuple[DraftField, ...] = ()
    values: dict[str, Any] = {}
    """What taking it would send: the fields as they are written."""
    why_not: str = ""
    missing: str = ""
    preview: tuple[str, ...] = ()
    odds: OddsSummary | None = None
    """The odds of taking it as it stands, where they were asked for with it and counted in time."""

    def __repr__(self) -> str:
        """As a person would read it: what is asked, what has been said, what is missing."""
        said = [f"  {f.label}: {f.shown or f.usual or '?'}{f' ({f.wrong})' if f.wrong else ''}" for f in self.fields]
        state = "ready" if self.ready else self.why_not or self.missing
        return "\n".join([f"{self.title}: {state}", *said])

    @property
    def ready(self) -> bool:
        return not self.why_not and not self.missing

    @property
    def refusal(self) -> Refused:
        """Why it is not taken as it stands, at the field that is about."""
        wrong = (field.name for field in self.fields if field.wrong and field.wrong == self.missing)
        return Refused(self.why_not or self.missing, next(wrong, ""))

    def asks_anew(self, name: str) -> bool:
        """Whether what was said in this field no longer will do, the others being as they are."""
        return any(field.name == name and field.wrong for field in self.fields)

    def field(self, name: str) -> DraftField:
        for field in self.fields:
            if field.name == name:
                return field
        raise UnknownName(f"field of {self.title}", name, (field.name for field in self.fields))


class ActionSummary(msgspec.Struct, frozen=True):
    """An action as a list shows it. Its number is its own for as long as the game has it."""

    number: int
    name: str
    title: str
    doc: str
    group: str
    instant: bool
    why_not: str = ""

    def __repr__(self) -> str:
        return f"<{self.number} {self.name}{f': {self.why_not}' if self.why_not else ''}>"
