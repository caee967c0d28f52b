"""Everything a client might send to a table: sensible, senseless, and what is no request at all."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import strategies as st

from tablewright.client import SeatConnection
from tablewright.rules.game import Game
from tablewright.server.protocol import COMMANDS, QUERIES, Request, request_tag
from tablewright.server.protocol import commands as w
from tablewright.server.protocol import queries as q

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
    view = seat.view
    requests: list[Request] = [w.TakeAction(offer.action, dict(offer.params)) for offer in view.suggestions]
    requests += [w.TakeAction("throw_dice", {"dice": "2d6"}), w.TakeAction("personal_roll")]
    for prompt in view.prompts:
        place = prompt.action_id, prompt.path
        requests += [w.AnswerPrompt(*place, option.key) for option in prompt.options[:4]]
        requests += [q.QueryAdvice(*place), w.WithdrawAction(prompt.action_id)]
    requests += [w.Undo(), w.Redo(), w.SendMessage("hm"), q.QueryActions()]
    requests += [w.PausePlay(), w.ResumePlay(), q.QueryQuickActions(), q.QueryForecast("hull")]
    requests += [q.QueryValues("lars", "Grit"), q.QueryDraft("personal_roll"), q.QueryOdds("personal_roll")]
    return [dict(msgspec.to_builtins(request)) for request in requests]


def senseless(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Any request there is, with anything in it. The session stays open, so that there is more to try."""
    seats = [seat.id for seat in game.seats]
    words = st.sampled_from([*seats, *(action.name for action in game.actions), "1", "2", "yes", "no", *ODD])
    kinds = [kind for kind in (*COMMANDS.values(), *QUERIES.values()) if kind is not w.CloseSession]
    values = st.dictionaries(words, st.one_of(words, JSONS), max_size=3)
    parts: dict[str, st.SearchStrategy[Any]] = {
        "values": values,
        "value": JSONS,
        "action_id": NUMBERS,
        "proposal": NUMBERS,
        "to_event": NUMBERS,
        "recipients": st.lists(words, max_size=2),
        "faces": st.lists(NUMBERS, max_size=4),
        "expected_version": NUMBERS,
    }

    def request(kind: type[Request]) -> st.SearchStrategy[dict[str, Any]]:
        fields = [name for name in kind.__struct_fields__ if name != "id"]
        return st.fixed_dictionaries(
            {"type": st.just(request_tag(kind))},
            optional={name: st.one_of(parts.get(name, words), words) for name in fields},
        )

    return st.sampled_from(kinds).flatmap(request)


def garbage() -> st.SearchStrategy[str]:
    """What is no request: cut off, of another shape, or no JSON at all."""
    whole = json.dumps({"type": "send-message", "id": "g", "text": "garbage", "recipients": []})
    cut = st.integers(0, len(whole) - 1).map(lambda n: whole[:n])
    deep = st.sampled_from([20, 500, 3000]).map(
        lambda n: '{"type":"take-action","id":"g","action":"throw_dice","values":{"dice":' + "[" * n + "]" * n + "}}"
    )
    return st.one_of(cut, deep, JSONS.map(json.dumps), st.text(max_size=20))
