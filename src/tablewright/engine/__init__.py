"""Plays, counts and samples one rule or scenario; knows `rules` and nothing above it.

Its own modules declare what every reader needs of an effect: its prompt, the answers that fit, its log line, its
chances. Subfolders read rules live, exactly, at random or as Markov chains. No table, no game by name, no screen.
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
