"""name=value, as people type it: free text needs no quotes, a value goes on until the next name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tablewright.rules.errors import Refused, UnknownName
from tablewright.table.seat.draft import DraftField


def parse_assignments(
    text: str, fields: Sequence[DraftField], others: Iterable[str] = ()
) -> tuple[str, dict[str, str]]:
    """What stands before the first pair, and the pairs by the fields' own names. `others` are not shown, but there."""
    names = {name.casefold(): name for name in others} | _names(fields)
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    starts = list(re.finditer(rf"(?:^|(?<=\s))({known})\s*=", text, re.IGNORECASE)) if known else []
    before = text[: starts[0].start()].strip() if starts else text.strip()
    wrong = re.match(r"([\w-]+)=", before)
    if wrong:
        raise UnknownName("field here", wrong[1], names)
    ends = [*(found.start() for found in starts[1:]), len(text)]
    return before, {
        names[found[1].casefold()]: text[found.end() : end].strip() for found, end in zip(starts, ends, strict=False)
    }


def parse_assignment(text: str, fields: Sequence[DraftField]) -> tuple[DraftField, str | None]:
    """The field meant by `name=value`, `name value` or `name`, and the value, if one is said."""
    by_name = {field.name: field for field in fields}
    names = {name: by_name[own] for name, own in _names(fields).items()}
    wish = text.casefold()
    exact = [name for name in names if wish == name or (wish.startswith(name) and wish[len(name)] in "= ")]
    if exact:
        name = max(exact, key=len)
        return names[name], text[len(name) :].lstrip("= ").strip() or None
    head, _, value = (part.strip() for part in text.replace("=", " ", 1).partition(" "))
    near = {field.name: field for name, field in names.items() if name.startswith(head.casefold())}
    if len(near) == 1:
        return next(iter(near.values())), value or None
    if near:
        raise Refused(f"{head!r} could be {' or '.join(field.label for field in near.values())}.")
    raise UnknownName("field here", head, (field.label for field in fields))


def _names(fields: Sequence[DraftField]) -> dict[str, str]:
    """Everything a field goes by, and its own name."""
    return {f.label.casefold(): f.name for f in fields} | {f.name.casefold(): f.name for f in fields}
