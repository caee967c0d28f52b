"""An evening that is kept, and games with other rules to open it by."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec

from tablewright.catalog.installed import InstalledGame
from tablewright.check.play.random_player import RandomPlayer
from tablewright.rules.actions import Action
from tablewright.rules.effects.effect import Rule
from tablewright.rules.game import Game
from tablewright.table import Table
from tablewright.table.lifecycle.library import create_table
from tablewright.table.stores.sqlite import SqliteStore, SqliteTable

#: Games with dice, cards, secrets and questions within questions.
REAL = ("moonveil", "veil-runners")


def an_evening(store: SqliteStore, game: Game, waits: bool = True) -> tuple[Table, SqliteTable]:
    """Dice, answers, talk, undo, an edit; the last wheel waits for an answer, if it should."""
    table, _ = create_table(store, InstalledGame(game, "tests.table"), "mill", seed="mill")
    table.nonce = lambda: "n"
    for n in range(9):
        table.answer("mia", table.act("mia", "grind", {"sacks": 1 + n % 3}), "1", "yes" if n % 2 else "no")
        table.say("mia", f"Turn {n}.")
        if n == 4:
            table.undo("ola")
            table.edit("ola", "flour", 7)
    if waits:
        table.act("mia", "grind")
    table.say("ola", "Good night.")
    return table, store.kept("mill")


def bodies(kept: SqliteTable) -> list[bytes]:
    return [record.body for record in kept.chain()]


def with_rules(game: Game, how: Callable[[Callable[..., Rule[Any]]], Callable[..., Rule[Any]]]) -> Game:
    """A game whose every action is played another way."""

    def played(action: Action[Any]) -> Action[Any]:
        form, other = action.form, copy.copy(action)
        assert other.form is form, "its form would be made anew, from another rule"
        other.fn = how(action.fn)
        return other

    return msgspec.structs.replace(game, actions=tuple(map(played, game.actions)))


def strangers(game: Game) -> Table:
    """A table at which everything was tried, and something waits that has been answered in part."""
    stranger = RandomPlayer(game, 12)
    while stranger.table.metadata.length < 40 or not any(r.answers for r in stranger.table.play_state.pending):
        stranger.step()
    assert stranger.table.metadata.throws > 5
    return stranger.table
