"""Timing of the odds that people might ask for, in random play."""

from __future__ import annotations

import random
from collections import Counter
from statistics import median
from time import thread_time
from typing import Any

import msgspec

from tablewright.engine.live import run_rule
from tablewright.rules import Action, Game, GameError, Refused
from tablewright.table.odds import OddsSummary
from tablewright.table.seat import SeatView

from .random_player import RandomPlayer, spelled

TRIES = 4  # random forms tried for an action before another is chosen


class TimedQuestion(msgspec.Struct, frozen=True):
    """A question about odds: the action or prompt, the seconds of processor time, and the kind of answer."""

    what: str
    seconds: float
    answer: str
    """`whole`, `headline`, `tried` or `hidden`; `sure` if nothing is random; `silent` or `refused` without an answer.
    """


class OddsTimer:
    """Plays a game at random and asks at every step for the odds of one action and advice on one prompt."""

    def __init__(self, game: Game, steps: int, seed: int) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.player = RandomPlayer(game, seed)
        self.asked: list[TimedQuestion] = []
        self._times: Counter[str] = Counter()
        for _ in range(steps):
            self.player.step()
            table = self.player.table
            at = SeatView(table, self.rng.choice(list(table.seats)))
            self._action(at)
            self._question(SeatView(table, self.rng.choice(list(table.seats))))

    @property
    def wrong(self) -> list[TimedQuestion]:
        """Questions without an answer."""
        return [asked for asked in self.asked if asked.answer in ("silent", "refused")]

    @property
    def answers(self) -> Counter[str]:
        """Number of answers of each kind."""
        return Counter(asked.answer for asked in self.asked)

    def seconds(self, share: float) -> float:
        """The time within which this share of the questions was answered: 0.5 is the median, 1 the longest."""
        times = sorted(asked.seconds for asked in self.asked)
        return median(times) if share == 0.5 else times[min(len(times) - 1, int(share * len(times)))]

    def slowest(self, n: int) -> list[TimedQuestion]:
        return sorted(self.asked, key=lambda asked: -asked.seconds)[:n]

    def _action(self, at: SeatView) -> None:
        possible = [doable.name for doable in at.actions if not doable.why_not]
        if not possible:
            return
        # Actions asked less often get more weight, so that rare ones come up, too.
        weights = [1 / (1 + self._times[name]) for name in possible]
        action = self.game.action(self.rng.choices(possible, weights)[0])
        self._times[action.name] += 1
        for values in ({}, *(self.player.params(action, at.state) for _ in range(TRIES))):
            if self._odds(at, action, values):
                return

    def _odds(self, at: SeatView, action: Action[Any], values: dict[str, Any]) -> bool:
        """Ask for the odds of one form. False if the form could not be sent."""
        what, start = spelled(action.name, values), thread_time()
        try:
            found = at.odds(action.name, values)
        except (Refused, GameError) as error:
            if not self._ready(at, action, values):
                return False
            self._note(what, start, "refused", str(error))
            return True
        self._note(what, start, self._kind(found, at, action, values))
        return True

    def _ready(self, at: SeatView, action: Action[Any], values: dict[str, Any]) -> bool:
        try:
            return at.draft(action.name, values).ready
        except Refused:
            return False

    def _kind(self, found: OddsSummary, at: SeatView, action: Action[Any], values: dict[str, Any]) -> str:
        """The way the odds were counted; for an empty answer, `sure` if the rule runs without a roll or a choice."""
        if found.tells or found.groups or found.costs:
            return found.counted
        state = at.table.state
        params = action.read(at.draft(action.name, values).values, state)
        begun = run_rule(action.begin(state, params, at.seat), {})
        return "sure" if begun.done else "silent"

    def _question(self, at: SeatView) -> None:
        asks = [ask for ask in at.prompts if ask.is_mine and ask.kind == "choose"]
        if not asks:
            return
        ask = self.rng.choice(asks)
        what, start = f"{ask.action}: {ask.question}", thread_time()
        try:
            found = at.advice(*ask.place)
        except (Refused, GameError) as error:
            self._note(what, start, "refused", str(error))
            return
        kinds = {option.counted for option in found.options.values()}
        coarse = next((kind for kind in ("tried", "headline") if kind in kinds), "whole")
        self._note(what, start, coarse if found.options else "hidden" if found.note else "silent")

    def _note(self, what: str, start: float, answer: str, why: str = "") -> None:
        self.asked.append(TimedQuestion(f"{what} {why}".strip(), thread_time() - start, answer))
