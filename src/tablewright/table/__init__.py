"""A table in play: journal, fair dice, seats. Knows the readers and the kernel; no game by name."""

from .journal import BrokenJournal, from_line, to_lines
from .moment import Ended, Moment, Running
from .table import Table, verify

__all__ = ["BrokenJournal", "Ended", "Moment", "Running", "Table", "from_line", "to_lines", "verify"]
