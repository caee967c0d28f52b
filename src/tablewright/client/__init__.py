"""A client of a Tablewright server: come in by a link, sit down, play.

async with Visit("http://127.0.0.1:8765/") as visit:
    place = await visit.join(token, "Ann")
    async with visit.sit(place.table) as seat:
        await seat.act("crew_roll", {"attribute": "nav"})
"""

from .sitting import Sitting
from .visit import Said, Visit

__all__ = ["Said", "Sitting", "Visit"]
