"""A game's rules in short as a page of HTML, for a browser to print."""

from __future__ import annotations

import html

from tablewright.rules import LedgerSummary

PRINT_CSS = """\
@page { size: A4; margin: 10mm }
body { font: 8pt/1.2 Georgia, serif; columns: 2; column-gap: 6mm; margin: 0; color: black; background: white }
h1 { font-size: 13pt; margin: 0 0 1mm; column-span: all }
p { margin: 0 0 0.8mm }
p.what { column-span: all; font-style: italic }
b { font-family: Helvetica, Arial, sans-serif }
"""


def summary_page(summary: LedgerSummary) -> str:
    """Lay a summary out on two sides of A4, in two columns."""
    title = html.escape(f"{summary.ledger.title}: the rules in short")
    body = "\n".join(f"<p><b>{html.escape(name)}.</b> {html.escape(words)}</p>" for name, words in summary.told())
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>\n{PRINT_CSS}</style>\n<h1>{title}</h1>\n"
        f'<p class="what">{html.escape(summary.about)}</p>\n{body}\n</html>\n'
    )
