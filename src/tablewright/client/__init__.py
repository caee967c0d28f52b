"""A client of a Tablewright server: come in by an invitation, sit down, play. `docs/client.md` has a whole script.

async with Client(address) as client:
    invitation = await client.invitation(token)
    seated = await client.join(token, "Ann", invitation.seats[0].id)
    async with client.connect(seated.table) as seat:
        offer = seat.view.suggestions[0]
        draft = await seat.draft(offer.action, offer.params)
        print(offer.title, draft.why_not or draft.missing or await seat.act(offer.action, draft.values))
"""

from tablewright.rules import Refused
from tablewright.rules.widgets import Offer
from tablewright.server.protocol import Draft, commands, queries

from .client import Client, ServerRefused
from .seat_connection import SeatConnection
from .view import View

__all__ = [
    "Client",
    "Draft",
    "Offer",
    "Refused",
    "SeatConnection",
    "ServerRefused",
    "View",
    "commands",
    "queries",
]
