"""Answers written down: CSV and JSON for programs, Markdown and one self-contained page of HTML for people."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tablewright.kernel.errors import Refused

from .about import About
from .best_play import BestPlay
from .comparing import Comparison
from .diffing import Diff
from .sensing import Sensitivity
from .sweeps import Sweep
from .table import columns, table
from .trial import Trial

Answer: TypeAlias = Trial | Sweep | Comparison | Sensitivity | Diff | BestPlay
FORMATS = (".csv", ".json", ".md", ".html")
MOST_ROWS = 300

CSS = """
body { font: 16px/1.5 Georgia, serif; color: #222; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2; font-weight: 600 } h2 { margin-top: 2.5rem }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem }
th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ddd }
.n { text-align: right; font-variant-numeric: tabular-nums }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto } .scroll { overflow-x: auto }
td.n { white-space: nowrap } .about { color: #666; font-size: .85rem } .says { font-size: 1.1rem }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt }
  h2 { break-after: avoid } figure, tr { break-inside: avoid } .scroll { overflow: visible; font-size: 75% }
}
"""


def may_write(path: Path) -> None:
    """Refused, where an answer could not be written: better known before it is worked out."""
    if path.suffix.lower() not in FORMATS:
        raise Refused(f"{path.name} should end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")
    if not path.absolute().parent.is_dir():
        raise Refused(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise Refused(f"{path} cannot be written: it is a folder.")


def write(answer: Answer | Sequence[Answer], path: Path, heading: str = "") -> None:
    """Writes an answer, or several, in the format that the name of the file says. A page has a heading."""
    may_write(path)
    kind = path.suffix.lower()
    answers = [answer] if isinstance(answer, Answer) else list(answer)
    text = as_html(answers, heading) if kind == ".html" else WRITTEN[kind](answers)
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None


def as_json(answers: Sequence[Answer]) -> str:
    """Everything that was found."""
    whole: Any = answers[0] if len(answers) == 1 else answers
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def as_csv(answers: Sequence[Answer]) -> str:
    """The rows of each, one table below the other; what they were found for stands in every row."""
    out = StringIO()
    for answer in answers:
        rows = answer.rows()
        found = _abouts(answer)
        more = {"title": title(answer)} | ({"asked": found[0].said()} if found else {})
        names = list(dict.fromkeys(name for row in rows for name in row)) + list(more)
        writer = csv.DictWriter(out, names)
        writer.writeheader()
        writer.writerows({name: _safe(value) for name, value in (row | more).items()} for row in rows)
    return out.getvalue()


def as_markdown(answers: Sequence[Answer]) -> str:
    """Tables with the sentence that says what they show."""
    out = []
    for answer in answers:
        out += [f"## {title(answer)}", "", says(answer), ""]
        for rows in (rows[:MOST_ROWS] for rows in _tables(answer) if rows):
            names = columns(rows)
            out += [
                _line(names),
                _line("---" for _ in names),
                *(_line(row.get(name, "") for name in names) for row in rows),
                "",
            ]
        out += ["", *(f"*{about.said()}*" for about in _abouts(answer)[:2]), ""]
    return "\n".join(out)


def as_html(answers: Sequence[Answer], heading: str = "") -> str:
    """One page with charts and tables, and nothing it has to load."""
    heading = heading or (title(answers[0]) if len(answers) == 1 else "From the lab")
    body = "".join(_section(answer, len(answers) > 1) for answer in answers)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(heading)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{CSS}</style></head>'
        f"<body><h1>{escape(heading)}</h1>{body}</body></html>\n"
    )


WRITTEN = {".csv": as_csv, ".json": as_json, ".md": as_markdown}


def charts_of(answer: Answer) -> list[tuple[str, str]]:
    """Its charts as SVG, each with what it shows."""
    try:
        charts = import_module("tablewright.lab.charts")
    except ImportError:
        raise Refused(
            "Charts need matplotlib: install tablewright[lab]. CSV, JSON and Markdown need nothing."
        ) from None
    if isinstance(answer, Trial):
        found = [("How it ends", charts.chances_chart(answer)), ("How long it takes", charts.lengths_chart(answer))]
        return [*found, *([("What is left", curves)] if (curves := charts.curves_chart(answer)) else [])]
    if isinstance(answer, Sweep):
        return [(says(answer), charts.sweep_chart(answer))]
    if isinstance(answer, Comparison):
        return [(says(answer), charts.comparison_chart(answer))]
    if isinstance(answer, BestPlay):
        return [("Beside the shipped policies", charts.policies_chart(answer))] if answer.shipped else []
    if isinstance(answer, Sensitivity):
        return [("What matters most", chart)] if (chart := charts.tornado_chart(answer)) else []
    return []


def title(answer: Answer) -> str:
    if isinstance(answer, Diff):
        return f"What moved in {answer.game}"
    about = _abouts(answer)
    asks = {Sensitivity: "What matters most: ", BestPlay: "Best play: "}
    what = asks.get(type(answer), "") + answer.title
    return f"{what} ({about[0].title})" if about else what


def says(answer: Answer) -> str:
    """What it shows, in a sentence."""
    if isinstance(answer, Trial):
        name, chance = max(answer.chances.items(), key=lambda found: found[1])
        wide = f" ± {answer.wide[name]:.1%}" if name in answer.wide else ""
        return f"Most likely “{name}” ({chance:.1%}{wide}; {answer.found}). Steps: {answer.steps.said()}."
    return answer.sentence() if isinstance(answer, BestPlay) else answer.says()


def _section(answer: Answer, headed: bool) -> str:
    head = f"<h2>{escape(title(answer))}</h2>" if headed else ""
    figures = "".join(
        f'<figure role="img" aria-label="{escape(shows, quote=True)}">{svg}</figure>'
        for shows, svg in charts_of(answer)
    )
    notes = [answer.note] if isinstance(answer, Trial | BestPlay) and answer.note else []
    notes += [f"{answer.found} {answer.beside()}".strip()] if isinstance(answer, Sensitivity) else []
    about = "".join(
        f'<p class="about">{escape(text)}</p>' for text in [*(a.said() for a in _abouts(answer)[:2]), *notes]
    )
    text = f'<p class="says">{escape(says(answer))}</p>'
    tables = "".join(map(_table, _tables(answer)))
    return f"<section>{head}{text}{figures}{tables}{about}</section>"


def _tables(answer: Answer) -> list[list[dict[str, str]]]:
    """What is shown of it, table by table."""
    if isinstance(answer, BestPlay):
        return [answer.shown(), answer.thumbs(), answer.decided()]
    return [answer.shown()]


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    if not rows:
        return ""
    more = f"<p>and {len(rows) - MOST_ROWS} more rows</p>" if len(rows) > MOST_ROWS else ""
    return f'<div class="scroll">{table(rows[:MOST_ROWS])}</div>{more}'


def _safe(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is kept a text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _abouts(answer: Answer) -> list[About]:
    """What it was found for."""
    if isinstance(answer, Diff):
        return []
    if isinstance(answer, Comparison):
        found = [trial.about for trial in answer.trials]
    else:
        found = [answer.trial.about if isinstance(answer, Sensitivity) else answer.about]
    return [about for about in found if about is not None]
