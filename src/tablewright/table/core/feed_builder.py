"""What an entry tells, and to whom: items of the feed, made once, when the entry is proposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from tablewright.engine import LogLine
from tablewright.rules import Game, Seat
from tablewright.rules.effects import EVERYONE
from tablewright.table.log import (
    HISTORY_EVENTS,
    ActionTaken,
    AnyEvent,
    CharacterHandedOver,
    DiceEntered,
    FeedItem,
    FeedKind,
    MessageSent,
    PlayPaused,
    PlayResumed,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    Redone,
    RulesUpgraded,
    SeatJoined,
    SeatLeft,
    SeatRenamed,
    SeedCommitted,
    SessionClosed,
    SessionReopened,
    TableOpened,
    Undone,
    ValueEdited,
    effective_event,
)

from .play_state import PlayState


class FeedBuilder:
    """Makes the items of one entry."""

    def __init__(
        self,
        game: Game,
        there: Iterable[Seat],
        seats: Iterable[Seat],
        before: PlayState,
        after: PlayState,
        entry: int,
        told: int,
    ) -> None:
        self.game, self.seats = game, tuple(seats)
        self.titles = {seat.id: seat.title for seat in (*self.seats, *there)}
        """What people are called: as before, if that changes."""
        self.before, self.after = before, after
        self.entry, self.first = entry, told
        self.items: list[FeedItem] = []

    def tell(
        self, kind: FeedKind, text: str, audience: tuple[str, ...] = EVERYONE, action_id: int | None = None, **more: Any
    ) -> None:
        number = self.first + len(self.items)
        action_id = self.entry if action_id is None else action_id
        self.items.append(
            FeedItem(
                number, self.entry, action_id, kind, text, readers=self.readers(audience), audience=audience, **more
            )
        )

    def readers(self, audience: tuple[str, ...]) -> tuple[str, ...] | None:
        """The seats of an audience, as things stand before or after the entry; None for everyone."""
        if not any(audience):
            return None
        states = (self.before.state, self.after.state)
        return tuple(s.id for s in self.seats if any(self.game.may_see(s, audience, state) for state in states))

    def title(self, id: str) -> str:
        return self.titles.get(id, id)

    def called(self, names: str) -> str:
        """Who threw or chose, as people call them."""
        return ", ".join(self._names.get(id, id) for id in names.split(", ") if id) if names else ""

    @cached_property
    def _names(self) -> dict[str, str]:
        return name_index(self.game, self.seats, self.after.state)

    # what the rules told

    def played(self, hand: bool) -> None:
        """What actions told that they had not told before, and which of them were given up."""
        known = {r.number: r.progress.lines for r in self.before.pending}
        for ended in self.after.finished:
            self.lines(ended.number, ended.action, new_log_lines(known.get(ended.number), ended.lines), hand)
            if ended.why:
                self.tell("given up", ended.why, action_id=ended.number, by=ended.seat.title)
        for running in self.after.pending:
            self.lines(
                running.number, running.action, new_log_lines(known.get(running.number), running.progress.lines), hand
            )

    def given_up(self) -> None:
        """Which actions ended because they could not go on."""
        for ended in self.after.finished:
            self.tell("given up", ended.why, action_id=ended.number, by=ended.seat.title)

    def lines(self, of: int, action: str, lines: list[LogLine], hand: bool) -> None:
        for line in lines:
            more: dict[str, Any] = {}
            if line.kind == "roll":
                more = {"faces": line.faces, "sides": line.sides, "hand": hand}
                more |= {"counted": line.counted, "against": line.against, "reasons": line.reasons}
            if line.tone:
                more = {"tone": line.tone}
            by = self.called(line.by)
            self.tell(line.kind, line.text, line.audience, of, by=by, cites=line.cites, **more)


def display_names(game: Game, seats: Iterable[Seat], state: Any, ids: Iterable[str]) -> str:
    """Characters, seats and roles as people call them."""
    known = name_index(game, seats, state)
    return ", ".join(known.get(id, id) for id in ids if id)


def name_index(game: Game, seats: Iterable[Seat], state: Any) -> dict[str, str]:
    """What everybody is called: the characters, the seats, and a master's role as whoever has it."""
    there = tuple(seats)
    masters = {seat.role: seat.title for seat in there if game.is_master(seat)}
    return masters | {seat.id: seat.title for seat in there} | (dict(game.names(state)) if state is not None else {})


def new_log_lines(before: tuple[LogLine, ...] | None, now: tuple[LogLine, ...]) -> list[LogLine]:
    """The lines that were not there before, wherever in the rule they stand."""
    if not before:
        return list(now)
    had = Counter(_bare(line) for line in before)
    out = []
    for line in now:
        bare = _bare(line)
        if had[bare]:
            had[bare] -= 1
        else:
            out.append(line)
    return out


def _bare(line: LogLine) -> LogLine:
    """A line as it was told: which dice counted may show later."""
    return msgspec.structs.replace(line, at="", counted=())


def feed_items(
    game: Game,
    there: Iterable[Seat],
    seats: Iterable[Seat],
    before: PlayState,
    after: PlayState,
    number: int,
    entry: AnyEvent,
    told: int,
) -> tuple[FeedItem, ...]:
    """Everything an entry tells, where these people were there before it, and those after it."""
    telling = FeedBuilder(game, there, seats, before, after, number, told)
    done = effective_event(entry)
    for kind, text, audience, more in (*_said(telling, entry), *(_said(telling, done) if done is not entry else ())):
        telling.tell(kind, text, audience, **more)
    if isinstance(done, HISTORY_EVENTS):  # what comes back has been told, but for what could not come back
        telling.given_up()
    else:
        telling.played(hand=isinstance(entry, DiceEntered))
    if isinstance(entry, ActionTaken):
        _headline(telling, entry)
    return tuple(telling.items)


