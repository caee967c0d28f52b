"""`tablewright close TABLE`: the session ends, and the seed of its dice is shown."""

from __future__ import annotations

import argparse

from tablewright.rules import Refused
from tablewright.table.lifecycle import open_stored
from tablewright.terminal.data_folder import game_of, open_store
from tablewright.terminal.render import PROGRAM_NAME, make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    with open_store(args) as store, store.lock(args.table):
        kept = store.kept(args.table)
        name = kept.head.name
        table, said = open_stored(game_of(kept.head).game, kept)
        if table.read_only:
            raise Refused(said)
        masters = [seat.id for seat in table.seats.values() if table.game.is_master(seat)]
        if not masters and len(table.seats) > 1:
            raise Refused("Nobody is the master of this table: its session is closed by consent, at the table.")
        table.close((masters or list(table.seats))[0])
    if args.json:
        say_json({"table": name, "seed": table.seed, "commitment": table.metadata.commitment})
        return
    out = make_console()
    out.print(f"The session is closed. The seed of its dice was [head]{table.seed}[/].")
    out.print(
        f"Anybody can check them: {PROGRAM_NAME} export '{name}' FILE, then {PROGRAM_NAME} verify FILE.", markup=False
    )
