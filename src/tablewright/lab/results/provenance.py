"""The provenance of an answer: all that is needed to ask the same question again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import msgspec

from tablewright.lab.cache import SHORT, code_hash
from tablewright.lab.spec import ERROR, By, PreparedRun, RunSpec
from tablewright.rules import to_json_value, to_key

FIRST = "first free option"  # decides where no policy does


class Provenance(msgspec.Struct, frozen=True):
    """The question behind an answer: game, version and code, settings, rulings, policy, start, and method."""

    game: str
    title: str
    version: str
    code: str
    program: str
    scenario: str
    fields: dict[str, Any]
    settings: dict[str, Any]
    rulings: dict[str, Any]
    """Rulings that differ from the ledger's."""
    policy: str
    start: str
    start_named: str
    """The origin of a given state: a table and entry, or a file."""
    state: str
    """Hash of a given state."""
    seed: int
    by: By = ""
    plays: int | None = None
    error: float = ERROR
    limit: int | None = None
    measures: bool = False

    @staticmethod
    def of(q: RunSpec, ready: PreparedRun) -> Provenance | None:
        """The provenance of a prepared question; None for a forecast, whose table is known."""
        if ready.box is None:
            return None
        fields = {field.name: field for field in ready.scenario.form.fields}
        start = {"": "its own", "table": "a table's state", "scenario": "a state that was given"}[q.start_of]
        return Provenance(
            ready.box.source if not ready.box.on_shelf else ready.box.game.name,
            ready.box.game.title,
            ready.box.game.version,
            code_hash(ready.box),
            version("tablewright"),
            q.scenario,
            {name: to_json_value(fields[name].word(value)) for name, value in ready.fields.items()},
            dict(ready.placed),
            {name: to_json_value(value) for name, value in ready.changed.items()},
            q.policy or FIRST,
            start,
            q.start_named,
            sha256(q.start.encode()).hexdigest()[:SHORT] if q.start else "",
            q.seed,
            q.method,
            q.plays,
            q.error,
            q.limit,
            q.measures,
        )

    def without(self, names: Iterable[str]) -> Provenance:
        """The provenance of several answers that differ in these names only."""
        gone = set(names)
        rest = {part: {n: v for n, v in getattr(self, part).items() if n not in gone} for part in _NAMED}
        policy = "one after the other" if "policy" in gone else self.policy
        return msgspec.structs.replace(self, **rest, policy=policy)

    def said(self) -> str:
        """The provenance in a line, to be shown below an answer."""
        parts = [f"{self.title} {self.version} (code {self.code})", f"{self.scenario}"]
        parts += [_listed("fields", self.fields)] if self.fields else []
        parts += [_listed("set", self.settings)] if self.settings else []
        parts += [_listed("rulings", self.rulings) if self.rulings else "rulings: the ledger's"]
        parts += [f"from {self.start} ({self._which()})"] if self.state else []
        return "; ".join([*parts, f"decided by: {self.policy}", f"seed {self.seed}", *self._how()]) + "."

    def _which(self) -> str:
        mark = f"state {self.state}"
        return f"{self.start_named}; {mark}" if self.start_named else mark

    def _how(self) -> list[str]:
        """Options of the method that differ from their defaults."""
        error = f"error {self.error:.2%}" if self.error != ERROR else ""
        limit = f"limit {self.limit:,}" if self.limit is not None else ""
        return [words for words in (error, limit, "measures" if self.measures else "") if words]


_NAMED = ("fields", "settings", "rulings")


def _listed(what: str, values: dict[str, Any]) -> str:
    return f"{what}: " + ", ".join(f"{name}={_whole(value)}" for name, value in values.items())


def _whole(value: Any) -> str:
    """A value in the form in which it is typed."""
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict | list) for one in value)):
        return json.dumps(value, ensure_ascii=False)
    return to_key(tuple(value) if isinstance(value, list) else value)