def _headline(telling: FeedBuilder, entry: ActionTaken) -> None:
    """Who does what, first. Where all that an action tells is for some, so is the news that it was taken."""
    told = [item for item in telling.items if item.action_id == telling.entry]
    asks = any(r.number == telling.entry for r in telling.after.pending)
    to: tuple[str, ...] | None = None
    if told and not asks and all(item.readers is not None for item in told):
        to = tuple(dict.fromkeys((entry.seat, *(id for item in told for id in item.readers or ()))))
    title = telling.game.action(entry.action).title
    first = FeedItem(telling.first, telling.entry, telling.entry, "acted", title, _actor(telling, entry), readers=to)
    telling.items = [first, *(msgspec.structs.replace(item, number=item.number + 1) for item in telling.items)]


def _actor(telling: FeedBuilder, entry: ActionTaken) -> str:
    """Who acts, as people say it: the character, if the seat plays one here; otherwise whoever sits there."""
    plays = telling.game.cast(telling.before.state)
    for field in telling.game.action(entry.action).fields:
        who = entry.params.get(field.name) if field.param.mine else None
        if isinstance(who, str) and plays.get(who) == entry.seat:
            return display_names(telling.game, telling.seats, telling.before.state, [who])
    return telling.title(entry.seat)


def _renamed(telling: FeedBuilder, entry: SeatRenamed) -> str:
    if not entry.sits:
        return f"{telling.title(entry.seat)} is called {entry.name} now."
    role = next(seat.role for seat in telling.seats if seat.id == entry.seat)
    return f"{entry.name} sits down as {telling.game.role(role).called}."


def _said(telling: FeedBuilder, entry: AnyEvent) -> Iterator[tuple[FeedKind, str, tuple[str, ...], dict[str, Any]]]:
    """What the table itself says of an entry."""
    title = telling.title
    match entry:
        case TableOpened():
            yield "opened", f"The table is open. The dice are committed to {entry.commitment}.", EVERYONE, {}
        case SeatJoined():
            text = f"{entry.seat.title} sits down as {telling.game.role(entry.seat.role).called}."
            yield "joined", text, EVERYONE, {"by": entry.seat.id}
        case SeatLeft():
            yield "left", f"{title(entry.seat)} leaves the table.", EVERYONE, {"by": entry.seat}
        case SeatRenamed():
            yield "renamed", _renamed(telling, entry), EVERYONE, {"by": entry.seat}
        case CharacterHandedOver():
            yield "handed", telling.after.edit, EVERYONE, {"by": title(entry.seat)}
        case ValueEdited():
            masters = tuple(role.name for role in telling.game.roles if role.master)
            yield "edited", telling.after.edit, masters, {"by": title(entry.seat), "cites": "table.override"}
        case Undone():
            text = f"{title(entry.seat)} takes back everything after entry {entry.to_event}."
            yield "undone", text, EVERYONE, {"by": title(entry.seat), "to_event": entry.to_event}
        case Redone():
            text = f"{title(entry.seat)} does again what was taken back, up to entry {entry.to_event}."
            yield "redone", text, EVERYONE, {"by": title(entry.seat), "to_event": entry.to_event}
        case MessageSent():
            whom = (entry.seat, *entry.recipients) if entry.recipients else EVERYONE
            yield "said", entry.text, whom, {"by": title(entry.seat), "recipients": tuple(map(title, entry.recipients))}
        case ProposalMade():
            yield "moved", f"{title(entry.seat)} proposes: {describe_proposal(entry.what)}", EVERYONE, {}
        case ProposalAgreed():
            yield "agreed", f"{title(entry.seat)} agrees.", EVERYONE, {"action_id": entry.proposal}
        case ProposalRejected():
            yield "objected", f"{title(entry.seat)} objects: nothing is done.", EVERYONE, {"action_id": entry.proposal}
        case RulesUpgraded():
            why = f" {entry.reason}" if entry.reason else ""
            text = f"The table goes on under version {entry.version} of the rules, from entry {entry.to_event}.{why}"
            yield "carried", text, EVERYONE, {"to_event": entry.to_event}
        case SeedCommitted():
            yield "committed", seed_commit_text(entry), EVERYONE, {}
        case SessionClosed():
            yield "closed", f"The session is closed. The seed of the dice was {entry.seed}.", EVERYONE, {}
        case SessionReopened():
            text = f"The next session begins. The dice are committed to {entry.commitment}."
            yield "reopened", text, EVERYONE, {"by": title(entry.seat)}
        case PlayPaused():
            yield "paused", f"{title(entry.seat)} stops the play. {entry.reason}".rstrip(), EVERYONE, {}
        case PlayResumed():
            yield "resumed", "The play goes on.", EVERYONE, {"by": title(entry.seat)}


def seed_commit_text(entry: SeedCommitted) -> str:
    return f"The dice are committed anew, to {entry.commitment}."


def describe_proposal(what: AnyEvent) -> str:
    """What a proposal would do."""
    match what:
        case ValueEdited():
            return f"set {what.path} to {what.value}."
        case Undone():
            return f"take back everything after entry {what.to_event}."
        case Redone():
            return f"do again what was taken back, up to entry {what.to_event}."
        case SeatLeft():
            return f"{what.seat} leaves the table."
        case SeatJoined():
            return f"{what.seat.title} sits down as {what.seat.role}."
    return "close the session."
