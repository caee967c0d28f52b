"""Best play of a whole scenario between a lower and an upper bound, and rules of thumb that come close to it.

Built on `engine`. SciPy is loaded only when a scenario is solved (`lazy_scipy`).
"""

from .budget import (
    Budget,
)
from .decision_rules import (
    USUAL,
    DecisionRule,
    ObservedDecision,
    fit_rules,
    matching_rule,
    rule_usage,
)
from .decisions import (
    DecisionPoint,
    Decisions,
)
from .key_decisions import (
    DecisionHabit,
    DecisionOption,
    KeyDecision,
    RuleLine,
    by_question,
    canonical_answer,
    canonical_option,
    describe_decision,
    most_important,
    strip_brackets,
    summarize_question,
)
from .lazy_scipy import (
    load_chain,
    load_sparse,
)
from .level_arrays import (
    SimultaneousChoice,
)
from .policy_iteration import (
    CLOSE,
    PolicyIteration,
)

__all__ = [
    "CLOSE",
    "USUAL",
    "Budget",
    "DecisionHabit",
    "DecisionOption",
    "DecisionPoint",
    "DecisionRule",
    "Decisions",
    "KeyDecision",
    "ObservedDecision",
    "PolicyIteration",
    "RuleLine",
    "SimultaneousChoice",
    "by_question",
    "canonical_answer",
    "canonical_option",
    "describe_decision",
    "fit_rules",
    "load_chain",
    "load_sparse",
    "matching_rule",
    "most_important",
    "rule_usage",
    "strip_brackets",
    "summarize_question",
]
