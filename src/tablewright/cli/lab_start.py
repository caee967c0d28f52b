"""A state to begin a scenario with: a table that is kept, a table's file, or a start as JSON."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.kernel.scenario import Scenario
from tablewright.lab.start import converted, decoded
from tablewright.run.shelf import Boxed
from tablewright.table.keeping import bring_in
from tablewright.table.opening import open_kept
from tablewright.table.portable import read_bytes
from tablewright.table.sqlite import SqliteStore

from .data import open_store


def state_from(args: argparse.Namespace, box: Boxed, scenario: Scenario) -> Any:
    """What is meant by `--from`; None, if nothing is."""
    if args.start is None:
        return None
    path = Path(args.start)
    if path.is_file():
        return _of_file(path, box, scenario)
    with open_store(args) as store:
        if not any(head.name == args.start for head in store.heads()):
            names = ", ".join(head.name for head in store.heads() if head.game == box.game.name) or "none"
            raise Refused(f"There is neither a table nor a file {args.start!r}. Tables of {box.game.title}: {names}.")
        return open_kept(box.game, store.kept(args.start))[0].state


def _start_in(text: str, kind: type) -> Any:
    """A start, or all that `lab list --json` says of a scenario, with its start in it."""
    whole = decoded(text, Any)
    if isinstance(whole, dict) and isinstance(whole.get("start"), dict) and "fields" in whole:
        return converted(whole["start"], kind)
    return converted(whole, kind)


def _of_file(path: Path, box: Boxed, scenario: Scenario) -> Any:
    text = read_bytes(path)
    if b'"tablewright"' not in text.split(b"\n", 1)[0]:
        own = scenario.start(box.game.rulings(), **scenario.form.read({}))
        return _start_in(text.decode("utf-8", "replace"), type(own))
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder))) as store:
        kept, _ = bring_in(store, path, box, "from a file", False)
        return open_kept(box.game, kept)[0].state
