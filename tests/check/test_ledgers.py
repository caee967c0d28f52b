"""Every rule of a ledger is cited by the game's code and exercised by a test, or declared as not built yet."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablewright.catalog.installed import InstalledGame, installed_games, load_declared_game
from tablewright.check.code.citations import cited_ids, uncited_ids
from tablewright.table.transcript.transcript import play_transcript
from tests import ROOT

PEERS = [load_declared_game("tests.example_games.blades"), load_declared_game("tests.example_games.lifeboat")]
BOXES = [load_declared_game("tablewright.template"), *PEERS, *installed_games().values()]
every_game = pytest.mark.parametrize("box", BOXES, ids=lambda box: box.game.name)


def marks(box: InstalledGame) -> Iterator[pytest.Mark]:
    """The marks of every test of a game: those in tests/games/<its folder>."""
    name = f"tests.games.{box.package.rpartition('.')[2]}"
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        for _, thing in inspect.getmembers(importlib.import_module(module.name)):
            yield from (mark for mark in getattr(thing, "pytestmark", ()) if isinstance(mark, pytest.Mark))


def claimed(box: InstalledGame) -> set[tuple[str, int]]:
    return {(mark.args[0], place) for mark in marks(box) if mark.name == "example" for place in mark.args[1:]}


def exercised(box: InstalledGame) -> set[str]:
    """The ids that a test claims an example of, says it exercises, or that a golden transcript cites."""
    ids = {id for id, _ in claimed(box)}
    ids |= {id for mark in marks(box) if mark.name == "exercises" for id in mark.args}
    return ids.union(*(play_transcript(box.game, text).cited for text in box.golden().values()))


def listing(what: str, missing: list[Any]) -> str:
    return f"{len(missing)} {what}:\n  " + "\n  ".join(map(str, missing))


@every_game
def test_every_rule_is_cited(box: InstalledGame) -> None:
    """Each id the program must make true stands in the code that does."""
    missing = uncited_ids(box)
    assert not missing, listing("ids are cited nowhere", missing)


@every_game
def test_every_rule_is_exercised(box: InstalledGame) -> None:
    """Each id that is built is tried by a test or a golden transcript."""
    known = exercised(box) | set(box.unbuilt())
    missing = [id for id in box.ledger.played if id not in known]
    assert not missing, listing("ids are exercised by no test", missing)


@every_game
def test_every_example_of_what_is_built_is_claimed(box: InstalledGame) -> None:
    """Each worked example of the ledger is played by a test that claims it by id and position."""
    have, unbuilt = claimed(box), set(box.unbuilt())
    missing = [
        f"{entry.id} {place}: {example.given} -> {example.expect}"
        for entry in box.ledger
        for place, example in enumerate(entry.examples)
        if entry.id not in unbuilt and (entry.id, place) not in have
    ]
    assert not missing, listing("examples are claimed by no test", missing)


@every_game
def test_claims_are_of_rules_that_exist(box: InstalledGame) -> None:
    """A test cannot claim an example or exercise an id that is not in the ledger."""
    ledger = box.ledger
    wrong = [f"{id} {place}" for id, place in claimed(box) if id not in ledger or place >= len(ledger[id].examples)]
    wrong += [id for mark in marks(box) if mark.name == "exercises" for id in mark.args if id not in ledger]
    assert not wrong, listing("claims of nothing", wrong)


@every_game
def test_what_is_built_is_off_the_list(box: InstalledGame) -> None:
    """An id that is cited and exercised is built: it may not stand in unbuilt.txt."""
    done = sorted(set(box.unbuilt()) & cited_ids(box) & exercised(box))
    assert not done, listing("ids are built and still on the list", done)


@every_game
def test_the_list_of_what_is_not_built_only_shrinks(box: InstalledGame) -> None:
    """No commit may add to a game's unbuilt.txt."""
    path = Path(str(box.folder)) / "unbuilt.txt"
    if not (ROOT / ".git").exists() or not path.is_relative_to(ROOT):
        pytest.skip("no history here")
    where = path.relative_to(ROOT).as_posix()
    log = subprocess.run(
        ["git", "log", "--format=%H", "--", where], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for commit in log.stdout.split():
        show = subprocess.run(
            ["git", "show", f"{commit}:{where}"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if show.returncode == 0:
            before = {line.split("#")[0].strip() for line in show.stdout.splitlines()}
            added = sorted(set(box.unbuilt()) - before)
            assert not added, listing(f"ids were added since {commit[:8]}", added)
