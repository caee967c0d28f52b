"""Modules and functions that rules must not use: random numbers, clocks, files, screens, networks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tablewright.check.finding import Finding

from .sources import Source

_CHANCE = "ask for dice with roll(...) or for cards with Draw(...), so that plays replay and odds can be counted"
_CLOCK = "what happens may depend on the state, the answers and nothing else"
_FILES = "keep what it needs in the state, or as constants in the game's modules"
_SCREEN = "say it with tell(...), and ask with Choose(...) or Write(...)"
_OTHER = "a rule asks for what it needs and does nothing itself"

#: Modules that rules must never import, and what to do instead.
IMPURE = {
    **dict.fromkeys(("random", "secrets", "uuid", "numpy", "scipy"), _CHANCE),
    **dict.fromkeys(("time", "datetime"), _CLOCK),
    **dict.fromkeys(("os", "io", "pathlib", "tempfile", "shutil", "sqlite3"), _FILES),
    **dict.fromkeys(("logging", "rich", "getpass", "curses"), _SCREEN),
    **dict.fromkeys(
        ("sys", "socket", "subprocess", "threading", "asyncio", "urllib", "http", "multiprocessing"), _OTHER
    ),
}
#: Functions that rules must never call.
IMPURE_CALLS = {
    "open": _FILES,
    "print": _SCREEN,
    "input": _SCREEN,
    "exec": _OTHER,
    "eval": _OTHER,
    "__import__": _OTHER,
}


def check_purity(sources: list[Source]) -> Finding:
    """Check that a game throws no dice of its own, looks at no clock, reads no file and prints nothing."""
    wrong = [text for source in sources for text in (*_imports(source), *_calls(source))]
    return Finding("rules are pure", tuple(dict.fromkeys(wrong)), f"{len(sources)} files")


def _imports(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or (isinstance(node, ast.ImportFrom) and node.level):
            continue
        for alias in node.names:
            whole = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
            impure = whole.split(".")[0]
            if impure not in IMPURE:
                continue
            word = alias.asname or alias.name.split(".")[0]
            uses = [n for n in ast.walk(source.tree) if isinstance(n, ast.Name) and n.id == word]
            users = list(dict.fromkeys((_caller(source, n), source.line(n)) for n in uses)) or [("", source.line(node))]
            for caller, line in users:
                yield f"{caller or source.file} uses {impure} at {line}: {IMPURE[impure]}."


def _calls(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            name = node.func.id
            if source.meant(node.func) is None:
                caller = _caller(source, node) or source.file
                yield f"{caller} calls {name}() at {source.line(node)}: {IMPURE_CALLS[name]}."


def _caller(source: Source, node: ast.AST) -> str:
    fn = source.function(node)
    return fn.name if fn is not None else ""
