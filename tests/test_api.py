"""The public names of `import tablewright`, for a notebook or another program."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

import pytest

import tablewright
from tablewright.catalog.installed import InstalledGame, installed_games
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.results.run_result import FEW
from tablewright.rules.errors import Refused, UnknownName

LINES, COLUMNS = 40, 150
"""A screen; a line of it may be folded once."""
PUBLIC = (
    "tablewright",
    "tablewright.table",
    "tablewright.rules",
    "tablewright.rules.kit",
    "tablewright.check",
    "tablewright.lab",
)

boxes = pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)


def test_games_are_found_by_name() -> None:
    names = tablewright.all_games()
    assert len(names) >= 5
    assert [tablewright.game(name).name for name in names] == names


def test_a_game_s_own_modules_can_be_imported_as_any_other() -> None:
    """The package does not hide the games' folder."""
    folder = import_module("tablewright.games")
    assert tablewright.games is folder


def test_odds_are_asked_by_name() -> None:
    """A name nobody knows is refused with the nearest, never a silent 0."""
    found = tablewright.odds("veil-runners", "crew_roll", who="ada")
    assert 0 < found.plain["critical"] < 1
    with pytest.raises(UnknownName, match="Did you mean critical"):
        found.plain["critcal"]


# reprs


def shown(box: InstalledGame) -> Iterator[tuple[str, Any]]:
    """Values that people at a prompt look at, at the start of a game."""
    table = tablewright.Table.open(box.game, seed="shown")
    yield from (("box", box), ("game", box.game), ("ledger", box.ledger), ("table", table))
    for seat in table.seats:
        here = tablewright.view_from(table, seat)
        yield f"at {seat}", here
        yield from ((f"told {told.item.number}", told) for told in here.feed())
        for doable in here.actions:
            yield f"action {doable.name}", box.game.action(doable.name)
            draft = here.draft(doable.name)
            yield from ((f"doable {doable.name}", doable), (f"draft {doable.name}", draft))
            if draft.ready:
                yield f"odds of {doable.name}", here.odds(doable.name, draft.values)


@boxes
def test_whatever_is_looked_at_fits_a_screen(box: InstalledGame) -> None:
    """A person at a prompt is helped, not flooded."""
    for name, thing in shown(box):
        lines = repr(thing).splitlines()
        assert len(lines) <= LINES, name
        assert max(map(len, lines)) <= COLUMNS, name
        assert " at 0x" not in repr(thing), name


@boxes
def test_a_trial_reads_as_what_came_of_it(box: InstalledGame) -> None:
    """Every ending with its chance; how it was found; on one screen."""
    for scenario in box.game.scenarios:
        try:
            found = run_scenario(box, scenario.name, {}, by="bulk", plays=5, cores=1)
        except Refused:
            continue  # it has to be told more
        text = repr(found)
        assert text.startswith(f"{found.title}, by {found.policy}: 5 plays")
        assert all(ending in text for ending in list(found.chances)[:FEW])
        assert len(text.splitlines()) <= LINES


# words


def undocumented(module: Any) -> Iterator[str]:
    """Public names and members of a module that have no docstring."""
    for name in module.__all__:
        thing = getattr(module, name)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if not own_words(thing):
            yield name
        if inspect.isclass(thing):
            yield from (f"{name}.{member}" for member, inner in members(thing) if not inner.__doc__)


def own_words(thing: Any) -> bool:
    """A struct without words of its own is given none by msgspec, a dataclass would be given its signature."""
    return bool(thing.__doc__) and not thing.__doc__.startswith(f"{thing.__name__}(")


def members(kind: type) -> Iterator[tuple[str, Any]]:
    for base in kind.__mro__:
        for name, member in vars(base).items() if base.__module__.startswith("tablewright") else ():
            kinds = (("fget", property), ("func", cached_property), ("__func__", staticmethod | classmethod))
            inner = next((getattr(member, where) for where, kind in kinds if isinstance(member, kind)), member)
            if not name.startswith("_") and inspect.isfunction(inner):
                yield name, inner


@pytest.mark.parametrize("module", PUBLIC)
def test_everything_public_says_what_it_is(module: str) -> None:
    """Classes, functions, methods and properties have docstrings."""
    assert list(undocumented(import_module(module))) == []
