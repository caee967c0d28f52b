"""What goes wrong while a game is checked, noted once, however often it is met."""

from __future__ import annotations

from tablewright.catalog import InstalledGame, to_game_error
from tablewright.rules import GameError

from .finding import Finding

RANDOM_PLAY_RAISES = "random play never raises"


class FaultCollector:
    """Sentences by what should have held. What one fault leads to is told once, and pointed to from then on."""

    def __init__(self, box: InstalledGame) -> None:
        self.box = box
        self._wrong: dict[str, dict[object, str]] = {}
        self._told: dict[tuple[str, str], str] = {}
        """The lines that have been named, by fault and by sentence."""

    def note(self, what: str, text: str, key: object = None, better: bool = False) -> None:
        """Notes a sentence. The first of a key stands for all of them, unless a better one comes."""
        notes = self._wrong.setdefault(what, {})
        if better:
            notes[key] = text
        else:
            notes.setdefault(text if key is None else key, text)

    def raised(self, doing: str, error: BaseException) -> None:
        """Notes what a game raised, once."""
        wrong = self._wrong.setdefault(RANDOM_PLAY_RAISES, {})
        self.add(wrong, doing, error)

    def sentence(self, doing: str, error: BaseException) -> str:
        """What a game raised: what was being done, the author's line, and why; the second time, only the line."""
        fault = to_game_error(error, self.box.path)
        key = _key(fault, error)
        at = self._told.get(key) or self._told.get((fault.text, ""))
        if at:
            return f"{doing}: as above, at {at}.".removeprefix(": ")
        self._told[key] = self._told[fault.text, ""] = fault.at
        if not doing or fault.text.startswith(f"{doing.partition('(')[0]}("):
            return str(fault)
        return f"{doing}{f' at {fault.at}' if fault.at else ''}: {fault.text}"

    def told(self, text: str, at: str) -> None:
        """From now on this sentence is known, with its line."""
        self._told[text, ""] = at

    def add(self, wrong: dict[object, str], doing: str, error: BaseException, whose: str = "") -> None:
        """Adds what a game raised to what is wrong, once."""
        key = (whose, _key(to_game_error(error, self.box.path), error))
        if key not in wrong:
            wrong[key] = self.sentence(doing, error)

    def finding(self, what: str, seen: str = "") -> Finding:
        return Finding(what, tuple(self._wrong.get(what, {}).values()), seen)


def _key(fault: GameError, error: BaseException) -> tuple[str, str]:
    """Two errors of a kind from one line are the same fault."""
    return fault.at or fault.text, type(error).__name__
