"""Notes and handouts, with their readers."""

from __future__ import annotations

from typing import Literal

from tablewright.rules.effects import EVERYONE, NOBODY
from tablewright.rules.state import State

ALL = "everyone"


class Note(State, frozen=True):
    """A written text. A handout is what characters hold in their hands; a note is what people jot down.

    `audience` names the seats, roles or characters who may read it; everyone, if empty.
    """

    id: str
    title: str
    text: str = ""
    kind: Literal["note", "handout"] = "note"
    audience: tuple[str, ...] = EVERYONE
    author: str = ""

    @property
    def hidden(self) -> bool:
        """True if only some may read it."""
        return any(self.audience)


def audience_for(readers: tuple[str, ...], *always: str) -> tuple[str, ...]:
    """The audience for a list of names: `always` and the readers, or all if one of them is `everyone`.

    Without readers it is nobody besides `always`, never everybody.
    """
    if any(name.strip().casefold() == ALL for name in readers):
        return EVERYONE
    names = tuple(dict.fromkeys(name.strip() for name in (*always, *readers) if name.strip()))
    return names or NOBODY


def reveal(note: Note, readers: tuple[str, ...] = (ALL,)) -> Note:
    """Show a note to more readers. Earlier readers keep it."""
    if not note.hidden:
        return note
    return note.but(audience=audience_for(readers, *note.audience))
