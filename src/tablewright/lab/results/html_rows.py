"""Tables in HTML, for reports and notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from .provenance import Provenance

NUMBER = re.compile(r"[+-]?\d")


def column_names(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Names of all columns, in order."""
    return list(dict.fromkeys(name for row in rows for name in row))


def render_table(rows: Sequence[Mapping[str, str]], caption: str = "") -> str:
    """Render rows as a table, with numbers aligned to the right."""
    names = column_names(rows)
    right = {name for name in names if all(NUMBER.match(row[name]) for row in rows if row.get(name))}
    head = "".join(_cell("th", name, name in right) for name in names)
    body = "".join("<tr>" + "".join(_cell("td", row.get(n, ""), n in right) for n in names) + "</tr>" for row in rows)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<tr>{head}</tr>{body}</table>"


def render_notebook(
    rows: Sequence[Mapping[str, str]], caption: str, says: str, abouts: Iterable[Provenance | None]
) -> str:
    """Render an answer for a notebook: its sentence, its table and its provenance."""
    return f"<p>{escape(says)}</p>{render_table(rows, caption)}{render_provenance(abouts)}"


def render_provenance(abouts: Iterable[Provenance | None]) -> str:
    """Render the provenance of an answer."""
    return "".join(f"<p><small>{escape(about.said())}</small></p>" for about in abouts if about is not None)


def _cell(kind: str, text: str, right: bool) -> str:
    aligned = ' class="n" style="text-align: right"' if right else ""
    return f"<{kind}{aligned}>{escape(text).replace('± ', '±&nbsp;')}</{kind}>"
