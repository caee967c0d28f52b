"""The free dice tray: any dice, thrown by anyone, that decide nothing by themselves.

An expression is a value; throwing it is a rule. Sums and products are thrown half by half, each half a rule of its own.
Dice of which some are kept are thrown one by one, with their explosions. So the exact reader joins distributions or
folds over the results of one die, and never lists rolls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import add, mul
from typing import Literal, TypeAlias

import msgspec

from tablewright.rules.effects import EVERYONE, Reading, Roll, Rule, combine_two, repeat_rule, roll, rule

#: Explosions of one die at most, by default: a d6 would exceed them once in sixty million throws.
DEFAULT_EXPLOSIONS = 9
MAX_EXPLOSIONS = 20
#: Rerolls of one die at most; the next throw shows one of its other faces.
MAX_REROLLS = 20
FUDGE = (-1, 0, 1)

Than: TypeAlias = Literal["", ">=", "<=", "="]  # comparison of a face, if there is one
Keep: TypeAlias = Literal["highest", "lowest"]


class Constant(msgspec.Struct, frozen=True):
    value: int


class DiceTerm(msgspec.Struct, frozen=True):
    """n dice of which the highest or lowest `kept` count; all of them by default.

    A die that shows `explodes` or more is thrown again and added, at most `deep` times. With `counts`, the result is
    the number of dice that show at least, at most or just `than`. `faces`, from low to high, replace the sides 1, 2, 3
    and so on. A die that compares as `again` with `against` is thrown again instead, `once` or until it does not.
    """

    n: int
    sides: int
    kept: int
    keep: Keep = "highest"
    explodes: int | None = None
    counts: Than = ""
    than: int = 0
    faces: tuple[int, ...] = ()
    again: Than = ""
    against: int = 0
    once: bool = False
    deep: int = DEFAULT_EXPLOSIONS

    @property
    def as_it_lies(self) -> bool:
        """True if none of its dice is ever thrown again."""
        return self.explodes is None and not self.again

    def shown(self, side: int) -> int:
        """The face on a side."""
        return self.faces[side - 1] if self.faces else side

    def worth(self, face: int) -> int:
        """The value of a face: itself, or 1 for a success and 0 for none."""
        return int(_compares(face, self.counts, self.than)) if self.counts else face

    def is_again(self, face: int) -> bool:
        return bool(self.again) and _compares(face, self.again, self.against)

    def all_faces(self) -> tuple[int, ...]:
        return self.faces or tuple(range(1, self.sides + 1))

    def lasting(self) -> tuple[int, ...]:
        """Faces that are not thrown again, from low to high; each as often as it is on the die."""
        return tuple(face for face in self.all_faces() if not self.is_again(face))

    def possible(self) -> tuple[int, ...]:
        """Faces it may show in the end."""
        return self.all_faces() if self.once else self.lasting()


def _compares(face: int, how: Than, than: int) -> bool:
    return face >= than if how == ">=" else face <= than if how == "<=" else face == than


class RepeatedDice(msgspec.Struct, frozen=True):
    """A number of dice that is the total of an expression; none if it is less than one."""

    count: Expression
    dice: DiceTerm


class Negative(msgspec.Struct, frozen=True):
    of: Expression


class Quotient(msgspec.Struct, frozen=True):
    """Division without the remainder: 7/2 is 3, -7/2 is -3."""

    of: Expression
    by: int


class Sum(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


class Product(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


class Maximum(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


class Minimum(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


Compound: TypeAlias = Sum | Product | Maximum | Minimum
Expression: TypeAlias = Constant | DiceTerm | RepeatedDice | Negative | Quotient | Compound


@rule("kit.tray.throw")
def roll_expression(expression: Expression, by: str = "", audience: tuple[str, ...] = EVERYONE) -> Rule[int]:
    """The total of an expression, its dice thrown from left to right."""
    match expression:
        case Constant(value):
            return value
        case DiceTerm(1):
            return (yield from one_die(expression, by, audience))
        case DiceTerm(n, sides) if expression.as_it_lies:
            return (yield from Roll(n, sides, reading_of(expression), by, face_labels(expression), audience))
        case DiceTerm(n, _, kept) if kept < n:
            one = one_die(repeat_dice(expression, 1), by, audience)
            return (yield from repeat_rule(n, one, kept_of(n, kept, expression.keep)))
        case RepeatedDice(count, dice):
            n = yield from roll_expression(count, by, audience)
            return (yield from roll_expression(repeat_dice(dice, n), by, audience)) if n > 0 else 0
        case Negative(of):
            return -(yield from roll_expression(of, by, audience))
        case Quotient(of, divisor):
            return divide((yield from roll_expression(of, by, audience)), divisor)
    left, right = split_in_halves(expression)
    return (
        yield from combine_two(
            combine_halves(expression), roll_expression(left, by, audience), roll_expression(right, by, audience)
        )
    )


@rule("kit.tray.throw")
def one_die(dice: DiceTerm, by: str = "", audience: tuple[str, ...] = EVERYONE) -> Rule[int]:
    """Throw a single die, again as long as it explodes. Dice are thrown one by one, so that their odds stay small."""
    face = yield from one_face(dice, by, audience)
    if dice.explodes is None or face < dice.explodes or not dice.deep:
        return dice.worth(face)
    again = msgspec.structs.replace(dice, deep=dice.deep - 1)
    return dice.worth(face) + (yield from one_die(again, by, audience))


@rule("kit.tray.throw")
def one_face(dice: DiceTerm, by: str = "", audience: tuple[str, ...] = EVERYONE, left: int = MAX_REROLLS) -> Rule[int]:
    """The final face of a die: thrown again once, or until it shows a face that may stay."""
    why = face_labels(repeat_dice(dice, 1))
    (side,) = yield from roll(1, dice.sides, by=by, why=why, audience=audience)
    face = dice.shown(side)
    if not dice.is_again(face):
        return face
    if dice.once:
        (side,) = yield from roll(1, dice.sides, by=by, why=f"{why}, again", audience=audience)
        return dice.shown(side)
    if left:
        return (yield from one_face(dice, by, audience, left - 1))
    others = dice.lasting()
    (side,) = yield from roll(1, len(others), by=by, why=f"one of {faces_words(others)}", audience=audience)
    return others[side - 1]


def repeat_dice(dice: DiceTerm, n: int) -> DiceTerm:
    """Return so many of these dice, all of which count."""
    return msgspec.structs.replace(dice, n=n, kept=n, keep="highest")


def divide(total: int, by: int) -> int:
    return total // by if total >= 0 else -(-total // by)


def combine_halves(of: DiceTerm | Compound) -> Callable[[int, int], int]:
    """The function that combines two halves."""
    match of:
        case Product():
            return mul
        case Maximum():
            return max
        case Minimum():
            return min
    return add


def split_in_halves(of: Compound | DiceTerm) -> tuple[Expression, Expression]:
    """Split several terms, or dice, into a left and a right half."""
    if isinstance(of, DiceTerm):
        return repeat_dice(of, of.n // 2), repeat_dice(of, of.n - of.n // 2)
    middle = len(of.parts) // 2
    left, right = of.parts[:middle], of.parts[middle:]
    kind = type(of)
    return (left[0] if len(left) == 1 else kind(left)), (right[0] if len(right) == 1 else kind(right))


# in words


def dice_words(dice: DiceTerm) -> str:
    """Write dice in notation: `4d6kh3`, `3d10!9>=6`, `2d6ro<=2`, `4dF`, `2d{0,0,1..3}`."""
    die = "F" if dice.faces == FUDGE else faces_words(dice.faces) if dice.faces else str(dice.sides)
    again = f"{'ro' if dice.once else 'r'}{dice.again}{dice.against}" if dice.again else ""
    highest = dice.all_faces()[-1]
    explodes = "" if dice.explodes is None else "!" if dice.explodes == highest else f"!{dice.explodes}"
    keep = f"k{dice.keep[0]}{dice.kept}" if dice.kept < dice.n else ""
    counts = f"{dice.counts}{dice.than}" if dice.counts else ""
    return f"{dice.n}d{die}{again}{explodes}{keep}{counts}"


def face_labels(dice: DiceTerm) -> str:
    """The label beside the dice; for special faces it maps sides to faces."""
    words = dice_words(dice)
    if not dice.faces:
        return words
    return f"{words}: " + ", ".join(f"{side} is {face}" for side, face in enumerate(dice.faces, 1))


def faces_words(faces: tuple[int, ...]) -> str:
    """Write faces in notation: `{0,0,1..3}`, three or more in a row by the first and the last."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    words = (f"{run[0]}..{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
    return "{" + ",".join(words) + "}"


# read


@cache
def reading_of(dice: DiceTerm) -> Reading[int]:
    """A reading of the total, or of the dice that count."""
    worth, shown = dice.worth, dice.shown
    if dice.kept < dice.n:
        return kept_of(dice.n, dice.kept, dice.keep, shown)

    def count_in(total: int, side: int, count: int) -> int:
        return total + worth(shown(side)) * count

    return Reading(0, count_in, lambda total, _: total)


def _itself(value: int) -> int:
    return value


@cache
def kept_of(n: int, kept: int, keep: Keep, shown: Callable[[int], int] = _itself) -> Reading[int]:
    """A reading of the total of kept dice: taken from their end of the row or, if most are kept, skipped from the
    other.
    """

    def take(state: tuple[int, int], side: int, count: int) -> tuple[int, int]:
        open_, total = state
        taken = min(open_, count)
        return open_ - taken, total + taken * shown(side)

    def skip(state: tuple[int, int], side: int, count: int) -> tuple[int, int]:
        open_, total = state
        skipped = min(open_, count)
        return open_ - skipped, total + (count - skipped) * shown(side)

    if 2 * kept <= n:
        return Reading((kept, 0), take, _total, lowest_first=keep == "lowest")
    return Reading((n - kept, 0), skip, _total, lowest_first=keep == "highest")


def _total(state: tuple[int, int], _: int) -> int:
    return state[1]
