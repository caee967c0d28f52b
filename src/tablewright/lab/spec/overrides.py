"""Changes to a question by name: a field, a ruling, a value of the start by path, the policy or the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from itertools import islice
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.rules import Refused, TooLarge, UnknownName, to_key
from tablewright.rules.forms import FormField
from tablewright.rules.state import parse as values
from tablewright.rules.state import type_at_path

from .run_spec import NOBODY, RunSpec, any_game, game_of_spec, game_reference, to_json
from .start import prepare

GAME, POLICY = "game", "policy"
MAX_VALUES = 1_000


def with_overrides(q: RunSpec, changes: Mapping[str, Any]) -> RunSpec:
    """Apply changes to a question. A name is first a field, then a ruling, then a path."""
    for name, value in changes.items():
        if name == GAME:
            q = q.replace(game=game_reference(_copy(q, value)))
        elif name == POLICY:
            q = q.replace(policy=None if value in (None, "", NOBODY) else str(value))
        elif name in _rulings(q) and name not in _fields(q):
            q = q.replace(rulings=q.rulings | {name: to_json(name, value, True)})
        else:
            q = q.replace(settings=q.settings | {name: to_json(name, value, name in _fields(q))})
    return q


def _copy(q: RunSpec, game: Any) -> InstalledGame:
    """Find a copy of the game in another folder; refuse another game."""
    own, box = game_of_spec(q.game).game, any_game(game)
    if box.game.name != own.name:
        raise Refused(
            f"{box.game.title} is another game than {own.title}: compare with a copy of its own folder, as in "
            f"{GAME}=./my_copy.",
            GAME,
        )
    return box


def check_not_set_twice(q: RunSpec, names: Iterable[str], done: str) -> None:
    """Refuse names that are set and also varied."""
    for name in names:
        if name in q.settings or name in q.rulings or (name == POLICY and q.policy is not None):
            raise Refused(f"{name} is set, and it is {done}, too: leave one of them out.")


def parse_values(q: RunSpec, name: str, said: Any) -> tuple[Any, ...]:
    """Parse values: `4..12`, `4..12/2`, `edged,heavy`, `*` for all, or an iterable of values."""
    if not isinstance(said, str):
        found = tuple(said) if _several(said) else (said,)
    elif said.strip() == "*":
        found = _all(q, name)
    else:
        found = tuple(value for word in said.split(",") for value in _some(name, word.strip()))
    if not found:
        raise Refused(f"{name} needs at least one value: 4..12, or edged,heavy, or * for all there are.")
    if len(set(map(to_key, found))) != len(found):
        raise Refused(f"{name} has the same value twice.")
    return found


def count_values(q: RunSpec, name: str, said: Any, most: int) -> tuple[Any, int]:
    """Count values before they are made. Refuses an iterable without a length that yields too many."""
    if isinstance(said, str) or not _several(said):
        said = parse_values(q, name, said)
    elif not isinstance(said, Sized):
        said = tuple(islice(said, most + 1))
        if len(said) > most:
            raise TooLarge(f"{name} has more than {most:,} values, and nobody can say how many: give fewer.")
    if isinstance(said, range):  # a range may be too long for len()
        return said, max(0, -((said.start - said.stop) // said.step))
    return said, len(said)


def _several(said: Any) -> bool:
    """True for several values, as in a list or a range; a mapping is one value."""
    return isinstance(said, Iterable) and not isinstance(said, str | Mapping)


def field_choices(field: FormField) -> tuple[Any, ...] | None:
    """All values of a field; None if they cannot be listed."""
    found = field.choices(None)
    return found if found is None or not field.optional else (field.word(None), *found)


def fields_of(q: RunSpec) -> dict[str, FormField]:
    """All fields of the scenario and all rulings of the game, by name."""
    return _rulings(q) | _fields(q)


def _all(q: RunSpec, name: str) -> tuple[Any, ...]:
    if name == POLICY:
        scenario = game_of_spec(q.game).game.scenario(q.scenario)
        return (None, *scenario.policies)
    field = fields_of(q).get(name)
    found = field_choices(field) if field is not None else choices_at(start_for(q), name)
    if found is None:
        raise Refused(f"The values of {name} cannot be listed: say which, as in {name}=1..6.", name)
    return found


def start_for(q: RunSpec) -> Any:
    """The start of a question."""
    return prepare(q, strict=False, watched=False).start


def choices_at(start: Any, path: str) -> tuple[Any, ...] | None:
    """All possible values at a path of a start; None if they cannot be listed."""
    try:
        return values.list_choices(type_at_path(start, path))
    except UnknownName as unknown:
        raise Refused(f"{path} is neither a field, nor a ruling, nor in its start. {unknown}", path) from None


def _some(name: str, word: str) -> Iterable[Any]:
    """Parse one value, or a range of integers with an optional step."""
    low, dots, rest = word.partition("..")
    if not dots:
        return (word,) if word else ()
    high, _, step = rest.partition("/")
    try:
        by = int(step or 1)
        found = range(int(low), int(high) + (1 if by > 0 else -1), by)
    except ValueError:
        raise Refused(f"{name}={word} should be a range of whole numbers, as in 4..12 or 4..12/2.") from None
    if not found:
        raise Refused(f"{name}={word} is empty. Put the lower number first, as in {high}..{low}.")
    if len(found) > MAX_VALUES:
        raise Refused(f"{name}={word} has {len(found):,} values: give from 1 to {MAX_VALUES:,}.")
    return found


def _fields(q: RunSpec) -> dict[str, FormField]:
    return {field.name: field for field in game_of_spec(q.game).game.scenario(q.scenario).form.fields}


def _rulings(q: RunSpec) -> dict[str, FormField]:
    return {field.name: field for field in game_of_spec(q.game).game.ruling_form.fields}
