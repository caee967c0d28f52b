"""Settings without any effect: refused in the same words, whether set, swept or compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from tablewright.lab.results import RunResult
from tablewright.lab.spec import (
    BEST,
    NOBODY,
    POLICY,
    RunSpec,
    fields_of,
    game_of_spec,
    prepare,
    start_for,
    with_overrides,
)
from tablewright.rules import Refused, to_key
from tablewright.rules.forms import FormField

Ran: TypeAlias = tuple[Mapping[str, Any], RunResult]  # settings of a point of a sweep, and its result


class ChangesNothing(Refused):
    """Raised for settings that would have no effect."""


def unread_ruling(ruling: str, title: str) -> ChangesNothing:
    """The error for a ruling that was never read."""
    return ChangesNothing(f"The ruling {ruling} changes nothing here: {title} never looks at it.", ruling)


def unused_policy(policy: str, title: str) -> ChangesNothing:
    """The error for a policy that was never asked."""
    return ChangesNothing(f"The policy {policy} changes nothing here: it is asked for no decision of {title}.", POLICY)


def check_axes_used(q: RunSpec, axes: Mapping[str, tuple[Any, ...]], found: Iterable[Ran]) -> None:
    """Refuse settings, swept or fixed, that have no effect at any point.

    These are rulings that were never read, policies that were never asked, and fields that always give the same start.
    """
    points = list(found)
    scenario = game_of_spec(q.game).game.scenario(q.scenario)
    fields = {field.name: field for field in scenario.form.fields}
    for name, values in axes.items():
        there = [(at, trial) for at, trial in points if name in at]
        if name == POLICY:
            _decided([str(value) for value in values if value not in (None, NOBODY)], there, scenario.title)
        elif name in fields:
            if len(values) > 1 and is_constant(name, there) and _same_starts(q, name, [at for at, _ in there]):
                raise _unfelt(fields[name], scenario.title)
        elif name in fields_of(q):
            _looked_at(name, there, scenario.title)
    begun = prepare(q, strict=False, watched=False)
    for name in begun.changed:
        if name not in axes:
            _looked_at(name, points, scenario.title)
    if q.policy is not None and POLICY not in axes:
        _decided([q.policy], points, scenario.title)
    usual = {name for name, value in begun.fields.items() if value == fields[name].default}
    for name, value in q.settings.items():
        if name not in usual and not any(_felt(with_overrides(q, at), name) for at, _ in points):
            raise ChangesNothing(f"{name}={to_key(value)} changes nothing here: it begins the same without it.", name)


def is_constant(name: str, points: Iterable[Ran]) -> bool:
    """True if no result changes along one axis; equal seeds give equal plays."""
    seen: dict[Any, Any] = {}
    return all(seen.setdefault(_beside(name, at), trial.figures()) == trial.figures() for at, trial in points)


def _looked_at(ruling: str, points: Iterable[Ran], title: str) -> None:
    if not any(ruling in trial.looked_at for _, trial in points):
        raise unread_ruling(ruling, title)


def _decided(policies: list[str], points: Iterable[Ran], title: str) -> None:
    if policies and BEST not in policies and not any(trial.decided for _, trial in points):
        raise unused_policy(" or ".join(policies), title)


def _felt(q: RunSpec, name: str) -> bool:
    """True if the start would be another one without the setting."""
    if name not in q.settings:  # it is swept, one at a time
        return True
    less = q.replace(settings={other: value for other, value in q.settings.items() if other != name})
    try:
        return bool(start_for(q) != start_for(less))
    except Refused:
        return True


def _unfelt(field: FormField, title: str) -> ChangesNothing:
    return ChangesNothing(
        f"{field.name} changes nothing here: {title} begins the same whatever it is. ({field.doc.rstrip('.')}.)",
        field.name,
    )


def _same_starts(q: RunSpec, name: str, ats: list[Mapping[str, Any]]) -> bool:
    seen: dict[Any, Any] = {}
    for at in ats:
        start = start_for(with_overrides(q, at))
        if seen.setdefault(_beside(name, at), start) != start:
            return False
    return True


def _beside(name: str, at: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((other, to_key(value)) for other, value in at.items() if other != name)
