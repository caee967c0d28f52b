"""Bodies and answers of the lab over HTTP: scenarios with their fields, jobs, and what is known of their answers."""

from __future__ import annotations

import msgspec

from .http_types import RequestBody, ShortText
from .json_value import Values


class FieldInfo(msgspec.Struct, frozen=True):
    """A field of a scenario: what it means, its usual value, and what it takes, as they are written.

    One that may be empty has "none", or its own word for that, among its choices.
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
    """A scenario the lab can run, and the policies that may decide in it."""

    name: str
    title: str
    doc: str
    fields: tuple[FieldInfo, ...]
    policies: tuple[str, ...]
    from_table: bool
    """It can go on from a table as it stands."""


class LabJobBody(RequestBody, frozen=True):
    """A lab job to start."""

    game: ShortText
    scenario: ShortText
    settings: Values = msgspec.field(default_factory=dict)
    rulings: Values = msgspec.field(default_factory=dict)
    policy: ShortText = ""
    measures: bool = False
    """The measures of the game's characters are counted at the end, too."""
    table: ShortText = ""
    """A table of one's own to start from, as it stands."""


class ChanceFigure(msgspec.Struct, frozen=True):
    """A chance, with half its 95 % interval; 0, where it is exact."""

    name: str
    chance: float
    wide: float = 0.0


class NumberFigure(msgspec.Struct, frozen=True):
    """A number that differs between plays: each value with its chance, and with the chance of so much or more.

    One that is known on average only has neither.
    """

    name: str
    mean: float
    wide: float
    said: str
    chances: tuple[tuple[float, float], ...]
    curve: tuple[tuple[float, float], ...]


class FactInfo(msgspec.Struct, frozen=True):
    """A value by its name, both as text."""

    name: str
    value: str


class StartInfo(msgspec.Struct, frozen=True):
    """The start of a lab job: the house rulings in force, and every value with the path it is set by."""

    rulings: tuple[FactInfo, ...]
    values: tuple[FactInfo, ...]


class GuidelineInfo(msgspec.Struct, frozen=True):
    """A rule of thumb: where it holds, the answer, how often it applies, and how often it is the best."""

    where: str
    answer: str
    share: float
    right: float


class QuestionHabit(msgspec.Struct, frozen=True):
    """A question as best play meets it: how often, and how often it gives each answer.

    Of its `lines` the first that fits holds; `costs` says in words what following them costs.
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
    """A decision that matters: how often it comes, what a random answer loses, and what each answer is worth."""

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
    """A lab job: how far it is, and what is known by now."""

    id: str
    game: str
    scenario: str
    title: str
    asked: float
    step: str
    question: LabJobBody
    """The body it was started with, to start it again: values as they are written."""
    reason: str = ""
    """Why it failed."""
    field: str = ""
    """The setting that is refused, where it is one: a field, or a path."""
    private: bool = False
    """Nobody else may read it, because it tells of a table."""
    found: str = ""
    """Exactly, or from so many plays."""
    exact: bool = False
    policy: str = ""
    endings: tuple[ChanceFigure, ...] = ()
    figures: tuple[NumberFigure, ...] = ()
    first: tuple[ChanceFigure, ...] = ()
    """Chances of falling first, by character."""
    fields: tuple[FactInfo, ...] = ()
    about: str = ""
    note: str = ""
    best: BestPlayInfo | None = None
