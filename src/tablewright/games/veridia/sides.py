"""Sides of decisions: a character's own, a player's characters', and none for a ruling."""

from __future__ import annotations

from .health import unable
from .state import Veridia

PARTY = "party"


def decided(s: Veridia) -> bool:
    """True if all fighters who can act are of one side."""
    here = {f.id for f in s.fight.order} if s.fight else set()
    return len({side(s, c.id) for c in s.characters if c.id in here and unable(s, c) is None}) < 2


def side(s: Veridia, name: str) -> str:
    """The side of a character, or of a player's characters. The game master rules and takes none.

    In a fight of a single side, such as a friendly bout, all fight for themselves.
    """
    if name == "gm":
        return ""
    by_id = {c.id: c for c in s.characters}
    c = by_id.get(name) or next((c for c in s.characters if c.player and c.player == name), None)
    if c is None:
        return PARTY
    here = {f.id for f in s.fight.order} if s.fight else set()
    if c.id in here and len({by_id[id].side for id in here}) == 1:
        return c.id
    return c.side
