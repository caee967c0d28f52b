"""What fields list is made once for a state, and anew for another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablewright.rules.forms.option_cache import MAX_LISTS, MAX_STATES, OptionCache


class Room(msgspec.Struct, frozen=True):
    people: tuple[str, ...] = ("Ada", "Bo")


class Loose(msgspec.Struct):
    people: list[str]


def counted() -> tuple[list[Any], Callable[[Any], Any], Callable[[Any, Mapping[str, Any]], Any]]:
    """Two lists that note when they are made: of everybody, and of everybody but one."""
    made: list[Any] = []

    def everybody(state: Any) -> Any:
        made.append(state)
        return state.people

    def others(state: Any, given: Mapping[str, Any]) -> Any:
        made.append(given)
        return [who for who in state.people if who != given.get("who")]

    return made, everybody, others


def values(listings: OptionCache, among: Callable[..., Any], state: Any, **given: Any) -> list[Any]:
    return [pick.value for pick in listings.made(among, state, given) or ()]


def test_a_list_is_made_once_in_a_state() -> None:
    """Whatever else is given, if it does not ask for that."""
    made, everybody, _ = counted()
    listings, room = OptionCache(), Room()
    assert values(listings, everybody, room) == ["Ada", "Bo"]
    assert values(listings, everybody, room, who="Ada") == ["Ada", "Bo"]
    assert len(made) == 1


def test_another_state_has_a_list_of_its_own() -> None:
    """Though it be alike: who is the same is told by looking, not by comparing."""
    made, everybody, _ = counted()
    listings = OptionCache()
    for _ in range(2):
        values(listings, everybody, Room())
    assert values(listings, everybody, Room(("Cy",))) == ["Cy"]
    assert len(made) == 3


def test_what_is_given_makes_another_list() -> None:
    """Where the list asks for it."""
    made, _, others = counted()
    listings, room = OptionCache(), Room()
    assert values(listings, others, room, who="Ada") == ["Bo"]
    assert values(listings, others, room, who="Bo") == ["Ada"]
    assert values(listings, others, room, who="Ada") == ["Bo"]
    assert len(made) == 2


def test_what_can_change_is_never_remembered() -> None:
    """A state that is not frozen, or something given that cannot be looked up."""
    made, everybody, others = counted()
    listings, loose, room = OptionCache(), Loose(["Ada"]), Room()
    values(listings, everybody, loose)
    loose.people.append("Bo")
    assert values(listings, everybody, loose) == ["Ada", "Bo"]
    for _ in range(2):
        assert values(listings, others, room, who=["Ada"]) == ["Ada", "Bo"]
    assert len(made) == 4


def test_only_so_much_is_remembered() -> None:
    """A few states, and so many lists in each."""
    made, everybody, others = counted()
    listings, rooms = OptionCache(), [Room() for _ in range(MAX_STATES + 1)]
    for room in (*rooms, rooms[0]):
        values(listings, everybody, room)
    assert len(made) == MAX_STATES + 2
    made.clear()
    for n in (*range(MAX_LISTS + 1), 0):
        values(listings, others, rooms[0], who=n)
    assert len(made) == MAX_LISTS + 2


def test_the_last_few_states_are_remembered() -> None:
    """Of a table's state and of what some seats see of it, in turn, each is listed once."""
    made, everybody, _ = counted()
    listings, rooms = OptionCache(), [Room() for _ in range(MAX_STATES)]
    for room in (*rooms, *rooms):
        values(listings, everybody, room)
    assert len(made) == MAX_STATES


def test_a_list_may_say_that_nothing_can_be_listed() -> None:
    assert OptionCache().made(lambda _: None, Room(), {}) is None
