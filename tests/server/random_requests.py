"""Everything somebody might say to a table: sensible, senseless, and what is no wish at all."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tablewright.client import SeatConnection
from tablewright.rules.game import Game
from tablewright.server.protocol import requests as w

NUMBERS = st.one_of(st.integers(-2, 40), st.sampled_from([2**31, 2**53, 2**53 + 1, 2**70, -(2**63)]))
ODD = ["", " ", "\x00", "\x1b[2J", "née Ångström", "{who}", "<b>", "a.b.c", "../..", "🜁" * 50, "x" * 3999, "x" * 4001]
JSONS = st.recursive(
    st.one_of(
        st.none(), st.booleans(), NUMBERS, st.sampled_from(ODD), st.floats(allow_nan=False, allow_infinity=False)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(ODD), inner, max_size=3)),
    max_leaves=5,
)


def sensible(seat: SeatConnection) -> list[dict[str, Any]]:
    """What somebody in this seat would do now."""
    wishes: list[dict[str, Any]] = [
        {"do": "act", "action": offer["action"], "values": dict(offer["params"])} for offer in seat.look["foremost"]
    ]
    wishes += [
        {"do": "act", "action": "throw_dice", "values": {"dice": "2d6"}},
        {"do": "act", "action": "personal_roll"},
    ]
    for ask in seat.asks:
        place = {"of": ask["of"], "at": ask["at"]}
        wishes += [{"do": "answer", **place, "choice": option["key"]} for option in ask["options"][:4]]
        wishes += [{"do": "counsel", **place}, {"do": "withdraw", "of": ask["of"]}]
    wishes += [{"do": "undo"}, {"do": "redo"}, {"do": "say", "text": "hm"}, {"do": "actions"}]
    wishes += [{"do": "pause"}, {"do": "resume"}, {"do": "desk"}, {"do": "forecast", "name": "hull"}]
    wishes += [{"do": "values", "panel": "lars", "label": "Grit"}]
    wishes += [{"do": "draft", "action": "personal_roll"}, {"do": "odds", "action": "personal_roll"}]
    return wishes


def senseless(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Any wish the wire knows, with anything in it. The session stays open, so that there is more to try."""
    seats = [seat.id for seat in game.seats]
    words = st.sampled_from([*seats, *(action.name for action in game.actions), "1", "2", "yes", "no", *ODD])
    kinds = [k for k in (*w.Command.__subclasses__(), *w.Query.__subclasses__()) if k is not w.CloseSession]
    values = st.dictionaries(words, st.one_of(words, JSONS), max_size=3)
    parts: dict[str, st.SearchStrategy[Any]] = {
        "values": values,
        "value": JSONS,
        "of": NUMBERS,
        "to": st.one_of(NUMBERS, words, st.lists(words, max_size=2)),
        "faces": st.lists(NUMBERS, max_size=4),
        "seen": NUMBERS,
    }

    def wish(kind: type[w.Request]) -> st.SearchStrategy[dict[str, Any]]:
        fields = [name for name in kind.__struct_fields__ if name != "id"]
        return st.fixed_dictionaries(
            {"do": st.just(str(kind.__struct_config__.tag))},
            optional={name: parts.get(name, words) for name in fields},
        )

    return st.sampled_from(kinds).flatmap(wish)


def garbage() -> st.SearchStrategy[str]:
    """What is no wish: cut off, of another shape, or no JSON at all."""
    whole = json.dumps({"do": "say", "id": "g", "text": "garbage", "to": []})
    cut = st.integers(0, len(whole) - 1).map(lambda n: whole[:n])
    deep = st.sampled_from([20, 500, 3000]).map(
        lambda n: '{"do":"act","id":"g","action":"throw_dice","values":{"dice":' + "[" * n + "]" * n + "}}"
    )
    return st.one_of(cut, deep, JSONS.map(json.dumps), st.text(max_size=20))
