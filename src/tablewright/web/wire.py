"""The wire as JSON Schema: what the page's types are made from. `python -m tablewright.web.wire` prints it."""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import Any

import msgspec

from . import answers, experiments, frames, story, wishes

ANSWERS = (
    answers.Me,
    answers.GameOf,
    answers.RuleOf,
    experiments.ScenarioOf,
    experiments.Asked,
    experiments.Experiment,
    experiments.Start,
    answers.TableOf,
    answers.Way,
    answers.LinkOf,
    answers.Seated,
    answers.Brought,
    answers.Items,
    story.Story,
    answers.InShort,
    answers.Refusal,
    answers.NewTable,
    answers.Join,
)

#: Structs that leave out what is as usual, and those that a client sends.
OMITTING = frozenset(("Item", "Sight", "NewTable", "Join", "Asked"))


def schema() -> dict[str, Any]:
    """Everything that goes over the wire, by name."""
    types = (wishes.AnyWish, frames.AnyFrame, *ANSWERS)
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
    sent = "do" not in part["properties"] and name not in OMITTING
    needed = sorted(part["properties"]) if sent else part.get("required", [])
    return {**part, "required": needed, "additionalProperties": False}


def main() -> None:
    text = msgspec.json.format(msgspec.json.encode(schema(), order="deterministic"), indent=1)
    sys.stdout.write(text.decode() + "\n")


if __name__ == "__main__":
    main()
