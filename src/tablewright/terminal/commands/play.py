"""`tablewright play GAME`: a table in the terminal, for one person or several around one keyboard."""

from __future__ import annotations

import argparse
import sys

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import Game, Refused, Seat
from tablewright.table import Table
from tablewright.table.lifecycle import create_table, resume_table, tables_of_game
from tablewright.table.stores import TableStore, check_table_name
from tablewright.terminal.arguments import parse_pairs
from tablewright.terminal.commands.tables import show_tables
from tablewright.terminal.data_folder import open_store
from tablewright.terminal.play import PlayLoop
from tablewright.terminal.render import escape_quoted, make_console


def run_command(args: argparse.Namespace) -> None:
    if args.json:
        raise Refused("Playing is a conversation: there is no JSON of it. See `odds`, `lab` and `rules` for JSON.")
    box = find_game(args.game)
    if args.table is None and not sys.stdin.isatty():
        seats = first_seats(box.game, args.empty)
        table = Table.open(box.game, seats=seats, rulings=parse_pairs(args.ruling), seed=args.seed, empty=args.empty)
        table.fair_dice = args.dice != "hand"
        PlayLoop(box, table, make_console(), args.seat or "").converse()
        return
    with open_store(args) as store:
        wish = None if args.table is None else check_table_name(args.table)
        last = next((head.name for head in tables_of_game(store, box) if not head.closed), None)
        name = None if args.new else wish or last
        if name is not None and any(head.name == name for head in store.headers()):
            _go_on(store, box, args, name)
        else:
            _begin(store, box, args)


def first_seats(game: Game, empty: bool) -> tuple[Seat, ...]:
    """Who sits down first: those of the game, or one for each of its roles.

    At an empty table the master, or where there is none, one of them; others join.
    """
    seats = game.seats or tuple(Seat(f"{role.name}-1", role.name) for role in game.roles)
    if not empty:
        return seats
    return tuple(seat for seat in seats if game.is_master(seat)) or seats[:1]


def sit_down(box: InstalledGame) -> None:
    """Play with everything as usual."""
    usual = argparse.Namespace(
        game=box.source, seed=None, dice=None, table=None, new=False, empty=False, ruling=[], seat=None, json=False
    )
    usual.data = None
    run_command(usual)


def _go_on(store: TableStore, box: InstalledGame, args: argparse.Namespace, name: str) -> None:
    with store.lock(name):
        if args.empty:
            raise Refused(f"{name} has begun already: --new begins another table.")
        table, _, about = resume_table(store, box, name, rulings=parse_pairs(args.ruling), seed=args.seed)
        begun = f"{name}, {table.metadata.length} entries. --new begins another table."
        # Why it can only be read is said when the session begins.
        words = f"This is {begun}" if table.read_only else f"{about} Going on with {begun}".strip()
        make_console().print(escape_quoted(words))
        _sit(store, box, args, table, name)


def _begin(store: TableStore, box: InstalledGame, args: argparse.Namespace) -> None:
    wish, hand = args.table or "", args.dice == "hand"
    seats, rulings = first_seats(box.game, args.empty), parse_pairs(args.ruling)
    table, kept = create_table(
        store, box, wish, seats=seats, rulings=rulings, seed=args.seed, empty=args.empty, by_hand=hand
    )
    name = kept.head.name
    with store.lock(name):
        _sit(store, box, args, table, name)


def _sit(store: TableStore, box: InstalledGame, args: argparse.Namespace, table: Table, name: str) -> None:
    if args.dice is not None:
        table.fair_dice = args.dice == "fair" and bool(table.seed)
        store.set_by_hand(name, not table.fair_dice)
    out = make_console()
    session = PlayLoop(box, table, out, args.seat or "", name, tables=lambda: show_tables(out, store.headers()))
    if table.fair_dice and not table.read_only and not table.closed:
        table.throw(session.sitting.here.seat.id)
    session.converse()
