"""Writes answers: CSV and JSON for programs, Markdown and a self-contained HTML page for people."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tablewright.lab.results import BestPlay, Provenance, RunResult, column_names, render_table
from tablewright.lab.studies import Comparison, Diff, Sensitivity, Sweep
from tablewright.rules import Refused

AnyResult: TypeAlias = RunResult | Sweep | Comparison | Sensitivity | Diff | BestPlay
FORMATS = (".csv", ".json", ".md", ".html")
MAX_ROWS = 300

CSS = """
body { font: 16px/1.5 Georgia, serif; color: #222; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2; font-weight: 600 } h2 { margin-top: 2.5rem }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem }
th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ddd }
.n { text-align: right; font-variant-numeric: tabular-nums }
figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto }
.scroll { overflow-x: auto; min-width: 100%; width: fit-content; max-width: calc(100vw - 3rem) }
.scroll { margin-left: 50%; transform: translateX(-50%) } td.n:last-child { min-width: 6rem }
.about { color: #666; font-size: .85rem } .says { font-size: 1.1rem }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt }
  h2 { break-after: avoid } figure, tr { break-inside: avoid } figure svg { max-height: 21cm }
  .scroll { overflow: visible; font-size: 75%; margin: 0; max-width: none; transform: none }
}
"""


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before the answer is computed."""
    if path.suffix.lower() not in FORMATS:
        raise Refused(f"{path.name} should end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")
    if not path.absolute().parent.is_dir():
        raise Refused(f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise Refused(f"{path} cannot be written: it is a folder.")


def write(answer: AnyResult | Iterable[AnyResult], path: str | PathLike[str], heading: str = "") -> None:
    """Write one answer or several in the format of the file's suffix. HTML has a heading."""
    if not isinstance(path, str | PathLike):
        raise Refused(f"Say where to as a path, such as 'duel.html', not {path!r}.")
    path = Path(path)
    check_writable(path)
    kind = path.suffix.lower()
    answers = [answer] if isinstance(answer, AnyResult) else list(answer) if isinstance(answer, Iterable) else []
    if not answers or not all(isinstance(one, AnyResult) for one in answers):
        raise Refused(f"Only answers of the lab are written, one or several: not {str(answer)[:40]!r}.")
    text = as_html(answers, heading) if kind == ".html" else WRITTEN[kind](answers)
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None


def as_json(answers: Sequence[AnyResult]) -> str:
    """All data of the answers as JSON."""
    whole: Any = answers[0] if len(answers) == 1 else answers
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"


def as_csv(answers: Sequence[AnyResult]) -> str:
    """The rows of each answer, one table below the other; every row repeats the question."""
    out = StringIO()
    for answer in answers:
        rows = answer.rows()
        found = _abouts(answer)
        more = {"title": result_title(answer)} | ({"asked": found[0].said()} if found else {})
        names = list(dict.fromkeys(name for row in rows for name in row)) + list(more)
        writer = csv.DictWriter(out, names)
        writer.writeheader()
        writer.writerows({name: _safe(value) for name, value in (row | more).items()} for row in rows)
    return out.getvalue()


def as_markdown(answers: Sequence[AnyResult]) -> str:
    """Tables, each with a sentence on its result."""
    out = []
    for answer in answers:
        out += [f"## {result_title(answer)}", "", result_sentence(answer), ""]
        for rows in (rows[:MAX_ROWS] for rows in _tables(answer) if rows):
            names = column_names(rows)
            out += [
                _line(names),
                _line("---" for _ in names),
                *(_line(row.get(name, "") for name in names) for row in rows),
                "",
            ]
        out += ["", *(f"*{about.said()}*" for about in _abouts(answer)[:2]), ""]
    return "\n".join(out)


def as_html(answers: Sequence[AnyResult], heading: str = "") -> str:
    """A self-contained page with charts and tables."""
    heading = heading or (result_title(answers[0]) if len(answers) == 1 else "From the lab")
    body = "".join(_section(answer, len(answers) > 1) for answer in answers)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(heading)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{CSS}</style></head>'
        f"<body><h1>{escape(heading)}</h1>{body}</body></html>\n"
    )


