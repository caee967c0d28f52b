"""Ordinary dice notation, read and written: `4d6kh3+2`, `2d6+1d4-1`, `(d8+2)*3`, `d%`, `3d6!`, `8d10>=7`.

sum     = product { ("+" | "-") product }
product = factor { "*" factor }
factor  = "-" factor | "(" sum ")" | number | dice
dice    = [number] "d" (number | "%") [keep | explode] [count]
keep    = ("kh" | "kl" | "dh" | "dl") [number]
explode = "!" [number]                                    (thrown again and added, from this face on)
count   = (">=" | ">" | "<=" | "<" | "=") number          (how many dice show that)
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from tablewright.kernel.errors import Refused, TooLarge

from .tray import (
    MOST_DICE,
    MOST_SIDES,
    Expression,
    Negative,
    Number,
    Product,
    Sum,
    TrayDice,
    check_tray,
    keep_words,
    more_words,
)

MOST_LETTERS = 200
MOST_DEPTH = 20
MOST_NUMBER = 1_000_000

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<word>kh|kl|dh|dl|d|%|>=|<=|[-+*()!<>=]))", re.IGNORECASE)
_SAME = str.maketrans({"×": "*", "−": "-", "–": "-", "≥": ">=", "≤": "<="})  # noqa: RUF001 (what phones and word processors type)


class Misread(Refused):
    """Not dice notation. `at` is the place in the text, from 0, where it stops making sense."""

    def __init__(self, text: str, at: int, wanted: str) -> None:
        self.at = at
        found = f"not {text[at]!r}" if at < len(text) else "but the text ends"
        super().__init__(f"At place {at + 1} there should be {wanted}, {found}.\n{text}\n{' ' * at}^")


class Token(NamedTuple):
    at: int
    word: str


def parse(text: str) -> Expression:
    """The expression a text stands for. Refused with the place where it goes wrong, or at once if it is too much."""
    if len(text) > MOST_LETTERS:
        raise TooLarge(f"Dice notation has at most {MOST_LETTERS} letters, not {len(text)}.")
    text = " ".join(text.splitlines()).translate(_SAME)
    expression = _Parser(text).whole()
    check_tray(expression)
    return expression


def tokens(text: str) -> list[Token]:
    """The words of a text and where each begins; the last is empty and stands at its end."""
    found, end = [], len(text.rstrip())
    at = 0
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at = len(text) - len(text[at:].lstrip())
            raise Misread(text, at, "dice, a number, a sign or kh, kl, dh, dl, !, >=")
        kind = match.lastgroup or "word"
        found.append(Token(match.start(kind), match.group(kind).lower()))
        at = match.end()
    return [*found, Token(len(text), "")]


class _Parser:
    """Recursive descent, one word of foresight."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place, self.depth = text, tokens(text), 0, 0

    @property
    def next(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.next
        self.place += 1
        return token

    def wants(self, wanted: str) -> Misread:
        return Misread(self.text, self.next.at, wanted)

    def whole(self) -> Expression:
        found = self.sum()
        if self.next.word:
            raise self.wants("+, -, * or the end")
        return found

    def sum(self) -> Expression:
        parts = [self.product()]
        while self.next.word in ("+", "-"):
            minus = self.take().word == "-"
            part = self.product()
            parts.append(Negative(part) if minus else part)
        return parts[0] if len(parts) == 1 else Sum(tuple(parts))

    def product(self) -> Expression:
        parts = [self.factor()]
        while self.next.word == "*":
            self.take()
            parts.append(self.factor())
        return parts[0] if len(parts) == 1 else Product(tuple(parts))

    def factor(self) -> Expression:
        at, word = self.next
        if word in ("-", "("):
            return self.deeper(self.take().word)
        if word.isdigit():
            number = self.number()
            return self.dice(number, at) if self.next.word == "d" else Number(number)
        if word == "d":
            return self.dice(1, at)
        raise self.wants("dice or a number")

    def deeper(self, word: str) -> Expression:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooLarge(f"Dice notation goes at most {MOST_DEPTH} brackets or signs deep.")
        if word == "-":
            found: Expression = Negative(self.factor())
        else:
            found = self.sum()
            if self.next.word != ")":
                raise self.wants("a closing bracket")
            self.take()
        self.depth -= 1
        return found

    def number(self) -> int:
        if not self.next.word.isdigit():
            raise self.wants("a number")
        token = self.take()
        if len(token.word) > len(str(MOST_NUMBER)) or int(token.word) > MOST_NUMBER:
            raise TooLarge(f"The number at place {token.at + 1} is too large: at most {MOST_NUMBER:,}.")
        return int(token.word)

    def dice(self, n: int, at: int) -> TrayDice:
        self.take()
        if self.next.word == "%":
            self.take()
            sides = 100
        else:
            sides = self.number()
        if not (1 <= n <= MOST_DICE and 1 <= sides <= MOST_SIDES):
            raise TooLarge(
                f"{n}d{sides} at place {at + 1} cannot be thrown: 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides."
            )
        return self.counted(self.exploding(n, sides) if self.next.word == "!" else self.kept(n, sides))

    def exploding(self, n: int, sides: int) -> TrayDice:
        self.take()
        place = self.place
        face = self.number() if self.next.word.isdigit() else sides
        if not 2 <= face <= sides:
            self.place = place
            raise self.wants(f"a face from 2 to {sides}, or it would be thrown for ever")
        return TrayDice(n, sides, n, explodes=face)

    def counted(self, dice: TrayDice) -> TrayDice:
        if self.next.word not in (">=", ">", "<=", "<", "="):
            return dice
        if dice.kept < dice.n:
            raise self.wants("no count: dice are either kept or counted")
        word = self.take().word
        than = self.number() + (word == ">") - (word == "<")
        counts: Literal[">=", "<=", "="] = ">=" if word[0] == ">" else "<=" if word[0] == "<" else "="
        return msgspec.structs.replace(dice, counts=counts, than=than)

    def kept(self, n: int, sides: int) -> TrayDice:
        if self.next.word not in ("kh", "kl", "dh", "dl"):
            return TrayDice(n, sides, n)
        word = self.take().word
        place = self.place
        count = self.number() if self.next.word.isdigit() else 1
        kept = count if word[0] == "k" else n - count
        if not 1 <= kept <= n:
            self.place = place
            raise self.wants(f"a number that keeps 1 to {n} of {n} dice")
        keep: Literal["highest", "lowest"] = "highest" if word in ("kh", "dl") else "lowest"
        return TrayDice(n, sides, kept, keep if kept < n else "highest")


def spell(expression: Expression) -> str:
    """The expression in notation; reading it again gives the same expression."""
    match expression:
        case Number(value):
            return str(value)
        case TrayDice(n, sides):
            return f"{n}d{sides}" + keep_words(expression) + more_words(expression)
        case Negative(of):
            return f"-{_bracketed(of, Negative)}"
        case Product(parts):
            return "*".join(_bracketed(part, Negative) for part in parts)
        case Sum(parts):
            first, *rest = parts
            return _bracketed(first, Product, Negative) + "".join(_signed(part) for part in rest)


def _signed(part: Expression) -> str:
    if isinstance(part, Negative):
        return "-" + _bracketed(part.of, Product, Negative)
    return "+" + _bracketed(part, Product)


def _bracketed(part: Expression, *bare: type[Expression]) -> str:
    plain = isinstance(part, (Number, TrayDice, *bare))
    return spell(part) if plain else f"({spell(part)})"
