"""A trial: one scenario, solved as a chain if its states fit, sampled otherwise; the answer says which."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tablewright.engine.choices import PlayMode as Opposed
from tablewright.engine.sampling import wilson_interval
from tablewright.lab.results.format import fall_label, is_fall_label

from .format import OPEN, POSITIVE, SHARE, Within, format_briefly, format_figure
from .named_dict import NamedDict
from .provenance import Provenance
from .spread import ValueSpread

WORDS = {"5%": "5 %", "25%": "25 %", "50%": "median", "75%": "75 %", "95%": "95 %"}
"""What the quantiles are called above a column."""
BY_NAME = {"chances": "ending here", "resources": "thing that is left", "first": "one that falls first"}
"""What is asked for by its name, and what it is called."""
FEW = 15
"""Lines of a kind that a trial is shown with."""


class RunResult(msgspec.Struct, frozen=True):
    """What became of a scenario. `wide` is half the 95 % interval of each chance; nothing, if solved exactly."""

    title: str
    by: Literal["chain", "bulk"]
    policy: str
    params: dict[str, Any]
    chances: dict[str, float]
    wide: dict[str, float]
    steps: ValueSpread
    resources: dict[str, ValueSpread]
    """What is left at the end, by its name."""
    size: int
    """States of the chain, or plays sampled."""
    note: str = ""
    how: Opposed | None = None
    """What best play is here: simply the best, minimax, or an equilibrium."""
    worth: ValueSpread | None = None
    """What the endings are worth, where the scenario says."""
    first: dict[str, float] = {}
    """The chance of everybody to fall first, where the scenario says who is down."""
    first_wide: dict[str, float] = {}
    about: Provenance | None = None
    looked_at: list[str] = []
    """The house rulings it depends on: all that were looked at."""
    decided: bool = False
    """Whether a policy decided anything."""

    def __post_init__(self) -> None:
        for name, what in BY_NAME.items():
            msgspec.structs.force_setattr(self, name, NamedDict(what, getattr(self, name)))

    @property
    def mean_length(self) -> float:
        """Steps until it is over, on average."""
        return self.steps.mean

    @property
    def lengths(self) -> dict[int, float]:
        """The chance of each number of steps."""
        return {int(n): p for n, p in self.steps.chances}

    @property
    def left(self) -> dict[str, float]:
        """What is left at the end, on average."""
        return {name: spread.mean for name, spread in self.resources.items()}

    @property
    def exact(self) -> bool:
        """Whether it was solved, and not sampled."""
        return self.by == "chain"

    @property
    def found(self) -> str:
        """How it was found, in words."""
        if set(self.lengths) == {0}:
            return "over before it begins"
        return f"{self.counted}, {'exactly' if self.exact else '95 % intervals'}"

    @property
    def counted(self) -> str:
        """How many states were solved, or plays sampled."""
        of = "state" if self.exact else "play"
        return f"{self.size:,} {of if self.size == 1 else of + 's'}"

    def figure(self, name: str = "") -> tuple[float, float]:
        """A number of it by name, with half its 95 % interval: an ending's chance, `length`, `worth`, or something that
        is left. Without a name, the foremost.
        """
        return NamedDict("figure here", self.figures())[name or self.foremost]

    def much(self, name: str) -> tuple[float, float]:
        """The same of what may not have come at all: an ending that was not seen has the chance 0, which is not known
        exactly where it was sampled.
        """
        known = self.figures().get(name)
        return known if known is not None else (0.0, 0.0 if self.exact else wilson_interval(0, self.size)[1])

    @property
    def foremost(self) -> str:
        """The figure people look at first: what the endings are worth (an ending's chance, where that is the same), or
        else the likeliest ending; where there is but one, how long it takes, or what is left.
        """
        if self.worth is not None:
            same = [name for name, p in self.chances.items() if abs(p - self.worth.mean) < 1e-9]
            return same[0] if same else "worth"
        likeliest = max(self.chances, key=lambda name: self.chances[name])
        spreads = {"length": self.steps} | self.resources
        moving = [name for name, spread in spreads.items() if len(spread.chances) > 1]
        return moving[0] if moving and len(self.chances) == 1 else likeliest

    def said(self, figure: str, short: bool = False) -> str:
        """A figure of it as people read it."""
        return (format_briefly if short else format_figure)(
            *self.much(figure), self.is_chance(figure), self.within(figure)
        )

    def within(self, figure: str) -> Within:
        """The least and the most that a figure can be."""
        spread = self._spread(figure)
        return SHARE if self.is_chance(figure) else spread.within if spread is not None else OPEN

    def figures(self) -> dict[str, tuple[float, float]]:
        """Every number of it with half its 95 % interval (0, where it is exact)."""
        out = {name: (p, self.wide.get(name, 0.0)) for name, p in self.chances.items()}
        out["length"] = (self.steps.mean, self.steps.wide)
        if self.worth is not None:
            out["worth"] = (self.worth.mean, self.worth.wide)
        out |= {name: (spread.mean, spread.wide) for name, spread in self.resources.items() if name not in out}
        first = {fall_label(name): (p, self.first_wide.get(name, 0.0)) for name, p in self.first.items()}
        return out | first

    def rows(self) -> list[dict[str, Any]]:
        """Every number of it as a row of a table: `pandas.DataFrame(trial.rows())`."""
        out: list[dict[str, Any]] = []
        for name, (value, wide) in self.figures().items():
            spread = self._spread(name)
            spreads = spread is not None and not spread.average
            more = {"deviation": spread.deviation, **spread.quantiles} if spread is not None and spreads else {}
            chance = self.is_chance(name)
            low, high = value - wide, min(1.0, value + wide) if chance else value + wide
            low = max(0.0, low) if self.within(name)[0] == 0 else low
            unsure = _unsure(spread) if spread is not None else {}
            kind = "chance" if chance else "mean"
            out.append({"figure": name, "kind": kind, "value": value, "low": low, "high": high, **more, **unsure})
        return out

    def shown(self) -> list[dict[str, str]]:
        """The same as people read it."""
        out = []
        for name in self.figures():
            spread = self._spread(name)
            row = {"figure": name, "chance or mean": self.said(name)}
            if spread is not None and not spread.average:
                row["deviation"] = format_figure(spread.deviation, spread.deviation_wide, within=POSITIVE)
                row |= {words: spread.quantile(part) for part, words in WORDS.items()}
            out.append(row)
        return out

    def is_chance(self, figure: str) -> bool:
        """Whether a figure is the chance of something, and no mean."""
        return figure not in self.figures() or figure in self.chances or is_fall_label(figure)

    def _spread(self, name: str) -> ValueSpread | None:
        if name in self.chances:
            return None
        return self.steps if name == "length" else self.worth if name == "worth" else self.resources.get(name)

    def __repr__(self) -> str:
        """As a person would read it: what may come of it, how long it takes, what is left."""
        lines = [f"{self.title}, by {self.policy}: {self.found}"]
        lines += _few([f"  {name}: {self.said(name)}" for name in self.chances])
        lines.append(f"  length in steps: {self.steps.said()}")
        lines += _few([f"  left of {what}: {spread.said()}" for what, spread in self.resources.items()])
        lines += _few([f"  {fall_label(name)}: {self.said(fall_label(name))}" for name in self.first])
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)

    def _repr_html_(self) -> str:
        rows = _bars(self.chances, self.wide)
        more = {"length in steps": self.steps} | self.resources
        rows += "".join(f"<tr><th>{html.escape(name)}</th><td>{s.said()}</td></tr>" for name, s in more.items())
        unsure = {fall_label(name): wide for name, wide in self.first_wide.items()}
        rows += _bars({fall_label(name): p for name, p in self.first.items()}, unsure)
        under = html.escape(self.about.said()) if self.about is not None else ""
        caption = f"{html.escape(self.title)}: {self.found}"
        return (
            f"<table><caption>{caption}</caption>{rows}</table><p><small>{under} {html.escape(self.note)}</small></p>"
        )


def main_figure(trials: Sequence[RunResult]) -> str:
    """The figure by which several are compared: the foremost of the first, or else one that is not the same in all."""
    first = trials[0]
    names = dict.fromkeys((first.foremost, *(trial.foremost for trial in trials), *first.figures()))
    return next((name for name in names if len({round(t.much(name)[0], 9) for t in trials}) > 1), first.foremost)


def _few(lines: list[str]) -> list[str]:
    """As many as are read at a glance."""
    return lines if len(lines) <= FEW else [*lines[:FEW], f"  and {len(lines) - FEW} more"]


def _bars(chances: dict[str, float], wide: dict[str, float]) -> str:
    """Lines of a table, the likeliest first."""
    return "".join(
        f'<tr><th>{html.escape(name)}</th><td><meter min="0" max="1" value="{p:.6f}"></meter> '
        f"{format_figure(p, wide.get(name, 0.0), True)}</td></tr>"
        for name, p in sorted(chances.items(), key=lambda found: -found[1])
    )


def _unsure(spread: ValueSpread) -> dict[str, float | None]:
    """The 95 % intervals of what is told of a number beside its mean, where it was sampled."""
    out: dict[str, float | None] = {"deviation ±": spread.deviation_wide} if spread.deviation_wide else {}
    for part, ends in spread.between.items():
        out |= dict(zip((f"{part} low", f"{part} high"), ends, strict=True))
    return out
