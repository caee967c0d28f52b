"""`tablewright new-game NAME`: the template's folder under another name."""

from __future__ import annotations

import argparse
import keyword
import os
import re
import shlex
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rich.markup import escape

from tablewright.rules import Refused
from tablewright.terminal.render import PROGRAM_NAME, make_console, say_json

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def run_command(args: argparse.Namespace) -> None:
    folder = write_game(args.name, args.into)
    if args.json:
        say_json({"folder": as_path(folder)})
        return
    path = shlex.quote(as_path(folder))
    out = make_console()
    out.print(f"[head]{escape(as_path(folder))}[/] is a small game that is complete. Next:", soft_wrap=True)
    for command in ("check", "play"):
        # As it must be typed, so nothing of it is broken into lines.
        out.print(f"  {shlex.quote(PROGRAM_NAME)} {command} {path}", soft_wrap=True, markup=False)


def as_path(folder: Path) -> str:
    """A folder as the command line knows it for one: a bare name would be a game's."""
    return str(folder) if folder.is_absolute() else f".{os.sep}{folder}"


def write_game(name: str, into: Path) -> Path:
    """Writes the folder of a new game; refused if the name will not do or something is there already."""
    if not NAME.fullmatch(name) or len(name) > 40:
        raise Refused(f"{name!r} will not do: small letters, digits and dashes, such as lantern-walk.")
    package = name.replace("-", "_")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names:
        raise Refused(f"{name!r} will not do: Python has something of that name. Such as {name}-game would do.")
    folder = into / package
    if folder.exists():
        raise Refused(f"{folder} is there already.")
    try:
        _copy(files("tablewright.template"), folder, name)
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


def _copy(source: Traversable, target: Path, name: str) -> None:
    target.mkdir(parents=True)
    for item in source.iterdir():
        if item.is_dir():
            if item.name != "__pycache__":
                _copy(item, target / item.name, name)
        else:
            (target / item.name).write_text(renamed(item.read_text("utf-8"), name), "utf-8")


def renamed(text: str, name: str) -> str:
    title = name.replace("-", " ").capitalize()
    joined = "".join(part.capitalize() for part in name.split("-"))
    text = text.replace("TemplateRulings", f"{joined}Rulings").replace('"template"', f'"{name}"')
    return (
        text.replace("# Template", f"# {title}").replace('"Template"', f'"{title}"').replace("Template:", f"{title}:")
    )
