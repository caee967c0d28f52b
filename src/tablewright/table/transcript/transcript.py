"""Transcripts: a whole play as text, what people did and what came of it. Kept ones are golden: they must not change.

    # First lines that begin with # say what this is about.
    seed the-first-flight            dice by this seed (a line "! 2 5 6" gives the next ones by hand)
    ruling group_critical=lost       a house ruling, if any
    seat ann crew Ann                the seats; none means the game's own
    > ann crew_roll who=ada          Ann takes an action; who=Ada will do, and so will the beginning of a name
    < ann yes                        Ann answers the first question she is asked ("< ann 0.1 yes" a certain one), by an
                                     option's key or label, or the beginning of one
    ! 2 5 6                          dice or card places for the next throw, given before what needs them
    * way crew.ada.vitality=2        the master sets a value by hand
    ^ way 4                          undo to entry 4 (without a number, the last action); "v way" redoes
    + bob                            Bob consents to what was proposed last, where nobody is the master; "- bob" objects
    = ann                            what Ann sees

Every other line is what the table said, indented; it is written anew whenever the transcript is played.
"""

from __future__ import annotations

import shlex
from itertools import pairwise
from typing import Any

from tablewright.engine import ANSWERED_BY_PEOPLE, Prompt
from tablewright.rules import Game, Refused, Seat, to_key
from tablewright.rules.forms import FieldOption
from tablewright.table.core import LOG_KINDS, PendingAction, Table
from tablewright.table.log import FeedItem
from tablewright.table.seat import SeatView, label_of, match_label_or_none

from .plain_text import panels_to_text
from .replay import TranscriptError, TranscriptReplay, UnusedInput

MARKS = (">", "<", "!", "*", "^", "v", "=", "+", "-")
#: What is written down besides the log: where nobody is the master, what is put to everybody's consent.
CONSENT_KINDS = frozenset(("moved", "agreed", "objected"))


#: What the dice of a transcript fall with: played again, they are the same.
NONCE = "transcript"


def play_transcript(game: Game, text: str) -> TranscriptReplay:
    """Plays a transcript's inputs and writes down what came of them."""
    return _Scribe(game, text.splitlines()).run()


