"""`tablewright import FILE`: a table from a file, as a new one here."""

from __future__ import annotations

import argparse

import msgspec
from rich.markup import escape

from tablewright.catalog import find_game
from tablewright.rules import Refused
from tablewright.table.lifecycle import FileDamaged, import_file, read_bytes
from tablewright.terminal.data_folder import open_store
from tablewright.terminal.render import make_console, say_json


class GameInFile(msgspec.Struct):
    """All that has to be known of a file to find its game."""

    game: str


def run_command(args: argparse.Namespace) -> None:
    try:
        first = msgspec.json.decode(read_bytes(args.file).split(b"\n", 1)[0], type=GameInFile)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        raise Refused(f"{args.file} is not a table's file.") from None
    box = find_game(args.game or first.game)
    with open_store(args) as store:
        try:
            kept, said = import_file(store, args.file, box, args.name, args.mend)
        except FileDamaged as damaged:
            raise damaged.with_advice("With --mend all that is whole is taken.") from None
        head = kept.head
    if args.json:
        say_json({"table": head.name, "game": head.game, "entries": head.length, "said": said})
        return
    make_console().print(escape(f"{head.name} is here now: {head.length} entries. {said}".strip()))
