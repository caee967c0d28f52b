"""Choices on a tree: sides, strategies, zero-sum games, and folds for optimal, budgeted and one-step play. Builds no
trees.
"""

from .budgeted import (
    BudgetedFold,
)
from .one_step import (
    OneStepFold,
)
from .optimal import (
    OptimalFold,
    OptimalPlay,
    Value,
)
from .sides import (
    IsOwnChoice,
    Met,
    PlayMode,
    choices_of,
    may_have_choice,
    opposing_roots,
    play_mode,
)

__all__ = [
    "BudgetedFold",
    "IsOwnChoice",
    "Met",
    "OneStepFold",
    "OptimalFold",
    "OptimalPlay",
    "PlayMode",
    "Value",
    "choices_of",
    "may_have_choice",
    "opposing_roots",
    "play_mode",
]
