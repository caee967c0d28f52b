"""`tablewright reopen TABLE`: the next session of a closed table begins, with dice committed anew."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.rules import Refused
from tablewright.table.core import provably_fair
from tablewright.table.lifecycle import open_stored
from tablewright.table.log import SessionReopened
from tablewright.terminal.data_folder import game_of, open_store
from tablewright.terminal.render import make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    with open_store(args) as store, store.lock(args.table):
        kept = store.kept(args.table)
        head = kept.head
        table, said = open_stored(game_of(head).game, kept)
        if table.read_only:
            raise Refused(said)
        masters = [seat.id for seat in table.seats.values() if table.game.is_master(seat)]
        seat, seed = (masters or list(table.seats) or [""])[0], provably_fair.new_seed()
        table.validate(SessionReopened(seat, provably_fair.commitment(seed)))
        store.reseed(head.id, seed)
        table.reopen(seat, seed)
    if args.json:
        say_json({"table": head.name, "commitment": table.metadata.commitment})
        return
    make_console().print(
        escape(f"The next session of {head.name} begins. Its dice are committed to {table.metadata.commitment}.")
    )
