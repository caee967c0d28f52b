"""What every game must hold, tried on the game itself."""

from .check import Finding, check

__all__ = ["Finding", "check"]
