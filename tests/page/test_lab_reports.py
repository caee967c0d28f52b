"""A report of the lab on a screen and on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tablewright import lab
from tablewright.lab.reporting.report import as_html

OVER = {"hp": "4..12/2", "pocket": "1..6", "guard": "nothing,shield"}
A4 = {"width": 680, "height": 1010}
"""What a page of paper holds between its margins."""


@pytest.fixture(scope="module")
def report() -> str:
    """Sixty points of three things: a table of eleven columns, and a chart as long as charts are."""
    return as_html([lab.sweep("moonveil", "duel", OVER, work=lab.WorkOptions(kept=None))])


def test_a_wide_table_is_whole_on_the_screen(browser: Browser, report: str) -> None:
    """Nothing of it is cut, and nothing has to be scrolled sideways."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.set_content(report)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("[...document.querySelectorAll('.scroll')].every(e => e.scrollWidth <= e.clientWidth)")
    page.close()


def test_a_chart_is_printed_on_the_page_of_its_sentence(browser: Browser, report: str) -> None:
    """The first page is not one sentence and white."""
    page = browser.new_page(viewport=A4)  # type: ignore[arg-type]  # it has both
    page.emulate_media(media="print")
    page.set_content(report)
    assert page.evaluate("document.querySelector('figure').getBoundingClientRect().bottom") < A4["height"]
    page.close()
