"""Runs a rule as far as the recorded answers go, and resumes the rest. Throws no dice."""

from .interpreter import (
    Answers,
    RuleProgress,
    pending_effect,
    run_rule,
)
from .resume import (
    remaining_rule,
)

__all__ = ["Answers", "RuleProgress", "pending_effect", "remaining_rule", "run_rule"]
