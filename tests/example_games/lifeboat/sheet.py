"""The sheet of each seat, in widgets: everything but the others' promises and the kit's secrets."""

from __future__ import annotations

from tablewright.rules import Viewer
from tablewright.rules.kit import Kit, conceal_kit, kit_panels, kit_secrets
from tablewright.rules.widgets import FieldWidget, Offer, Panel, TrackWidget

from .state import STRENGTH, WATER_MOST, WAY, Boat, Sailor


def conceal(s: Boat, seat: Viewer) -> Boat:
    sailors = tuple(x if reads(x, s, seat) else x.but(promise="") for x in s.sailors)
    (sea,) = conceal_kit(at_sea(s), seat.sees).decks
    return s.but(sailors=sailors, sea=sea, kit=conceal_kit(s.kit, seat.sees))


def at_sea(s: Boat) -> Kit:
    """The sea as a deck of the kit, to be concealed and drawn like any other."""
    return Kit(decks=(s.sea,))


def reads(sailor: Sailor, s: Boat, seat: Viewer) -> bool:
    """True if a seat may know this sailor's promise: it is theirs, or they are ashore."""
    return s.gone >= WAY or seat.sees((sailor.id,))


def secrets(s: Boat, seat: Viewer) -> tuple[str, ...]:
    hidden = tuple(x.promise for x in s.sailors if x.promise and not reads(x, s, seat))
    return (*hidden, *kit_secrets(s.kit, seat.sees))


def sheet(s: Boat, seat: Viewer) -> tuple[Panel, ...]:
    boat = Panel(
        "The boat",
        (
            TrackWidget("Gone", s.gone, WAY, cites="way.length"),
            TrackWidget("Water", s.water, WATER_MOST, cites="water.most"),
        ),
    )
    plays = seat.role == "sailor"
    sailors = tuple(Panel(x.name, words(x, seat), of=x.id) for x in s.sailors)
    sea = kit_panels(at_sea(s), seat.sees, plays=False)
    return (boat, *sailors, *sea, *kit_panels(s.kit, seat.sees, master=plays, plays=plays))


def words(sailor: Sailor, seat: Viewer) -> tuple[TrackWidget | FieldWidget, ...]:
    offer = Offer("row", {"who": sailor.id}) if seat.sees((sailor.id,)) else None
    strength = TrackWidget("Strength", sailor.strength, STRENGTH, offer=offer, cites="strength.start")
    promised = (FieldWidget("Promised", sailor.promise, cites="promise.word"),) if sailor.promise else ()
    return (strength, *promised)
