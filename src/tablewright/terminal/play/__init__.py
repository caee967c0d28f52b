"""Playing in the terminal: prompts, typed commands, forms, guides and the narrator."""

from .local_seats import (
    LocalSeats,
    draft_for_seat,
)
from .loop import (
    PlayLoop,
)

__all__ = ["LocalSeats", "PlayLoop", "draft_for_seat"]
