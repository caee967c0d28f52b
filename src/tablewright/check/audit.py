"""Thousands of random legal steps, with everything that must hold on the way."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.view import offers_in
from tablewright.run.shelf import Boxed
from tablewright.table import Table
from tablewright.table.course import Course
from tablewright.table.history import last_of
from tablewright.table.opening import opened

from .declared import ruling_choices, unknown_ids
from .finding import Finding
from .random_play import Stranger


class Audit:
    """Plays a game at random and keeps what it sees go wrong."""

    def __init__(self, box: Boxed, steps: int, seed: int) -> None:
        self.box, self.steps = box, steps
        self.wrong: dict[str, list[str]] = {
            k: [] for k in ("never raises", "limits", "replays", "json", "secrets", "cites")
        }
        self.met: list[tuple[Any, str]] = []
        """States on the way, with a seat, to ask the odds in."""
        self.rng = random.Random(seed)
        rulings = ruling_choices(box)
        each = max(60, steps // len(rulings)) if len(rulings) > 1 else steps
        self.done = 0
        self.taken: Counter[str] = Counter()
        for i, chosen in enumerate(rulings):
            try:
                stranger = Stranger(box.game, seed * 1000 + i, chosen)
            except Exception as error:  # whatever a game raises is its finding
                self._note("never raises", f"with {chosen}: {type(error).__name__}: {error}")
                continue
            self._play(stranger, steps // 2 if not chosen and len(rulings) > 1 else each)

    def _play(self, stranger: Stranger, steps: int) -> None:
        table = stranger.table
        for i in range(steps):
            try:
                stranger.step()
            except Exception as error:
                last = [type(e).__name__ + " " + getattr(e, "action", "") for e in table.journal[-3:]]
                self._note("never raises", f"{type(error).__name__}: {error} (after {', '.join(last)})")
                stranger.table = stranger.open()
            self.done += 1
            if stranger.table is not table:
                self._replays(table)
                table = stranger.table
            self._limits(table)
            if i % 10 == 0:
                self._json(table)
                self._secrets(table)
                self.met.append((table.state, self.rng.choice(list(table.seats))))
        self._replays(table)
        self.taken += stranger.taken

    def _note(self, what: str, text: str) -> None:
        if len(self.wrong[what]) < 5 and text not in self.wrong[what]:
            self.wrong[what].append(text)

    def _limits(self, table: Table) -> None:
        for limit in self.box.game.limits:
            broken = limit.broken(table.state)
            if broken:
                self._note("limits", f"{limit.cites}: {broken}")
        for ended in table.now.ended:
            for line in ended.lines:
                for id in unknown_ids(self.box, line.cites):
                    self._note("cites", f"{id}, which is in no ledger: {line.text}")
                if line.kind == "tell" and not line.cites:
                    self._note("cites", f"no rule is cited by: {line.text}")

    def _replays(self, table: Table) -> None:
        """From the last snapshot and from the very start: both lead to where play has led."""
        length, line = table.standing.entries, table.standing.line
        last = last_of(line)
        try:
            again, why = opened(table.game, table.past, length, table.seed)
            moments = (again.now, Course(table.game, table.past).from_the_start(last, line))
        except Refused as refused:
            self._note("replays", str(refused))
            return
        if why:
            self._note("replays", why)
        elif again.standing != table.standing or any(m.state != table.state for m in moments):
            self._note("replays", f"a journal of {length} entries replays to another state")
        elif any(m.waiting() != table.now.waiting() for m in moments):
            self._note("replays", f"a journal of {length} entries replays to other questions")

    def _json(self, table: Table) -> None:
        text = msgspec.json.encode(table.state)
        if msgspec.json.decode(text, type=self.box.game.state) != table.state:
            self._note("json", "a state does not survive JSON")
        for _, q in table.now.waiting():
            if msgspec.json.decode(msgspec.json.encode(q), type=type(q)) != q:
                self._note("json", f"a question does not survive JSON: {q.question}")

    def _secrets(self, table: Table) -> None:
        game, state = self.box.game, table.state
        for seat in table.seats.values():
            hidden = [secret for secret in game.secrets(state, game.eyes(state, seat)) if secret]
            panels = game.view(state, seat)
            for offer in (o for panel in panels for o in offers_in(panel)):
                if offer.action not in {a.name for a in game.actions}:
                    self._note("never raises", f"the sheet offers {offer.action}, which is no action")
            if not hidden:
                continue
            shown = json.dumps(msgspec.to_builtins(panels), ensure_ascii=False)
            shown += " ".join(line.text for line in table.log(seat.id))
            for secret in hidden:
                if json.dumps(secret, ensure_ascii=False)[1:-1] in shown:
                    self._note("secrets", f"{seat.id} ({seat.role}) can read {secret!r}")

    def findings(self) -> Iterator[Finding]:
        names = {a.name for a in self.box.game.actions}
        rare = sorted(names - set(self.taken))
        seen = f"{self.done} steps, {len(names) - len(rare)} of {len(names)} actions taken"
        seen += f"; never: {', '.join(rare)}" if rare else ""
        yield Finding("random play never raises", tuple(self.wrong["never raises"]), seen)
        yield Finding("keeps every limit", tuple(self.wrong["limits"]), f"{len(self.box.game.limits)} limits")
        yield Finding("replays to the same state", tuple(self.wrong["replays"]))
        yield Finding("survives JSON both ways", tuple(self.wrong["json"]))
        yield Finding("shows nobody a secret", tuple(self.wrong["secrets"]))
        yield Finding("every line cites a rule", tuple(self.wrong["cites"]))
