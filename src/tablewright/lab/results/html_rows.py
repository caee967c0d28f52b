"""Rows as people read them, in a report and in a notebook: every figure beside its interval."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from .provenance import Provenance

NUMBER = re.compile(r"[+-]?\d")


def column_names(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """The names of all columns, in order."""
    return list(dict.fromkeys(name for row in rows for name in row))


def render_table(rows: Sequence[Mapping[str, str]], caption: str = "") -> str:
    """In HTML, numbers to the right."""
    names = column_names(rows)
    right = {name for name in names if all(NUMBER.match(row[name]) for row in rows if row.get(name))}
    head = "".join(_cell("th", name, name in right) for name in names)
    body = "".join("<tr>" + "".join(_cell("td", row.get(n, ""), n in right) for n in names) + "</tr>" for row in rows)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<tr>{head}</tr>{body}</table>"


def render_notebook(
    rows: Sequence[Mapping[str, str]], caption: str, says: str, abouts: Iterable[Provenance | None]
) -> str:
    """An answer as a notebook shows it: what it says, its table, and what it was found for."""
    return f"<p>{escape(says)}</p>{render_table(rows, caption)}{render_provenance(abouts)}"


def render_provenance(abouts: Iterable[Provenance | None]) -> str:
    """What an answer was found for, below it."""
    return "".join(f"<p><small>{escape(about.said())}</small></p>" for about in abouts if about is not None)


def _cell(kind: str, text: str, right: bool) -> str:
    aligned = ' class="n" style="text-align: right"' if right else ""
    return f"<{kind}{aligned}>{escape(text).replace('± ', '±&nbsp;')}</{kind}>"
