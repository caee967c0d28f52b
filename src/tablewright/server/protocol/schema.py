"""The protocol as JSON Schema, from which the page's types are made.

`python -m tablewright.server.protocol.schema` prints it.
"""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import Any

import msgspec

from . import http_types, lab_types, messages, requests, story

HTTP_TYPES = (
    http_types.CurrentUser,
    http_types.GameInfo,
    http_types.RuleInfo,
    lab_types.ScenarioInfo,
    lab_types.LabJobBody,
    lab_types.LabJobInfo,
    lab_types.StartInfo,
    http_types.TableInfo,
    http_types.InvitationInfo,
    http_types.Invitation,
    http_types.SeatAssignment,
    http_types.ImportResult,
    http_types.FeedPage,
    story.Story,
    http_types.RulesSummary,
    http_types.ErrorBody,
    http_types.NewTableBody,
    http_types.JoinBody,
)

#: Structs that leave out what is as usual, and those that a client sends.
OMIT_DEFAULTS = frozenset(("Item", "Sight", "NewTable", "Join", "Asked"))


def protocol_schema() -> dict[str, Any]:
    """Everything that goes over the wire, by name."""
    types = (requests.AnyRequest, messages.AnyMessage, *HTTP_TYPES)
    refs, found = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    wished, told, *_ = refs
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Wire",
        "type": "object",
        "properties": {"wish": wished, "frame": told},
        "$defs": {name: _told(name, _plain(part)) for name, part in found.items()},
    }


def _plain(part: Any) -> Any:
    """The same in the older words that tools for types understand: tuples by their items, and no defaults."""
    if isinstance(part, list):
        return [_plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    said = {key: _plain(inner) for key, inner in part.items() if key != "default"}
    if isinstance(words := said.get("description"), str):
        said["description"] = cleandoc(words)  # Pythons before 3.13 keep the indentation
    if "prefixItems" in said:
        said |= {"items": said.pop("prefixItems"), "additionalItems": False}
    return said


def _told(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """What the server sends has every field, but for those it leaves out when there is nothing to say."""
    if "properties" not in part:
        return part
    sent = "do" not in part["properties"] and name not in OMIT_DEFAULTS
    needed = sorted(part["properties"]) if sent else part.get("required", [])
    return {**part, "required": needed, "additionalProperties": False}


def main() -> None:
    text = msgspec.json.format(msgspec.json.encode(protocol_schema(), order="deterministic"), indent=1)
    sys.stdout.write(text.decode() + "\n")


if __name__ == "__main__":
    main()
