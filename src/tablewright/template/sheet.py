"""The sheet of each seat, in widgets."""

from __future__ import annotations

from tablewright.rules import Viewer
from tablewright.rules.kit import conceal_kit, kit_panels, kit_secrets
from tablewright.rules.widgets import Offer, Panel, TrackWidget

from .state import LIGHT_MOST, NERVE, ROAD, Walk, Walker


def conceal(s: Walk, seat: Viewer) -> Walk:
    return s.but(kit=conceal_kit(s.kit, seat.sees))


def secrets(s: Walk, seat: Viewer) -> tuple[str, ...]:
    return kit_secrets(s.kit, seat.sees)


def sheet(s: Walk, seat: Viewer) -> tuple[Panel, ...]:
    road = Panel(
        "The road",
        (
            TrackWidget("Gone", min(s.gone, ROAD), ROAD, cites="road.length"),
            TrackWidget("Light", s.light, LIGHT_MOST, cites="light.most"),
        ),
    )
    walkers = tuple(walker_panel(walker, seat) for walker in s.walkers)
    return (road, *walkers, *kit_panels(s.kit, seat.sees, master=seat.master, plays=seat.role == "walker"))


def walker_panel(walker: Walker, seat: Viewer) -> Panel:
    """A walker, with a step to take for their player. The guide plays walkers without a player."""
    offer = Offer("take_step", {"who": walker.id}) if seat.master or walker.id in seat.plays else None
    nerve = TrackWidget("Nerve", walker.nerve, NERVE, offer=offer, cites="nerve.start")
    return Panel(walker.name, (nerve,), of=walker.id)
