"""A state to begin a scenario with: a table that is kept, a table's file, or a start as JSON."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.lab.spec import StartState, convert_json, decode_state
from tablewright.rules import Game, Refused, Scenario
from tablewright.table.lifecycle import import_file, open_stored, read_bytes
from tablewright.table.stores import SqliteStore
from tablewright.terminal.data_folder import open_store


def start_state_from(args: argparse.Namespace, box: InstalledGame, scenario: Scenario) -> StartState | None:
    """What is meant by `--from`, and what it is called; None, if nothing is."""
    if args.start is None:
        return None
    path = Path(args.start)
    if path.is_file():
        return _of_file(path, box, scenario)
    with open_store(args) as store:
        if not any(head.name == args.start for head in store.headers()):
            names = ", ".join(head.name for head in store.headers() if head.game == box.game.name) or "none"
            raise Refused(f"There is neither a table nor a file {args.start!r}. Tables of {box.game.title}: {names}.")
        table, _ = open_stored(box.game, store.kept(args.start))
        return StartState(table.state, f"{args.start}, after entry {table.metadata.length - 1}", "table")


def _start_in(text: str, game: Game, scenario: Scenario) -> Any:
    """A start, or all that `lab list --json` says of a scenario, with its start in it."""
    kind = type(scenario.start(game.rulings(), **scenario.form.read({})))
    whole = decode_state(text, Any)
    if not (isinstance(whole, dict) and isinstance(whole.get("start"), dict) and "fields" in whole):
        return convert_json(whole, kind)
    whose = next((one for one in game.scenarios if one.name == whole.get("name")), scenario)
    if whose.start is not scenario.start:
        raise Refused(f"That is where {whose.name} begins, and {scenario.name} is asked.")
    return convert_json(whole["start"], kind)


def _of_file(path: Path, box: InstalledGame, scenario: Scenario) -> StartState:
    text = read_bytes(path)
    if b'"tablewright"' not in text.split(b"\n", 1)[0]:
        start = _start_in(text.decode("utf-8", "replace"), box.game, scenario)
        return StartState(start, str(path), "scenario")
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder))) as store:
        kept, _ = import_file(store, path, box, "from a file", False)
        return StartState(open_stored(box.game, kept)[0].state, str(path), "table")
