"""Ordinary dice notation, read and written: `4d6kh3+2`, `2d6+1d4-1`, `(d8+2)*3`, `d%`, `3d6!`, `8d10>=7`, `4dF`.

sum     = product { ("+" | "-") product }
product = factor { "*" factor | "/" number }              (what is left over is dropped)
factor  = "-" factor | most | "(" sum ")" [die] | number | dice
most    = ("max" | "min") "(" sum { "," sum } ")"
dice    = [number] die
die     = "d" (number | "%" | "F" | "{" faces "}") { again | explode | keep } [count]
faces   = face [".." face] { "," face [".." face] }
again   = ("r" | "ro") [than] face                        (thrown again instead: until it shows something else, or once)
explode = "!" [face]                                      (thrown again and added, from this face on; so often at most)
keep    = ("kh" | "kl" | "dh" | "dl") [number]
count   = than face                                       (how many dice show that)
than    = ">=" | ">" | "<=" | "<" | "="
face    = ["-"] number
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from tablewright.rules.errors import Refused, TooLarge

from .expression import (
    DEFAULT_EXPLOSIONS,
    FUDGE,
    MAX_EXPLOSIONS,
    Constant,
    DiceTerm,
    Expression,
    Keep,
    Maximum,
    Minimum,
    Negative,
    Product,
    Quotient,
    RepeatedDice,
    Sum,
    Than,
    dice_words,
)
from .expression_size import MAX_DICE, MAX_SIDES, check_expression_size

MAX_LETTERS = 200
MAX_DEPTH = 20
MAX_NUMBER = 1_000_000

_WORDS = r"max|min|kh|kl|dh|dl|ro|r|d|f|%|>=|<=|\.\.|[-+*/(){},!<>=]"
_TOKEN = re.compile(rf"\s*(?:(?P<number>[0-9]+)|(?P<word>{_WORDS}))", re.IGNORECASE)
COMPARISONS = (">=", ">", "<=", "<", "=")
KEEP_WORDS = ("kh", "kl", "dh", "dl")
_SAME = str.maketrans({"×": "*", "−": "-", "–": "-", "≥": ">=", "≤": "<="})  # noqa: RUF001 (what phones and word processors type)


class NotationError(Refused):
    """Raised for text that is no dice notation. `at` is the place of the error, from 0."""

    def __init__(self, text: str, at: int, wanted: str) -> None:
        self.at = at
        found = f"not {text[at]!r}" if at < len(text) else "but the text ends"
        super().__init__(f"At place {at + 1} there should be {wanted}, {found}.\n{text}\n{' ' * at}^")


class NotationToken(NamedTuple):
    at: int
    word: str


def parse_dice(text: str, explosions: int = DEFAULT_EXPLOSIONS) -> Expression:
    """Parse dice notation, with so many explosions of a die at most.

    Raises `NotationError` with the place of an error, and refuses an expression that is too large.
    """
    if not 1 <= explosions <= MAX_EXPLOSIONS:
        raise Refused(f"A die explodes at most 1 to {MAX_EXPLOSIONS} times, not {explosions}.")
    if len(text) > MAX_LETTERS:
        raise TooLarge(f"Dice notation has at most {MAX_LETTERS} letters, not {len(text)}.")
    text = " ".join(text.splitlines()).translate(_SAME)
    expression = _Parser(text, explosions).whole()
    check_expression_size(expression)
    return expression


def tokenize(text: str) -> list[NotationToken]:
    """Split a text into tokens with their places; the last is empty and at the end."""
    found, end = [], len(text.rstrip())
    at = 0
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at = len(text) - len(text[at:].lstrip())
            raise NotationError(text, at, "dice, a number, a sign or kh, kl, dh, dl, r, ro, !, >=")
        kind = match.lastgroup or "word"
        found.append(NotationToken(match.start(kind), match.group(kind).lower()))
        at = match.end()
    return [*found, NotationToken(len(text), "")]


class _Parser:
    """A recursive-descent parser with one token of lookahead."""

    def __init__(self, text: str, explosions: int) -> None:
        self.text, self.tokens, self.place, self.depth = text, tokenize(text), 0, 0
        self.explosions = explosions

    @property
    def next(self) -> NotationToken:
        return self.tokens[self.place]

    def take(self) -> NotationToken:
        token = self.next
        self.place += 1
        return token

    def wants(self, wanted: str) -> NotationError:
        return NotationError(self.text, self.next.at, wanted)

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
        while self.next.word in ("*", "/"):
            if self.take().word == "*":
                parts.append(self.factor())
                continue
            by = self.number()
            if not by:
                self.place -= 1
                raise self.wants("a number from 1 on")
            parts = [Quotient(parts[0] if len(parts) == 1 else Product(tuple(parts)), by)]
        return parts[0] if len(parts) == 1 else Product(tuple(parts))

    def factor(self) -> Expression:
        at, word = self.next
        if word in ("-", "(", "max", "min"):
            return self.deeper(self.take().word)
        if word.isdigit():
            number = self.number()
            return self.dice(number, at) if self.next.word == "d" else Constant(number)
        if word == "d":
            return self.dice(1, at)
        raise self.wants("dice or a number")

    def deeper(self, word: str) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TooLarge(f"Dice notation goes at most {MAX_DEPTH} brackets or signs deep.")
        if word == "-":
            found: Expression = Negative(self.factor())
        elif word == "(":
            found = self.sum()
            self.one(")", "a closing bracket")
            if self.next.word == "d":
                found = self.many(found)
        else:
            found = self.most(Maximum if word == "max" else Minimum)
        self.depth -= 1
        return found

    def one(self, word: str, called: str) -> None:
        if self.next.word != word:
            raise self.wants(called)
        self.take()

    def most(self, kind: type[Maximum | Minimum]) -> Expression:
        self.one("(", "an opening bracket")
        parts = [self.sum()]
        while self.next.word == ",":
            self.take()
            parts.append(self.sum())
        self.one(")", "a comma or a closing bracket")
        return parts[0] if len(parts) == 1 else kind(tuple(parts))

    def many(self, count: Expression) -> RepeatedDice:
        place = self.place
        dice = self.dice(1, self.next.at)
        for token in self.tokens[place : self.place]:
            if token.word in KEEP_WORDS:
                raise NotationError(self.text, token.at, "no keeping, where it is thrown how many dice there are")
        return RepeatedDice(count, dice)

    def number(self) -> int:
        if not self.next.word.isdigit():
            raise self.wants("a number")
        token = self.take()
        if len(token.word) > len(str(MAX_NUMBER)) or int(token.word) > MAX_NUMBER:
            raise TooLarge(f"The number at place {token.at + 1} is too large: at most {MAX_NUMBER:,}.")
        return int(token.word)

    def face(self) -> int:
        if self.next.word == "-":
            self.take()
            return -self.number()
        return self.number()

    def faces(self) -> tuple[int, ...]:
        found: list[int] = []
        while not found or self.next.word == ",":
            self.take()
            place = self.place
            first = last = self.face()
            if self.next.word == "..":
                self.take()
                last = self.face()
            if last < first:
                self.place = place
                raise self.wants("the lower face first")
            if len(found) + last - first >= MAX_SIDES:
                raise TooLarge(f"A die has at most {MAX_SIDES} sides.")
            found += range(first, last + 1)
        self.one("}", "a comma or a closing brace")
        return tuple(sorted(found))

    def dice(self, n: int, at: int) -> DiceTerm:
        self.take()
        faces: tuple[int, ...] = ()
        word = self.next.word
        if word == "{":
            faces = self.faces()
        elif word in ("%", "f"):
            self.take()
            faces = FUDGE if word == "f" else ()
        sides = len(faces) or (100 if word == "%" else self.number())
        if not (1 <= n <= MAX_DICE and 1 <= sides <= MAX_SIDES):
            raise TooLarge(
                f"{n}d{sides} at place {at + 1} cannot be thrown: 1 to {MAX_DICE} dice of 1 to {MAX_SIDES} sides."
            )
        plain = faces == tuple(range(1, sides + 1))
        return self.counted(self.changed(DiceTerm(n, sides, n, faces=() if plain else faces)))

    def changed(self, dice: DiceTerm) -> DiceTerm:
        """Parse rerolls, explosions and keeping, each at most once and in any order."""
        if self.next.word in ("r", "ro") and not dice.again:
            return self.changed(self.again(dice))
        if self.next.word == "!" and dice.explodes is None:
            return self.changed(self.exploding(dice))
        if self.next.word in KEEP_WORDS and dice.kept == dice.n:
            return self.changed(self.kept(dice))
        return dice

    def again(self, dice: DiceTerm) -> DiceTerm:
        once = self.take().word == "ro"
        place = self.place
        how, face = self.than() if self.next.word in COMPARISONS else ("=", self.face())
        found = replace(dice, again=how, against=face, once=once)
        if not once and (not found.lasting() or not self.may_end(found)):
            self.place = place
            raise self.wants("less than that, or it would be thrown for ever")
        return found

    def exploding(self, dice: DiceTerm) -> DiceTerm:
        self.take()
        place = self.place
        faces = dice.all_faces()
        face = self.face() if self.next.word.isdigit() or self.next.word == "-" else faces[-1]
        found = replace(dice, explodes=face, deep=self.explosions)
        if face > faces[-1] or not self.may_end(found):
            self.place = place
            higher = next((f for f in dice.possible() if f > dice.possible()[0]), 2)
            raise self.wants(f"a face from {higher} to {faces[-1]}, or it would be thrown for ever")
        return found

    def may_end(self, dice: DiceTerm) -> bool:
        """True if not every face explodes."""
        return dice.explodes is None or dice.possible()[0] < dice.explodes

    def than(self) -> tuple[Than, int]:
        word = self.take().word
        face = self.face() + (word == ">") - (word == "<")
        return (">=" if word[0] == ">" else "<=" if word[0] == "<" else "="), face

    def counted(self, dice: DiceTerm) -> DiceTerm:
        if self.next.word not in COMPARISONS:
            return dice
        if dice.kept < dice.n:
            raise self.wants("no count: dice are either kept or counted")
        counts, than = self.than()
        return replace(dice, counts=counts, than=than)

    def kept(self, dice: DiceTerm) -> DiceTerm:
        word, n = self.take().word, dice.n
        place = self.place
        count = self.number() if self.next.word.isdigit() else 1
        kept = count if word[0] == "k" else n - count
        if not 1 <= kept <= n:
            self.place = place
            raise self.wants(f"a number that keeps 1 to {n} of {n} dice")
        keep: Keep = "highest" if word in ("kh", "dl") else "lowest"
        return replace(dice, kept=kept, keep=keep if kept < n else "highest")


def format_dice(expression: Expression) -> str:
    """Write an expression in notation; parsing it gives the same expression."""
    match expression:
        case Constant(value):
            return str(value)
        case DiceTerm():
            return dice_words(expression)
        case RepeatedDice(count, dice):
            return f"({format_dice(count)}){dice_words(dice)[1:]}"
        case Negative(of):
            return f"-{_bracketed(of, Negative)}"
        case Quotient(of, by):
            return f"{_bracketed(of, Negative, Quotient, Product)}/{by}"
        case Product(parts):
            first, *rest = parts
            return "*".join((_bracketed(first, Negative, Quotient), *(_bracketed(part, Negative) for part in rest)))
        case Maximum(parts) | Minimum(parts):
            return f"{'max' if isinstance(expression, Maximum) else 'min'}({','.join(map(format_dice, parts))})"
        case Sum(parts):
            first, *rest = parts
            return _bracketed(first, Product, Quotient, Negative) + "".join(_signed(part) for part in rest)


def _signed(part: Expression) -> str:
    if isinstance(part, Negative):
        return "-" + _bracketed(part.of, Product, Quotient, Negative)
    return "+" + _bracketed(part, Product, Quotient)


def _bracketed(part: Expression, *bare: type[Expression]) -> str:
    plain = isinstance(part, (Constant, DiceTerm, RepeatedDice, Maximum, Minimum, *bare))
    return format_dice(part) if plain else f"({format_dice(part)})"
