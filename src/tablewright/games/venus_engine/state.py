"""The state of the table: people in their ring, scenes, characters, the roll called for, facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tablewright.rules import Refused, State, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Kit

from .characters import Character
from .options import VenusRulings

LONGEST_SENTENCE = 240

Sits = Literal["fc", "player", "peer"]
Method = Literal["one at a time", "usual order", "a round each"]
Absolute = Literal["routine", "simple", "tough", "challenging", "absurd"]
FactorKind = Literal["surroundings", "attribute", "lot", "ally"]


class Person(State, frozen=True):
    """A person at the table. Those who only listen in are `peer`."""

    id: str
    name: str
    role: Sits = "player"


class Scene(State, frozen=True):
    """A scene: its players, its opener, its round, and those who have not had a turn in it."""

    id: str
    title: str
    text: str = ""
    who: tuple[str, ...] = ()
    opener: str = ""
    round: int = 1
    todo: tuple[str, ...] = ()


class SceneOffer(State, frozen=True):
    """A player's offer to introduce the next scene. Its id is the player's."""

    id: str
    title: str
    text: str = ""


class Factor(State, frozen=True):
    """A bonus factor of a check that the Peers have agreed to."""

    id: str
    kind: FactorKind
    words: str


class Aid(State, frozen=True):
    """An ally's offer of one die. Its id is the ally's."""

    id: str
    job: str
    ability: str
    demand: str = ""
    agreed: bool = False
    """The die may be KISSed without asking again."""


class Pointed(State, frozen=True):
    """An approved means to KISS a die."""

    id: str
    by: str
    words: str


class Call(State, frozen=True):
    """The roll the FC has called for."""

    kind: Literal["check", "task"]
    who: str
    ability: str
    factors: tuple[str, ...] = ()
    stakes: str = ""
    obvious: bool = False
    absolute: Absolute = "simple"
    bonus: tuple[Factor, ...] = ()
    offers: tuple[Aid, ...] = ()
    specialties: tuple[Pointed, ...] = ()
    insights: tuple[Pointed, ...] = ()
    stunts: tuple[Pointed, ...] = ()
    vetoed: tuple[str, ...] = ()
    learner: bool = True
    """True if the FC counts being a learner, where the table leaves it to the FC."""


class Bought(State, frozen=True):
    """A consequence of the last task, the one it is joined to, and the table's wording."""

    id: str
    host: str = ""
    words: str = ""


class Goal(State, frozen=True):
    """The result of a task: its character, its number, and the successes beyond the price of its goal."""

    who: str
    number: int
    reached: bool
    more: int


class Last(State, frozen=True):
    """The last roll, for wording its consequences and for winding it back."""

    kind: Literal["check", "task"]
    who: str
    ability: str
    passed: bool
    agenda: str = ""
    stakes: str = ""
    factors: tuple[str, ...] = ()
    lots: int = 0
    more: int = 0
    """Successes of a task beyond the price of its goal, or all if it was not reached."""
    bought: tuple[Bought, ...] = ()
    turned: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()


class Fact(State, frozen=True):
    """An established fact that can serve as an insight."""

    id: str
    text: str
    source: Literal["found in play", "known", "set up by a check"] = "found in play"


class TableRuling(State, frozen=True):
    """A ruling of the FC's, kept so that it can be contested and changed."""

    id: str
    text: str
    contested: str = ""


class Venus(State, frozen=True):
    rulings: VenusRulings
    people: tuple[Person, ...]
    characters: tuple[Character, ...]
    scenes: tuple[Scene, ...] = ()
    now: str = ""
    turn: str = ""
    method: Method = "one at a time"
    offers: tuple[SceneOffer, ...] = ()
    paused: str = ""
    call: Call | None = None
    last: Last | None = None
    rolls: int = 0
    """The number of finished rolls."""
    goals: tuple[Goal, ...] = ()
    """The results of this chapter's tasks."""
    facts: tuple[Fact, ...] = ()
    house: tuple[TableRuling, ...] = ()
    chapter: int = 1
    debriefing: bool = False
    debriefed: tuple[str, ...] = ()
    kit: Kit = Kit()

    def character(self, id: str) -> Character:
        return find_by_id(self.characters, id, "character")

    def person(self, id: str) -> Person:
        return find_by_id(self.people, id, "person at the table")

    def scene(self, id: str) -> Scene:
        return find_by_id(self.scenes, id, "scene")

    def with_character(self, character: Character) -> Venus:
        return self.but(characters=replace_by_id(self.characters, character))

    @property
    def fc(self) -> str:
        return next((p.id for p in self.people if p.role == "fc"), "fc")


def who_plays(s: Venus) -> Mapping[str, str]:
    """Every character and their player. The FC's own are the FC's, and some have no player."""
    return {c.id: c.player for c in s.characters}


def sentence(text: str) -> str:
    """A text trimmed to one line. Refused if it is empty or too long."""
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_SENTENCE:
        raise Refused(f"Say it in 1 to {LONGEST_SENTENCE} letters.")
    return words


def what_they_are_called(s: Venus) -> Mapping[str, str]:
    return {p.id: p.name for p in s.people} | {c.id: c.name for c in s.characters}


def names_of(s: Venus, ids: tuple[str, ...]) -> str:
    """Characters by name: “Ida, Bo and Cleo”."""
    names = [s.character(id).name for id in ids]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def character_ids(s: Venus) -> tuple[str, ...]:
    return tuple(c.id for c in s.characters)


def player_character_ids(s: Venus) -> tuple[str, ...]:
    return tuple(c.id for c in s.characters if not c.npc)


def player_ids(s: Venus) -> tuple[str, ...]:
    return tuple(p.id for p in s.people if p.role == "player")


@cites("pause.anyone")
def paused(s: Venus) -> str | None:
    return f"the game is paused ({s.paused})." if s.paused else None


def no_check(s: Venus) -> str | None:
    return None if s.call and s.call.kind == "check" else "no check has been called for; the FC calls for one."


def no_task(s: Venus) -> str | None:
    return None if s.call and s.call.kind == "task" else "no task has been called for; the FC calls for one."


def no_call(s: Venus) -> str | None:
    return None if s.call else "no roll has been called for."


def called(s: Venus, kind: Literal["check", "task"], who: str = "") -> Call:
    """The roll that has been called for. Refused if it is another one, or none."""
    if s.call is None or s.call.kind != kind:
        raise Refused(f"No {kind} has been called for: the FC calls for one.")
    if who and s.call.who != who:
        roller = s.character(s.call.who).name
        raise Refused(f"The {kind} that has been called for is {roller}'s.")
    return s.call