WRITTEN = {".csv": as_csv, ".json": as_json, ".md": as_markdown}


def charts_of(answer: AnyResult) -> list[tuple[str, str]]:
    """Charts of an answer as SVG, each with its title."""
    try:
        charts = import_module("tablewright.lab.reporting.plots")
    except ImportError:
        raise Refused(
            "Charts need matplotlib: install tablewright[lab]. CSV, JSON and Markdown need nothing."
        ) from None
    if isinstance(answer, RunResult):
        found = [("How it ends", charts.chances_chart(answer)), ("How long it takes", charts.lengths_chart(answer))]
        return [(shows, svg) for shows, svg in [*found, ("What is left", charts.curves_chart(answer))] if svg]
    if isinstance(answer, Sweep):
        return [(result_sentence(answer), import_module("tablewright.lab.reporting.sweep_plots").sweep_chart(answer))]
    if isinstance(answer, Comparison):
        return [(result_sentence(answer), charts.comparison_chart(answer))]
    if isinstance(answer, BestPlay):
        return [("Beside the shipped policies", charts.policies_chart(answer))] if answer.shipped else []
    if isinstance(answer, Sensitivity):
        return [("What matters most", chart)] if (chart := charts.tornado_chart(answer)) else []
    return []


def result_title(answer: AnyResult) -> str:
    if isinstance(answer, Diff):
        return f"What moved in {answer.game}"
    about = _abouts(answer)
    asks = {Sensitivity: "What matters most: ", BestPlay: "Best play: "}
    what = asks.get(type(answer), "") + answer.title
    return f"{what} ({about[0].title})" if about else what


def result_sentence(answer: AnyResult) -> str:
    """The main result in a sentence."""
    if isinstance(answer, RunResult):
        name = max(answer.chances, key=lambda name: answer.chances[name])
        much = answer.said(name, short=True)
        return f"Most likely “{name}” ({much}; {answer.found}). Length in steps: {answer.steps.said()}."
    return answer.sentence() if isinstance(answer, BestPlay) else answer.says()


def _section(answer: AnyResult, headed: bool) -> str:
    head = f"<h2>{escape(result_title(answer))}</h2>" if headed else ""
    figures = "".join(
        f'<figure role="img" aria-label="{escape(shows, quote=True)}">{svg}</figure>'
        for shows, svg in charts_of(answer)
    )
    notes = [answer.note] if isinstance(answer, RunResult | BestPlay) and answer.note else []
    notes += [f"{answer.found} {answer.beside()}".strip()] if isinstance(answer, Sensitivity) else []
    notes += [answer.found] if isinstance(answer, Sweep) else []
    about = "".join(
        f'<p class="about">{escape(text)}</p>' for text in [*(a.said() for a in _abouts(answer)[:2]), *notes]
    )
    text = f'<p class="says">{escape(result_sentence(answer))}</p>'
    tables = "".join(map(_table, _tables(answer)))
    return f"<section>{head}{text}{figures}{tables}{about}</section>"


def _tables(answer: AnyResult) -> list[list[dict[str, str]]]:
    """Tables of an answer, as rows of texts."""
    if isinstance(answer, BestPlay):
        return [answer.shown(), answer.thumbs(), answer.decided()]
    return [answer.shown()]


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    if not rows:
        return ""
    more = f"<p>and {len(rows) - MAX_ROWS} more rows</p>" if len(rows) > MAX_ROWS else ""
    return f'<div class="scroll">{render_table(rows[:MAX_ROWS])}</div>{more}'


def _safe(value: Any) -> Any:
    """Quote a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _abouts(answer: AnyResult) -> list[Provenance]:
    """Provenance of an answer, one for each run."""
    if isinstance(answer, Diff):
        return []
    if isinstance(answer, Comparison):
        found = [trial.about for trial in answer.trials]
    else:
        found = [answer.trial.about if isinstance(answer, Sensitivity) else answer.about]
    return [about for about in found if about is not None]
