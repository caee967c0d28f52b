"""What goes without saying in a form: the only choice there is, unless it decides who acts or whom it befalls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablewright.rules import Action, Game, Viewer
from tablewright.rules.forms import FieldOption, FormField


def infer_value(
    game: Game,
    eyes: Viewer,
    seen: Any,
    action: Action[Any],
    field: FormField,
    possible: Sequence[FieldOption],
    given: Mapping[str, Any],
) -> FieldOption | None:
    """What a required field means where nobody says it: the only choice there is, or the only character of this seat.

    A master speaks for everybody, so for a master one of their own does not go without saying.
    """
    if not field.required or field.many or field.kind == "int":
        return None
    mine = field.param.mine and not eyes.master
    own = [pick for pick in possible if mine and pick.value in eyes.plays]
    found = own if len(own) == 1 else possible
    if len(found) != 1:
        return None
    (only,) = found
    fair = _ours(game, eyes, seen, only) if field.param.mine else _against(game, seen, action, only, given)
    return only if fair else None


def _ours(game: Game, eyes: Viewer, seen: Any, pick: FieldOption) -> bool:
    """Nobody acts unasked with somebody else's character, nor with anybody's while they play another."""
    if pick.value in eyes.plays:
        return True
    return not game.cast(seen).get(pick.value) and (eyes.master or not eyes.plays)


def _against(game: Game, seen: Any, action: Action[Any], pick: FieldOption, given: Mapping[str, Any]) -> bool:
    """Where somebody acts, whom it befalls is said, unless they are of another side: a friend is never hit unasked."""
    if not is_person(game, seen, pick):
        return True
    acting = {given.get(f.name) for f in action.fields if f.param.mine} - {None}
    sides = {game.side_of(seen, who) for who in acting if isinstance(who, str)}
    return not sides or game.side_of(seen, pick.value) not in {*sides, ""}


def is_person(game: Game, seen: Any, pick: FieldOption) -> bool:
    """Whether this is a person, not a thing, a number or a way to do it: a form always shows whom it befalls."""
    return pick.value in game.cast(seen) or pick.value in game.names(seen)
