"""Quick actions of each moment, in order: for the crew, and for the wayfinder."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Viewer
from tablewright.rules.widgets import Offer

from .action_shunt import not_returnable
from .consequence import not_tellable
from .difficulty import busy
from .fitting_out import unnamed
from .paths import CREATION, GROWTH, SHIP
from .remapping_dice import locked
from .reserves import no_berth, not_ashore
from .state import Member, Run, able, over


def foremost(s: Run, eyes: Viewer) -> Iterator[Offer]:
    if eyes.master:
        yield from for_the_wayfinder(s, eyes)
        return
    mine = [m for m in s.crew if m.id in eyes.plays]
    for of in CREATION.when(s, eyes):
        yield from CREATION.now(s, of)
    if not over(s):
        if unnamed(s):
            yield Offer("make_ship")
        yield from for_the_crew(s, mine)


def for_the_crew(s: Run, mine: list[Member]) -> Iterator[Offer]:
    """Return dice in hand, then roll or help with a roll, then use the place and the time."""
    if not not_returnable(s):
        yield Offer("return_dice")
    if not locked(s):
        yield Offer("remap")
    if not busy(s):
        for m in (m for m in mine if able(s, m.id)):
            yield Offer("systems_roll", {"who": m.id})
            yield Offer("personal_roll", {"who": m.id})
            yield Offer("module_roll", {"who": m.id})
            if len(s.crew) > 1:
                yield Offer("offer_help", {"who": m.id})
    if locked(s) and s.ship.engineering:
        yield Offer("emergency_shunt")
    if not not_ashore(s):
        yield Offer("go_ashore")
        yield Offer("use_reserves", {})
    elif not no_berth(s) and s.place != "the Veil":
        yield Offer("dock")


def for_the_wayfinder(s: Run, eyes: Viewer) -> Iterator[Offer]:
    """Settle the last roll, rate the next, then tend to time and trouble."""
    if over(s):
        yield Offer("next_adventure")
        return
    for path in (CREATION, SHIP):
        for of in path.when(s, eyes):
            yield from path.now(s, of)
    if not not_tellable(s):
        yield Offer("tell_consequence")
    if s.rating is None:
        yield Offer("rate")
    yield Offer("end_downtime" if s.downtime else "begin_downtime")
    yield Offer("damage_ship")
    for of in GROWTH.when(s, eyes):
        yield from GROWTH.now(s, of)
    yield Offer("set_course")
    yield Offer("end_day")
    yield Offer("end_adventure")
