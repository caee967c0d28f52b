"""The result of one scenario: solved as a chain if its states fit, else sampled."""

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

WORDS = {"5%": "5 %", "25%": "25 %", "50%": "median", "75%": "75 %", "95%": "95 %"}  # names of quantiles in tables
#: parts that are looked up by name, and the name of such a name in errors
BY_NAME = {"chances": "ending here", "resources": "thing that is left", "first": "one that falls first"}
FEW = 15  # lines of a kind that are printed


class RunResult(msgspec.Struct, frozen=True):
    """The result of a scenario. `wide` is half the 95 % interval of each chance; empty if it was solved."""

    title: str
    by: Literal["chain", "bulk"]
    policy: str
    params: dict[str, Any]
    chances: dict[str, float]
    wide: dict[str, float]
    steps: ValueSpread
    resources: dict[str, ValueSpread]
    """Amounts left at the end, by name."""
    size: int
    """States of the chain, or plays sampled."""
    note: str = ""
    how: Opposed | None = None
    """The mode of best play: best, minimax or equilibrium."""
    worth: ValueSpread | None = None
    """The value of the endings, if the scenario has one."""
    first: dict[str, float] = {}
    """The chance to fall first, by character, if the scenario has characters that fall."""
    first_wide: dict[str, float] = {}
    about: Provenance | None = None
    looked_at: list[str] = []
    """Rulings that were read, so that the result depends on them."""
    decided: bool = False
    """True if the policy decided anything."""

    def __post_init__(self) -> None:
        for name, what in BY_NAME.items():
            msgspec.structs.force_setattr(self, name, NamedDict(what, getattr(self, name)))

    @property
    def mean_length(self) -> float:
        """Mean number of steps."""
        return self.steps.mean

    @property
    def lengths(self) -> dict[int, float]:
        """The chance of each number of steps."""
        return {int(n): p for n, p in self.steps.chances}

    @property
    def left(self) -> dict[str, float]:
        """Means of the amounts left."""
        return {name: spread.mean for name, spread in self.resources.items()}

    @property
    def exact(self) -> bool:
        """True if it was solved and not sampled."""
        return self.by == "chain"

    @property
    def found(self) -> str:
        """The method in words."""
        if set(self.lengths) == {0}:
            return "over before it begins"
        return f"{self.counted}, {'exactly' if self.exact else '95 % intervals'}"

    @property
    def counted(self) -> str:
        """Number of states solved, or of plays sampled, in words."""
        of = "state" if self.exact else "play"
        return f"{self.size:,} {of if self.size == 1 else of + 's'}"

    def figure(self, name: str = "") -> tuple[float, float]:
        """A figure by name, with half its 95 % interval: an ending's chance, `length`, `worth`, or an amount left.

        Without a name, the main figure.
        """
        return NamedDict("figure here", self.figures())[name or self.foremost]

    def much(self, name: str) -> tuple[float, float]:
        """A figure that may be missing: a sampled ending that never came has the chance 0, with an interval."""
        known = self.figures().get(name)
        return known if known is not None else (0.0, 0.0 if self.exact else wilson_interval(0, self.size)[1])

    @property
    def foremost(self) -> str:
        """The name of the main figure: the value, or the chance of an ending if that is equal.

        Without a value it is the likeliest ending; if there is only one, the length or an amount that varies.
        """
        if self.worth is not None:
            same = [name for name, p in self.chances.items() if abs(p - self.worth.mean) < 1e-9]
            return same[0] if same else "worth"
        likeliest = max(self.chances, key=lambda name: self.chances[name])
        spreads = {"length": self.steps} | self.resources
        moving = [name for name, spread in spreads.items() if len(spread.chances) > 1]
        return moving[0] if moving and len(self.chances) == 1 else likeliest

    def said(self, figure: str, short: bool = False) -> str:
        """A figure as text."""
        return (format_briefly if short else format_figure)(
            *self.much(figure), self.is_chance(figure), self.within(figure)
        )

    def within(self, figure: str) -> Within:
        """The range of possible values of a figure."""
        spread = self._spread(figure)
        return SHARE if self.is_chance(figure) else spread.within if spread is not None else OPEN

    def figures(self) -> dict[str, tuple[float, float]]:
        """Every figure with half its 95 % interval (0 if exact)."""
        out = {name: (p, self.wide.get(name, 0.0)) for name, p in self.chances.items()}
        out["length"] = (self.steps.mean, self.steps.wide)
        if self.worth is not None:
            out["worth"] = (self.worth.mean, self.worth.wide)
        out |= {name: (spread.mean, spread.wide) for name, spread in self.resources.items() if name not in out}
        first = {fall_label(name): (p, self.first_wide.get(name, 0.0)) for name, p in self.first.items()}
        return out | first

    def rows(self) -> list[dict[str, Any]]:
        """Every figure as a row: `pandas.DataFrame(trial.rows())`."""
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
        """The rows as people read them."""
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
        """True if a figure is a chance and not a mean."""
        return figure not in self.figures() or figure in self.chances or is_fall_label(figure)

    def _spread(self, name: str) -> ValueSpread | None:
        if name in self.chances:
            return None
        return self.steps if name == "length" else self.worth if name == "worth" else self.resources.get(name)

    def __repr__(self) -> str:
        """Endings, length and amounts left as text."""
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
    """The figure to compare several results by: the main figure, or else one that differs."""
    first = trials[0]
    names = dict.fromkeys((first.foremost, *(trial.foremost for trial in trials), *first.figures()))
    return next((name for name in names if len({round(t.much(name)[0], 9) for t in trials}) > 1), first.foremost)


def _few(lines: list[str]) -> list[str]:
    """The first lines, and the number of the others."""
    return lines if len(lines) <= FEW else [*lines[:FEW], f"  and {len(lines) - FEW} more"]


def _bars(chances: dict[str, float], wide: dict[str, float]) -> str:
    """Rows of an HTML table with bars, the likeliest first."""
    return "".join(
        f'<tr><th>{html.escape(name)}</th><td><meter min="0" max="1" value="{p:.6f}"></meter> '
        f"{format_figure(p, wide.get(name, 0.0), True)}</td></tr>"
        for name, p in sorted(chances.items(), key=lambda found: -found[1])
    )


def _unsure(spread: ValueSpread) -> dict[str, float | None]:
    """The 95 % intervals of a sampled figure's deviation and quantiles."""
    out: dict[str, float | None] = {"deviation ±": spread.deviation_wide} if spread.deviation_wide else {}
    for part, ends in spread.between.items():
        out |= dict(zip((f"{part} low", f"{part} high"), ends, strict=True))
    return out
