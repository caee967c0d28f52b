"""What several commands take: a game, where tables are kept, settings, numbers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablewright.rules import Refused

from .lazy_import import load_part

GAME = "a game's name, or the path of its folder, whose code is run"


def add_command(commands: Any, name: str, doc: str, module: str, game: bool = False) -> argparse.ArgumentParser:
    """A command that a part of the program answers."""
    found: argparse.ArgumentParser = commands.add_parser(name, help=doc, description=sentence(doc))
    if game:
        found.add_argument("game", metavar="GAME", help=GAME)
    found.add_argument("--json", action="store_true", help="answer as JSON")
    found.set_defaults(run=lambda args: load_part(module).run_command(args))
    return found


def sentence(doc: str) -> str:
    """What a command does, as a sentence, whether it tells or asks."""
    return doc[0].upper() + doc[1:] + ("" if doc.endswith("?") else ".")


def data_flags(found: argparse.ArgumentParser) -> None:
    found.add_argument("--data", type=Path, metavar="FOLDER", help="where tables are kept")
    found.add_argument("--database", default="", metavar="URL", help="a PostgreSQL they are kept in instead")


def start_flags(found: argparse.ArgumentParser) -> None:
    """Where a scenario begins."""
    settings_flag(found, "a field of the scenario, or a value of its start: crew.ada.focus=2")
    found.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE", help="a house ruling")
    found.add_argument("--from", dest="start", metavar="TABLE", help="go on from a table, its file, or a start as JSON")


def settings_flag(found: argparse.ArgumentParser, doc: str) -> None:
    found.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings", help=doc)


class OnceAction(argparse.Action):
    """What is meant once: given again, it is refused."""

    def __call__(
        self, _parser: argparse.ArgumentParser, said: argparse.Namespace, value: Any, option: str | None = None
    ) -> None:
        if getattr(said, self.dest) != self.default:
            raise Refused(f"{(option or self.dest).lstrip('-')} is given twice.")
        setattr(said, self.dest, value)


def positive(text: str) -> int:
    if not text.replace("_", "").replace(",", "").isdigit() or not 0 < (n := int(text.replace(",", ""))) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1,000,000,000")
    return n


def share_of_one(text: str) -> float:
    """0.5%, or 0.005."""
    try:
        number = float(text.rstrip("% "))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share, such as 1%") from None
    return number / 100 if "%" in text else number


def parse_pairs(settings: list[str]) -> dict[str, str]:
    """NAME=VALUE words as a mapping."""
    out = {}
    for word in settings:
        name, sep, value = word.partition("=")
        if not sep or not name:
            raise Refused(f"{word!r} should be NAME=VALUE.")
        if not word.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in word):
            raise Refused(f"{word!a} cannot be read: it is no text in UTF-8.")
        if name.strip() in out:
            raise Refused(f"{name.strip()} is given twice.")
        out[name.strip()] = value.strip()
    return out
