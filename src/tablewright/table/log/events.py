"""The journal: an append-only list of what people did and what the dice said. Everything else is replayed from it."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tablewright.rules import Refused, Seat

MAX_CHAT = 4000


class DiceResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice as they fell by the table's seed, or the places of cards drawn: which throw, for which question."""

    throw: int
    action_id: int
    path: str
    faces: tuple[int, ...]
    sides: int
    drawn: bool = False


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True, omit_defaults=True):
    """One entry. Its number is its place in the journal; the opening is number 0.

    Where there are `dice`, they are what fell because of it, and the `nonce` came with it from whoever did it.
    """


class TableOpened(Event, frozen=True, tag="opened"):
    """A table for this game under these house rulings, with the commitment to its dice.

    `empty` tables begin without the game's ready-made cast and opening.
    """

    game: str
    version: str
    rulings: dict[str, Any]
    commitment: str
    seats: tuple[Seat, ...] = ()
    empty: bool = False


class SeatJoined(Event, frozen=True, tag="joined"):
    """Somebody sits down; `by` is who let them in, if anybody had to."""

    seat: Seat
    by: str = ""


class SeatLeft(Event, frozen=True, tag="left"):
    """A seat is given up. Whoever it played is nobody's until somebody takes them, or the seat is taken again."""

    seat: str
    by: str


class SeatRenamed(Event, frozen=True, tag="renamed"):
    """A seat has another name from now on, perhaps because somebody sits down in it."""

    seat: str
    name: str
    by: str
    sits: bool = False


class CharacterHandedOver(Event, frozen=True, tag="handed"):
    """A character is played by another seat from now on; by nobody, if none is named."""

    seat: str
    character: str
    to_seat: str
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class ActionTaken(Event, frozen=True, tag="acted"):
    """A seat takes an action."""

    seat: str
    action: str
    params: dict[str, Any] = {}
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class PromptAnswered(Event, frozen=True, tag="answered"):
    """A seat answers. `of` is the entry of the action that asked, `at` the place in it."""

    seat: str
    action_id: int
    path: str
    choice: str
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class DiceEntered(Event, frozen=True, tag="rolled"):
    """Dice from the hand of a seat, or the places of cards it drew."""

    action_id: int
    path: str
    faces: tuple[int, ...]
    sides: int
    drawn: bool = False
    hand: str = ""
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class ActionWithdrawn(Event, frozen=True, tag="withdrawn"):
    """An action that waits is given up."""

    seat: str
    action_id: int
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class ValueEdited(Event, frozen=True, tag="edited"):
    """A value is set by hand."""

    seat: str
    path: str
    value: Any
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class DiceThrown(Event, frozen=True, tag="fell"):
    """Dice that were waited for fall by the table's seed, because a seat leaves them to the table."""

    seat: str
    nonce: str = ""
    dice: tuple[DiceResult, ...] = ()


class Undone(Event, frozen=True, tag="undone"):
    """The table is as it was after entry `to`."""

    seat: str
    to_event: int


class Redone(Event, frozen=True, tag="redone"):
    """What was undone is done again, up to entry `to`."""

    seat: str
    to_event: int


class MessageSent(Event, frozen=True, tag="said"):
    """Words; to these seats only, if any are named."""

    seat: str
    text: str
    recipients: tuple[str, ...] = ()


class ProposalMade(Event, frozen=True, tag="moved"):
    """Where nobody is the master: a seat proposes what takes everybody's consent. The seed is not shown before that."""

    seat: str
    what: ValueEdited | Undone | Redone | SessionClosed


class ProposalAgreed(Event, frozen=True, tag="agreed"):
    """A seat consents to the proposal of an entry; with the last of them it is `done`."""

    seat: str
    proposal: int
    done: ValueEdited | Undone | Redone | SessionClosed | None = None


class ProposalRejected(Event, frozen=True, tag="objected"):
    """A seat does not consent: the proposal is off."""

    seat: str
    proposal: int


class RulesUpgraded(Event, frozen=True, tag="carried"):
    """The table goes on under another version of the rules, from how it was after entry `to`."""

    version: str
    to_event: int
    reason: str = ""


class SeedCommitted(Event, frozen=True, tag="committed"):
    """The dice are committed to a new seed: this copy of the table was made without the old one."""

    commitment: str


class SessionClosed(Event, frozen=True, tag="closed"):
    """The session ends and the seed is shown: every die can be checked."""

    seed: str
    seat: str = ""


class SessionReopened(Event, frozen=True, tag="reopened"):
    """The next session begins at a closed table, with its dice committed to a new seed."""

    seat: str
    commitment: str


class PlayPaused(Event, frozen=True, tag="paused"):
    """A seat stops the play: nobody acts, answers or throws until it goes on."""

    seat: str
    reason: str = ""


class PlayResumed(Event, frozen=True, tag="resumed"):
    """The play goes on."""

    seat: str


GameEvent: TypeAlias = (
    ActionTaken | PromptAnswered | DiceEntered | ActionWithdrawn | ValueEdited | CharacterHandedOver | DiceThrown
)
"""Entries that change the state, can be undone, and make dice fall."""
AnyEvent: TypeAlias = (
    TableOpened
    | SeatJoined
    | SeatLeft
    | SeatRenamed
    | GameEvent
    | Undone
    | Redone
    | MessageSent
    | ProposalMade
    | ProposalAgreed
    | ProposalRejected
    | RulesUpgraded
    | SeedCommitted
    | SessionClosed
    | SessionReopened
    | PlayPaused
    | PlayResumed
)
GAME_EVENTS = (ActionTaken, PromptAnswered, DiceEntered, ActionWithdrawn, ValueEdited, CharacterHandedOver, DiceThrown)
STATE_EVENTS = (*GAME_EVENTS, SeatJoined, SeatLeft, SeatRenamed)
"""Entries after which the table is another than before."""
HISTORY_EVENTS = (Undone, Redone, RulesUpgraded)
"""Entries that lead to how the table was after another one."""


def effective_event(entry: AnyEvent) -> AnyEvent:
    """What is done: the entry itself, or the proposal that it was the last to consent to."""
    return entry.done if isinstance(entry, ProposalAgreed) and entry.done is not None else entry


Proposable: TypeAlias = ValueEdited | Undone | Redone | SessionClosed
"""What takes everybody's consent, where nobody is the master."""


def to_proposal(entry: Proposable) -> Proposable:
    """What is proposed, without what only comes about when it is done: dice, their nonce, the seed that is shown."""
    if isinstance(entry, SessionClosed):
        return msgspec.structs.replace(entry, seed="")
    return msgspec.structs.replace(entry, nonce="", dice=()) if isinstance(entry, ValueEdited) else entry


def dice_results(entry: AnyEvent) -> tuple[DiceResult, ...]:
    """The dice of the table that an entry holds."""
    done = effective_event(entry)
    return done.dice if isinstance(done, GAME_EVENTS) else ()


def with_dice_results(entry: AnyEvent, dice: tuple[DiceResult, ...]) -> AnyEvent:
    """The same entry with the dice that fell because of it."""
    if not dice:
        return entry
    if isinstance(entry, ProposalAgreed):
        done: Any = entry.done
        return msgspec.structs.replace(entry, done=msgspec.structs.replace(done, dice=dice))
    return msgspec.structs.replace(entry, dice=dice)


class CorruptJournal(Refused):
    """A journal that does not hold: at which entry, and why. What came before it stands."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"Entry {number} of the journal does not hold: {why}")
        self.number, self.why = number, why
