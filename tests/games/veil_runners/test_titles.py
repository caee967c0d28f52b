"""Titles of the rules."""

from __future__ import annotations

from tablewright.catalog.installed import find_game


def test_every_rule_has_a_short_title() -> None:
    """Two to five words each, and no two the same."""
    titles = [rule.title for rule in find_game("veil-runners").ledger]
    assert all(2 <= len(title.split()) <= 5 for title in titles)
    assert len(set(titles)) == len(titles)
