"""`tablewright import FILE`: a table from a file, as a new one here."""

from __future__ import annotations

import argparse

import msgspec
from rich.markup import escape

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import find
from tablewright.table.keeping import Damaged, bring_in
from tablewright.table.portable import read_bytes

from .data import open_store
from .out import console, say_json


class Named(msgspec.Struct):
    """All that has to be known of a file to find its game."""

    game: str


def run(args: argparse.Namespace) -> None:
    try:
        first = msgspec.json.decode(read_bytes(args.file).split(b"\n", 1)[0], type=Named)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        raise Refused(f"{args.file} is not a table's file.") from None
    box = find(args.game or first.game)
    with open_store(args) as store:
        try:
            kept, said = bring_in(store, args.file, box, args.name, args.mend)
        except Damaged as damaged:
            raise damaged.with_advice("With --mend all that is whole is taken.") from None
        head = kept.head
    if args.json:
        say_json({"table": head.name, "game": head.game, "entries": head.length, "said": said})
        return
    console().print(escape(f"{head.name} is here now: {head.length} entries. {said}".strip()))
