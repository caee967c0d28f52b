"""Faults met while a game is checked, each reported once."""

from __future__ import annotations

from tablewright.catalog import InstalledGame, to_game_error
from tablewright.rules import GameError

from .finding import Finding

RANDOM_PLAY_RAISES = "random play never raises"


class FaultCollector:
    """Sentences by the name of the check. A fault is reported in full once; later sentences refer to its line."""

    def __init__(self, box: InstalledGame) -> None:
        self.box = box
        self._wrong: dict[str, dict[object, str]] = {}
        self._reported: dict[tuple[str, str], str] = {}
        """Lines reported so far, by fault and by sentence."""

    def note(self, what: str, text: str, key: object = None, better: bool = False) -> None:
        """Note a sentence. The first one of a key is kept, unless a later one is marked as better."""
        notes = self._wrong.setdefault(what, {})
        if better:
            notes[key] = text
        else:
            notes.setdefault(text if key is None else key, text)

    def raised(self, doing: str, error: BaseException) -> None:
        """Note an exception raised by the game, once for each fault."""
        wrong = self._wrong.setdefault(RANDOM_PLAY_RAISES, {})
        self.add(wrong, doing, error)

    def sentence(self, doing: str, error: BaseException) -> str:
        """Describe an exception: the action, the author's line and the reason; for a known fault only its line."""
        fault = to_game_error(error, self.box.path)
        key = _key(fault, error)
        at = self._reported.get(key) or self._reported.get((fault.text, ""))
        if at:
            return f"{doing}: as above, at {at}.".removeprefix(": ")
        self._reported[key] = self._reported[fault.text, ""] = fault.at
        if not doing or fault.text.startswith(f"{doing.partition('(')[0]}("):
            return str(fault)
        return f"{doing}{f' at {fault.at}' if fault.at else ''}: {fault.text}"

    def mark_reported(self, text: str, at: str) -> None:
        """Remember that a sentence has been reported, with its line."""
        self._reported[text, ""] = at

    def add(self, wrong: dict[object, str], doing: str, error: BaseException, whose: str = "") -> None:
        """Add an exception raised by the game to a check's sentences, once for each fault."""
        key = (whose, _key(to_game_error(error, self.box.path), error))
        if key not in wrong:
            wrong[key] = self.sentence(doing, error)

    def finding(self, what: str, seen: str = "") -> Finding:
        return Finding(what, tuple(self._wrong.get(what, {}).values()), seen)


def _key(fault: GameError, error: BaseException) -> tuple[str, str]:
    """Identify a fault: errors of one type from one line are the same."""
    return fault.at or fault.text, type(error).__name__
