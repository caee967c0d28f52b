"""The conformance suite: what every game must hold, tried on the game itself.

Every finding says what was done, the author's file and line, and the remedy. At most five of a kind are printed.
"""

from .finding import Finding
from .suite import check_game

__all__ = ["Finding", "check_game"]
