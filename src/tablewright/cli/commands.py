"""What can be said on the command line, and which part of the program answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablewright import __version__
from tablewright.kernel.errors import Refused

from . import lab_best
from .out import CALLED
from .parts import part


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog=CALLED,
        description="A table that knows the rules: play them, count them, test them.",
        epilog="A GAME is the name of a game on the shelf (see `tablewright games`) or the path of a game's folder, "
        "as in ./lantern_walk. A folder's path runs the code in it: give only folders you trust.",
    )
    top.add_argument("--version", action="version", version=f"tablewright {__version__}")
    top.set_defaults(run=_offer)
    commands = top.add_subparsers(metavar="COMMAND")

    _command(commands, "games", "list the games on the shelf", "games")

    _serving(commands)
    _playing(commands)
    _keeping(commands)
    _counting(commands)
    _writing(commands)
    return top


def _serving(commands: Any) -> None:
    serve = _command(commands, "serve", "serve tables to everybody who can reach this machine", "serve")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    serve.add_argument("--port", type=int, default=8765, help="the port (default: 8765; 0: any that is free)")
    serve.add_argument("--root-path", default="", metavar="/PATH", help="below which path a proxy shows it")
    serve.add_argument("--workers", type=_positive, default=1, help="processes to serve with (with --database)")
    serve.add_argument("--anyone", action="store_true", help="anybody may begin tables, not the host alone")
    serve.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE", help="how much is too much")
    serve.add_argument(
        "--game", action="append", default=[], metavar="FOLDER", help="also serve the game in this folder"
    )
    serve.add_argument("--no-open", action="store_true", help="do not open the browser")
    _data(serve)


def _playing(commands: Any) -> None:
    play = _command(commands, "play", "play a game in the terminal, alone or hot-seat", "play", game=True)
    play.add_argument("--seed", help="throw the table's dice by this seed")
    play.add_argument("--dice", choices=("fair", "hand"), help="who throws: the table, or your hand")
    play.add_argument("--table", metavar="NAME", help="the table of this name; if there is none, it is begun")
    play.add_argument("--new", action="store_true", help="begin another table, even if one is kept")
    play.add_argument("--empty", action="store_true", help="begin with nothing ready-made on the table")
    _data(play)
    play.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="a house ruling")
    play.add_argument("--as", dest="seat", metavar="SEAT", help="sit in this seat (default: all of them, in turn)")


def _keeping(commands: Any) -> None:
    tables = _command(commands, "tables", "list the tables that are kept", "tables")
    _data(tables)

    close = _command(commands, "close", "end a session and show the seed of its dice", "close")
    again = _command(commands, "reopen", "begin the next session of a closed table, with new dice", "reopen")
    verify = _command(commands, "verify", "check every die of a closed session's file", "verify")
    out = _command(commands, "export", "write a table to a file of its own", "export")
    bring = _command(commands, "import", "bring in a table from a file, of this version or an earlier one", "bring_in")
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
    backup = _command(commands, "backup", "write all tables with their seeds to a folder or archive", "backup")
    backup.add_argument("to", type=Path, metavar="FOLDER", help="a new folder, or a new archive if it ends in .tar.gz")
    for command in (close, again, out, bring, backup):
        _data(command)


def _counting(commands: Any) -> None:
    odds = _command(commands, "odds", "the exact odds of an action, and the best play", "odds", game=True)
    odds.add_argument("action", metavar="ACTION", nargs="?", help="which action (leave out to list them)")
    _settings(odds, "a parameter of the action, or a value of the state: crew.ada.focus=2")
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

    lab = _command(commands, "lab", "run a scenario to its end: solved as a chain, or sampled", "lab", game=True)
    lab.add_argument("scenario", metavar="SCENARIO", nargs="?", help="which scenario (leave out to list them)")
    _settings(lab, "a parameter of the scenario")
    lab.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="a house ruling")
    lab.add_argument("--policy", help="how people decide: a policy of the game, or best")
    lab.add_argument("--by", choices=("chain", "bulk"), default="", help="insist on solving or on sampling")
    lab.add_argument("--plays", type=_positive, default=100_000, help="plays to sample (default 100,000)")
    lab.add_argument("--number", type=int, default=0, metavar="SEED", help="seed of the samples")
    lab.add_argument("--cores", type=_positive, help="processes to sample with (default: all cores)")
    lab_best.add(commands, "lab best")


def _writing(commands: Any) -> None:
    rules = _command(commands, "rules", "the rules of a game, by id or word", "rules", game=True)
    rules.add_argument("word", nargs="?", help="an id (roll.pool), the beginning of one, or a word")
    rules.add_argument("--summary", action="store_true", help="all of them in short, to print on two pages")
    rules.add_argument("--html", action="store_true", help="the same as a page for a browser, which prints it")

    _command(commands, "reference", "a game's reference page as Markdown", "reference", game=True)

    check = _command(commands, "check", "try a game against everything a game must hold", "check", game=True)
    check.add_argument("--steps", type=_positive, default=3_000, help="steps of random play (default 3,000)")
    check.add_argument("--number", type=int, default=1, metavar="SEED", help="seed of the random play")
    check.add_argument("--write", action="store_true", help="write the golden transcripts anew, as they play now")

    roll = _command(commands, "roll", "throw any dice, such as 4d6kh3+2", "roll")
    roll.add_argument("dice", help="dice in ordinary notation")
    roll.add_argument("--seed", help="throw by this seed")
    roll.add_argument("--odds", action="store_true", help="show the chances of every total instead of throwing")

    new = _command(commands, "new-game", "write a small game's folder that already passes check", "new_game")
    new.add_argument("name", help="its name, such as lantern-walk")
    new.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help="where (default: here)")


def _command(commands: Any, name: str, doc: str, module: str, game: bool = False) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=doc, description=doc[0].upper() + doc[1:] + ".")
    if game:
        command.add_argument("game", metavar="GAME", help="a game's name, or the path of its folder, whose code is run")
    command.add_argument("--json", action="store_true", help="answer as JSON")
    command.set_defaults(run=lambda args: part(module).run(args))
    return command


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, metavar="FOLDER", help="where tables are kept")
    command.add_argument("--database", default="", metavar="URL", help="a PostgreSQL they are kept in instead")


def _settings(command: argparse.ArgumentParser, doc: str) -> None:
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help=doc)


def _positive(text: str) -> int:
    if not text.replace("_", "").replace(",", "").isdigit() or not 0 < (n := int(text.replace(",", ""))) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1,000,000,000")
    return n


def _offer(args: argparse.Namespace) -> None:
    part("games").offer()


def pairs(settings: list[str]) -> dict[str, str]:
    """NAME=VALUE words as a mapping."""
    out = {}
    for word in settings:
        name, sep, value = word.partition("=")
        if not sep or not name:
            raise Refused(f"{word!r} should be NAME=VALUE.")
        out[name.strip()] = value.strip()
    return out
