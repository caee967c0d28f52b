"""A table in play: journal, feed, fair dice, seats. Knows the readers and the kernel; no game by name."""

from .at import At, at
from .door import Proposal
from .feed import Item, Told
from .journal import BrokenJournal
from .moment import Ended, Moment, Running
from .table import Table

__all__ = ["At", "BrokenJournal", "Ended", "Item", "Moment", "Proposal", "Running", "Table", "Told", "at"]
