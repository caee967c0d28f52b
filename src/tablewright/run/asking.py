"""For every effect that is answered: what it asks, what fits as an answer, what it tells, and how chance answers it.

The one place that knows. Readers differ in who they ask: people and dice that fall (live), every combination at once
(exact), or random numbers (bulk).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from math import comb, perm
from random import Random
from typing import Any, Generic, TypeVar

from tablewright.kernel.effects import Choose, Draw, Names, Roll, Throw, Write
from tablewright.kernel.errors import Faulty, Refused, TooLarge
from tablewright.kernel.field import written
from tablewright.kernel.reading import Reading

from .fold import rolls, ways
from .line import Line
from .question import Option, Question

E = TypeVar("E")

MOST_DICE = 100
MOST_SIDES = 1000


class Asking(Generic[E]):
    """How one kind of effect is asked, answered and told. Recorded answers are JSON."""

    def question(self, ask: E, at: str) -> Question:
        """What a person, or the dice, must answer."""
        raise NotImplementedError

    def alike(self, ask: E) -> str:
        """What is asked apart from how it is worded and what is offered: the same ask takes the same answer."""
        raise NotImplementedError

    def accept(self, ask: E, raw: Any) -> Any:
        """The value a recorded answer stands for. Refused, with what would be legal, if it does not fit."""
        raise NotImplementedError

    def line(self, ask: E, at: str, raw: Any) -> Line | None:
        """What the log says of an answer."""
        raise NotImplementedError

    def size(self, ask: E) -> int:
        """How many answers chance has, told before they are listed; none where people have to be asked."""
        return 0

    def spread(self, ask: E) -> tuple[int, Mapping[Any, int]]:
        """How many ways there are, and in how many of them each value comes up."""
        raise NotImplementedError

    def sample(self, ask: E, random: Random) -> Any:
        """An answer of chance, as it would be recorded."""
        raise NotImplementedError


def costs_of(ask: Choose[Any]) -> tuple[int, ...]:
    """What each option costs; faulty unless all say so, or none does."""
    costs = ask.costs or (0,) * len(ask.options)
    if len(costs) != len(ask.options):
        raise Faulty(
            f"Each option needs its cost: {ask.question!r} has {len(ask.options)} options and {len(costs)} costs. "
            "Give as many costs as options, 0 for what is free, or none at all."
        )
    return costs


class AskingChoice(Asking[Choose[Any]]):
    def options(self, ask: Choose[Any]) -> tuple[Option, ...]:
        keys = [written(option) for option in ask.options]
        if not keys or len(set(keys)) != len(keys):
            raise Faulty(f"Options must be there and differ: {ask.question!r} offers {keys}.")
        labels = [ask.label(option) for option in ask.options]
        return tuple(Option(k, label, c) for k, label, c in zip(keys, labels, costs_of(ask), strict=True))

    def question(self, ask: Choose[Any], at: str) -> Question:
        by, options = names(ask.by), self.options(ask)
        return Question(at, "choose", by, ask.question, ask.cites, options, secret=ask.secret)

    def alike(self, ask: Choose[Any]) -> str:
        return f"choose {ask.cites or ask.question} {' '.join(names(ask.by))}"

    def accept(self, ask: Choose[Any], raw: Any) -> Any:
        for option in ask.options:
            if written(option) == raw:
                return option
        offered = ", ".join(written(option) for option in ask.options)
        raise Refused(f"{ask.question} cannot be answered with {str(raw)[:60]!r}. Answer one of: {offered}.")

    def line(self, ask: Choose[Any], at: str, raw: Any) -> Line:
        text = f"{ask.question} {ask.label(self.accept(ask, raw))}"
        return Line(at, "choice", text, ask.cites, ask.audience, ", ".join(names(ask.by)))


class AskingText(Asking[Write]):
    def question(self, ask: Write, at: str) -> Question:
        return Question(at, "write", names(ask.by), ask.question, ask.cites, secret=ask.secret, most=ask.most)

    def alike(self, ask: Write) -> str:
        return f"write {ask.cites or ask.question} {' '.join(names(ask.by))}"

    def accept(self, ask: Write, raw: Any) -> str:
        text = raw.strip() if isinstance(raw, str) else ""
        if not 0 < len(text) <= ask.most:
            raise Refused(f"{ask.question} is answered with a text of 1 to {ask.most} characters.")
        return text

    def line(self, ask: Write, at: str, raw: Any) -> Line:
        text = f"{ask.question} {self.accept(ask, raw)}"
        return Line(at, "choice", text, ask.cites, ask.audience, ", ".join(names(ask.by)))

    def size(self, ask: Write) -> int:
        return 1

    def spread(self, ask: Write) -> tuple[int, Mapping[Any, int]]:
        """What a text says decides nothing, so one stands for all."""
        return 1, {ask.example: 1}

    def sample(self, ask: Write, random: Random) -> str:
        return ask.example


class AskingDice(Asking[Roll[Any] | Throw]):
    def checked(self, ask: Roll[Any] | Throw) -> None:
        """Refuse at once what no table throws."""
        if not (0 <= ask.n <= MOST_DICE and 1 <= ask.sides <= MOST_SIDES):
            raise TooLarge(
                f"{ask.n}d{ask.sides} is too much: "
                f"at most {MOST_DICE} dice of at most {MOST_SIDES} sides can be thrown at once."
            )

    def question(self, ask: Roll[Any] | Throw, at: str) -> Question:
        self.checked(ask)
        why, by = ask.why or "Roll", names(ask.by)
        return Question(at, "roll", by, why, dice=ask.n, sides=ask.sides, audience=ask.audience)

    def alike(self, ask: Roll[Any] | Throw) -> str:
        return f"roll {ask.n}d{ask.sides} {ask.by}"

    def accept(self, ask: Roll[Any] | Throw, raw: Any) -> Any:
        """Dice as they lie for a throw; sorted, or what the reading makes of them, for a roll."""
        self.checked(ask)
        faces = _numbers(raw, ask.n, ask.sides, "dice")
        if isinstance(ask, Throw):
            return faces
        return ask.read(faces, ask.sides) if ask.read is not None else tuple(sorted(faces))

    def line(self, ask: Roll[Any] | Throw, at: str, raw: Any) -> Line | None:
        if not ask.n:
            return None
        faces, why = tuple(raw), ask.why or f"{ask.n}d{ask.sides}"
        read = ask.read if isinstance(ask, Roll) else None
        counted = counts(read, faces, ask.sides)
        return Line(at, "roll", why, "", ask.audience, ask.by, faces, ask.sides, counted, ask.against, ask.reasons)

    def size(self, ask: Roll[Any] | Throw) -> int:
        self.checked(ask)
        if isinstance(ask, Throw):
            return 0  # nobody has looked yet
        return comb(ask.n + ask.sides - 1, ask.n) if ask.read is None else len(ways(ask.n, ask.sides, ask.read))

    def spread(self, ask: Roll[Any] | Throw) -> tuple[int, Mapping[Any, int]]:
        assert isinstance(ask, Roll)
        n, sides = ask.n, ask.sides
        return sides**n, rolls(n, sides) if ask.read is None else ways(n, sides, ask.read)

    def sample(self, ask: Roll[Any] | Throw, random: Random) -> tuple[int, ...]:
        self.checked(ask)
        below, sides = random.random, ask.sides
        return tuple([int(below() * sides) + 1 for _ in range(ask.n)])


class AskingCards(Asking[Draw[Any]]):
    def checked(self, ask: Draw[Any]) -> None:
        if not 0 <= ask.k <= len(ask.cards):
            raise Faulty(f"Cannot draw {ask.k} of {len(ask.cards)} cards.")

    def question(self, ask: Draw[Any], at: str) -> Question:
        self.checked(ask)
        why, by = ask.why or "Draw", names(ask.by)
        return Question(at, "draw", by, why, cards=ask.k, sides=len(ask.cards), audience=ask.audience)

    def alike(self, ask: Draw[Any]) -> str:
        return f"draw {ask.k} of {len(ask.cards)} {ask.by}"

    def accept(self, ask: Draw[Any], raw: Any) -> tuple[Any, ...]:
        places = _numbers(raw, ask.k, len(ask.cards), "cards")
        if len(set(places)) != len(places):
            raise Refused("The same card cannot be drawn twice at once.")
        return tuple(ask.cards[i - 1] for i in (places if ask.ordered else sorted(places)))

    def line(self, ask: Draw[Any], at: str, raw: Any) -> Line:
        return Line(at, "draw", ask.why or "Draw", "", ask.audience, ask.by)

    def size(self, ask: Draw[Any]) -> int:
        self.checked(ask)
        return (perm if ask.ordered else comb)(len(ask.cards), ask.k)

    def spread(self, ask: Draw[Any]) -> tuple[int, Mapping[Any, int]]:
        """Every hand a draw can give, like cards counted together."""
        hands = Counter(permutations(ask.cards, ask.k) if ask.ordered else combinations(ask.cards, ask.k))
        return sum(hands.values()), hands

    def sample(self, ask: Draw[Any], random: Random) -> list[int]:
        self.checked(ask)
        return random.sample(range(1, len(ask.cards) + 1), ask.k)


_dice = AskingDice()

ASKING: Mapping[type, Asking[Any]] = {
    Choose: AskingChoice(),
    Write: AskingText(),
    Roll: _dice,
    Throw: _dice,
    Draw: AskingCards(),
}


def asking(effect: Any) -> Asking[Any]:
    """How this effect is asked; faulty if a rule yielded what is none."""
    found = ASKING.get(type(effect))
    if found is None:
        raise Faulty(f"A rule yielded {effect!r}, which is no effect.")
    return found


def counts(read: Reading[Any] | None, faces: tuple[int, ...], sides: int) -> tuple[bool, ...]:
    """Which of these dice count, where their reading says."""
    return read.counted(faces, sides) if read is not None and read.counted is not None else ()


def names(by: Names) -> tuple[str, ...]:
    return (by,) if isinstance(by, str) else by


def _numbers(raw: Any, n: int, most: int, what: str) -> tuple[int, ...]:
    fits = isinstance(raw, list | tuple) and len(raw) == n
    if not fits or not all(type(v) is int and 1 <= v <= most for v in raw):
        raise Refused(f"{str(raw)[:60]} does not fit: {n} {what} are asked for, each a number from 1 to {most}.")
    return tuple(raw)
