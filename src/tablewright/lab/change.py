"""Changes to a question, by name: a field, a house ruling, a value of the start by its path, the policy, the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from itertools import islice
from typing import Any

from tablewright.kernel import value as values
from tablewright.kernel.errors import Refused, TooLarge, Unknown
from tablewright.kernel.field import Field, written
from tablewright.kernel.state import hint_at
from tablewright.run.shelf import Boxed

from .question import NOBODY, Question, box_of, boxed, named, plain
from .start import ready

GAME, POLICY = "game", "policy"
MOST_VALUES = 1_000


def changed(q: Question, changes: Mapping[str, Any]) -> Question:
    """The question with these changes made. A name is a field first, then a ruling, then a path."""
    for name, value in changes.items():
        if name == GAME:
            q = q.but(game=named(_copy(q, value)))
        elif name == POLICY:
            q = q.but(policy=None if value in (None, "", NOBODY) else str(value))
        elif name in _rulings(q) and name not in _fields(q):
            q = q.but(rulings=q.rulings | {name: plain(name, value, True)})
        else:
            q = q.but(settings=q.settings | {name: plain(name, value, name in _fields(q))})
    return q


def _copy(q: Question, game: Any) -> Boxed:
    """The same game in another folder; refused, if it is another game."""
    own, box = box_of(q.game).game, boxed(game)
    if box.game.name != own.name:
        raise Refused(
            f"{box.game.title} is another game than {own.title}: compare with a copy of its own folder, as in "
            f"{GAME}=./my_copy.",
            GAME,
        )
    return box


def set_anyway(q: Question, names: Iterable[str], done: str) -> None:
    """Refuses what is set, where these are set to something else everywhere."""
    for name in names:
        if name in q.settings or name in q.rulings or (name == POLICY and q.policy is not None):
            raise Refused(f"{name} is set, and it is {done}, too: leave one of them out.")


def values_of(q: Question, name: str, said: Any) -> tuple[Any, ...]:
    """The values meant: `4..12`, `4..12/2`, `edged,heavy` or `*` for all there are; or them one by one."""
    if not isinstance(said, str):
        found = tuple(said) if _several(said) else (said,)
    elif said.strip() == "*":
        found = _all(q, name)
    else:
        found = tuple(value for word in said.split(",") for value in _some(name, word.strip()))
    if not found:
        raise Refused(f"{name} needs at least one value: 4..12, or edged,heavy, or * for all there are.")
    if len(set(map(written, found))) != len(found):
        raise Refused(f"{name} has the same value twice.")
    return found


def counted(q: Question, name: str, said: Any, most: int) -> tuple[Any, int]:
    """The values meant, and how many they are. Whatever is given one by one is counted before it is made; what cannot
    be counted is refused if there are more than so many.
    """
    if isinstance(said, str) or not _several(said):
        said = values_of(q, name, said)
    elif not isinstance(said, Sized):
        said = tuple(islice(said, most + 1))
        if len(said) > most:
            raise TooLarge(f"{name} has more than {most:,} values, and nobody can say how many: give fewer.")
    if isinstance(said, range):  # which may be longer than anything that has a len()
        return said, max(0, -((said.start - said.stop) // said.step))
    return said, len(said)


def _several(said: Any) -> bool:
    """Whether many values are given one by one, as in a list or a range; a mapping is one value."""
    return isinstance(said, Iterable) and not isinstance(said, str | Mapping)


def choices(field: Field) -> tuple[Any, ...] | None:
    """All values of a field; None where they cannot be listed."""
    found = field.choices(None)
    return found if found is None or not field.optional else (field.word(None), *found)


def fields_of(q: Question) -> dict[str, Field]:
    """Every field of the scenario and every house ruling of its game, by name."""
    return _rulings(q) | _fields(q)


def _all(q: Question, name: str) -> tuple[Any, ...]:
    if name == POLICY:
        scenario = box_of(q.game).game.scenario(q.scenario)
        return (None, *scenario.policies)
    field = fields_of(q).get(name)
    found = choices(field) if field is not None else choices_at(start_for(q), name)
    if found is None:
        raise Refused(f"The values of {name} cannot be listed: say which, as in {name}=1..6.", name)
    return found


def start_for(q: Question) -> Any:
    """Where a question begins."""
    return ready(q, strict=False, watched=False).start


def choices_at(start: Any, path: str) -> tuple[Any, ...] | None:
    """All values that can stand at a path of a start; None where they cannot be listed."""
    try:
        return values.choices(hint_at(start, path))
    except Unknown as unknown:
        raise Refused(f"{path} is neither a field, nor a ruling, nor in its start. {unknown}", path) from None


def _some(name: str, word: str) -> Iterable[Any]:
    """One value, or a range of whole numbers, with a step if there is one."""
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
        raise Refused(f"{name}={word} leads nowhere: begin with the lower number, as in {high}..{low}.")
    if len(found) > MOST_VALUES:
        raise Refused(f"{name}={word} has {len(found):,} values: give from 1 to {MOST_VALUES:,}.")
    return found


def _fields(q: Question) -> dict[str, Field]:
    return {field.name: field for field in box_of(q.game).game.scenario(q.scenario).form.fields}


def _rulings(q: Question) -> dict[str, Field]:
    return {field.name: field for field in box_of(q.game).game.ruling_form.fields}
