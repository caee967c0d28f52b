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
from tablewright.table.opening import opened

from .declared import ruling_choices, unknown_ids
from .finding import Finding
from .notes import RAISES, Notes
from .random_play import Stranger
from .state_fits import field_of, unfit

LIMITS = "keeps every limit"
REPLAYS = "replays to the same state"
JSON = "survives JSON both ways"
SECRETS = "shows nobody a secret"
CITES = "every line cites a rule"
FIELDS = "fields hold what they declare"


class Audit:
    """Plays a game at random and keeps what it sees go wrong."""

    def __init__(self, box: Boxed, notes: Notes, steps: int, seed: int) -> None:
        self.box, self.notes = box, notes
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
                notes.raised(f"setup({chosen or ''})", error)
                continue
            self._play(stranger, steps // 2 if not chosen and len(rulings) > 1 else each)

    def _play(self, stranger: Stranger, steps: int) -> None:
        table = stranger.table
        sound = not unfit(table.state, self.box.game.state)  # if not, setting up is what went wrong
        for i in range(steps):
            self.done += 1
            try:
                stranger.step()
                if stranger.table is not table:
                    self._replays(table)
                    table = stranger.table
                stranger.doing = f"after {stranger.doing}"
                self._limits(table)
                if table.now.ended and sound and not self._fits(table, stranger.doing):
                    table = stranger.table = stranger.open()
                elif i % 10 == 0 and sound:
                    self._json(table)
                    self._secrets(table, stranger)
                    self.met.append((table.state, self.rng.choice(list(table.seats))))
            except Exception as error:
                self.notes.raised(stranger.doing, error)
                table = stranger.table = stranger.open()
        self._replays(table)
        self.taken += stranger.taken

    def _note(self, what: str, text: str, key: object = None) -> None:
        self.notes.note(what, text, key)

    def _limits(self, table: Table) -> None:
        for limit in self.box.game.limits:
            broken = limit.broken(table.state)
            if broken:
                self._note(LIMITS, f"{limit.cites}: {broken}")
        for ended in table.now.ended:
            for line in ended.lines:
                for id in unknown_ids(self.box, line.cites):
                    self._note(CITES, f"{id}, which is in no ledger: {line.text}")
                if line.kind == "tell" and not line.cites:
                    self._note(CITES, f"no rule is cited by: {line.text}")

    def _replays(self, table: Table) -> None:
        """From the last snapshot and from the very start: both lead to where play has led."""
        length, line = table.standing.entries, table.standing.line
        last = line.last[1]
        try:
            again, why = opened(table.game, table.past, length, table.seed)
            moments = (again.now, Course(table.game, table.past).from_the_start(last, line))
        except Refused as refused:
            self._note(REPLAYS, str(refused))
            return
        except Exception as error:
            self._note(REPLAYS, self.notes.sentence(f"a journal of {length} entries", error))
            return
        if why:
            self._note(REPLAYS, why)
        elif again.standing != table.standing or any(m.state != table.state for m in moments):
            self._note(REPLAYS, f"a journal of {length} entries replays to another state")
        elif any(m.waiting() != table.now.waiting() for m in moments):
            self._note(REPLAYS, f"a journal of {length} entries replays to other questions")

    def _fits(self, table: Table, doing: str) -> bool:
        """Whether every field of the state holds what it declares. The rehearsal will say which line put it there."""
        wrong = unfit(table.state, self.box.game.state)
        if wrong:
            self._note(FIELDS, f"{doing} a state is not as declared: {wrong}.", field_of(wrong))
        return not wrong

    def _json(self, table: Table) -> None:
        if msgspec.json.decode(msgspec.json.encode(table.state), type=self.box.game.state) != table.state:
            self._note(JSON, "a state does not survive JSON")
        for _, q in table.now.waiting():
            if msgspec.json.decode(msgspec.json.encode(q), type=type(q)) != q:
                self._note(JSON, f"a question does not survive JSON: {q.question}")

    def _secrets(self, table: Table, stranger: Stranger) -> None:
        game, state = self.box.game, table.state
        for seat in table.seats.values():
            stranger.doing = f"the sheet of {seat.id}"
            hidden = [secret for secret in game.secrets(state, game.eyes(state, seat)) if secret]
            panels = game.view(state, seat)
            for offer in (o for panel in panels for o in offers_in(panel)):
                if offer.action not in {a.name for a in game.actions}:
                    self._note(RAISES, f"the sheet offers {offer.action}, which is no action")
            if not hidden:
                continue
            shown = json.dumps(msgspec.to_builtins(panels), ensure_ascii=False)
            shown += " ".join(line.text for line in table.log(seat.id))
            for secret in hidden:
                if json.dumps(secret, ensure_ascii=False)[1:-1] in shown:
                    self._note(SECRETS, f"{seat.id} ({seat.role}) can read {secret!r}")

    def findings(self) -> Iterator[Finding]:
        names = {a.name for a in self.box.game.actions}
        rare = sorted(names - set(self.taken))
        seen = f"{self.done} steps, {len(names) - len(rare)} of {len(names)} actions taken"
        seen += f"; never: {', '.join(rare)}" if rare else ""
        yield self.notes.finding(RAISES, seen)
        yield self.notes.finding(LIMITS, f"{len(self.box.game.limits)} limits")
        for what in (REPLAYS, JSON, SECRETS, CITES):
            yield self.notes.finding(what)
