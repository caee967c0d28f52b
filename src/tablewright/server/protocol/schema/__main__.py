"""Print the page's protocol.json."""

from __future__ import annotations

import sys

import msgspec

from .protocol_json import page_protocol

text = msgspec.json.format(msgspec.json.encode(page_protocol(), order="deterministic"), indent=1)
sys.stdout.write(text.decode() + "\n")
