"""A table played without a person: dice given by hand, Peers who let things stand, answers by what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablewright.engine.prompt import Prompt
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.characters import Character
from tablewright.games.venus_engine.state import Call, Venus
from tablewright.rules import Refused, Seat
from tablewright.table import Table
from tablewright.table.core.play_state import PendingAction, PlayState

Say = Mapping[str, str | Sequence[str]]


class Play:
    """A table to test at. `act` takes an action and settles it: dice in order, answers by a piece of the question."""

    def __init__(self, state: Venus | None = None, **rulings: Any) -> None:
        self.table = Table.open(GAME, seats=GAME.seats, rulings=rulings, seed="test", fair_dice=False)
        if state is not None:
            self.table.play_state = PlayState(state)

    @property
    def s(self) -> Venus:
        state = self.table.state
        assert isinstance(state, Venus)
        return state

    def set(self, state: Venus) -> Play:
        """Put another state on the table. No action may be waiting."""
        assert not self.table.play_state.pending
        self.table.play_state = PlayState(state)
        return self

    def change(self, who: str, **fields: Any) -> Play:
        return self.set(self.s.with_character(self.s.character(who).but(**fields)))

    def call(self, kind: str, who: str, ability: str, **fields: Any) -> Play:
        """A roll that has been called for, with plain stakes."""
        return self.set(self.s.but(call=Call(kind, who, ability, **{"stakes": "Trouble.", **fields})))  # type: ignore[arg-type]

    def act(
        self,
        seat: str,
        action: str,
        *,
        dice: Iterable[Iterable[int]] = (),
        say: Say | None = None,
        lets: str | tuple[str, ...] = (),
        **params: Any,
    ) -> list[str]:
        """Take an action to its end and return the log. Raise if it is refused."""
        number = self.table.act(seat, action, params)
        return self.settle(dice, say, number, lets)

    def start(self, seat: str, action: str, *, dice: Iterable[Iterable[int]] = (), **params: Any) -> int:
        """Take an action as far as the dice go, and return its number."""
        number = self.table.act(seat, action, params)
        for faces in dice:
            running, question = self.asked()[0]
            self.table.roll("fc", running.number, question.at, faces)
        return number

    def asked(self) -> list[tuple[PendingAction, Prompt]]:
        return self.table.play_state.waiting()

    def question(self, words: str) -> Prompt:
        """The open question with these words in it."""
        found = [q for _, q in self.asked() if words in q.question]
        assert found, f"nobody asks {words!r}: {[q.question for _, q in self.asked()]}"
        return found[0]

    def options(self, words: str) -> list[str]:
        return [o.key for o in self.question(words).options]

    def answer(self, seat: str, words: str, key: str) -> None:
        for running, question in self.table.prompts_for(seat):
            if words in question.question:
                self.table.answer(seat, running.number, question.at, key)
                return
        raise Refused(f"{seat} is not asked {words!r}.")

    def settle(
        self,
        dice: Iterable[Iterable[int]] = (),
        say: Say | None = None,
        number: int | None = None,
        lets: str | tuple[str, ...] = (),
    ) -> list[str]:
        """Answer open questions by `say` until none waits.

        Questions named in `lets` get the first option, every time. Fail if any other is asked, or a named one is not.
        """
        left = [list(faces) for faces in dice]
        said = {k: [v] if isinstance(v, str) else list(v) for k, v in (say or {}).items()}
        usual = dict.fromkeys((lets,) if isinstance(lets, str) else lets, 0)
        while waiting := [(r, q) for r, q in self.asked() if number is None or r.number == number]:
            running, question = waiting[0]
            if question.kind == "choose":
                self.table.answer("fc", running.number, question.at, answer_to(question, said, usual))
            else:
                self.table.roll("fc", running.number, question.at, left.pop(0))
        assert not left, f"dice nobody threw: {left}"
        assert not any(said.values()), f"answers nobody asked for: {said}"
        assert all(usual.values()), f"questions nobody asked: {usual}"
        return [line.text for ended in self.table.play_state.finished for line in ended.lines]

    def __getitem__(self, who: str) -> Character:
        return self.s.character(who)


def answer_to(question: Prompt, said: dict[str, list[str]], usual: dict[str, int]) -> str:
    """The answer given for a question, or its first option if `usual` names it."""
    for words, keys in said.items():
        if keys and (words in question.question or words in question.by):
            return keys.pop(0)
    for words in usual:
        if words in question.question:
            usual[words] += 1
            return question.options[0].key
    options = [option.key for option in question.options]
    raise AssertionError(f"nobody was to be asked: {question.question} {options} {question.by}")


def seat(id: str) -> Seat:
    return next(s for s in GAME.seats if s.id == id)


def debriefed(
    lots: int, earned: int = 0, overflow: str = "held or earned", spills: bool = False, **claims: Any
) -> Play:
    """Ida debriefed without an objection to her claims. A Lot that `spills` becomes exp for her first job."""
    play = Play(overflow=overflow).change("ida", lots=lots, earned=earned)
    play.act("fc", "end_chapter")
    lets = (*(["Do you object?"] if claims else []), *(["For which job?"] if spills else []))
    play.act("ann", "debrief", who="ida", **claims, lets=lets)
    return play
