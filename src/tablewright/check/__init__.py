"""The conformance suite: checks that every game must pass, run on the game itself.

Each finding names the action, the author's file and line, and the remedy. At most five of a kind are printed.
"""

from .finding import Finding
from .suite import check_game

__all__ = ["Finding", "check_game"]
