"""A game's ledger: every rule its source states, as small numbered facts that code, log and tests cite."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from .errors import UnknownName

RuleKind = Literal["value", "table", "procedure", "choice", "limit", "trigger", "role", "advice"]

#: The kinds the program itself must make true; `role` and `advice` are for people.
PLAYED_KINDS: frozenset[str] = frozenset(("value", "table", "procedure", "choice", "limit", "trigger"))


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    given: str
    expect: str


class LedgerRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule."""

    id: str
    section: str
    kind: RuleKind
    text: str
    examples: tuple[Example, ...] = ()
    ambiguity: str = ""
    ruling: str = ""
    title: str = ""


class LedgerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weapons, skills, cards, outcomes: rows a rule reads from."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""

    def records(self) -> list[dict[str, Any]]:
        """Return each row as a dict by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Ledger(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """The entries in the book's order; `ledger[id]` is one of them."""

    game: str
    title: str
    summary: str
    roles: tuple[str, ...]
    source: str = ""
    rule: tuple[LedgerRule, ...] = ()
    table: tuple[LedgerTable, ...] = ()

    def __repr__(self) -> str:
        return f"<ledger of {self.title}: {len(self.rule)} rules, {len(self.table)} tables>"

    @staticmethod
    def parse(text: str) -> Ledger:
        """A ledger from its TOML; refused if an id comes twice."""
        ledger = msgspec.convert(tomllib.loads(text), Ledger)
        for ids in ([entry.id for entry in ledger.rule], [table.id for table in ledger.table]):
            twice = sorted(id for id, times in Counter(ids).items() if times > 1)
            if twice:
                raise ValueError(f"ids must be unique in {ledger.game}: {', '.join(twice)}")
        return ledger

    @cached_property
    def entries(self) -> Mapping[str, LedgerRule]:
        """The rules by id."""
        return {entry.id: entry for entry in self.rule}

    @cached_property
    def tables(self) -> Mapping[str, LedgerTable]:
        """The tables by id."""
        return {table.id: table for table in self.table}

    @property
    def played(self) -> tuple[str, ...]:
        """The ids the program must make true."""
        return tuple(entry.id for entry in self.rule if entry.kind in PLAYED_KINDS)

    def __getitem__(self, id: str) -> LedgerRule:
        try:
            return self.entries[id]
        except KeyError:
            raise UnknownName("rule", id, self.entries) from None

    def __contains__(self, id: object) -> bool:
        return id in self.entries

    def __iter__(self) -> Iterator[LedgerRule]:
        return iter(self.rule)

    def __len__(self) -> int:
        return len(self.rule)

    def find(self, word: str) -> tuple[LedgerRule, ...]:
        """Entries whose id begins with the word, or, if there are none, that speak of it."""
        low = word.casefold()
        below = tuple(e for e in self.rule if e.id == low or e.id.startswith(low.rstrip(".") + "."))
        if below:
            return below
        return tuple(e for e in self.rule if low in f"{e.id} {e.section} {e.text} {e.ruling}".casefold())
