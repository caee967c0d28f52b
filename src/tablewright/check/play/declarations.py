"""A game's declarations: names, documentation, rulings, citations, and setting up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.check.code import uncited_ids, unwritten_ids
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.rules.kit import KIT_LEDGER
from tablewright.table import SeatView, Table

from .random_player import RandomPlayer
from .state_types import field_of, find_state_error, first_bad_line


def check_declarations(box: InstalledGame) -> Finding:
    """Check that the game declares and documents everything that people and programs ask about it."""
    game, wrong = box.game, []
    if box.ledger.game != game.name:
        wrong.append(f"the ledger is of {box.ledger.game}, the game is {game.name}")
    if not game.roles:
        wrong.append("it has no roles: who plays it?")
    said = " ".join(box.readme.split())
    needed = ("independent implementation", "in our own words")
    wrong += [f"README.md does not say {words!r}" for words in needed if words not in said]
    names = Counter(a.name for a in game.actions)
    wrong += [f"two actions are called {name}" for name, n in names.items() if n > 1]
    for action in game.actions:
        wrong += [] if action.doc else [f"{action.name} has no docstring"]
        wrong += [f"{action.name}.{f.name} is not documented" for f in action.fields if not f.doc]
        wrong += [
            f"{action.name} is for {r}, which is no role" for r in action.by if r not in {x.name for x in game.roles}
        ]
        wrong += [f"{action.name} cites {id}, which is in no ledger" for id in unknown_ids(box, " ".join(action.cites))]
    for ruling in game.ruling_form.fields:
        wrong += [f"the ruling {ruling.name} has no question" for _ in [0] if not ruling.doc]
        wrong += [f"the ruling {ruling.name} cites {id}" for id in unknown_ids(box, ruling.cites)]
    for limit in game.limits:
        wrong += [f"a limit cites {id}, which is in no ledger" for id in unknown_ids(box, limit.cites)]
    wrong += [f"unbuilt.txt names {id}, which is not in the ledger" for id in box.unbuilt() if id not in box.ledger]
    wrong += [f"nothing cites {id}" for id in uncited_ids(box)]
    built = len(box.ledger.played) - len(box.unbuilt())
    return Finding(
        "declares itself", tuple(wrong), f"{len(game.actions)} actions, {built} of {len(box.ledger.played)} rules"
    )


def unknown_ids(box: InstalledGame, cites: str) -> list[str]:
    return unwritten_ids(box.ledger, KIT_LEDGER, cites)


def set_up(box: InstalledGame, notes: FaultCollector) -> Finding:
    """Check that a table opens with every value of every ruling, and that every seat can see its sheet."""
    game, wrong, tried = box.game, dict[object, str](), 0
    for chosen in ruling_choices(box):
        tried += 1
        doing = f"setup({chosen or ''})"
        try:
            table = Table.open(game, seats=RandomPlayer(game, 0).table.opened.seats, rulings=chosen, seed="set-up")
            type_error = find_state_error(table.state, game.state)
            if type_error:
                line = first_bad_line(lambda: game.setup(game.parse_rulings({})), box.path)
                text = f"{doing}{f' at {line}' if line else ''} makes a state that is not as declared"
                wrong.setdefault(field_of(type_error), f"{text}: {type_error}.")
            for seat in table.seats:
                doing = f"the sheet of {seat}"
                msgspec.json.encode(SeatView(table, seat).sheet)
        except Exception as error:  # any exception of a game is a finding
            notes.add(wrong, doing, error)
    return Finding("sets up", tuple(wrong.values()), f"{tried} ways")


def ruling_choices(box: InstalledGame) -> list[dict[str, Any]]:
    """List the rulings to try: the defaults, and each value of each ruling with the others at their defaults."""
    out: list[dict[str, Any]] = [{}]
    for ruling in box.game.ruling_form.fields:
        choices = ruling.choices(None)
        values = (
            choices
            if choices is not None and len(choices) <= 12
            else (choices or ())[:: max(1, len(choices or ()) - 1)]
        )
        out += [{ruling.name: value} for value in values]
    return out
