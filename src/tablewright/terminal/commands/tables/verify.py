"""`tablewright verify FILE`: whether every die is the one the seed gives."""

from __future__ import annotations

import argparse

from tablewright.rules import Refused
from tablewright.table.lifecycle import read_file, verify_dice
from tablewright.terminal.render import make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    found = read_file(args.file)
    if found.fault:
        raise Refused(f"{args.file} is not as it was written: {found.fault}")
    seen = verify_dice(record.read().event for record in found.records)
    if args.json:
        say_json(seen)
    elif not seen.wrong:
        out = make_console()
        out.print(f"[good]Every die is the one the seed gives:[/] {seen.dice} dice in {seen.throws} throws.")
        if seen.by_hand:
            out.print(f"{seen.by_hand} throws were made by hand and cannot be checked.")
        if seen.older:
            out.print(f"{seen.older} throws were made before this seed was committed to and cannot be checked.")
    if seen.wrong:
        raise Refused(" ".join(seen.wrong[:5]))
