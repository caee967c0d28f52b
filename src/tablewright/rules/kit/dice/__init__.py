"""Dice expressions such as 4d6kh3: their notation, their size and how they are rolled."""

from .expression import (
    DEFAULT_EXPLOSIONS,
    roll_expression,
)
from .notation import (
    format_dice,
    parse_dice,
)

__all__ = ["DEFAULT_EXPLOSIONS", "format_dice", "parse_dice", "roll_expression"]
