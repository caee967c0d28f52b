"""Ledger ids that a game's code cites: strings that hold one id, or several with spaces between them."""

from __future__ import annotations

import ast

from tablewright.catalog import InstalledGame
from tablewright.rules import Ledger

from .sources import tree_of


def cited_ids(box: InstalledGame) -> set[str]:
    """Collect the ids cited by the game's code. Docstrings and the game's own tests do not count."""
    ids = set(box.ledger.entries)
    found: set[str] = set()
    for file, source in box.sources().items():
        if file.startswith("tests/"):
            continue
        tree = tree_of(file, source)
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                words = node.value.split()
                if words and all(word in ids for word in words):
                    found.update(words)
    return found


def uncited_ids(box: InstalledGame) -> list[str]:
    """List the ids of played rules that are neither cited nor declared as unbuilt."""
    known = cited_ids(box) | set(box.unbuilt())
    return [id for id in box.ledger.played if id not in known]


def unwritten_ids(ledger: Ledger, kit: dict[str, str], cites: str) -> list[str]:
    """List the cited ids that neither the game's ledger nor the kit's has."""
    own = ("table.override",)
    return [id for id in cites.split() if id not in ledger and id not in kit and id not in own]
