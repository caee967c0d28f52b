"""What a game's designer would ask first, as it stands in the game's `questions.toml`."""

from __future__ import annotations

from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.rules import GameError, Refused

from .book_figures import PrintedFigure

FILE = "questions.toml"
SEED = 0
"""The book is the same whenever it is made."""


class DesignerQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question of a game's `questions.toml`: a sweep with `over`, a comparison with `one` and `two`, which number
    matters most with `sensitivity`; else simply what becomes of the scenario.
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
    """Where it cannot be solved. A question that needs them is not asked again in tests."""


class QuestionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    question: tuple[DesignerQuestion, ...]
    printed: tuple[PrintedFigure, ...] = ()
    """Figures of the game's own book that its dice do not come to."""


def load_questions(box: InstalledGame) -> tuple[DesignerQuestion, ...]:
    """What its designer would ask first."""
    return _asked(box).question


def load_misprints(box: InstalledGame) -> tuple[PrintedFigure, ...]:
    """Figures of its book that are off."""
    return _asked(box).printed


def _asked(box: InstalledGame) -> QuestionsFile:
    file = box.folder / FILE
    if not file.is_file():
        raise Refused(f"{box.game.title} has no {FILE}: write one [[question]] with ask and scenario.")
    try:
        return msgspec.toml.decode(file.read_bytes(), type=QuestionsFile)
    except msgspec.DecodeError as error:
        raise GameError(f"{error}.", FILE) from None
