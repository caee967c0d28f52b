"""What the lab takes and gives over HTTP: scenarios with their fields, questions, and what is known of an answer."""

from __future__ import annotations

from typing import Any

import msgspec

from .http_types import RequestBody, ShortText


class FieldInfo(msgspec.Struct, frozen=True):
    """A field of a scenario: what it means, its usual value, and what it takes, as they are written. One that may be
    empty has "none", or its own word for that, among its choices.
    """

    name: str
    label: str
    doc: str
    kind: str
    usual: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class ScenarioInfo(msgspec.Struct, frozen=True):
    """Something the lab can run, and who may decide in it."""

    name: str
    title: str
    doc: str
    fields: tuple[FieldInfo, ...]
    policies: tuple[str, ...]
    from_table: bool
    """Whether it can go on from a table as it stands."""


class LabJobBody(RequestBody, frozen=True):
    """An experiment to begin."""

    game: ShortText
    scenario: ShortText
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    rulings: dict[str, Any] = msgspec.field(default_factory=dict)
    policy: ShortText = ""
    measures: bool = False
    """Whether what the game's people care about is counted at the end, too."""
    table: ShortText = ""
    """A table of one's own to begin with, as it stands."""


class ChanceFigure(msgspec.Struct, frozen=True):
    """A chance, with half its 95 % interval; 0, where it is exact."""

    name: str
    chance: float
    wide: float = 0.0


class NumberFigure(msgspec.Struct, frozen=True):
    """A number that may come out one way or another: each value with its chance, and with that of so much or more. One
    that says something on average only has neither.
    """

    name: str
    mean: float
    wide: float
    said: str
    chances: tuple[tuple[float, float], ...]
    curve: tuple[tuple[float, float], ...]


class FactInfo(msgspec.Struct, frozen=True):
    name: str
    value: str


class StartInfo(msgspec.Struct, frozen=True):
    """Where an experiment would begin: the house rulings in force, and every value with the path it is set by."""

    rulings: tuple[FactInfo, ...]
    values: tuple[FactInfo, ...]


class GuidelineInfo(msgspec.Struct, frozen=True):
    """A line of what to go by: where, what to do then, how often of all times asked, and how often it is the best."""

    where: str
    answer: str
    share: float
    right: float


class QuestionHabit(msgspec.Struct, frozen=True):
    """A question as best play meets it: how often, and how often each answer is what it takes; and what to go by, the
    first line that fits, with what that costs, in words.
    """

    question: str
    often: float
    answers: tuple[ChanceFigure, ...]
    lines: tuple[GuidelineInfo, ...]
    costs: str


class AnswerValue(msgspec.Struct, frozen=True):
    """An answer best play may give, and what it is worth in words, as far as that is known."""

    name: str
    worth: str
    best: bool


class DecisionInfo(msgspec.Struct, frozen=True):
    """Where best play is decided: how often one comes there, what a random answer loses, and what each is worth."""

    question: str
    where: tuple[str, ...]
    often: float
    loses: float
    options: tuple[AnswerValue, ...]


class BestPlayInfo(msgspec.Struct, frozen=True):
    """Best play as well as it is known, beside the policies of the game."""

    sentence: str
    proven: bool
    policies: tuple[ChanceFigure, ...]
    habits: tuple[QuestionHabit, ...]
    situations: tuple[DecisionInfo, ...]


class LabJobInfo(msgspec.Struct, frozen=True):
    """An experiment: how far it is, and what is known of it by now."""

    id: str
    game: str
    scenario: str
    title: str
    asked: float
    step: str
    question: LabJobBody
    """What was asked, as it can be asked again: values as they are written."""
    why: str = ""
    field: str = ""
    """What was set that is refused, where it is one thing: a field, or a path."""
    private: bool = False
    """Whether nobody else may read it, for it tells of a table."""
    found: str = ""
    """How it was found: exactly, or from so many plays."""
    exact: bool = False
    policy: str = ""
    endings: tuple[ChanceFigure, ...] = ()
    figures: tuple[NumberFigure, ...] = ()
    first: tuple[ChanceFigure, ...] = ()
    """Who falls first."""
    fields: tuple[FactInfo, ...] = ()
    about: str = ""
    note: str = ""
    best: BestPlayInfo | None = None
