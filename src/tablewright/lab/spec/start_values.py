"""Values of a start set by path, and the fields they override."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablewright.rules import Refused, Scenario, UnknownName, to_key
from tablewright.rules.forms import FormField, Rulings
from tablewright.rules.state import get_path, set_path


def split_start_settings(scenario: Scenario, settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split settings into fields of the scenario and paths of its start.

    If both have one name, structures and lists of them are for the path, because no field takes them.
    """
    fields = {field.name: field for field in scenario.form.fields}
    own = {
        name: value for name, value in settings.items() if name in fields and (fields[name].many or not _whole(value))
    }
    return own, {name: value for name, value in settings.items() if name not in own}


def set_values(scenario: Scenario, start: Any, values: Mapping[str, Any], strict: bool) -> Any:
    """Set values at their paths, one after the other; refused with the path that is wrong."""
    for path, value in values.items():
        try:
            start = _put(scenario, start, path, value, strict)
        except Refused as refused:
            raise Refused(str(refused), path) from None
    return start


def overridden_fields(
    scenario: Scenario, rulings: Rulings, given: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[str, ...]:
    """The fields that would change the start, but not with these values set by path."""
    if not values or not given:
        return ()
    bare = scenario.start(rulings, **given)
    start = set_values(scenario, bare, values, False)

    def silent(field: FormField) -> bool:
        has_effect = False
        for other in _others(field, given[field.name]):
            try:
                would = scenario.start(rulings, **{**given, field.name: other})
                if would == bare:
                    continue
                if set_values(scenario, would, values, False) != start:
                    return False
            except Refused:
                continue  # the scenario cannot begin with that value
            has_effect = True
        return has_effect

    return tuple(field.name for field in scenario.form.fields if silent(field))


def _others(field: FormField, now: Any) -> Iterator[Any]:
    """Other values of a field: integers next to it, or all options."""
    if field.many or field.kind == "text":
        return
    if field.kind == "int" and isinstance(now, int):
        low, high = field.param.min, field.param.max
        yield from (n for n in (now - 1, now + 1) if (low is None or n >= low) and (high is None or n <= high))
        return
    none = (None,) if field.optional else ()
    yield from (value for value in (*none, *(field.choices(None) or ())) if value != now)


def _whole(value: Any) -> bool:
    """True for JSON that is neither a number nor a word."""
    return isinstance(value, list | dict) or (isinstance(value, str) and value.lstrip()[:1] in ("[", "{"))


def _put(scenario: Scenario, start: Any, path: str, value: Any, strict: bool) -> Any:
    """Set a value at a path; lists and structures are given as JSON."""
    try:
        get_path(start, path)
    except UnknownName as unknown:
        if not _whole(value) or not isinstance(_above(start, path), tuple):
            raise Refused(_unknown_path_text(scenario, path, unknown)) from None
    new = set_path(start, path, value)
    if strict and new == start:
        raise Refused(f"{path} is {to_key(get_path(start, path))} already: setting it changes nothing.")
    return new


def _unknown_path_text(scenario: Scenario, path: str, unknown: UnknownName) -> str:
    names = [field.name for field in scenario.form.fields]
    if path in names:
        return f"{path} is a field of {scenario.name}, and nothing in its start goes by that name: it takes no JSON."
    near = UnknownName("field", path, names)
    hint = near if "." not in path and "Did you mean" in str(near) else unknown
    return f"{path} is neither a field of {scenario.name} ({', '.join(names) or 'none'}) nor in its start. {hint}"


def _above(start: Any, path: str) -> Any:
    """The value that contains the path's last part; None if there is none."""
    try:
        return get_path(start, path.rpartition(".")[0])
    except UnknownName:
        return None