class _Scribe:
    def __init__(self, game: Game, script: list[str]) -> None:
        self.game, self.script = game, script
        self.out: list[str] = []
        self.cited: set[str] = set()
        self.refused: list[UnusedInput] = []
        self.hand: list[tuple[UnusedInput, list[int]]] = []
        """Dice given by hand that are still to be thrown."""

    def run(self) -> TranscriptReplay:
        body = self._head()
        for line, below in pairwise([*body, ""]):
            if line[:2].rstrip() not in MARKS or line[:1].isspace():
                continue
            self.out.append(line)
            number = len(self.out)
            try:
                self._input(line[0], line[1:].strip())
            except Refused as refused:
                self.out.append(f"    refused: {refused}")
                self.refused.append(UnusedInput(number, line, str(refused), below.strip().startswith("refused:")))
        while self.out and not self.out[-1]:
            self.out.pop()
        unused = [given for given, _ in self.hand]
        return TranscriptReplay("\n".join(self.out) + "\n", self.table, self.cited, self.refused, unused)

    def _head(self) -> list[str]:
        seed, rulings, seats = "golden", dict[str, str](), list[Seat]()
        body = 0
        try:
            for line in self.script:
                word, _, rest = line.partition(" ")
                if word == "seed":
                    seed = rest.strip()
                elif word == "ruling":
                    name, _, value = rest.partition("=")
                    rulings[name.strip()] = value.strip()
                    self.game.parse_rulings(rulings)
                elif word == "seat":
                    id, role, *words = _split(rest, 2, "seat ID ROLE [NAME]")
                    seats.append(Seat(id, self.game.role(role).name, " ".join(words)))
                elif line and not line.startswith("#"):
                    break
                self.out.append(line.rstrip())
                body += 1
            self.table = Table.open(self.game, seats=seats, rulings=rulings, seed=seed)
        except Refused as refused:
            raise TranscriptError(min(body + 1, len(self.script)), str(refused)) from None
        self.table.nonce = lambda: "transcript"  # the same dice whenever it is played
        return self.script[body:]

    def _input(self, mark: str, rest: str) -> None:
        who, _, rest = (part.strip() for part in rest.partition(" "))
        table = self.table
        table.fair_dice = not self.hand
        before = table.metadata.feed_length
        if mark == "!":
            given = UnusedInput(len(self.out), self.out[-1])
            self.hand.append((given, [_number(n) for n in (who, *rest.split()) if n]))
            return
        if mark == ">":
            name, *words = _split(rest, 1, "> SEAT ACTION [name=value …]")
            table.act(who, name, self._params(who, name, words), NONCE)
        elif mark == "<":
            self._answer(who, rest)
        elif mark == "*":
            path, value = _pair(rest)
            table.edit(who, path, value, NONCE)
        elif mark == "^":
            table.undo(who, _number(rest) if rest else None)
        elif mark == "v":
            table.redo(who, _number(rest) if rest else None)
        elif mark in "+-":
            self._vote(who, agrees=mark == "+")
        else:
            self.out += [f"    {line}" for line in panels_to_text(SeatView(table, who).panels).splitlines()]
            return
        self._throw()
        self._say(before)

    def _throw(self) -> None:
        """Dice given by hand, as they are asked for; whatever is asked beyond them is thrown by the seed."""
        table = self.table
        while True:
            asked = [(r, q) for r, q in table.play_state.waiting() if q.kind not in ANSWERED_BY_PEOPLE]
            if not asked:
                return
            if not self.hand:
                table.fair_dice = True
                table.throw(self._thrower(*asked[0]), NONCE)
                return
            running, q = asked[0]
            _, faces = self.hand.pop(0)
            table.roll(self._thrower(running, q), running.number, q.at, faces, NONCE)

    def _thrower(self, running: PendingAction, q: Prompt) -> str:
        """Whose hand throws: the master's, or that of whoever acts, or of whoever is to throw."""
        seats = list(self.table.seats.values())
        may = [s.id for s in seats if self.game.may_answer(s, q.by, self.table.state)]
        masters = [s.id for s in seats if self.game.is_master(s)]
        return next((id for id in (*masters, running.seat.id, *may) if id in may), running.seat.id)

    def _vote(self, who: str, agrees: bool) -> None:
        motions = self.table.proposals
        if not motions:
            raise Refused("Nothing has been proposed.")
        (self.table.agree if agrees else self.table.reject)(who, motions[-1].number)

    def _params(self, who: str, action: str, words: list[str]) -> dict[str, Any]:
        """What an action is given, each as the table knows it: `who=Ada` is `who=ada`."""
        given = dict(_pair(word) for word in words)
        seen, names = self.table.visible_state(who), self.game.names(self.table.state)
        known: dict[str, Any] = {}
        for field in self.game.action(action).fields:
            if field.kind != "int" and field.name in given and field.at_hand(seen, known):
                picks = [(pick, label_of(pick, names, seen)) for pick in field.picks(seen, known) or ()]
                parts = given[field.name].split(",") if field.many else [given[field.name]]
                given[field.name] = ",".join(_known(part.strip(), picks) for part in parts)
            known[field.name] = given.get(field.name, field.default)
        return given

    def _answer(self, who: str, rest: str) -> None:
        asked = self.table.prompts_for(who)
        asked = [(r, q) for r, q in asked if q.kind in ANSWERED_BY_PEOPLE]
        place, _, key = rest.partition(" ")
        exact = [(r, q) for r, q in asked if q.at == place and key]
        if not asked:
            raise Refused(f"{who} is not asked anything now.")
        text = key.strip() if exact else rest
        # Several actions may wait: of what is asked, the first that this could answer.
        for running, q in exact or asked:
            option = _known(text, [(FieldOption(o.key), o.label) for o in q.options])
            if any(o.key == option for o in q.options):
                self.table.answer(who, running.number, q.at, option, NONCE)
                return
        running, q = (exact or asked)[0]
        self.table.answer(who, running.number, q.at, text, NONCE)

    def _say(self, since: int) -> None:
        """What was told from this item on, what is asked now, and whether it is over."""
        for item in self.table.feed_items(since):
            if item.kind in LOG_KINDS | CONSENT_KINDS:
                self.cited |= set(item.cites.split())
                self.out.append(f"    {item_text(item)}")
        for _, q in self.table.play_state.waiting():
            options = " | ".join(f"{o.key}: {o.label}" if o.key != o.label else o.key for o in q.options)
            options = f"(a text of at most {q.most} letters)" if q.kind == "write" else options
            whom = self.table.display_names(*q.by) or "anyone"
            self.out.append(f"    ? {whom}: {q.question} {options}".rstrip())
        over = self.game.ending(self.table.state)
        if over:
            self.out.append(f"    over: {over}")


def item_text(item: FeedItem) -> str:
    """An item of the log as text."""
    cites = f" [{item.cites}]" if item.cites and item.kind != "edited" else ""
    secret = f" (for {', '.join(item.audience)})" if item.audience and item.kind != "edited" else ""
    who = f"{item.by}: " if item.by and item.kind in ("roll", "choice") else ""
    match item.kind:
        case "roll":
            return f"{who}{item.text}: {_dice(item)}{secret}"
        case "outcome":
            return f"=> {item.text}{cites}{secret}"
        case "given up":
            return f"given up: {item.text}"
    return f"{who}{item.text}{cites}{secret}"


def _dice(item: FeedItem) -> str:
    """The dice as they lie, those that did not count in brackets, and what they were against."""
    counted = item.counted or (True,) * len(item.faces)
    faces = " ".join(str(f) if c else f"({f})" for f, c in zip(item.faces, counted, strict=True))
    return f"{faces} against {item.against}" if item.against else faces


def _known(word: str, picks: list[tuple[FieldOption, str]]) -> str:
    """The value a word stands for: itself, before what people call by it; what nobody knows stays as it is."""
    if any(to_key(pick.value) == word for pick, _ in picks):
        return word
    found = match_label_or_none(word, picks)
    return to_key(found.value) if found is not None else word


def _split(text: str, fewest: int, form: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Refused(f"{text!r} cannot be read: {error}.") from None
    if len(words) < fewest:
        raise Refused(f"{text!r} should be: {form}.")
    return words


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise Refused(f"{word[:40]!r} should be a whole number.") from None


def _pair(word: str) -> tuple[str, Any]:
    name, sep, value = word.partition("=")
    if not sep:
        raise Refused(f"{word!r} should be name=value.")
    return name, value
