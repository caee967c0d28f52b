"""What can be said on the command line, and which part of the program answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablewright import __version__
from tablewright.terminal.lab import add_lab
from tablewright.terminal.render import PROGRAM_NAME

from .arguments import add_command, data_flags, positive, settings_flag
from .lazy_import import load_part


def build_parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog=PROGRAM_NAME,
        description="A table that knows the rules: play them, count them, test them.",
        epilog="A GAME is the name of a game on the shelf (see `tablewright games`) or the path of a game's folder, "
        "as in ./lantern_walk. A folder's path runs the code in it: give only folders you trust.",
    )
    top.add_argument("--version", action="version", version=f"tablewright {__version__}")
    top.set_defaults(run=_offer)
    commands = top.add_subparsers(metavar="COMMAND")

    add_command(commands, "games", "list the games on the shelf", "commands.games")

    _serving(commands)
    _playing(commands)
    _keeping(commands)
    _counting(commands)
    _writing(commands)
    return top


def _serving(commands: Any) -> None:
    serve = add_command(commands, "serve", "serve tables to everybody who can reach this machine", "commands.serve")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    serve.add_argument("--port", type=int, default=8765, help="the port (default: 8765; 0: any that is free)")
    serve.add_argument("--root-path", default="", metavar="/PATH", help="below which path a proxy shows it")
    serve.add_argument("--workers", type=positive, default=1, help="processes to serve with (with --database)")
    serve.add_argument("--anyone", action="store_true", help="anybody may begin tables, not the host alone")
    serve.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE", help="how much is too much")
    serve.add_argument(
        "--game", action="append", default=[], metavar="FOLDER", help="also serve the game in this folder"
    )
    serve.add_argument("--no-open", action="store_true", help="do not open the browser")
    data_flags(serve)


def _playing(commands: Any) -> None:
    play = add_command(commands, "play", "play a game in the terminal, alone or hot-seat", "commands.play", game=True)
    play.add_argument("--seed", help="throw the table's dice by this seed")
    play.add_argument("--dice", choices=("fair", "hand"), help="who throws: the table, or your hand")
    play.add_argument("--table", metavar="NAME", help="the table of this name; if there is none, it is begun")
    play.add_argument("--new", action="store_true", help="begin another table, even if one is kept")
    play.add_argument("--empty", action="store_true", help="begin with nothing ready-made on the table")
    data_flags(play)
    play.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="a house ruling")
    play.add_argument("--as", dest="seat", metavar="SEAT", help="sit in this seat (default: all of them, in turn)")


def _keeping(commands: Any) -> None:
    tables = add_command(commands, "tables", "list the tables that are kept", "commands.tables.list_tables")
    data_flags(tables)

    close = add_command(commands, "close", "end a session and show the seed of its dice", "commands.tables.close")
    again = add_command(
        commands, "reopen", "begin the next session of a closed table, with new dice", "commands.tables.reopen"
    )
    verify = add_command(commands, "verify", "check every die of a closed session's file", "commands.tables.verify")
    out = add_command(commands, "export", "write a table to a file of its own", "commands.tables.export")
    bring = add_command(
        commands,
        "import",
        "bring in a table from a file",
        "commands.tables.import_table",
    )
    close.add_argument("table", metavar="TABLE", help="which table")
    again.add_argument("table", metavar="TABLE", help="which table")
    out.add_argument("table", metavar="TABLE", help="which table")
    out.add_argument("file", type=Path, metavar="FILE", help="where to; nothing there is overwritten")
    out.add_argument("--with-seed", action="store_true", help="with the seed of its dice: who reads it knows them all")
    verify.add_argument("file", type=Path, metavar="FILE", help="a table's file")
    bring.add_argument("file", type=Path, metavar="FILE", help="a table's file")
    bring.add_argument("--name", default="", help="what to call it (default: what it was called)")
    bring.add_argument("--game", default="", metavar="GAME", help="its game, if that is not on the shelf")
    bring.add_argument("--mend", action="store_true", help="take what is whole of a damaged file")
    backup = add_command(
        commands, "backup", "write all tables with their seeds to a folder or archive", "commands.tables.backup"
    )
    backup.add_argument("to", type=Path, metavar="FOLDER", help="a new folder, or a new archive if it ends in .tar.gz")
    for keeping in (close, again, out, bring, backup):
        data_flags(keeping)


def _counting(commands: Any) -> None:
    odds = add_command(commands, "odds", "the exact odds of an action, and the best play", "commands.odds", game=True)
    odds.add_argument("action", metavar="ACTION", nargs="?", help="which action (leave out to list them)")
    settings_flag(odds, "a parameter of the action, or a value of the state: crew.ada.focus=2")
    odds.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="a house ruling")
    odds.add_argument(
        "--dice", action="append", metavar="FACES", help="these dice have fallen: what is the best choice now?"
    )
    odds.add_argument(
        "--aim", type=float, metavar="RANK", help="best means: most likely an outcome of at least this rank"
    )
    odds.add_argument(
        "--spend", type=int, metavar="MOST", help="best play if nothing may be spent, if at most 1 may, ... up to this"
    )

    add_lab(commands)


def _writing(commands: Any) -> None:
    rules = add_command(commands, "rules", "the rules of a game, by id or word", "commands.rules", game=True)
    rules.add_argument("word", nargs="?", help="an id (roll.pool), the beginning of one, or a word")
    rules.add_argument("--summary", action="store_true", help="all of them in short, to print on two pages")
    rules.add_argument("--html", action="store_true", help="the same as a page for a browser, which prints it")

    add_command(commands, "reference", "a game's reference page as Markdown", "commands.reference", game=True)

    check = add_command(
        commands, "check", "try a game against everything a game must hold", "commands.check", game=True
    )
    check.add_argument("--steps", type=positive, default=3_000, help="steps of random play (default 3,000)")
    check.add_argument(
        "--seed", "--number", dest="number", type=int, default=1, metavar="SEED", help="of the random play"
    )
    check.add_argument("--write", action="store_true", help="write the golden transcripts anew, as they play now")

    roll = add_command(commands, "roll", "throw any dice, such as 4d6kh3+2, or count their odds", "commands.roll")
    roll.add_argument(
        "dice",
        nargs="+",
        help="in ordinary notation: 4d6kh3, 3d6! (exploding), 8d10>=7 (successes), 2d6ro<3 (thrown again), 4dF",
    )
    roll.add_argument("--seed", help="throw by this seed")
    roll.add_argument("--odds", action="store_true", help="show the chances of every total instead of throwing")
    roll.add_argument("--at-least", type=int, metavar="N", help="the chance of N or more")
    roll.add_argument("--at-most", type=int, metavar="N", help="the chance of N or less")
    roll.add_argument("--explosions", type=positive, metavar="N", help="how often a die explodes at most (default 9)")
    roll.add_argument("--plot", type=Path, metavar="FILE", help="draw the odds to this SVG file")

    new = add_command(
        commands, "new-game", "write a small game's folder that already passes check", "commands.new_game"
    )
    new.add_argument("name", help="its name, such as lantern-walk")
    new.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help="where (default: here)")


def _offer(args: argparse.Namespace) -> None:
    load_part("commands.games").offer()
