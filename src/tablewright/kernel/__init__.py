"""The contract: effects, rules, actions, ledgers, view words, the shared kit. Pure: no I/O, clock or randomness."""

from .dist import Dist
from .effects import (
    EVERYONE,
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
    become,
    roll,
    tell,
)
from .errors import Faulty, Refused, TooLarge, Unknown
from .game import Game, Limit, Policy, Role, Ruling, Rulings, Scenario, Seat
from .ledger import Ledger
from .params import Me, Param
from .reading import Reading
from .rule import Action, action, cite, cites, decided, rule
from .state import State, find, fresh_id, swap

__all__ = [
    "EVERYONE",
    "Action",
    "Ask",
    "Call",
    "Choose",
    "Dice",
    "Dist",
    "Draw",
    "Faulty",
    "Game",
    "Ledger",
    "Limit",
    "Look",
    "Me",
    "Outcome",
    "Param",
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
    "Tell",
    "Throw",
    "Thrown",
    "Together",
    "TooLarge",
    "Unknown",
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
