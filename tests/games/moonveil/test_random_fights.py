"""Fights and castings played at random: for any answers the limits hold and the journal replays."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tablewright.check.play.random_player import RandomPlayer
from tablewright.games.moonveil import GAME
from tablewright.rules import Refused
from tablewright.table import SeatView

FIGHTING = (
    "begin_encounter",
    "attack",
    "attack",
    "move",
    "stagger",
    "stagger",
    "footing",
    "quick_move",
    "rally",
    "deduce",
    "cast",
    "throw_bomb",
    "go_on",
    "enemies_act",
    "enemy_strikes",
    "enemy_strikes",
    "enemy_strikes",
    "place_enemy",
    "make_enemy",
    "change_enemy",
    "describe_ground",
    "call_moon",
    "carry",
    "take_item",
    "rest",
    "end_encounter",
)


class Brawler(RandomPlayer):
    """Tries what belongs to a fight, far more often than anything else."""

    def _act(self) -> None:
        table, rng = self.table, self.rng
        legal = {action.name: action for action in SeatView(table, "guide").legal_actions}
        names = [name for name in FIGHTING if name in legal]
        if not names:  # a question is open, and none of these actions is instant
            return
        action = legal[rng.choice(names)]
        before = len(table.journal)
        try:
            table.act("guide", action.name, self.params(action, table.state), self._nonce())
            self.taken[action.name] += 1
        except Refused:
            assert len(table.journal) == before


@pytest.mark.exercises("pips.cap", "cap.max", "create.hp.full", "pocket.die", "enc.turn", "attack.precedence")
def test_fights_at_random_keep_every_limit() -> None:
    """Thousands of steps over several tables meet every action of a fight."""
    taken: Counter[str] = Counter()
    for seed in range(2, 8):
        brawler = Brawler(GAME, seed)
        for _ in range(350):
            brawler.step()
            broken = [text for limit in GAME.limits if (text := limit.broken(brawler.table.state))]
            assert broken == []
        taken += brawler.taken
        table = brawler.table
        again = table.reducer.replay_all(table.metadata.length - 1, table.metadata.timeline)
        assert again.state == table.state
    assert set(FIGHTING) - {"throw_bomb", "carry", "take_item", "rest"} <= set(taken)


def test_the_sheets_of_random_fights_can_be_drawn() -> None:
    """For every seat, at any time."""
    brawler = Brawler(GAME, random.Random(9).randint(0, 99))
    for _ in range(200):
        brawler.step()
        for seat in brawler.table.seats:
            assert SeatView(brawler.table, seat).sheet
