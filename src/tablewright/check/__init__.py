"""What every game must hold, tried on the game itself."""

from .check import check
from .finding import Finding

__all__ = ["Finding", "check"]
