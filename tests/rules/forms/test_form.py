"""Forms: every kind of field read from flags and from JSON, and refused with what would be legal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import ActingSeat, Action, GameError, Param, Refused, Rule, State, action, tell
from tablewright.rules.forms.field import FormField
from tablewright.rules.forms.form import Form, to_recorded_values
from tablewright.rules.forms.option import FieldOption
from tablewright.rules.text import to_json_value, to_key
from tablewright.table.seat.labels import match_label


class Speed(IntEnum):
    SLOW = 1
    VERY_FAST = 2


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"


class Ship(State, frozen=True):
    crew: tuple[str, ...] = ("ada", "bo")
    berths: int = 4


@action(title="Everything")
def everything(
    s: Ship,
    number: Annotated[int, Param("A number", min=0, max=6)],
    any_number: Annotated[int, Param("Any number")] = 0,
    flag: Annotated[bool, Param("A flag")] = False,
    words: Annotated[str, Param("Some words", max=20)] = "",
    who: Annotated[str, Param("Who", among=lambda s: s.crew)] = "ada",
    berth: Annotated[int, Param("Where", among=lambda s: range(1, s.berths + 1))] = 1,
    how: Annotated[Literal["kept", "lost"], Param("How")] = "kept",
    level: Annotated[Literal[1, 2], Param("Level")] = 1,
    speed: Annotated[Speed, Param("Speed")] = Speed.SLOW,
    side: Annotated[Side | None, Param("Side")] = None,
    helpers: Annotated[tuple[str, ...], Param("Helpers", among=lambda s: s.crew)] = (),
    dice: Annotated[tuple[int, ...] | None, Param("Dice", min=1, max=6)] = None,
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Ship]:
    """One of each kind."""
    yield tell("toy", "Done.")
    return s


READ: list[tuple[str, Any, Any]] = [
    ("number", 3, 3),
    ("number", "3", 3),
    ("any_number", "-12", -12),
    ("any_number", str(2**63 - 1), 2**63 - 1),
    ("flag", True, True),
    ("flag", "yes", True),
    ("flag", "No", False),
    ("words", "née Ångström", "née Ångström"),
    ("words", "none", "none"),
    ("who", "bo", "bo"),
    ("who", "BO", "bo"),
    ("berth", "4", 4),
    ("how", "lost", "lost"),
    ("level", 2, 2),
    ("level", "2", 2),
    ("speed", "very_fast", Speed.VERY_FAST),
    ("speed", "very fast", Speed.VERY_FAST),
    ("speed", Speed.VERY_FAST, Speed.VERY_FAST),
    ("side", "left", Side.LEFT),
    ("side", "none", None),
    ("side", None, None),
    ("helpers", "ada, bo", ("ada", "bo")),
    ("helpers", ["bo"], ("bo",)),
    ("helpers", "", ()),
    ("dice", "1,6", (1, 6)),
    ("dice", [2, 3], (2, 3)),
    ("dice", None, None),
]

REFUSED: list[tuple[str, Any, str]] = [
    ("number", 7, "number is between 0 and 6, not 7"),
    ("number", "-1", "number is between 0 and 6, not -1"),
    ("number", True, "number is a whole number, not 'True'"),
    ("number", 2.0, "number is a whole number, not '2.0'"),
    ("number", "three", "number is a whole number, not 'three'"),
    ("number", "9" * 5000, "number is between 0 and 6, not 9999"),
    ("number", None, "number is a whole number"),
    ("flag", "perhaps", "flag cannot be 'perhaps'. Choose from: no, yes"),
    ("flag", 1, "flag cannot be 1. Choose from: no, yes"),
    ("words", "x" * 21, "words is a text of at most 20 characters"),
    ("words", 5, "words is a text of at most 20 characters"),
    ("who", "cy", "who cannot be 'cy'. Choose from: ada, bo"),
    ("berth", 5, "berth cannot be 5. Choose from: 1, 2, 3, 4"),
    ("how", "stolen", "how cannot be 'stolen'. Choose from: kept, lost"),
    ("level", 3, "level cannot be 3. Choose from: 1, 2"),
    ("speed", "fast", "speed cannot be 'fast'. Choose from: slow, very_fast"),
    ("side", "up", "side cannot be 'up'. Choose from: left, right"),
    ("helpers", ["ada", "cy"], "helpers cannot be 'cy'. Choose from: ada, bo"),
    ("helpers", 5, "helpers is a list, such as one,two"),
    ("dice", [0], "dice is between 1 and 6, not 0"),
]


@pytest.mark.parametrize(("name", "raw", "value"), READ)
def test_a_field_reads_what_a_flag_or_json_says(name: str, raw: Any, value: Any) -> None:
    """Each kind of field takes text as typed and JSON as sent, and gives the value its type promises."""
    found = everything.read({"number": 1, name: raw}, Ship())[name]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("name", "raw", "sentence"), REFUSED)
def test_a_field_refuses_with_what_would_be_legal(name: str, raw: Any, sentence: str) -> None:
    """Whatever does not fit is refused in a sentence that names the field and its legal values."""
    with pytest.raises(Refused) as refused:
        everything.read({"number": 1, name: raw}, Ship())
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("name", "raw", "value"), READ)
def test_what_was_read_is_read_again_from_the_journal(name: str, raw: Any, value: Any) -> None:
    """Recorded parameters, defaults included, go through JSON and read as the same values."""
    read = everything.read({"number": 1, name: raw}, Ship())
    again = everything.read(msgspec.json.decode(msgspec.json.encode(to_recorded_values(read))), Ship())
    assert again == read


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text() | st.integers()))
def test_whatever_is_sent_is_read_or_refused_in_a_sentence(raw: Any) -> None:
    """No field chokes on what a stranger sends."""
    for field in everything.fields:
        value, sentence = None, ""
        try:
            value = field.read(raw, Ship())
        except Refused as refused:
            sentence = str(refused)
        assert sentence.startswith(field.name) if sentence else field.read(to_json_value(value), Ship()) == value


def test_an_unknown_parameter_is_answered_with_the_nearest_names() -> None:
    """A typing error is met with what was probably meant."""
    with pytest.raises(Refused, match=r"no parameter of everything called 'sped'. Did you mean speed"):
        everything.read({"number": 1, "sped": "slow"}, Ship())


def test_a_missing_parameter_is_asked_for_with_its_meaning_and_its_values() -> None:
    """What is needed is named, explained and listed."""
    with pytest.raises(Refused, match=r"everything needs number: A number\. Choose from: 0, 1, 2, 3, 4, 5, 6\.$"):
        everything.read({}, Ship())


def test_what_is_left_out_is_its_default() -> None:
    """A form with only what is required is complete."""
    read = everything.read({"number": 0}, Ship())
    assert read["speed"] is Speed.SLOW
    assert read["who"] == "ada"
    assert "me" not in read


def test_the_default_is_legal_even_where_the_state_no_longer_offers_it() -> None:
    """Ada has left the ship: whoever names nobody still gets the default, and the journal replays it."""
    ship = Ship(("bo",))
    read = everything.read({"number": 0}, ship)
    assert everything.read(to_recorded_values(read), ship)["who"] == "ada"


def test_the_acting_seat_is_no_field() -> None:
    """It is filled in by the table; a form cannot claim to be somebody else."""
    assert everything.me == "me"
    with pytest.raises(Refused, match="no parameter of everything called 'me'"):
        everything.read({"number": 1, "me": "the master"}, Ship())


def test_a_wide_range_of_numbers_is_bounded_and_not_listed() -> None:
    """A number up to a billion is checked by its bounds; nobody writes a billion choices down."""

    def buy(s: Ship, price: Annotated[int, Param("Price", min=0, max=10**9)]) -> None: ...

    (field,) = Form.of("buy", buy).fields
    assert field.choices(Ship()) is None
    assert field.read("1000000000", Ship()) == 10**9
    with pytest.raises(Refused, match="between 0 and 1000000000"):
        field.read(10**9 + 1, Ship())


@pytest.mark.parametrize(
    ("param", "wrong", "says"),
    [
        (Param("Least", min=2), 1, "price is at least 2, not 1."),
        (Param("Most", max=2), 3, "price is at most 2, not 3."),
    ],
)
def test_a_single_bound_is_said_by_itself(param: Param, wrong: int, says: str) -> None:
    """At least so many, or at most; beyond it lies no other bound."""
    price = inspect.Parameter("price", inspect.Parameter.KEYWORD_ONLY)
    field = FormField.of("buy", price, int, param)
    with pytest.raises(Refused) as refused:
        field.read(wrong, Ship())
    assert str(refused.value) == says
    assert field.read(2, Ship()) == 2


def test_a_text_has_two_thousand_letters_where_nothing_else_is_said() -> None:
    """As many as its schema says, and not one more."""
    words = FormField.of("tell", inspect.Parameter("words", inspect.Parameter.KEYWORD_ONLY), str, Param("What"))
    assert words.schema()["maxLength"] == 2000
    assert words.read("x" * 2000, Ship()) == "x" * 2000
    with pytest.raises(Refused, match="words is a text of at most 2000 characters"):
        words.read("x" * 2001, Ship())


SCHEMA: dict[str, dict[str, Any]] = {
    "number": {"type": "integer", "minimum": 0, "maximum": 6, "description": "A number"},
    "any_number": {"type": "integer", "description": "Any number", "default": 0},
    "flag": {"type": "boolean", "description": "A flag", "default": False},
    "words": {"type": "string", "maxLength": 20, "description": "Some words", "default": ""},
    "who": {"type": "string", "enum": ["ada", "bo"], "description": "Who", "default": "ada"},
    "berth": {"type": "integer", "enum": [1, 2, 3, 4], "description": "Where", "default": 1},
    "how": {"type": "string", "enum": ["kept", "lost"], "description": "How", "default": "kept"},
    "level": {"type": "string", "enum": ["1", "2"], "description": "Level", "default": 1},
    "speed": {"type": "string", "enum": ["slow", "very_fast"], "description": "Speed", "default": "slow"},
    "side": {"type": ["string", "null"], "enum": ["left", "right", None], "description": "Side", "default": None},
    "helpers": {
        "type": "array",
        "items": {"type": "string", "enum": ["ada", "bo"]},
        "description": "Helpers",
        "default": [],
    },
    "dice": {
        "type": ["array", "null"],
        "items": {"type": "integer", "minimum": 1, "maximum": 6},
        "description": "Dice",
        "default": None,
    },
}


@pytest.mark.parametrize("name", SCHEMA)
def test_a_field_describes_itself_as_json_schema(name: str) -> None:
    """Type, bounds, legal values now, meaning and default."""
    assert everything.schema(Ship())["properties"][name] == SCHEMA[name]


def test_an_action_describes_its_whole_form() -> None:
    """Its title, its docstring, what is required; and nothing else may be sent."""
    schema = everything.schema()
    assert (schema["title"], schema["description"]) == ("Everything", "One of each kind.")
    assert schema["required"] == ["number"]
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == set(SCHEMA)


def test_without_a_state_the_schema_lists_no_live_values() -> None:
    """Who is aboard is not known before there is a ship."""
    assert "enum" not in everything.schema()["properties"]["who"]


def test_an_action_shows_its_parameters() -> None:
    """Its repr is its name and its fields."""
    assert repr(everything).startswith("<action everything(number, any_number, flag")


def undocumented(s: Ship, number: int) -> None: ...
def untyped(s: Ship, number) -> None: ...  # type: ignore[no-untyped-def]
def unaskable(s: Ship, number: Annotated[float, Param("A float")]) -> None: ...
def unwritten(s: Ship, number: Annotated[Nowhere, Param("A thing nobody wrote")]) -> None: ...  # type: ignore[name-defined]  # noqa: F821
def undecided(s: Ship, number: Annotated[int | str, Param("Either")]) -> None: ...


@pytest.mark.parametrize("fn", [undocumented, untyped, unaskable, undecided])
def test_a_parameter_no_form_can_ask_for_is_its_authors_fault(fn: Callable[..., Any]) -> None:
    """Without a type, a Param, or with a type that is no field, an action is not declared."""
    with pytest.raises(GameError, match=rf"{fn.__name__}.*number"):
        Form.of(fn.__name__, fn)


def test_a_type_that_is_not_there_is_its_authors_fault() -> None:
    """With where it is missed."""
    with pytest.raises(GameError, match="unwritten: name 'Nowhere' is not defined"):
        Form.of("unwritten", unwritten)


def test_an_action_must_be_a_rule() -> None:
    """A plain function cannot be played, and its author is told at once."""

    def plain(s: Ship) -> Ship:
        return s

    with pytest.raises(GameError, match="must be a generator"):
        action(title="Plain")(plain)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (None, "none"),
        (3, "3"),
        (Speed.VERY_FAST, "very_fast"),
        ((), "none"),
        ((1, Side.LEFT), "1,left"),
        (Ship(), "ada,bo:4"),
    ],
)
def test_values_are_written_in_one_way(value: Any, text: str) -> None:
    """In journals, flags and forms alike."""
    assert to_key(value) == text


def test_actions_are_found_to_be_actions() -> None:
    """The decorator gives an Action that still plays the rule."""
    assert isinstance(everything, Action)
    assert run_rule(everything(Ship(), 1), {}).result == Ship()


NAMED = (FieldOption("mirel-2", "Mirel"), FieldOption("mirel", "Mirel Voss"))


def hail(s: Ship, who: Annotated[str, Param("Who", among=lambda _: NAMED)]) -> Rule[Ship]:
    """Hails somebody."""
    yield tell("toy", "Hail.")
    return s


@pytest.mark.parametrize(("said", "who"), [("mirel", "mirel"), ("Mirel", "mirel-2"), ("mirel voss", "mirel")])
def test_an_id_means_itself_whoever_else_is_called_so(said: str, who: str) -> None:
    """A journal writes `mirel`: that is never another one who is called Mirel, wherever the two stand in a list."""
    assert Form.of("hail", hail).read({"who": said}, Ship())["who"] == who
    assert match_label(said, [(pick, pick.label) for pick in NAMED], "who").value == who


@pytest.mark.parametrize("wrong", [Refused, KeyError, TypeError, AttributeError, ValueError])
def test_what_depends_on_another_field_is_not_at_hand_before_it(wrong: type[Exception]) -> None:
    """Whatever the list stumbles over while that field is not given; one that asks for no other field has no excuse."""

    def things(s: Ship, given: Mapping[str, Any]) -> tuple[str, ...]:
        if "who" not in given:
            raise wrong("who")
        return (f"{given['who']}'s oar",)

    def nothing(s: Ship) -> tuple[str, ...]:
        raise wrong("who")

    thing = inspect.Parameter("thing", inspect.Parameter.KEYWORD_ONLY)
    later = FormField.of("row", thing, str, Param("With what", among=things))
    assert later.at_hand(Ship()) is None
    assert later.at_hand(Ship(), {"who": "ada"}) == ("ada's oar",)
    with pytest.raises(wrong):
        FormField.of("row", thing, str, Param("With what", among=nothing)).at_hand(Ship())
