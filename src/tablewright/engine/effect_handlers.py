"""Handlers of effects, one a kind: prompt, valid answers, log line, and distribution.

All readers of rules use them. They differ in who answers: people and real dice (live), all combinations at once
(exact), or random numbers (sampling).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from math import comb, perm
from random import Random
from typing import Any, Generic, TypeVar

from tablewright.rules import GameError, Refused, TooLarge, to_key
from tablewright.rules.effects import Addressees, Choose, DrawCards, Reading, Roll, ThrowDice, WriteText

from .dice_fold import count_rolls, sorted_rolls
from .log_line import LogLine
from .prompt import Prompt, PromptOption

E = TypeVar("E")

MAX_DICE = 100
MAX_SIDES = 1000


class EffectHandler(Generic[E]):
    """Prompts for one kind of effect, decodes its answers and logs them. Recorded answers are JSON."""

    def prompt(self, ask: E, at: str) -> Prompt:
        """The prompt for people, or for dice to throw."""
        raise NotImplementedError

    def signature(self, ask: E) -> str:
        """A key for the question without its wording and options: recorded answers stay valid while it is equal."""
        raise NotImplementedError

    def decode_answer(self, ask: E, raw: Any) -> Any:
        """Decode a recorded answer. Raises `Refused`, with the legal answers, if it does not fit."""
        raise NotImplementedError

    def log_line(self, ask: E, at: str, raw: Any) -> LogLine | None:
        """The log line for an answer."""
        raise NotImplementedError

    def outcome_count(self, ask: E) -> int:
        """Number of answers chance can give, known before they are listed; 0 where people must answer."""
        return 0

    def distribution(self, ask: E) -> tuple[int, Mapping[Any, int]]:
        """The total number of ways, and the number for each value."""
        raise NotImplementedError

    def sample(self, ask: E, random: Random) -> Any:
        """A random answer, in the form that is recorded."""
        raise NotImplementedError


def option_costs(ask: Choose[Any]) -> tuple[int, ...]:
    """The cost of each option. Raises `GameError` unless all options have one or none has."""
    costs = ask.costs or (0,) * len(ask.options)
    if len(costs) != len(ask.options):
        raise GameError(
            f"Each option needs its cost: {ask.question!r} has {len(ask.options)} options and {len(costs)} costs. "
            "Give as many costs as options, 0 for what is free, or none at all."
        )
    return costs


class ChoiceHandler(EffectHandler[Choose[Any]]):
    def options(self, ask: Choose[Any]) -> tuple[PromptOption, ...]:
        keys = [to_key(option) for option in ask.options]
        if not keys or len(set(keys)) != len(keys):
            raise GameError(f"Options must be there and differ: {ask.question!r} offers {keys}.")
        labels = [ask.label(option) for option in ask.options]
        return tuple(PromptOption(k, label, c) for k, label, c in zip(keys, labels, option_costs(ask), strict=True))

    def prompt(self, ask: Choose[Any], at: str) -> Prompt:
        by, options = as_names(ask.by), self.options(ask)
        return Prompt(at, "choose", by, ask.question, ask.cites, options, secret=ask.secret)

    def signature(self, ask: Choose[Any]) -> str:
        return f"choose {ask.cites or ask.question} {' '.join(as_names(ask.by))}"

    def decode_answer(self, ask: Choose[Any], raw: Any) -> Any:
        for option in ask.options:
            if to_key(option) == raw:
                return option
        offered = ", ".join(to_key(option) for option in ask.options)
        raise Refused(f"{ask.question} cannot be answered with {str(raw)[:60]!r}. Answer one of: {offered}.")

    def log_line(self, ask: Choose[Any], at: str, raw: Any) -> LogLine:
        text = f"{ask.question} {ask.label(self.decode_answer(ask, raw))}"
        return LogLine(at, "choice", text, ask.cites, ask.audience, ", ".join(as_names(ask.by)))


class TextHandler(EffectHandler[WriteText]):
    def prompt(self, ask: WriteText, at: str) -> Prompt:
        return Prompt(at, "write", as_names(ask.by), ask.question, ask.cites, secret=ask.secret, most=ask.most)

    def signature(self, ask: WriteText) -> str:
        return f"write {ask.cites or ask.question} {' '.join(as_names(ask.by))}"

    def decode_answer(self, ask: WriteText, raw: Any) -> str:
        text = raw.strip() if isinstance(raw, str) else ""
        if not 0 < len(text) <= ask.most:
            raise Refused(f"{ask.question} is answered with a text of 1 to {ask.most} characters.")
        return text

    def log_line(self, ask: WriteText, at: str, raw: Any) -> LogLine:
        text = f"{ask.question} {self.decode_answer(ask, raw)}"
        return LogLine(at, "choice", text, ask.cites, ask.audience, ", ".join(as_names(ask.by)))

    def outcome_count(self, ask: WriteText) -> int:
        return 1

    def distribution(self, ask: WriteText) -> tuple[int, Mapping[Any, int]]:
        """A single example text: what a text says decides nothing."""
        return 1, {ask.example: 1}

    def sample(self, ask: WriteText, random: Random) -> str:
        return ask.example


class DiceHandler(EffectHandler[Roll[Any] | ThrowDice]):
    def checked(self, ask: Roll[Any] | ThrowDice) -> None:
        """Raise `TooLarge` for more dice or sides than a table throws."""
        if not (0 <= ask.n <= MAX_DICE and 1 <= ask.sides <= MAX_SIDES):
            raise TooLarge(
                f"{ask.n}d{ask.sides} is too much: "
                f"at most {MAX_DICE} dice of at most {MAX_SIDES} sides can be thrown at once."
            )

    def prompt(self, ask: Roll[Any] | ThrowDice, at: str) -> Prompt:
        self.checked(ask)
        why, by = ask.why or "Roll", as_names(ask.by)
        return Prompt(at, "roll", by, why, dice=ask.n, sides=ask.sides, audience=ask.audience)

    def signature(self, ask: Roll[Any] | ThrowDice) -> str:
        return f"roll {ask.n}d{ask.sides} {ask.by}"

    def decode_answer(self, ask: Roll[Any] | ThrowDice, raw: Any) -> Any:
        """For a throw, the dice as they fell. For a roll, the result of its reading, or else the sorted dice."""
        self.checked(ask)
        faces = _numbers(raw, ask.n, ask.sides, "dice")
        if isinstance(ask, ThrowDice):
            return faces
        return ask.read(faces, ask.sides) if ask.read is not None else tuple(sorted(faces))

    def log_line(self, ask: Roll[Any] | ThrowDice, at: str, raw: Any) -> LogLine | None:
        if not ask.n:
            return None
        faces, why = tuple(raw), ask.why or f"{ask.n}d{ask.sides}"
        read = ask.read if isinstance(ask, Roll) else None
        counted = counted_dice(read, faces, ask.sides)
        return LogLine(at, "roll", why, "", ask.audience, ask.by, faces, ask.sides, counted, ask.against, ask.reasons)

    def outcome_count(self, ask: Roll[Any] | ThrowDice) -> int:
        self.checked(ask)
        if isinstance(ask, ThrowDice):
            return 0  # no reading yet
        return comb(ask.n + ask.sides - 1, ask.n) if ask.read is None else len(count_rolls(ask.n, ask.sides, ask.read))

    def distribution(self, ask: Roll[Any] | ThrowDice) -> tuple[int, Mapping[Any, int]]:
        assert isinstance(ask, Roll)
        n, sides = ask.n, ask.sides
        return sides**n, sorted_rolls(n, sides) if ask.read is None else count_rolls(n, sides, ask.read)

    def sample(self, ask: Roll[Any] | ThrowDice, random: Random) -> tuple[int, ...]:
        self.checked(ask)
        below, sides = random.random, ask.sides
        return tuple([int(below() * sides) + 1 for _ in range(ask.n)])


class CardsHandler(EffectHandler[DrawCards[Any]]):
    def checked(self, ask: DrawCards[Any]) -> None:
        if not 0 <= ask.k <= len(ask.cards):
            raise GameError(f"Cannot draw {ask.k} of {len(ask.cards)} cards.")

    def prompt(self, ask: DrawCards[Any], at: str) -> Prompt:
        self.checked(ask)
        why, by = ask.why or "Draw", as_names(ask.by)
        return Prompt(at, "draw", by, why, cards=ask.k, sides=len(ask.cards), audience=ask.audience)

    def signature(self, ask: DrawCards[Any]) -> str:
        return f"draw {ask.k} of {len(ask.cards)} {ask.by}"

    def decode_answer(self, ask: DrawCards[Any], raw: Any) -> tuple[Any, ...]:
        places = _numbers(raw, ask.k, len(ask.cards), "cards")
        if len(set(places)) != len(places):
            raise Refused("The same card cannot be drawn twice at once.")
        return tuple(ask.cards[i - 1] for i in (places if ask.ordered else sorted(places)))

    def log_line(self, ask: DrawCards[Any], at: str, raw: Any) -> LogLine:
        return LogLine(at, "draw", ask.why or "Draw", "", ask.audience, ask.by)

    def outcome_count(self, ask: DrawCards[Any]) -> int:
        self.checked(ask)
        return (perm if ask.ordered else comb)(len(ask.cards), ask.k)

    def distribution(self, ask: DrawCards[Any]) -> tuple[int, Mapping[Any, int]]:
        """All hands of a draw; equal cards are counted together."""
        hands = Counter(permutations(ask.cards, ask.k) if ask.ordered else combinations(ask.cards, ask.k))
        return sum(hands.values()), hands

    def sample(self, ask: DrawCards[Any], random: Random) -> list[int]:
        self.checked(ask)
        return random.sample(range(1, len(ask.cards) + 1), ask.k)


_dice = DiceHandler()

HANDLERS: Mapping[type, EffectHandler[Any]] = {
    Choose: ChoiceHandler(),
    WriteText: TextHandler(),
    Roll: _dice,
    ThrowDice: _dice,
    DrawCards: CardsHandler(),
}


def handler_for(effect: Any) -> EffectHandler[Any]:
    """Find the handler of an effect. Raises `GameError` if a rule yielded something else."""
    found = HANDLERS.get(type(effect))
    if found is None:
        raise GameError(f"A rule yielded {effect!r}, which is no effect.")
    return found


def counted_dice(read: Reading[Any] | None, faces: tuple[int, ...], sides: int) -> tuple[bool, ...]:
    """Mark the dice that count, if their reading tells."""
    return read.counted(faces, sides) if read is not None and read.counted is not None else ()


def as_names(by: Addressees) -> tuple[str, ...]:
    return (by,) if isinstance(by, str) else by


def _numbers(raw: Any, n: int, most: int, what: str) -> tuple[int, ...]:
    fits = isinstance(raw, list | tuple) and len(raw) == n
    if not fits or not all(type(v) is int and 1 <= v <= most for v in raw):
        raise Refused(f"{str(raw)[:60]} does not fit: {n} {what} are asked for, each a number from 1 to {most}.")
    return tuple(raw)
