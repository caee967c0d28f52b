"""Questions of a game's designer, in the game's `questions.toml`."""

from __future__ import annotations

from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.rules import GameError, Refused

from .book_figures import PrintedFigure

FILE = "questions.toml"
SEED = 0  # fixed, so that the book is reproducible


class DesignerQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of `questions.toml`: a sweep with `over`, a comparison with `one` and `two`, or `sensitivity`.

    Without any of these it is a plain run.
    """

    ask: str
    scenario: str
    settings: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    policy: str | None = None
    over: dict[str, str] = {}
    one: dict[str, Any] = {}
    two: dict[str, Any] = {}
    sensitivity: bool = False
    names: tuple[str, ...] = ()
    figure: str = ""
    plays: int | None = None
    """Plays for a scenario that cannot be solved. Tests skip such a question."""


class QuestionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    question: tuple[DesignerQuestion, ...]
    printed: tuple[PrintedFigure, ...] = ()
    """Figures that the game's book prints wrong."""


def load_questions(box: InstalledGame) -> tuple[DesignerQuestion, ...]:
    """The designer's questions."""
    return _asked(box).question


def load_misprints(box: InstalledGame) -> tuple[PrintedFigure, ...]:
    """The misprints of the book."""
    return _asked(box).printed


def _asked(box: InstalledGame) -> QuestionsFile:
    file = box.folder / FILE
    if not file.is_file():
        raise Refused(f"{box.game.title} has no {FILE}: write one [[question]] with ask and scenario.")
    try:
        return msgspec.toml.decode(file.read_bytes(), type=QuestionsFile)
    except msgspec.DecodeError as error:
        raise GameError(f"{error}.", FILE) from None
