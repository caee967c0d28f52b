"""States as they were kept before: what a clock or a card does stood in lists of its own, by id."""

from __future__ import annotations

from typing import Any


def lift(raw: dict[str, Any]) -> dict[str, Any]:
    """The same state with what clocks and cards do on the clocks and cards themselves."""
    clocks = {tie["id"]: tie for tie in raw.pop("clock_ties", ())}
    cards = {tie["id"]: tie["effect"] for tie in raw.pop("card_ties", ())}
    kit = raw.get("kit", {})
    for clock in kit.get("clocks", ()):
        tie = clocks.get(clock["id"], {})
        clock["brings"] = [full] if (full := tie.get("full", "story")) != "story" else []
        clock["marks"] = ["desperate"] if tie.get("desperate") else []
    for deck in kit.get("decks", ()):
        for card in (*deck.get("cards", ()), *deck.get("drawn", ())):
            effect = cards.get(f"{deck['id']}/{card['id']}")
            card["brings"] = [effect] if effect else []
    return raw
