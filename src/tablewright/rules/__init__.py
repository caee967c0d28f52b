"""The contract: effects, rules, actions, ledgers, view words, the shared kit. Pure: no I/O, clock or randomness."""

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
from .errors import GameError, Refused, TooLarge, UnknownName
from .forms.field import FormField
from .forms.form import Form
from .forms.option import FieldOption
from .forms.param import ActingSeat, Param, StateAtRoll
from .forms.ruling import Ruling, Rulings
from .game import Game
from .guide import Guide, GuideStep
from .invariant import Invariant
from .ledger import Ledger
from .measure import Measure
from .role import Role
from .scenario import ExpectedValue, Scenario
from .seat import Seat, Viewer
from .state.state import State, find_by_id, replace_by_id, unique_id

__all__ = [
    "EVERYONE",
    "NOBODY",
    "ActingSeat",
    "Action",
    "AnsweredEffect",
    "Call",
    "Choose",
    "Dice",
    "DrawCards",
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
    "Measure",
    "Outcome",
    "Param",
    "Policy",
    "ReadDice",
    "Reading",
    "Refused",
    "Role",
    "Roll",
    "Rule",
    "Ruling",
    "Rulings",
    "Scenario",
    "Seat",
    "State",
    "StateAtRoll",
    "Tell",
    "ThrowDice",
    "ThrownDice",
    "TooLarge",
    "UnknownName",
    "Viewer",
    "WriteText",
    "action",
    "cite",
    "cites",
    "find_by_id",
    "replace_by_id",
    "roll",
    "rule",
    "tail_call",
    "tell",
    "unique_id",
    "with_policy",
]
