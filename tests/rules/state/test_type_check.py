"""Values that are not of the types they are declared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal, NewType

import pytest

from tablewright.rules import Param, State
from tablewright.rules.state.type_check import find_type_error

Id = NewType("Id", str)


class Speed(IntEnum):
    SLOW = 1
    FAST = 2


class Wheel(State, frozen=True):
    id: str
    spokes: int = 8


class Cart(State, frozen=True):
    wheels: tuple[Wheel, ...] = ()
    load: int | None = None
    speed: Speed = Speed.SLOW
    side: Literal["left", "right"] = "left"
    pair: tuple[int, str] = (1, "x")
    weight: float = 1
    note: Annotated[str, Param("What it says")] = ""
    anything: Any = None


def test_what_is_as_declared_fits() -> None:
    """Whole numbers may stand for others, and an enum's number for a number."""
    assert find_type_error(Cart(), Cart) == ""
    assert find_type_error(Cart((Wheel("a"),), 3, Speed.FAST, "right", (2, "y"), 2.5, "n", object()), Cart) == ""
    assert find_type_error(Wheel("a", Speed.FAST), Wheel) == ""


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"load": "3"}, "load holds '3' (str), and is declared as int | None"),
        ({"load": True}, "load holds True (bool), and is declared as int | None"),
        ({"speed": 1}, "speed holds 1 (int), and is declared as Speed"),
        ({"side": "up"}, "side holds 'up' (str), and is declared as Literal['left', 'right']"),
        ({"pair": (1,)}, "pair holds (1,) (tuple), and is declared as tuple[int, str]"),
        ({"pair": (1, 2)}, "pair.1 holds 2 (int), and is declared as str"),
        ({"wheels": [Wheel("a")]}, "(list), and is declared as tuple[Wheel, ...]"),
        ({"wheels": (Wheel("a"), "b")}, "wheels.1 holds 'b' (str), and is declared as Wheel"),
        ({"wheels": (Wheel("a"), Wheel("b", None))}, "wheels.b.spokes holds None (NoneType), and is declared as int"),  # type: ignore[arg-type]
        ({"weight": "1"}, "weight holds '1' (str), and is declared as float"),
        ({"note": None}, "note holds None (NoneType), and is declared as str"),
    ],
)
def test_what_is_not_is_named_by_its_path(changes: dict[str, Any], says: str) -> None:
    """What it holds, of which kind, and what it should."""
    assert says in find_type_error(Cart(**changes), Cart)


@pytest.mark.parametrize(
    ("value", "hint", "fits"),
    [
        (len, Callable[[Any], int], True),
        (3, Callable[[Any], int], False),
        (Wheel, type[State], True),
        (int, type[State], False),
        ({"a": 1}, Mapping[str, int], True),
        ({"a": "b"}, Mapping[str, int], False),
        (frozenset({1}), frozenset[int], True),
        (frozenset({"x"}), frozenset[int], False),
        (None, None, True),
        (True, bool, True),
        ((1,), tuple[int], True),
        ((1, 2), tuple[int], False),
        ("ada", Id, True),
    ],
)
def test_functions_types_and_mappings_are_known(value: Any, hint: Any, fits: bool) -> None:
    """As a game declares them."""
    assert (find_type_error(value, hint) == "") is fits


@pytest.mark.parametrize(
    ("letters", "shown"),
    [(10, f"'{'x' * 10}'"), (58, f"'{'x' * 58}'"), (59, f"'{'x' * 56}..."), (500, f"'{'x' * 56}...")],
)
def test_what_is_long_is_shown_by_its_beginning(letters: int, shown: str) -> None:
    """Sixty letters with its quotation marks: a whole state does not fit a sentence."""
    assert find_type_error(Wheel("a", "x" * letters), Wheel) == f"spokes holds {shown} (str), and is declared as int"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hint", "declared"),
    [(None, "None"), (str, "str"), (tuple[int, ...], "tuple[int, ...]"), (type[State], "type[State]")],
)
def test_a_type_is_called_as_its_author_wrote_it(hint: Any, declared: str) -> None:
    """Without the modules its parts come from."""
    assert find_type_error(3, hint) == f"it holds 3 (int), and is declared as {declared}"
