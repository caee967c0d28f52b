"""Paths into a state: read, set and listed; whatever does not fit is refused."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules import Refused, State, UnknownName, find_by_id, replace_by_id, unique_id
from tablewright.rules.state.state import get_path, leaf_paths, set_path
from tablewright.rules.text import to_key


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


class Crew(State, frozen=True):
    id: str
    vitality: int = 3
    marks: tuple[int, ...] | None = None


class Engine(State, frozen=True, tag="engine"):
    power: int


class Sail(State, frozen=True, tag="sail"):
    cloth: str


class Port(msgspec.Struct, frozen=True):
    """Not a State, and yet part of one."""

    name: str = "home"


class Ship(State, frozen=True):
    crew: tuple[Crew, ...] = (Crew("ada"), Crew("bo", 2, (1, 2, 3)))
    drive: Engine | Sail = Engine(3)
    tender: Crew | None = None
    mood: Mood = Mood.CALM
    place: tuple[int, str] = (0, "dock")
    holds: Annotated[tuple[int, ...], "tons in each"] = (4, 5)
    port: Port = Port()
    secret: bool = False
    notes: tuple[str, ...] = ()


SET: list[tuple[str, Any, Any]] = [
    ("crew.ada.vitality", 1, 1),
    ("crew.ada.vitality", "1", 1),
    ("crew.bo.marks.2", 9, 9),
    ("crew.bo.marks", None, None),
    ("crew.ada.marks", [7], (7,)),
    ("drive.power", 5, 5),
    ("drive", {"type": "sail", "cloth": "red"}, Sail("red")),
    ("tender", {"id": "cy"}, Crew("cy")),
    ("mood", "wild", Mood.WILD),
    ("place.0", 4, 4),
    ("place.1", "sea", "sea"),
    ("holds.1", "6", 6),
    ("port.name", "far", "far"),
    ("secret", "true", True),
    ("secret", "yes", True),
    ("mood", "Wild", Mood.WILD),
    ("crew.bo.marks", "none", None),
    ("notes", "none", ()),
    ("notes", ["a", "b"], ("a", "b")),
    ("crew.cy", '{"vitality": "2"}', Crew("cy", 2)),
]


@pytest.mark.parametrize("path", leaf_paths(Ship()))
def test_every_value_can_be_said_as_it_is_shown(path: str) -> None:
    """Yes and no, none, the words of a choice: what is listed of a state can be typed back."""
    assert set_path(Ship(), path, to_key(get_path(Ship(), path))) == Ship()


@pytest.mark.parametrize(("path", "raw", "value"), SET)
def test_a_value_set_at_a_path_stands_there(path: str, raw: Any, value: Any) -> None:
    """As its type, whether it was typed in or sent as JSON; nothing else changes."""
    after = set_path(Ship(), path, raw)
    assert get_path(after, path) == value
    assert {p: get_path(after, p) for p in leaf_paths(after) if not p.startswith(path)} == {
        p: get_path(Ship(), p) for p in leaf_paths(Ship()) if not p.startswith(path)
    }


REFUSED: list[tuple[str, Any, str]] = [
    ("crew.ada.vitality", "many", "crew.ada.vitality is a whole number, not 'many'."),
    ("crew.ada.vitality", None, "crew.ada.vitality is a whole number, not 'none'."),
    ("mood", "sad", "mood cannot be 'sad'. Choose from: calm, wild."),
    ("secret", "maybe", "secret is yes or no, not 'maybe'."),
    ("crew.bo.marks.0", "x", "crew.bo.marks.0 is a whole number, not 'x'."),
    ("drive", {"type": "oars"}, "drive cannot be"),
    ("notes", 7, "notes is a list: words with commas between them, or JSON; not '7'."),
    ("tender", "bo", 'tender is written as JSON, {"id": …, "vitality": …, "marks": …}, not \'bo\'.'),
    ("tender", {"vitality": 2}, "tender needs id, too."),
    ("tender", "{oops", "tender is no JSON that can be read: at 'oops' (character 2)."),
    ("tender", {"id": "cy", "rank": 1}, "There is no value of tender called 'rank'."),
    ("crew", [{"id": "cy", "vitality": "much"}], "crew.cy.vitality is a whole number, not 'much'."),
    ("crew", '[{"id": "cy"}, {"id": "cy"}]', "crew names 'cy' twice: each needs an id of its own."),
    ("crew.ada.id", "bo", "crew names 'bo' twice"),
    ("crew.bo", {"id": "ada"}, "crew names 'ada' twice"),
    ("crew.cy", {"id": "di"}, "crew.cy cannot have the id 'di': it goes by 'cy'."),
]


@pytest.mark.parametrize(("path", "raw", "sentence"), REFUSED)
def test_a_value_of_the_wrong_type_is_refused(path: str, raw: Any, sentence: str) -> None:
    """The sentence names the path, what was given and what is expected there."""
    with pytest.raises(Refused) as refused:
        set_path(Ship(), path, raw)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("crew.adda.vitality", "called 'adda'. Did you mean ada?"),
        ("crew.ada.vitalty", "Did you mean vitality?"),
        ("place.7", "There is: 0, 1."),
        ("drive.power.more", "There is none here."),
        ("xyzzy", "There is: crew, drive, holds"),
    ],
)
def test_an_unknown_path_is_answered_with_the_nearest_names(path: str, sentence: str) -> None:
    """Both when it is read and when it is set."""
    with pytest.raises(UnknownName) as read:
        get_path(Ship(), path)
    with pytest.raises(UnknownName) as written:
        set_path(Ship(), path, 1)
    assert sentence in str(read.value)
    assert sentence in str(written.value)


def test_paths_lead_to_every_plain_value() -> None:
    """Things with an id go by it, other places by their number."""
    assert leaf_paths(Ship()) == [
        *("crew.ada.id", "crew.ada.vitality", "crew.ada.marks"),
        *("crew.bo.id", "crew.bo.vitality", "crew.bo.marks.0", "crew.bo.marks.1", "crew.bo.marks.2"),
        *("drive.power", "tender", "mood", "place.0", "place.1", "holds.0", "holds.1", "port.name", "secret", "notes"),
    ]


ships = st.builds(
    Ship,
    crew=st.lists(
        st.builds(
            Crew,
            id=st.text("abcdef", min_size=1, max_size=4),
            vitality=st.integers(-3, 9),
            marks=st.none() | st.lists(st.integers(), max_size=3).map(tuple),
        ),
        unique_by=lambda c: c.id,
    ).map(tuple),
    drive=st.builds(Engine, st.integers()) | st.builds(Sail, st.text(max_size=5)),
    mood=st.sampled_from(Mood),
    notes=st.lists(st.text(max_size=5), max_size=3).map(tuple),
)


@given(ships)
def test_setting_every_value_to_what_it_is_changes_nothing(ship: Ship) -> None:
    """Through JSON, as the journal would carry it."""
    for path in leaf_paths(ship):
        raw = msgspec.json.decode(msgspec.json.encode(get_path(ship, path)))
        assert set_path(ship, path, raw) == ship


@given(ships)
def test_a_state_survives_json(ship: Ship) -> None:
    """And is as hashable as before."""
    again = msgspec.json.decode(msgspec.json.encode(ship), type=Ship)
    assert again == ship
    assert hash(again) == hash(ship)


def test_a_changed_copy_leaves_the_original_alone() -> None:
    """States are replaced, never changed."""
    ship = Ship()
    assert ship.but(secret=True).secret
    assert not ship.secret


def test_a_thing_is_found_and_swapped_by_its_id() -> None:
    """An unknown one is refused with the nearest names."""
    crew = Ship().crew
    assert find_by_id(crew, "bo").vitality == 2
    assert replace_by_id(crew, Crew("bo", 9)) == (crew[0], Crew("bo", 9))
    with pytest.raises(UnknownName, match=r"no crew called 'bob'. Did you mean bo\?"):
        find_by_id(crew, "bob", "crew")


@given(st.text(), st.sets(st.text("abc-2", max_size=4)))
def test_a_fresh_id_is_new_and_fits_into_a_path(name: str, taken: set[str]) -> None:
    """Whatever the name, the id is nobody else's, not empty, and holds no dot or space."""
    id = unique_id(name, taken)
    assert id
    assert id not in taken
    assert not set(id) & set(". \n")


