"""Every rule of the ledger has a short title."""

from __future__ import annotations

from tablewright.catalog.installed import find_game


def test_every_rule_has_a_title_of_two_to_five_words() -> None:
    """Titles serve "why?" and the drawer, so no two are alike."""
    rules = find_game("moonveil").ledger.rule
    assert [rule.id for rule in rules if not 2 <= len(rule.title.split()) <= 5] == []
    assert len({rule.title for rule in rules}) == len(rules)
