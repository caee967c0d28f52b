"""What a game is written in: effects, actions, forms, widgets, ledgers and the shared kit. The door for games.

Pure: no I/O, clock, randomness or HTML, and nothing from any other folder.
"""

from .actions import Action, action
from .effects.decorators import cite, cites, rule
from .effects.dice_reading import Reading
from .effects.effect import (
    EVERYONE,
    NOBODY,
    AnsweredEffect,
    Call,
    Choose,
    Dice,
    DrawCards,
    Gather,
    Outcome,
    ReadDice,
    Roll,
    Rule,
    Tell,
    ThrowDice,
    ThrownDice,
    WriteText,
    roll,
    tail_call,
    tell,
)
from .effects.policy import Policy
from .effects.policy_driven import with_policy
from .errors import (
    GameError,
    NonTerminating,
    Refused,
    TooLarge,
    UnknownName,
    source_location,
)
from .forms.field import FormField
from .forms.form import Form
from .forms.option import FieldOption
from .forms.param import ActingSeat, Param, StateAtRoll
from .forms.ruling import Ruling, Rulings
from .game import (
    Game,
    S,
)
from .guide import (
    Guide,
    GuideStep,
    StepStatus,
)
from .invariant import Invariant
from .ledger import (
    Ledger,
    LedgerRule,
    LedgerTable,
    RuleKind,
)
from .ledger_summary import (
    LedgerSummary,
)
from .measure import (
    Measure,
    Tone,
)
from .scenario import ExpectedValue, Scenario
from .seat import (
    SPECTATOR,
    Role,
    Seat,
    Viewer,
)
from .state.state import State, find_by_id, replace_by_id, unique_id
from .text import (
    option_text,
    to_json_value,
    to_key,
)
from .theme import (
    EmblemPath,
    Theme,
)

__all__ = [
    "EVERYONE",
    "NOBODY",
    "SPECTATOR",
    "ActingSeat",
    "Action",
    "AnsweredEffect",
    "Call",
    "Choose",
    "Dice",
    "DrawCards",
    "EmblemPath",
    "ExpectedValue",
    "FieldOption",
    "Form",
    "FormField",
    "Game",
    "GameError",
    "Gather",
    "Guide",
    "GuideStep",
    "Invariant",
    "Ledger",
    "LedgerRule",
    "LedgerSummary",
    "LedgerTable",
    "Measure",
    "NonTerminating",
    "Outcome",
    "Param",
    "Policy",
    "ReadDice",
    "Reading",
    "Refused",
    "Role",
    "Roll",
    "Rule",
    "RuleKind",
    "Ruling",
    "Rulings",
    "S",
    "Scenario",
    "Seat",
    "State",
    "StateAtRoll",
    "StepStatus",
    "Tell",
    "Theme",
    "ThrowDice",
    "ThrownDice",
    "Tone",
    "TooLarge",
    "UnknownName",
    "Viewer",
    "WriteText",
    "action",
    "cite",
    "cites",
    "find_by_id",
    "option_text",
    "replace_by_id",
    "roll",
    "rule",
    "source_location",
    "tail_call",
    "tell",
    "to_json_value",
    "to_key",
    "unique_id",
    "with_policy",
]
