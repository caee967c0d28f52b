"""`tablewright new-game NAME`: the template's folder under another name."""

from __future__ import annotations

import argparse
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from tablewright.kernel.errors import Refused

from .out import CALLED, console, say_json

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def run(args: argparse.Namespace) -> None:
    folder = write_game(args.name, args.into)
    if args.json:
        say_json({"folder": str(folder)})
        return
    out = console()
    out.print(f"[head]{folder}[/] is a small game that is complete. Next:")
    out.print(f"  {CALLED} check {folder}\n  {CALLED} play {folder}")


def write_game(name: str, into: Path) -> Path:
    """Writes the folder of a new game; refused if the name will not do or something is there already."""
    if not NAME.fullmatch(name) or len(name) > 40:
        raise Refused(f"{name!r} will not do: small letters, digits and dashes, such as lantern-walk.")
    folder = into / name.replace("-", "_")
    if folder.exists():
        raise Refused(f"{folder} is there already.")
    try:
        _copy(files("tablewright.template"), folder, name)
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}.") from None
    return Path(f"./{folder}") if not folder.is_absolute() else folder


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
