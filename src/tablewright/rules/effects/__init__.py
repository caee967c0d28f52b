"""Effects a rule yields (Roll, Choose, Tell…), readings of dice, `@rule` and policies. Knows no state or form."""

from . import effect
from .combine import (
    combine_two,
    repeat_rule,
)
from .decorators import (
    find_unhashable,
    non_terminating_error,
    rule,
    unhashable_argument_error,
    unwrapped_rule,
)
from .dice_reading import (
    Reading,
)
from .effect import (
    EVERYONE,
    NOBODY,
    Addressees,
    Call,
    Choose,
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
    tell,
)
from .policy import (
    Policy,
    apply_policy,
    first_free_option,
)
from .policy_driven import (
    with_policy,
)

__all__ = [
    "EVERYONE",
    "NOBODY",
    "Addressees",
    "Call",
    "Choose",
    "DrawCards",
    "Gather",
    "Outcome",
    "Policy",
    "ReadDice",
    "Reading",
    "Roll",
    "Rule",
    "Tell",
    "ThrowDice",
    "ThrownDice",
    "WriteText",
    "apply_policy",
    "combine_two",
    "effect",
    "find_unhashable",
    "first_free_option",
    "non_terminating_error",
    "repeat_rule",
    "roll",
    "rule",
    "tell",
    "unhashable_argument_error",
    "unwrapped_rule",
    "with_policy",
]