def test_a_second_of_the_same_name_gets_a_number() -> None:
    """So that people still recognise it."""
    assert unique_id("Gray Wolf!", ()) == "gray-wolf"
    assert unique_id("Gray Wolf!", ("gray-wolf", "gray-wolf-2")) == "gray-wolf-3"
    assert unique_id("!?", ()) == "nameless"


def test_a_long_name_is_an_id_by_its_first_forty_letters() -> None:
    """Neither more nor fewer: journals call people so, and are replayed."""
    assert unique_id("Ada " * 20, ()) == "ada-ada-ada-ada-ada-ada-ada-ada-ada-ada-"
    assert unique_id("x" * 41, ("x" * 40,)) == "x" * 40 + "-2"


class Berth(State, frozen=True):
    one: tuple[int] = (1,)
    three: tuple[int, str, bool] = (1, "a", False)


@pytest.mark.parametrize(("path", "raw"), [("one.0", 2), ("three.0", 2), ("three.1", "b"), ("three.2", True)])
def test_each_place_of_a_row_has_its_own_type(path: str, raw: Any) -> None:
    """However many places it has."""
    assert get_path(set_path(Berth(), path, raw), path) == raw


def test_a_list_may_be_words_with_commas() -> None:
    """As people type it on a line."""
    assert set_path(Ship(), "notes", "one, two,").notes == ("one", "two")
