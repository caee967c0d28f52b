"""Checks of a game in play: random play, rehearsals, odds against simulation, seat views, guides, transcripts."""

from .declarations import (
    check_declarations,
    set_up,
)
from .golden import (
    check_golden,
    describe_unused,
)
from .guides import (
    check_guides,
)
from .invariants import (
    PlayAudit,
)
from .odds_agree import (
    check_odds,
)
from .odds_timing import (
    OddsTimer,
)
from .random_player import (
    RandomPlayer,
)
from .rehearsal import (
    Rehearsal,
)
from .scenarios import (
    PLAYS,
    check_scenarios,
)
from .seat_views import (
    check_seat_views,
)

__all__ = [
    "PLAYS",
    "OddsTimer",
    "PlayAudit",
    "RandomPlayer",
    "Rehearsal",
    "check_declarations",
    "check_golden",
    "check_guides",
    "check_odds",
    "check_scenarios",
    "check_seat_views",
    "describe_unused",
    "set_up",
]
