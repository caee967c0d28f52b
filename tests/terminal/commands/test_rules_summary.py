"""The rules of a game in short, to print."""

from __future__ import annotations

import textwrap
from html.parser import HTMLParser

import pytest

from tablewright.catalog.installed import InstalledGame, installed_games
from tablewright.rules.ledger import Ledger, LedgerRule
from tablewright.rules.ledger_summary import COLUMNS, LINES, LedgerSummary
from tablewright.terminal import main
from tablewright.terminal.render import summary_page

boxes = pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)


@boxes
def test_it_fits_two_pages(box: InstalledGame) -> None:
    """Four columns of small print hold it, wherever its lines break."""
    broken = [textwrap.wrap(line, COLUMNS + 10) for line in LedgerSummary(box.ledger).markdown().splitlines()]
    assert sum(map(len, broken)) <= LINES


@boxes
def test_every_section_and_every_rule_is_there(box: InstalledGame) -> None:
    """Each section once; each rule by its words, or by its title."""
    text = LedgerSummary(box.ledger).markdown()
    for entry in box.ledger:
        assert text.count(f"**{entry.section}.** ") == 1
        assert f"({entry.title})" in text or " ".join(entry.text.split()) in text


@boxes
def test_most_rules_are_told_in_full(box: InstalledGame) -> None:
    """It is more than a list of headings."""
    assert len(LedgerSummary(box.ledger).whole) > len(box.ledger) / 2


def of(*rules: tuple[str, str, str]) -> Ledger:
    entries = tuple(
        LedgerRule(f"r.{n}", "Play", kind, text, title=title)  # type: ignore[arg-type]
        for n, (kind, title, text) in enumerate(rules)
    )
    return Ledger("hut", "The Hut", "A hut.", ("host",), rule=entries)


def test_what_is_needed_sooner_is_told_first() -> None:
    """With room for one of two, the rule is told and the advice is named."""
    words = "; ".join(["Everybody throws a die and keeps it until the door opens"] * 3)
    ledger = of(("advice", "On dice", f"{words} or so."), ("procedure", "The door", f"{words} again."))
    found = LedgerSummary(ledger, lines=8)
    assert found.whole == {"r.1"}
    assert found.markdown().endswith(f"**Play.** (On dice) {words} again.\n")


def test_a_browser_is_given_words_and_nothing_else() -> None:
    """What a ledger says is no markup."""
    page = summary_page(LedgerSummary(of(("value", "Less", "a < b & <b>c</b>."))))
    assert "a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;." in page
    assert "size: A4" in page
    HTMLParser().feed(page)


def test_it_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules GAME --summary`, `--html`; not of a single rule."""
    assert main(["rules", "moonveil", "--summary"]) == 0
    assert capsys.readouterr().out == LedgerSummary(installed_games()["moonveil"].ledger).markdown()
    assert main(["rules", "moonveil", "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    assert main(["rules", "moonveil", "pocket", "--summary"]) != 0
    assert "leave out 'pocket'" in capsys.readouterr().err
