"""Three ready-made Seekers, for a table that wants to play at once or a player who comes without one."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import ActingSeat, FieldOption, Param, Rule, action, cites, find_by_id, tell, unique_id

from .items import in_kind, item_ids
from .people import Item, ItemKind, Magic, Pips, Seeker
from .pips import in_stats
from .players import may_begin, taken_ids
from .starting_list import working
from .state import Veil


def kit_of(owner: str, *things: tuple[ItemKind, str, str]) -> tuple[Item, ...]:
    own = tuple(Item(f"{owner}-{kind}", kind, name, note) for kind, name, note in things)
    gear = tuple(Item(f"{owner}-gear-{n}", "dungeon gear", "Dungeon Gear") for n in (1, 2))
    return own + gear


def ready_made() -> tuple[Seeker, ...]:
    """Three Seekers as creation could have made them."""
    ilse = Seeker(
        "ilse",
        "Ilse",
        "ann",
        Pips(3, 2, 1, 1),
        hp=13,
        full=13,
        pocket=4,
        items=kit_of(
            "ilse",
            ("edged", "Thornkiss", "A sickle of black glass, its handle bound in a choirboy's sash."),
            ("shield", "The Lid", "The lid of a bronze font, with a strap nailed to it."),
        ),
        coin=3,
    )
    corvin = Seeker(
        "corvin",
        "Corvin",
        "ben",
        Pips(1, 3, 2, 1),
        hp=8,
        full=8,
        pocket=3,
        items=kit_of(
            "corvin",
            ("range", "Hush", "A short bow strung with a dead woman's hair. It makes no sound."),
            ("cloak", "Second Shadow", "Grey, and always a step behind."),
        ),
        coin=5,
    )
    maud = Seeker(
        "maud",
        "Maud",
        "cat",
        Pips(1, 1, 2, 3),
        hp=7,
        full=7,
        pocket=5,
        items=kit_of("maud"),
        magic=(Magic("healing-circle"), Magic("magic-orb")),
        coin=2,
        extras=("a letter from the abbess",),
    )
    return ilse, corvin, maud


def bears(seeker: Seeker) -> str:
    """The gear and magic of a Seeker, without Dungeon Gear."""
    things = [in_kind(item) for item in seeker.items if item.kind != "dungeon gear"]
    return ", ".join([*things, *(working(magic.id).name for magic in seeker.magic)])


def brings(seeker: Seeker) -> str:
    """A Seeker in a line: stats, gear and magic."""
    return f"{in_stats(seeker.stats)}; {bears(seeker)}"


def unmet(s: Veil) -> tuple[FieldOption, ...]:
    """The ready-made Seekers who are not in this story, alive, dead or being made."""
    met = {seeker.name for seeker in (*s.seekers, *s.drafts)}
    return tuple(FieldOption(x.id, x.name, brings(x)) for x in ready_made() if x.name not in met)


def all_met(s: Veil) -> str | None:
    return None if unmet(s) else "all ready-made Seekers are in this story."


@cites("create.start.two", "create.dungeon-gear")
def anew(s: Veil, seeker: Seeker) -> Seeker:
    """The Seeker with fresh ids for their things, unlike any on the table."""
    taken, items = list(item_ids(s)), []
    for item in seeker.items:
        taken.append(unique_id(item.id, taken))
        items.append(item.but(id=taken[-1]))
    return seeker.but(items=tuple(items))


@action("create.order", "role.seeker", title="Ready-made Seeker", by="seeker", when=all_met, group="Creation")
def take_ready_made(
    s: Veil, which: Annotated[str, Param("Who", among=unmet, label="Seeker")], me: Annotated[str, ActingSeat()] = ""
) -> Rule[Veil]:
    """Play a ready-made Seeker, as creation could have made them. Each player has one Seeker."""
    may_begin(s, me)
    found = find_by_id(ready_made(), which, "ready-made Seeker")
    seeker = anew(s, found).but(id=unique_id(found.name, taken_ids(s, me)), player=me)
    yield tell("create.order", "{name} joins: {what}.", name=seeker.name, what=brings(seeker))
    return s.but(seekers=(*s.seekers, seeker))


ACTIONS = (take_ready_made,)
