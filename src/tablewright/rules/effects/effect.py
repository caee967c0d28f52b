"""Everything a rule may yield. A rule asks for what it needs and is sent the answer; it never finds out how.

Each effect is also iterable, so that a rule reads `dice = yield from Roll(3)` and mypy knows what dice are.
The bare form `dice = yield Roll(3)` means the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from tablewright.rules.errors import GameError
from tablewright.rules.measure import Tone
from tablewright.rules.text import option_text

from .dice_reading import Reading

A = TypeVar("A")
T = TypeVar("T")

Rule: TypeAlias = Generator[Any, Any, T]
Dice: TypeAlias = tuple[int, ...]
Addressees: TypeAlias = str | tuple[str, ...]

EVERYONE: tuple[str, ...] = ()
NOBODY: tuple[str, ...] = ("no one",)
"""An audience without anybody in it: no seat, role or character is called so."""


class AnsweredEffect(msgspec.Struct, Generic[A], frozen=True, gc=False):
    """An effect that is answered."""

    def __iter__(self) -> Generator[AnsweredEffect[A], A, A]:
        return (yield self)


class Roll(AnsweredEffect[A], Generic[A], frozen=True, gc=False):
    """Throw n dice. Answered with them, sorted, or with what the reading makes of them.

    `by` is who throws (a character, a seat, a role), `why` is shown beside the dice, `audience` sees them (all, if
    empty). `against` says what they must reach ("12 or more"), `reasons` why there are so many ("2 NAV", "-1 dark").
    """

    n: int
    sides: int = 6
    read: Reading[A] | None = None
    by: str = ""
    why: str = ""
    audience: tuple[str, ...] = EVERYONE
    against: str = ""
    reasons: tuple[str, ...] = ()


def roll(
    n: int,
    sides: int = 6,
    *,
    by: str = "",
    why: str = "",
    audience: tuple[str, ...] = EVERYONE,
    against: str = "",
    reasons: tuple[str, ...] = (),
) -> Roll[Dice]:
    """Dice as they lie, sorted."""
    return Roll(n, sides, None, by, why, audience, against, reasons)


class ThrowDice(AnsweredEffect["ThrownDice"], frozen=True, gc=False):
    """Throw n dice without reading them yet: `Look` at them once or several times, each time for what is needed.

    A contest reads both sides' successes first and only then what is left of the winner's: nobody ever needs to
    know all of both, and the exact reader does not have to count it.
    """

    n: int
    sides: int = 6
    by: str = ""
    why: str = ""
    audience: tuple[str, ...] = EVERYONE
    against: str = ""
    reasons: tuple[str, ...] = ()


class ThrownDice(msgspec.Struct, frozen=True, gc=False):
    """Dice that lie on the table: a handle for `Look`, worth nothing outside the rule that threw them."""

    place: Any
    n: int
    sides: int


class ReadDice(AnsweredEffect[A], Generic[A], frozen=True, gc=False):
    """Read thrown dice. Later looks at the same dice know what earlier ones told."""

    thrown: ThrownDice
    read: Reading[A]


class Choose(AnsweredEffect[A], Generic[A], frozen=True, gc=False):
    """One of a few options. The first is what happens when nobody wants anything: decline, keep, spend nothing.

    `costs` says what each option spends (same order; nothing, if left out): "spending nothing" and "fewest
    resources" mean these. `about` is whatever a policy needs to decide. `secret` answers stay hidden while others
    asked together still think; `audience` reads the answer in the log (all, if empty). Where the story alone hangs on
    it, or too much to weigh, it does not `matter`: odds take the first option and say so.
    """

    by: Addressees
    question: str
    options: tuple[A, ...]
    costs: tuple[int, ...] = ()
    label: Callable[[A], str] = option_text
    cites: str = ""
    about: Any = None
    secret: bool = False
    matters: bool = True
    audience: tuple[str, ...] = EVERYONE


class WriteText(AnsweredEffect[str], frozen=True, gc=False):
    """A text somebody words: a bargain, a name, a price. What it says decides nothing by itself.

    Odds and plays without people are told the `example`.
    """

    by: Addressees
    question: str
    most: int = 200
    example: str = "…"
    cites: str = ""
    secret: bool = False
    audience: tuple[str, ...] = EVERYONE


class DrawCards(AnsweredEffect[tuple[A, ...]], Generic[A], frozen=True, gc=False):
    """k cards from these, each equally likely, none twice; in the order drawn if `ordered`, else in the deck's."""

    cards: tuple[A, ...]
    k: int = 1
    ordered: bool = False
    by: str = ""
    why: str = ""
    audience: tuple[str, ...] = EVERYONE


class Gather(AnsweredEffect[tuple[Any, ...]], frozen=True, gc=False):
    """Several asks at once (effects or calls of rules), answered by people in any order; answers in the order asked.

    Where one answer may settle it (an objection ends a vote), `settles` says which: whoever has not answered by then is
    no longer asked, and None stands for what they would have said.
    """

    asks: tuple[Any, ...]
    settles: Callable[[Any], bool] | None = None


class Call(AnsweredEffect[T], Generic[T], frozen=True, cache_hash=True, gc=False):
    """Another rule, to be played through. What it returns depends on its arguments alone: readers may remember it."""

    fn: Callable[..., Rule[T]]
    args: tuple[Any, ...]

    def begin(self) -> Rule[T]:
        """A fresh run of the rule, whatever it becomes included."""
        ended = yield from self.fn(*self.args)
        return (yield ended) if type(ended) is Call else ended


def tail_call(call: Call[T]) -> T:
    """`return tail_call(other(...))`: the rest of this rule is that rule, whose result is its own.

    It means the same as `return (yield from other(...))`; readers need not be told each result just to hand it on.
    Only a `@rule` may end so.
    """
    return call  # type: ignore[return-value]  # every reader plays on: what comes out in the end is a T


class Tell(msgspec.Struct, frozen=True, gc=False):
    """One line of the log: the rule that justifies it, words with {facts} in them, who may read it (all, if empty)."""

    cites: str
    words: str
    facts: dict[str, Any]
    audience: tuple[str, ...] = EVERYONE

    def __iter__(self) -> Generator[Tell, None, None]:
        yield self

    def __str__(self) -> str:
        try:
            return self.words.format(**self.facts)
        except (LookupError, ValueError) as error:
            raise GameError(
                f"{self.words!r} cannot be told: {error!r}. Give every {{fact}} of it by its name."
            ) from None


def tell(cites: str, words: str, /, *, audience: tuple[str, ...] = EVERYONE, **facts: Any) -> Tell:
    """`yield tell("ship.damage.module", "Module {n} is destroyed.", n=3)`"""
    return Tell(cites, words, facts, audience)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The headline of the action: what its odds are about. Yield it in the action itself, at most once.

    Outcomes are compared by rank; a number (an `IntEnum` too) is its own rank. `group` is what a player would call it
    before the roll ("succeeds", "succeeds at a price"): the odds are of groups, at most six of them; `tone` is how that
    sounds. A plain number without a group is a quantity: its odds are a mean and "at least so many" of its `unit`.
    """

    value: Any
    rank: float | None = None
    cites: str = ""
    audience: tuple[str, ...] = EVERYONE
    group: str = ""
    tone: Tone = ""
    unit: str = ""

    def __iter__(self) -> Generator[Outcome, None, None]:
        yield self

    def worth(self) -> float:
        """What it is worth against other outcomes: its rank, or the number it is."""
        if self.rank is not None:
            return self.rank
        if isinstance(self.value, int | float):
            return self.value
        raise GameError(f"The outcome {self.value!r} needs a rank: it is not a number.")
