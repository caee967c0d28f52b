"""Exact odds: builds the tree of all results of a rule, counts outcomes, and advises at a prompt. Samples nothing."""

from .action_odds import (
    Odds,
    OddsBySpending,
    action_odds_of,
    odds_by_spending,
    opposing_choices_of,
    outcome_of,
    own_choices_of,
)
from .advice import (
    PromptAdvice,
    advise_after,
)
from .counter import (
    NO_OUTCOME,
    ExactCounter,
)
from .outcome_changes import (
    ActionResult,
    Measures,
    with_measure_changes,
)
from .tree_builder import (
    MAX_BRANCHES,
    RuleFactory,
    TreeBuilder,
)
from .tree_growth import (
    SharedTrees,
)

__all__ = [
    "MAX_BRANCHES",
    "NO_OUTCOME",
    "ActionResult",
    "ExactCounter",
    "Measures",
    "Odds",
    "OddsBySpending",
    "PromptAdvice",
    "RuleFactory",
    "SharedTrees",
    "TreeBuilder",
    "action_odds_of",
    "advise_after",
    "odds_by_spending",
    "opposing_choices_of",
    "outcome_of",
    "own_choices_of",
    "with_measure_changes",
]
