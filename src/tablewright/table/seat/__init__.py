"""The one door to a person: what a seat sees, may do, is asked and is told, from the concealed state."""

from .draft import (
    MAX_LISTED,
    ActionSummary,
    Draft,
    DraftField,
    FieldChoice,
)
from .editable_values import (
    EditableValue,
)
from .guides import (
    GuideStepView,
    GuideView,
    next_guide,
)
from .labels import (
    join_or,
    label_of,
    match_label,
    match_label_or_none,
    names_in_state,
    panels_by_key,
)
from .prompts import (
    SeatPrompt,
    describe_waiting_for,
)
from .quick_actions import (
    QuickActions,
)
from .random_step import (
    NothingToRandomize,
)
from .seat_view import (
    MAX_SUGGESTIONS,
    SeatView,
)

__all__ = [
    "MAX_LISTED",
    "MAX_SUGGESTIONS",
    "ActionSummary",
    "Draft",
    "DraftField",
    "EditableValue",
    "FieldChoice",
    "GuideStepView",
    "GuideView",
    "NothingToRandomize",
    "QuickActions",
    "SeatPrompt",
    "SeatView",
    "describe_waiting_for",
    "join_or",
    "label_of",
    "match_label",
    "match_label_or_none",
    "names_in_state",
    "next_guide",
    "panels_by_key",
]
