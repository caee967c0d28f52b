"""What is sent and cannot be understood: why not is a sentence, at the field it is about, in no framework's words."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.running import Server

SENT: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "too long": ("POST", "api/me", {"json": {"name": "x" * 81}}, "name | That is too long: at most 80 letters."),
    "empty": ("POST", "api/me", {"json": {"name": ""}}, "name | Something is missing: name has at least one letter."),
    "nothing": ("POST", "api/me", {}, " | Something has to be sent with this."),
    "a number": (
        "POST",
        "api/me",
        {"json": {"name": 5}},
        "name | nothing this table understands: name: Expected `str`",
    ),
    "one thing more": ("POST", "api/me", {"json": {"name": "A", "more": 1}}, " | unknown field `more`"),
    "half": ("POST", "api/me", {"content": "{"}, " | nothing this table understands: Input data was truncated."),
    "a query": ("GET", "api/tables/0/feed?since=x", {}, "since | understands: since: Expected `int`"),
    "no operation": ("GET", "api/nothing", {}, " | There is nothing here by that name."),
    "no operation below a table": ("POST", "api/tables/0/nothing", {}, " | There is nothing here by that name."),
    "another way": ("PUT", "api/me", {}, " | What is here cannot be asked for in that way."),
}


@pytest.mark.parametrize("sent", SENT)
def test_what_cannot_be_understood_is_refused_in_a_sentence(server: Server, sent: str) -> None:
    """With what is wrong and where; the address that was asked for is not said back."""
    method, path, more, said = SENT[sent]
    answer = httpx.request(method, f"{server.address}{path}", trust_env=False, **more)
    assert 400 <= answer.status_code < 500
    field, _, why = said.partition(" | ")
    assert answer.json()["field"] == field
    assert why in answer.json()["reason"]
    assert answer.json()["reason"].endswith(".")
    assert "Validation failed" not in answer.text
    assert path not in answer.text
