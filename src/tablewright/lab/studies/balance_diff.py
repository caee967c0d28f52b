"""Balance regression: figures that moved between two versions of a game, as a short list."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import msgspec

from tablewright.catalog import InstalledGame, installed_games
from tablewright.lab.execution import WorkOptions, check_options
from tablewright.lab.results import format_change, format_figure, render_notebook
from tablewright.lab.spec import AnyGame, any_game
from tablewright.rules import Refused

from .balance import BEST_PLAY, Balance, BalanceFigure, measure_balance, measure_balances, without_missing

BASELINE = "golden/balance.json"
LEAST = 1e-6
SHOWN = 30
#: A sampled figure has moved if it left this many 95 % intervals: a game has hundreds of figures.
SURE = 1.5


class FigureChange(msgspec.Struct, frozen=True):
    """A figure that changed. A new or removed one is None on the other side."""

    kind: Literal["scenario", "roll", "table"]
    name: str
    before: float | None
    after: float | None
    wide: float = 0.0
    chance: bool = False

    @property
    def by(self) -> float:
        return (self.after or 0.0) - (self.before or 0.0)

    @property
    def of(self) -> str:
        """The group of the figure: figures that one change moves together."""
        if self.kind == "table":
            return self.name
        if self.kind == "roll":
            return self.name.partition(": ")[0].removesuffix(BEST_PLAY)
        return self.name.rpartition(": ")[0].rpartition(" (")[0]

    @property
    def much(self) -> float:
        """The size of the change for comparisons: absolute for chances, relative for values above one."""
        return abs(self.by) / max(1.0, abs(self.before or 0.0), abs(self.after or 0.0))

    def said(self) -> str:
        if self.before is None:
            return f"{self.name} is new: {self.as_read(self.after)}"
        if self.after is None:
            return f"{self.name} is gone (it was {self.as_read(self.before)})"
        return f"{self.name}: {self.as_read(self.before)} → {self.as_read(self.after)} ({self.moved()})"

    def as_read(self, value: float | None) -> str:
        """A value as text; chances in percent."""
        return "not there" if value is None else format_figure(value, chance=self.chance)

    def moved(self) -> str:
        """The change as text, with half its 95 % interval."""
        return format_change(self.by, self.wide, self.chance)


class ChangeGroup(msgspec.Struct, frozen=True):
    """Changed figures of one group: a constant, an action, or a scenario with a setting. The largest change is
    first.
    """

    moved: tuple[FigureChange, ...]

    def said(self) -> str:
        others = len(self.moved) - 1
        more = f"; and {others} more figure{'s' if others > 1 else ''} of it" if others else ""
        return f"{self.moved[0].said()}{more}"


class Diff(msgspec.Struct, frozen=True):
    """Changed figures, the largest first in each kind: constants, rolls, scenarios."""

    game: str
    before: str
    after: str
    compared: int
    moved: list[FigureChange]
    missing: list[str] = []
    """Parts that were not compared because of an interruption."""

    def says(self) -> str:
        """The number of changes in a sentence, with the parts not compared."""
        left = f" Stopped: not compared are {', '.join(self.missing)}." if self.missing else ""
        return self._moved() + left

    def _moved(self) -> str:
        if not self.moved:
            where = " in what was compared" if self.missing else ""
            return f"Nothing moved{where}: {self.compared:,} figures of {self.game} are what they were ({self.before})."
        kinds = [(len([m for m in self.moved if m.kind == kind]), words) for kind, words in _KINDS.items()]
        some = ", ".join(f"{n} {words}" for n, words in kinds if n)
        return f"{len(self.moved):,} of {self.compared:,} figures moved ({some}), from {self.before} to {self.after}."

    def rows(self) -> list[dict[str, Any]]:
        """Every change as a row: `pandas.DataFrame(diff.rows())`."""
        return [
            {"kind": m.kind, "name": m.name, "before": m.before, "after": m.after, "by": m.by, "wide": m.wide}
            for m in self.moved
        ]

    def together(self, kind: str = "") -> list[ChangeGroup]:
        """Changes by group, of one kind if named."""
        found: dict[tuple[str, str], list[FigureChange]] = {}
        for m in self.moved:
            if kind in ("", m.kind):
                found.setdefault((m.kind, m.of), []).append(m)
        return [ChangeGroup(tuple(moved)) for moved in found.values()]

    def shown(self) -> list[dict[str, str]]:
        """The rows as people read them."""
        return [
            {
                "kind": m.kind,
                "name": m.name,
                "before": m.as_read(m.before),
                "after": m.as_read(m.after),
                "by": m.moved(),
            }
            for m in self.moved
        ]

    def __repr__(self) -> str:
        short = self.together()
        lines = [self.says(), *(f"  {one.said()}" for one in short[:SHOWN])]
        return "\n".join([*lines, f"  and {len(short) - SHOWN} more"] if len(short) > SHOWN else lines)

    def _repr_html_(self) -> str:
        return render_notebook(self.shown(), "", self.says(), ())


_KINDS = {"table": "numbers it is written with", "roll": "odds of rolls", "scenario": "figures of scenarios"}


def diff(game: AnyGame, /, against: AnyGame | None = None, *, work: WorkOptions | None = None) -> Diff:
    """Compare the balance of a game with that of another folder or game.

    The default is the installed game of that name, or else the baseline in its own folder.
    """
    box, work = any_game(game), check_options(work)
    if against is None and not box.on_shelf and box.game.name in installed_games():
        against = installed_games()[box.game.name]
    if against is None:
        known = baseline(box)
        (now,), missing = measure_balances((box,), work, quick=True)
        return diff_balances(without_missing(known, now, missing), now, "the kept baseline", _called(box), missing)
    other = any_game(against)
    (before, after), missing = measure_balances((other, box), work)
    return diff_balances(before, after, _called(other), _called(box), missing)


def baseline(box: InstalledGame) -> Balance:
    """Read the baseline in a game's folder."""
    path = box.path / BASELINE
    if not path.is_file():
        raise Refused(f"{box.game.title} keeps no baseline: write one first, with --write, or say against what.")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Balance)
    except msgspec.DecodeError as error:
        raise Refused(f"{path} is no baseline: {error}. Write it anew with --write.") from None


