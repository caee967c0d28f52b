"""A client of a Tablewright server: come in by a link, sit down, play. `docs/client.md` has a whole script.

async with Visit(address) as visit:
    way = await visit.look(token)
    place = await visit.join(token, "Ann", way.seats[0].id)
    async with visit.sit(place.table) as seat:
        offer = seat.look["foremost"][0]
        draft = await seat.draft(offer["action"], offer["params"])
        print(offer["title"], draft["why_not"] or draft["missing"] or await seat.act(offer["action"], draft["values"]))
"""

from tablewright.rules import Refused

from .client import Client, ServerRefused
from .seat_connection import SeatConnection

__all__ = ["Client", "Refused", "SeatConnection", "ServerRefused"]
