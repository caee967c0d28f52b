"""Settings that can be varied in a scenario: fields, rulings, and values of its start by path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablewright.rules import Refused, UnknownName
from tablewright.rules.forms import FormField
from tablewright.rules.state import child_items, get_path, leaf_paths

from .overrides import choices_at, field_choices, fields_of
from .run_spec import RunSpec
from .start import prepare

FEW_CHOICES = 8  # choices with more options are varied only if they are named


class Adjustables:
    """Settings that can be varied, with their current values. A path stands for all values below it."""

    def __init__(self, q: RunSpec, names: Iterable[str]) -> None:
        begun = prepare(q)
        rulings = {name: getattr(begun.rulings, name) for name in begun.rulings.__struct_fields__}
        self._start, self._fields, self._title = begun.start, fields_of(q), begun.scenario.title
        fields = {name: now if now is not None else self._fields[name].word(now) for name, now in begun.fields.items()}
        self.usual: dict[str, Any] = fields | {n: v for n, v in rulings.items() if n not in begun.fields}
        self.named = tuple(names)
        self.wanted = list(dict.fromkeys(path for name in self.named for path in self._meant(name))) or [*self.usual]
        self.others = {name: self.turned_to(name, bool(self.named)) for name in self.wanted}

    def turned_to(self, name: str, named: bool) -> list[Any]:
        """The values to try: integers one up and one down, all options of anything else."""
        field, now = self._fields.get(name), self.usual[name]
        if field is not None:
            return _of_field(field, now, named)
        if isinstance(now, int) and not isinstance(now, bool):
            return [n for n in (now - 1, now + 1) if n >= min(0, now)]
        return [value for value in choices_at(self._start, name) or () if value != now]

    def _meant(self, name: str) -> list[str]:
        """Expand a name: itself, or all values at or below a path that can be varied."""
        if name in self.usual:
            return [name]
        try:
            value = get_path(self._start, name)
        except UnknownName as unknown:
            if "." in name:
                raise Refused(f"{name} is neither a field, nor a ruling, nor in its start. {unknown}") from None
            raise UnknownName(f"field or ruling of {self._title}", name, self.usual) from None
        inside = leaf_paths(value, name)
        self.usual |= {path: get_path(self._start, path) for path in inside or [name]}
        return [path for path in inside if self.turned_to(path, True)] if child_items(value) else [name]


def _of_field(field: FormField, now: Any, named: bool) -> list[Any]:
    if field.many or field.kind == "text":
        return []
    if field.kind == "int":
        low, high = field.param.min, field.param.max
        near = [now - 1, now + 1] if isinstance(now, int) else []
        return [n for n in near if (low is None or n >= low) and (high is None or n <= high)]
    found = [value for value in field_choices(field) or () if value != now]
    return found if named or len(found) <= FEW_CHOICES else []
