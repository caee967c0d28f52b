"""Runs a rule or scenario: live, exactly, at random, or as a Markov chain. Knows `rules` and nothing above it.

Its own modules declare each effect for all of these: its prompt, the answers that fit, its log line, its chances. No
table, no game by name, no screen.
"""

from .effect_handlers import (
    HANDLERS,
    as_names,
    handler_for,
)
from .log_line import (
    LogLine,
)
from .prompt import (
    ANSWERED_BY_PEOPLE,
    Prompt,
    PromptKind,
    PromptOption,
)

__all__ = [
    "ANSWERED_BY_PEOPLE",
    "HANDLERS",
    "LogLine",
    "Prompt",
    "PromptKind",
    "PromptOption",
    "as_names",
    "handler_for",
]
