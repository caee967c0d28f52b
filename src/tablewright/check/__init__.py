"""What every game must hold, tried on the game itself."""

from .finding import Finding
from .suite import check_game

__all__ = ["Finding", "check_game"]
