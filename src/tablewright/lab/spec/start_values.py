"""Values of a start that are set by their path, and the fields that say nothing any more because of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablewright.rules import Refused, Scenario, UnknownName, to_key
from tablewright.rules.forms import FormField, Rulings
from tablewright.rules.state import get_path, set_path


def split_start_settings(scenario: Scenario, settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Which settings are fields of the scenario, and which are paths of its start. Where both have one name, whole
    people and lists of them are for the path: no field takes them.
    """
    fields = {field.name: field for field in scenario.form.fields}
    own = {
        name: value for name, value in settings.items() if name in fields and (fields[name].many or not _whole(value))
    }
    return own, {name: value for name, value in settings.items() if name not in own}


def set_values(scenario: Scenario, start: Any, values: Mapping[str, Any], strict: bool) -> Any:
    """The start with these values at their paths, one after the other; refused at the path that is wrong."""
    for path, value in values.items():
        try:
            start = _put(scenario, start, path, value, strict)
        except Refused as refused:
            raise Refused(str(refused), path) from None
    return start


def overridden_fields(
    scenario: Scenario, rulings: Rulings, given: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[str, ...]:
    """The fields that would change the start, and change nothing of it with these values at their paths."""
    if not values or not given:
        return ()
    bare = scenario.start(rulings, **given)
    start = set_values(scenario, bare, values, False)

    def silent(field: FormField) -> bool:
        told = False
        for other in _others(field, given[field.name]):
            try:
                would = scenario.start(rulings, **{**given, field.name: other})
                if would == bare:
                    continue
                if set_values(scenario, would, values, False) != start:
                    return False
            except Refused:
                continue  # with that it could not begin at all
            told = True
        return told

    return tuple(field.name for field in scenario.form.fields if silent(field))


def _others(field: FormField, now: Any) -> Iterator[Any]:
    """What else a field might be: numbers next to it, anything else that can be listed."""
    if field.many or field.kind == "text":
        return
    if field.kind == "int" and isinstance(now, int):
        low, high = field.param.min, field.param.max
        yield from (n for n in (now - 1, now + 1) if (low is None or n >= low) and (high is None or n <= high))
        return
    none = (None,) if field.optional else ()
    yield from (value for value in (*none, *(field.choices(None) or ())) if value != now)


def _whole(value: Any) -> bool:
    """Whether it is JSON, and no number or word."""
    return isinstance(value, list | dict) or (isinstance(value, str) and value.lstrip()[:1] in ("[", "{"))


def _put(scenario: Scenario, start: Any, path: str, value: Any, strict: bool) -> Any:
    """The start with another value at a path; lists and whole things are given as JSON."""
    try:
        get_path(start, path)
    except UnknownName as unknown:
        if not _whole(value) or not isinstance(_above(start, path), tuple):
            raise Refused(_nowhere(scenario, path, unknown)) from None
    new = set_path(start, path, value)
    if strict and new == start:
        raise Refused(f"{path} is {to_key(get_path(start, path))} already: setting it changes nothing.")
    return new


def _nowhere(scenario: Scenario, path: str, unknown: UnknownName) -> str:
    names = [field.name for field in scenario.form.fields]
    if path in names:
        return f"{path} is a field of {scenario.name}, and nothing in its start goes by that name: it takes no JSON."
    near = UnknownName("field", path, names)
    hint = near if "." not in path and "Did you mean" in str(near) else unknown
    return f"{path} is neither a field of {scenario.name} ({', '.join(names) or 'none'}) nor in its start. {hint}"


def _above(start: Any, path: str) -> Any:
    """What a path leads into; nothing, if it leads nowhere."""
    try:
        return get_path(start, path.rpartition(".")[0])
    except UnknownName:
        return None
