"""What an answer was found for: enough to ask the same again, in every output."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

import msgspec

from tablewright.kernel.field import writable, written

from .cache import code_of
from .question import Question
from .start import Ready

FIRST = "first free option"
"""Who decides where no policy does."""


class About(msgspec.Struct, frozen=True):
    """The game, its version and the mark of its code; fields, values set by path, house rulings, policy, seed."""

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
    seed: int

    @staticmethod
    def of(q: Question, ready: Ready) -> About | None:
        """Of a question that was made ready; None for a forecast, which the table it is of tells all about."""
        if ready.box is None:
            return None
        start = {"": "its own", "table": "a table's state", "scenario": "a state that was given"}[q.start_of]
        return About(
            ready.box.source if not ready.box.on_shelf else ready.box.game.name,
            ready.box.game.title,
            ready.box.game.version,
            code_of(ready.box),
            version("tablewright"),
            q.scenario,
            {name: writable(value) for name, value in ready.fields.items()},
            {name: writable(value) for name, value in ready.placed.items()},
            {name: writable(value) for name, value in ready.changed.items()},
            q.policy or FIRST,
            start,
            q.seed,
        )

    def without(self, names: Iterable[str]) -> About:
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
        parts += [f"from {self.start}"] if self.start != "its own" else []
        return "; ".join([*parts, f"decided by: {self.policy}", f"seed {self.seed}"]) + "."


_NAMED = ("fields", "settings", "rulings")


def _listed(what: str, values: dict[str, Any]) -> str:
    return f"{what}: " + ", ".join(f"{name}={_short(value)}" for name, value in values.items())


def _short(value: Any) -> str:
    text = written(tuple(value) if isinstance(value, list) else value)
    return text if len(text) <= 40 else text[:39] + "…"
