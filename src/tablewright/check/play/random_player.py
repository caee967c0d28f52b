"""Random legal play: a seeded player that tries everything the rules allow."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from tablewright.engine import Prompt
from tablewright.rules import Action, Game, Refused, Seat
from tablewright.rules.forms import FormField
from tablewright.rules.widgets import iter_offers
from tablewright.table import SeatView, Table
from tablewright.table.core import voters

MAX_TRIES = 6  # random forms are often refused, because fields that depend on each other are filled in apart
ODD_TEXTS = ("", "x" * 400, "née Ångström", "{who}", "<b>bold</b>", "a.b.c", "🜁")


class RandomPlayer:
    """Plays any game at random, reproducibly by seed."""

    def __init__(self, game: Game, seed: int, rulings: dict[str, Any] | None = None) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.rulings = rulings or {}
        self.taken: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.doing = "setup"
        """The current step in words, for the report of an error."""
        self.table = self.open()

    def open(self) -> Table:
        seats = self.game.seats or tuple(
            Seat(f"{r.name}-seat-{n}" if n else f"{r.name}-seat", r.name)
            for r in self.game.roles
            for n in range(max(1, r.fewest))
        )
        return Table.open(self.game, seats=seats, rulings=self.rulings, seed=f"stranger {self.rng.random()}")

    def step(self) -> None:
        """Play one random step: answer, act, undo, redo, vote, or restart a finished game."""
        table, rng = self.table, self.rng
        self.doing = "looking at the table"
        waiting = table.play_state.waiting()
        if waiting and rng.random() < 0.85:
            self._answer()
        elif table.metadata.length > 1 and rng.random() < 0.03:
            table.undo(self._mover(), rng.choice(list(islice(table.metadata.timeline.backwards(), 4))))
        elif table.metadata.redo_timeline and rng.random() < 0.5:
            table.redo(self._mover(), rng.choice(list(table.metadata.redo_timeline.backwards())))
        elif table.proposals and rng.random() < 0.8:
            self._vote()
        elif self.game.ending(table.state) is not None and rng.random() < 0.5:
            self.table = self.open()
        else:
            self._act()

    def _answer(self) -> None:
        table, rng = self.table, self.rng
        running, q = rng.choice(table.play_state.waiting())
        may = [s for s in table.seats.values() if self.game.may_answer(s, q.by, table.state)]
        if not may:  # a prompt that no seat can answer; the rehearsal reports it
            self.table = self.open()
            return
        self.doing = spelled(running.action, running.params)
        text = random_answer(q, rng)
        table.answer(rng.choice(may).id, running.number, q.at, text, self._nonce())

    def _vote(self) -> None:
        """Vote on a proposal of a table without a master: agree, or reject it."""
        table, rng = self.table, self.rng
        proposal = rng.choice(table.proposals)
        seat = rng.choice([s for s in voters(self.game, table.metadata) if s not in proposal.agreed])
        if rng.random() < 0.7:
            with suppress(Refused):  # the table may have moved on since the proposal
                table.agree(seat, proposal.number)
                return
        table.reject(seat, proposal.number)

    def _act(self) -> None:
        table, rng = self.table, self.rng
        seat = rng.choice(list(table.seats.values()))
        self.doing = f"listing what {seat.id} may do"
        at = SeatView(table, seat.id)
        legal = at.legal_actions
        if not legal:
            return
        # Actions taken less often get more weight, so that rare ones come up, too.
        weights = [1 / (1 + self.taken[a.name] + self.refused[a.name] / 4) for a in legal]
        action = rng.choices(legal, weights)[0]
        # Offers of a sheet have parameters that fit together.
        self.doing = f"the sheet of {seat.id}"
        offers = [o for panel in at.sheet for o in iter_offers(panel) if o.action == action.name]
        before = table.metadata
        for _ in range(MAX_TRIES):
            offered = dict(rng.choice(offers).params) if offers and rng.random() < 0.5 else {}
            self.doing = action.name
            params = self.params(action, at.state) | offered
            self.doing = spelled(action.name, params)
            try:
                table.act(seat.id, action.name, params, self._nonce())
                self.taken[action.name] += 1
                return
            except Refused:
                self.refused[action.name] += 1
                assert table.metadata is before, f"{action.name} was refused and yet changed the journal"

    def _nonce(self) -> str:
        """A random nonce from the seed, so that the same seed throws the same dice."""
        return f"{self.rng.randrange(16**8):08x}"

    def params(self, action: Action[Any], state: Any) -> dict[str, Any]:
        """Fill in a form at random. Each field is legal by itself."""
        given: dict[str, Any] = {}
        known: dict[str, Any] = {}
        for field in action.fields:
            known[field.name] = field.default
            if field.required or self.rng.random() < 0.6:
                known[field.name] = given[field.name] = self._value(field, state, known)
        return given

    def _value(self, field: FormField, state: Any, known: Mapping[str, Any]) -> Any:
        if field.optional and self.rng.random() < 0.3:
            return None
        choices = field.at_hand(state, known)
        if field.many:
            return self.rng.sample(choices, self.rng.randint(0, min(3, len(choices)))) if choices else []
        if choices:
            return self.rng.choice(choices)
        if field.kind == "int":
            low = field.param.min or 0
            return self.rng.randint(low, low + 6 if field.param.max is None else field.param.max)
        if field.param.examples and self.rng.random() < 0.6:
            return self.rng.choice(field.param.examples)
        word = self._word()
        if self.rng.random() < 0.9:
            return word
        odd = self.rng.choice(ODD_TEXTS)
        return odd and odd + word

    def _word(self) -> str:
        """A word that occurs nowhere else, so that a leak of it is found."""
        return f"Word{self.rng.randrange(16**8):08x}"

    def _mover(self) -> str:
        """A seat that may undo: the master's, or any voter's at a table without one."""
        masters = [s.id for s in self.table.seats.values() if self.game.is_master(s)]
        return masters[0] if masters else self.rng.choice(voters(self.game, self.table.metadata))


def spelled(action: str, params: Mapping[str, Any]) -> str:
    """Spell an action with its parameters, as in `take_step(who='ada')`."""
    return f"{action}({', '.join(f'{name}={value!r}' for name, value in params.items())})"


def random_answer(q: Prompt, rng: random.Random) -> Any:
    """Make a random answer that fits a prompt, in the form that is recorded."""
    match q.kind:
        case "choose":
            return rng.choice(q.options).key
        case "write":
            return f"Word{rng.randrange(16**8):08x}"[: q.most]
        case "roll":
            return [rng.randint(1, q.sides) for _ in range(q.dice)]
    return rng.sample(range(1, q.sides + 1), q.cards)
