"""The page's types of the protocol are generated from the server's, and never behind them."""

from __future__ import annotations

import hashlib

import msgspec

from tablewright.server.protocol.schema import page_protocol
from tests import ROOT

UI = ROOT / "ui"


def test_the_schema_in_the_tree_is_the_servers() -> None:
    """`python -m tablewright.server.protocol.schema > ui/protocol.json` would change nothing."""
    assert msgspec.json.decode((UI / "protocol.json").read_bytes()) == msgspec.to_builtins(page_protocol())


def test_the_pages_types_are_generated_from_it() -> None:
    """`npm run protocol` would change nothing."""
    hash = hashlib.sha256((UI / "protocol.json").read_bytes()).hexdigest()
    assert f"SHA-256 {hash}" in (UI / "src" / "live" / "protocol.ts").read_text().splitlines()[0]
