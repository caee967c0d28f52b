"""What an answer was found for: enough to ask the same again, in every output."""

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

FIRST = "first free option"
"""Who decides where no policy does."""


class Provenance(msgspec.Struct, frozen=True):
    """The game, its version and the mark of its code; fields, values set by path, house rulings, policy; the state it
    began with, by name and mark; how it was to be found.
    """

    game: str
    title: str
    version: str
    code: str
    program: str
    scenario: str
    fields: dict[str, Any]
    settings: dict[str, Any]
    rulings: dict[str, Any]
    """Those that are not as the ledger has them."""
    policy: str
    start: str
    start_named: str
    """Where a state that was given is from: which table after which entry, or which file."""
    state: str
    """The mark of a state that was given: another state has another."""
    seed: int
    by: By = ""
    plays: int | None = None
    error: float = ERROR
    limit: int | None = None
    measures: bool = False

    @staticmethod
    def of(q: RunSpec, ready: PreparedRun) -> Provenance | None:
        """Of a question that was made ready; None for a forecast, which the table it is of tells all about."""
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
        """The same for several answers that differ in these names only."""
        gone = set(names)
        kept = {part: {n: v for n, v in getattr(self, part).items() if n not in gone} for part in _NAMED}
        policy = "one after the other" if "policy" in gone else self.policy
        return msgspec.structs.replace(self, **kept, policy=policy)

    def said(self) -> str:
        """In one line, to stand below an answer."""
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
        """How well it was to be known, where that was said; how many plays it took is said with every answer."""
        error = f"error {self.error:.2%}" if self.error != ERROR else ""
        limit = f"limit {self.limit:,}" if self.limit is not None else ""
        return [words for words in (error, limit, "measures" if self.measures else "") if words]


_NAMED = ("fields", "settings", "rulings")


def _listed(what: str, values: dict[str, Any]) -> str:
    return f"{what}: " + ", ".join(f"{name}={_whole(value)}" for name, value in values.items())


def _whole(value: Any) -> str:
    """A value as it can be typed in again."""
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict | list) for one in value)):
        return json.dumps(value, ensure_ascii=False)
    return to_key(tuple(value) if isinstance(value, list) else value)