def write_baseline(box: InstalledGame, work: WorkOptions | None = None) -> Path:
    """Write the current balance of a game into its folder."""
    path = box.path / BASELINE
    found = measure_balance(box, check_options(work), quick=True)
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None
    return path


def diff_balances(one: Balance, two: Balance, before: str, after: str, missing: Sequence[str] = ()) -> Diff:
    """Compare two balances. Sampled figures count as changed if it is more than chance."""
    tables = _moved("table", _figures(one.tables), _figures(two.tables))
    moved = [*tables, *_moved("roll", one.rolls, two.rolls), *_moved("scenario", one.scenarios, two.scenarios)]
    compared = len({*one.tables, *two.tables}) + len({*one.rolls, *two.rolls})
    compared += len({*one.scenarios, *two.scenarios})
    return Diff(two.game, before, after, compared, moved, list(missing))


def _moved(
    kind: Literal["scenario", "roll", "table"], one: dict[str, BalanceFigure], two: dict[str, BalanceFigure]
) -> list[FigureChange]:
    found = []
    for name in dict.fromkeys((*one, *two)):
        a, b = one.get(name), two.get(name)
        wide = sqrt((a.wide if a else 0.0) ** 2 + (b.wide if b else 0.0) ** 2)
        gone = a is None or b is None
        by = abs((b.value if b else 0.0) - (a.value if a else 0.0))
        if by > max(LEAST, SURE * wide) or (gone and kind == "table"):
            chance = any(figure.chance for figure in (a, b) if figure is not None)
            found.append(FigureChange(kind, name, a.value if a else None, b.value if b else None, wide, chance))
    return sorted(found, key=lambda m: -m.much)


def _figures(tables: dict[str, float]) -> dict[str, BalanceFigure]:
    return {name: BalanceFigure(value) for name, value in tables.items()}


def _called(box: InstalledGame) -> str:
    return box.source if not box.on_shelf else f"{box.game.name} {box.game.version}"
