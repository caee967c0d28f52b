"""What each seat sees, in view words: everything but the others' promises and what the kit keeps from it."""

from __future__ import annotations

from tablewright.kernel import Eyes
from tablewright.kernel.kit import Kit, conceal_kit, kit_panels, kit_secrets
from tablewright.kernel.view import Field, Offer, Panel, Track

from .state import STRENGTH, WATER_MOST, WAY, Boat, Sailor


def conceal(s: Boat, seat: Eyes) -> Boat:
    sailors = tuple(x if reads(x, s, seat) else x.but(promise="") for x in s.sailors)
    (sea,) = conceal_kit(at_sea(s), seat.sees).decks
    return s.but(sailors=sailors, sea=sea, kit=conceal_kit(s.kit, seat.sees))


def at_sea(s: Boat) -> Kit:
    """The sea as the kit would hold it, to be concealed and drawn like any deck."""
    return Kit(decks=(s.sea,))


def reads(sailor: Sailor, s: Boat, seat: Eyes) -> bool:
    """Whether a seat may know what this sailor has promised: it is theirs, or it has been told ashore."""
    return s.gone >= WAY or seat.sees((sailor.id,))


def secrets(s: Boat, seat: Eyes) -> tuple[str, ...]:
    hidden = tuple(x.promise for x in s.sailors if x.promise and not reads(x, s, seat))
    return (*hidden, *kit_secrets(s.kit, seat.sees))


def sheet(s: Boat, seat: Eyes) -> tuple[Panel, ...]:
    boat = Panel(
        "The boat",
        (Track("Gone", s.gone, WAY, cites="way.length"), Track("Water", s.water, WATER_MOST, cites="water.most")),
    )
    plays = seat.role == "sailor"
    sailors = tuple(Panel(x.name, words(x, seat), of=x.id) for x in s.sailors)
    sea = kit_panels(at_sea(s), seat.sees, plays=False)
    return (boat, *sailors, *sea, *kit_panels(s.kit, seat.sees, master=plays, plays=plays))


def words(sailor: Sailor, seat: Eyes) -> tuple[Track | Field, ...]:
    offer = Offer("row", {"who": sailor.id}) if seat.sees((sailor.id,)) else None
    strength = Track("Strength", sailor.strength, STRENGTH, offer=offer, cites="strength.start")
    promised = (Field("Promised", sailor.promise, cites="promise.word"),) if sailor.promise else ()
    return (strength, *promised)
