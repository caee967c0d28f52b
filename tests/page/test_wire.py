"""One truth for the wire: the page's types are made from what the server says."""

from __future__ import annotations

import hashlib

import msgspec

from tablewright.server.protocol.schema import protocol_schema
from tests import ROOT

UI = ROOT / "ui"


def test_the_schema_kept_is_the_servers() -> None:
    """`python -m tablewright.server.protocol.schema > ui/wire.json` would change nothing."""
    assert msgspec.json.decode((UI / "wire.json").read_bytes()) == msgspec.to_builtins(protocol_schema())


def test_the_pages_types_are_made_from_it() -> None:
    """`npm run wire` would change nothing."""
    hash = hashlib.sha256((UI / "wire.json").read_bytes()).hexdigest()
    assert f"SHA-256 {hash}" in (UI / "src" / "wire.ts").read_text().splitlines()[0]
