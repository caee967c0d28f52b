"""`tablewright reopen TABLE`: the next session of a closed table begins, with dice committed anew."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.kernel.errors import Refused
from tablewright.table import fair
from tablewright.table.journal import Reopened
from tablewright.table.opening import open_kept

from .data import game_of, open_store
from .out import console, say_json


def run(args: argparse.Namespace) -> None:
    with open_store(args) as store, store.held(args.table):
        kept = store.kept(args.table)
        head = kept.head
        table, said = open_kept(game_of(head).game, kept)
        if table.read_only:
            raise Refused(said)
        masters = [seat.id for seat in table.seats.values() if table.game.is_master(seat)]
        seat, seed = (masters or list(table.seats) or [""])[0], fair.new_seed()
        table.trial(Reopened(seat, fair.commitment(seed)))
        store.reseed(head.id, seed)
        table.reopen(seat, seed)
    if args.json:
        say_json({"table": head.name, "commitment": table.standing.commitment})
        return
    console().print(
        escape(f"The next session of {head.name} begins. Its dice are committed to {table.standing.commitment}.")
    )
