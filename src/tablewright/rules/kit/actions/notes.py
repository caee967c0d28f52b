"""Writing notes and handouts, and showing them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import Rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.forms import ActingSeat, Param
from tablewright.rules.kit import note as notes
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.state import HasKit, check_title
from tablewright.rules.state import find_by_id, replace_by_id, unique_id


def note_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(note.id for note in s.kit.notes)


NoteId = Annotated[str, Param("Which note", among=note_ids)]
Readers = Annotated[
    tuple[str, ...], Param("Seats, roles or characters who may read it; or: everyone", examples=("everyone",))
]


def note_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Actions on notes. Anyone writes notes and shows their own; those who run the table show and remove any they can
    read.
    """
    cites = house.cites

    def shown(s: HasKit, note: notes.Note, readers: tuple[str, ...]) -> Rule[HasKit]:
        after = notes.reveal(note, readers)
        yield from tell(cites("kit.note.reveal"), "Now to be read: {note}.", audience=after.audience, note=after.title)
        return s.but(kit=s.kit.but(notes=replace_by_id(s.kit.notes, after)))

    @action(
        cites("kit.note.write"),
        title="Write a note",
        by=house.all,
        instant=True,
        group="Notes",
        doc=f"Writes a note for its writer{house.besides} alone, unless others are named.",
    )
    def write_note(
        s: HasKit,
        title: Annotated[str, Param("What it is about")],
        text: Annotated[str, Param("What it says")] = "",
        kind: Annotated[Literal["note", "handout"], Param("A note, or something the characters hold")] = "note",
        readers: Readers = (),
        me: Annotated[str, ActingSeat()] = "",
    ) -> Rule[HasKit]:
        name, audience = check_title(title), notes.audience_for(readers, *house.apart(me))
        id = unique_id("note" if audience else name, note_ids(s))
        note = notes.Note(id, name, text, kind, audience, me)
        yield from tell(cites("kit.note.write"), "A new {kind}: {note}.", audience=audience, kind=kind, note=note.title)
        return s.but(kit=s.kit.but(notes=(*s.kit.notes, note)))

    @action(cites("kit.note.reveal"), title="Share my note", by=house.all, instant=True, group="Notes")
    def share_note(
        s: HasKit, note: NoteId, readers: Readers = (notes.ALL,), me: Annotated[str, ActingSeat()] = ""
    ) -> Rule[HasKit]:
        """Shows a note of one's own to more people."""
        found = find_by_id(s.kit.notes, note, "note")
        if found.author != me:
            raise Refused(f"{note} is not yours to share.")
        return (yield from shown(s, found, readers))

    @action(cites("kit.note.reveal"), title="Reveal a note", by=house.runs, instant=True, group="Notes")
    def reveal_note(s: HasKit, note: NoteId, readers: Readers = (notes.ALL,)) -> Rule[HasKit]:
        """Shows any note to more people."""
        return (yield from shown(s, find_by_id(s.kit.notes, note, "note"), readers))

    @action(cites("kit.note.remove"), title="Remove a note", by=house.runs, instant=True, group="Notes")
    def remove_note(s: HasKit, note: NoteId) -> Rule[HasKit]:
        """Throws a note away."""
        gone = find_by_id(s.kit.notes, note, "note")
        yield from tell(cites("kit.note.remove"), "{note} is thrown away.", audience=gone.audience, note=gone.title)
        return s.but(kit=s.kit.but(notes=tuple(n for n in s.kit.notes if n != gone)))

    return (write_note, share_note, reveal_note, remove_note)
