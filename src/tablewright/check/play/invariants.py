"""Random play, with checks of what must hold in every state."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.check.collector import RANDOM_PLAY_RAISES, FaultCollector
from tablewright.check.finding import Finding
from tablewright.rules import Refused
from tablewright.rules.widgets import iter_offers
from tablewright.table import SeatView, Table
from tablewright.table.core import EventReducer
from tablewright.table.lifecycle import rebuild_table

from .declarations import ruling_choices, unknown_ids
from .random_player import RandomPlayer
from .state_types import field_of, find_state_error

LIMITS = "keeps every limit"
REPLAYS = "replays to the same state"
JSON = "survives JSON both ways"
SECRETS = "shows nobody a secret"
CITES = "every line cites a rule"
FIELDS = "fields hold what they declare"


class PlayAudit:
    """Plays a game at random and notes every violation."""

    def __init__(self, box: InstalledGame, notes: FaultCollector, steps: int, seed: int) -> None:
        self.box, self.notes = box, notes
        self.met: list[tuple[Any, str]] = []
        """States on the way, each with a seat, to compute odds in."""
        self.rng = random.Random(seed)
        rulings = ruling_choices(box)
        each = max(60, steps // len(rulings)) if len(rulings) > 1 else steps
        self.done = 0
        self.taken: Counter[str] = Counter()
        for i, chosen in enumerate(rulings):
            try:
                player = RandomPlayer(box.game, seed * 1000 + i, chosen)
            except Exception as error:  # any exception of a game is a finding
                notes.raised(f"setup({chosen or ''})", error)
                continue
            self._play(player, steps // 2 if not chosen and len(rulings) > 1 else each)

    def _play(self, player: RandomPlayer, steps: int) -> None:
        table = player.table
        sound = not find_state_error(table.state, self.box.game.state)  # if not, setting up is at fault
        for i in range(steps):
            self.done += 1
            try:
                player.step()
                if player.table is not table:
                    self._replays(table)
                    table = player.table
                player.doing = f"after {player.doing}"
                self._limits(table)
                if table.play_state.finished and sound and not self._fits(table, player.doing):
                    table = player.table = player.open()
                elif i % 10 == 0 and sound:
                    self._json(table)
                    self._secrets(table, player)
                    self.met.append((table.state, self.rng.choice(list(table.seats))))
            except Exception as error:
                self.notes.raised(player.doing, error)
                table = player.table = player.open()
        self._replays(table)
        self.taken += player.taken

    def _note(self, what: str, text: str, key: object = None) -> None:
        self.notes.note(what, text, key)

    def _limits(self, table: Table) -> None:
        for limit in self.box.game.limits:
            broken = limit.broken(table.state)
            if broken:
                self._note(LIMITS, f"{limit.cites}: {broken}")
        for ended in table.play_state.finished:
            for line in ended.lines:
                for id in unknown_ids(self.box, line.cites):
                    self._note(CITES, f"{id}, which is in no ledger: {line.text}")
                if line.kind == "tell" and not line.cites:
                    self._note(CITES, f"no rule is cited by: {line.text}")

    def _replays(self, table: Table) -> None:
        """Check that replay, from the last snapshot and from the start, gives the same state and prompts."""
        length, timeline = table.metadata.length, table.metadata.timeline
        last = timeline.last[1]
        try:
            again, why = rebuild_table(table.game, table.record_log, length, table.seed)
            replayed = (again.play_state, EventReducer(table.game, table.record_log).replay_all(last, timeline))
        except Refused as refused:
            self._note(REPLAYS, str(refused))
            return
        except Exception as error:
            self._note(REPLAYS, self.notes.sentence(f"a journal of {length} entries", error))
            return
        if why:
            self._note(REPLAYS, why)
        elif again.metadata != table.metadata or any(m.state != table.state for m in replayed):
            self._note(REPLAYS, f"a journal of {length} entries replays to another state")
        elif any(m.waiting() != table.play_state.waiting() for m in replayed):
            self._note(REPLAYS, f"a journal of {length} entries replays to other questions")

    def _fits(self, table: Table, doing: str) -> bool:
        """True if every field of the state holds its declared type. The rehearsal finds the line that broke it."""
        wrong = find_state_error(table.state, self.box.game.state)
        if wrong:
            self._note(FIELDS, f"{doing} a state is not as declared: {wrong}.", field_of(wrong))
        return not wrong

    def _json(self, table: Table) -> None:
        if msgspec.json.decode(msgspec.json.encode(table.state), type=self.box.game.state) != table.state:
            self._note(JSON, "a state does not survive JSON")
        for _, q in table.play_state.waiting():
            if msgspec.json.decode(msgspec.json.encode(q), type=type(q)) != q:
                self._note(JSON, f"a question does not survive JSON: {q.question}")

    def _secrets(self, table: Table, player: RandomPlayer) -> None:
        game, state = self.box.game, table.state
        for seat in table.seats.values():
            player.doing = f"the sheet of {seat.id}"
            hidden = [secret for secret in game.secrets(state, game.viewer(state, seat)) if secret]
            panels = SeatView(table, seat.id).sheet
            for offer in (o for panel in panels for o in iter_offers(panel)):
                if offer.action not in {a.name for a in game.actions}:
                    self._note(RANDOM_PLAY_RAISES, f"the sheet offers {offer.action}, which is no action")
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
        yield self.notes.finding(RANDOM_PLAY_RAISES, seen)
        yield self.notes.finding(LIMITS, f"{len(self.box.game.limits)} limits")
        for what in (REPLAYS, JSON, SECRETS, CITES):
            yield self.notes.finding(what)
