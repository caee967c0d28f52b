"""The contract: effects, rules, actions, ledgers, view words, the shared kit. Pure: no I/O, clock or randomness."""

from .action import Action, action
from .decided import decided
from .effects import (
    EVERYONE,
    NOBODY,
    Ask,
    Call,
    Choose,
    Dice,
    Draw,
    Look,
    Outcome,
    Roll,
    Rule,
    Tell,
    Throw,
    Thrown,
    Together,
    Write,
    become,
    roll,
    tell,
)
from .errors import Faulty, Refused, TooLarge, Unknown
from .field import Field
from .form import Form
from .game import Game
from .ledger import Ledger
from .limit import Limit
from .measure import Measure
from .param import AsThrown, Me, Param
from .path import Path, Step
from .pick import Pick
from .policy import Policy
from .reading import Reading
from .role import Role
from .rule import cite, cites, rule
from .ruling import Ruling, Rulings
from .scenario import OnAverage, Scenario
from .seat import Eyes, Seat
from .state import State, find, fresh_id, swap

__all__ = [
    "EVERYONE",
    "NOBODY",
    "Action",
    "AsThrown",
    "Ask",
    "Call",
    "Choose",
    "Dice",
    "Draw",
    "Eyes",
    "Faulty",
    "Field",
    "Form",
    "Game",
    "Ledger",
    "Limit",
    "Look",
    "Me",
    "Measure",
    "OnAverage",
    "Outcome",
    "Param",
    "Path",
    "Pick",
    "Policy",
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
    "Step",
    "Tell",
    "Throw",
    "Thrown",
    "Together",
    "TooLarge",
    "Unknown",
    "Write",
    "action",
    "become",
    "cite",
    "cites",
    "decided",
    "find",
    "fresh_id",
    "roll",
    "rule",
    "swap",
    "tell",
]
