"""The shelf, and the first question to a newcomer: which game?"""

from __future__ import annotations

import argparse
import sys

from rich.markup import escape
from rich.table import Table

from tablewright.catalog import InstalledGame, broken_games, installed_games
from tablewright.terminal.lazy_import import load_part
from tablewright.terminal.render import PROGRAM_NAME, make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    if args.json:
        say_json([_facts(box) for box in installed_games().values()])
    else:
        _show()


def _facts(box: InstalledGame) -> dict[str, object]:
    ledger, unbuilt = box.ledger, box.unbuilt()
    return {
        "name": box.game.name,
        "title": box.game.title,
        "summary": ledger.summary,
        "rules": len(ledger.rule),
        "built": len(ledger.rule) - len(unbuilt),
        "actions": len(box.game.actions),
        "scenarios": [s.name for s in box.game.scenarios],
    }


def _show() -> None:
    table = Table(title="Games", title_justify="left", expand=True, show_lines=True)
    for column in ("", "game", "what it is", "rules"):
        table.add_column(column, overflow="fold")
    for i, box in enumerate(installed_games().values(), 1):
        facts = _facts(box)
        rules = f"{facts['built']} of {facts['rules']}" if facts["built"] != facts["rules"] else f"{facts['rules']}"
        name = f"[head]{box.game.title}[/]\n[quiet]{box.game.name}[/]"
        table.add_row(str(i), name, _first_sentence(box.ledger.summary), rules)
    make_console().print(table)
    for package, why in broken_games().items():
        make_console().print(f"[bad]{escape(package)} cannot be opened. {escape(why)}[/]")


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."


def offer() -> None:
    """Lists the games; in a terminal, plays the one picked."""
    _show()
    out, boxes = make_console(), list(installed_games().values())
    if not boxes or not sys.stdin.isatty():
        out.print(f"Play one with [head]{PROGRAM_NAME} play GAME[/]; see [head]{PROGRAM_NAME} --help[/] for the rest.")
        return
    while True:
        try:
            word = input(f"Which game? 1 to {len(boxes)}, or q to leave: ").strip()
        except EOFError:
            return
        if word in ("q", "quit", "exit", ""):
            return
        found = [b for i, b in enumerate(boxes, 1) if word in (str(i), b.game.name, b.game.title.casefold())]
        if found:
            load_part("commands.play").sit_down(found[0])
            return
        out.print(f"There is no game {word!r} here.")
