"""Labels: a list never shows an id where the sheet has a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from tablewright.rules import Refused, option_text, to_key
from tablewright.rules.forms import FieldOption
from tablewright.rules.widgets import Panel

MAX_SUGGESTED = 12
"""Names a refusal lists."""


def label_of(pick: FieldOption, names: Mapping[str, str], state: Any) -> str:
    """Return the name of an option: its label, its name at the table or on the sheet, or its value in words."""
    if pick.label:
        return pick.label
    value = pick.value
    if isinstance(value, str):
        return names.get(value) or names_in_state(state).get(value) or value
    if isinstance(value, tuple):
        return ", ".join(label_of(FieldOption(part), names, state) for part in value) or "none"
    return option_text(value)


def with_players(panels: tuple[Panel, ...], players: Mapping[str, str]) -> tuple[Panel, ...]:
    """Return panels with the player named in the note of each character's."""
    return tuple(_with_player(panel, players[panel.of]) if panel.of in players else panel for panel in panels)


def panels_by_key(panels: Iterable[Panel]) -> dict[str, Panel]:
    """Return panels by their keys. The second of a key is numbered, so that each has its own."""
    out: dict[str, Panel] = {}
    for panel in panels:
        key, n = panel.key, 1
        while key in out:
            n += 1
            key = f"{panel.key} {n}"
        out[key] = panel
    return out


def _with_player(panel: Panel, player: str) -> Panel:
    note = ", ".join(filter(None, (panel.note, f"played by {player}")))
    return msgspec.structs.replace(panel, note=note)


@lru_cache(maxsize=64)
def names_in_state(state: Any) -> Mapping[str, str]:
    """Return the names of things in a state by their ids, where an id stands for one name."""
    found: dict[str, set[str]] = {}
    _collect(state, found)
    return {id: next(iter(names)) for id, names in found.items() if len(names) == 1}


def _collect(value: Any, found: dict[str, set[str]]) -> None:
    if isinstance(value, tuple):
        for inner in value:
            _collect(inner, found)
    elif isinstance(value, msgspec.Struct):
        id = getattr(value, "id", None)
        name = getattr(value, "name", None) or getattr(value, "title", None)
        if isinstance(id, str) and isinstance(name, str):
            found.setdefault(id, set()).add(name)
        for field in value.__struct_fields__:
            _collect(getattr(value, field), found)


def match_label(text: str, labelled: Sequence[tuple[FieldOption, str]], what: str) -> FieldOption:
    """Return the option a text means: its name or value in any case, or a beginning that only one has."""
    found = match_label_or_none(text, labelled, what)
    if found is not None:
        return found
    possible = [label for pick, label in labelled if not pick.why_not]
    there = f"There is {join_or(possible)}." if possible else "There is nothing to choose from now."
    raise Refused(f"Nothing here is called {text[:60]!r}. {there}", what)


def match_label_or_none(text: str, labelled: Sequence[tuple[FieldOption, str]], what: str = "") -> FieldOption | None:
    """Return the option a text means, or None. Raises Refused where it could be several."""
    wish = " ".join(text.split()).casefold()
    itself = next((pick for pick, _ in labelled if text == to_key(pick.value)), None)
    if itself is not None:
        return itself  # a form fills in keys, which may be the name of another option
    exact = [pick for pick, label in labelled if wish in (label.casefold(), to_key(pick.value).casefold())]
    if exact:
        return exact[0]
    begin = [(pick, label) for pick, label in labelled if wish and _begins(wish, pick, label)]
    if len(begin) > 1:
        raise Refused(f"{text!r} could be {join_or(label for _, label in begin)}. Say a little more.", what)
    return begin[0][0] if begin else None


def _begins(wish: str, pick: FieldOption, label: str) -> bool:
    words = label.casefold().split()
    starts = (" ".join(words[i:]) for i in range(len(words)))
    return any(start.startswith(wish) for start in starts) or to_key(pick.value).casefold().startswith(wish)


def join_or(names: Iterable[str], word: str = "or") -> str:
    """Return a list as people say it: "Ada, Bo or Cy"."""
    listed = list(names)
    shown = listed[:MAX_SUGGESTED]
    if len(listed) > MAX_SUGGESTED:
        return f"{', '.join(shown)} … ({len(listed)} in all)"
    return f"{', '.join(shown[:-1])} {word} {shown[-1]}" if len(shown) > 1 else "".join(shown)
