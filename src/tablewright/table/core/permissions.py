"""Permissions: who may act now, sit where, rename, vote, pause; the only place that knows, and says why not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from tablewright.rules import Action, Game, Refused, Seat
from tablewright.rules.effects import NOBODY
from tablewright.table.log import (
    MAX_CHAT,
    ActionTaken,
    DiceEntered,
    DiceThrown,
    GameEvent,
    PlayPaused,
    PlayResumed,
    PromptAnswered,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    SeatJoined,
    SeatLeft,
    SeatRenamed,
    SessionClosed,
    SessionReopened,
    ValueEdited,
    to_proposal,
)

from . import provably_fair
from .metadata import TableMetadata
from .play_state import PlayState, describe_waiting

MAX_NAME = 80
SESSION_CLOSED = "This session is closed."


class ConsentRequired(Refused):
    """Where nobody is the master, everybody else would have to agree."""


def why_not_now(
    game: Game,
    metadata: TableMetadata,
    play_state: PlayState,
    seat: Seat,
    action: Action[Any],
    names: Mapping[str, str],
) -> str:
    """Say why this seat cannot take an action now, whatever its values; `""` if it may.

    `play_state` is the whole one where the table decides, and a seat's own where a person is told. Left to others are
    the role (`Game.check_may_take`) and the game's own reason (`Action.when`).
    """
    return why_no_play(game, metadata, seat) or why_must_wait(game, play_state, seat, action, names)


def why_no_play(game: Game, metadata: TableMetadata, seat: Seat) -> str:
    """Say why this seat can neither act nor answer now; `""` if it can."""
    return (SESSION_CLOSED if metadata.closed else "") or pause_reason(metadata) or game.looks_on_reason(seat)


def why_must_wait(
    game: Game,
    play_state: PlayState,
    seat: Seat,
    action: Action[Any],
    names: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Say why an action has no place in this state of play; `""` if it has. A master goes on after the end."""
    if not game.is_master(seat) and (over := game.ending(play_state.state)):
        return f"It is over: {over}"
    if play_state.pending and not action.instant:
        return f"{action.title} must wait: {describe_waiting(play_state, names)}"
    return ""


def check_sit(game: Game, seats: tuple[Seat, ...], new: Seat) -> None:
    """Refused if there is no seat of this name and role to be had."""
    role = game.role(new.role)
    # Audiences name seats and roles alike: a seat called like another role would be told that role's secrets.
    if not new.id or new.id in NOBODY or any(new.id == r.name for r in game.all_roles if r.name != role.name):
        raise Refused(f"A seat cannot be called {new.id!r}: choose a name that is no other role's.")
    check_name(new.id)
    if new.name:
        check_name(new.name)
    if any(seat.id == new.id for seat in seats):
        raise Refused(f"{new.id} sits at the table already: choose another name.")
    if sum(seat.role == new.role for seat in seats) >= role.most:
        raise Refused(f"There are {role.most} seats for {role.called}, and all are taken.")


def check_join(game: Game, standing: TableMetadata, entry: SeatJoined) -> None:
    if entry.by:
        _may_seat(game, standing, entry.by, "", "let somebody in")
    check_sit(game, standing.seats, entry.seat)


def check_leave(game: Game, standing: TableMetadata, entry: SeatLeft) -> None:
    _may_seat(game, standing, entry.by, entry.seat, "make somebody leave")
    gone = standing.seat(entry.seat)
    role = game.role(gone.role)
    if sum(seat.role == gone.role for seat in standing.seats) <= role.fewest:
        raise Refused(f"{gone.title} cannot leave: the game needs {role.fewest} for {role.name}. Hand over first.")


def check_rename(game: Game, standing: TableMetadata, entry: SeatRenamed) -> None:
    _may_seat(game, standing, entry.by, entry.seat, "rename somebody else")
    standing.seat(entry.seat)
    check_name(entry.name)


def check_ids_distinct(game: Game, standing: TableMetadata, state: Any, known: Collection[str] = ()) -> None:
    """Refused if a seat and a character share an id: each would be asked and told what is the other's.

    What is `known` to be shared from before is not refused again.
    """
    for who in shared_ids(game, standing, state).difference(known):
        name = game.display_names(state, who)
        raise Refused(f"{name} and a seat would both be called {who!r}: choose another name.")


def shared_ids(game: Game, standing: TableMetadata, state: Any) -> set[str]:
    """The ids that both a seat and a character go by."""
    return {seat.id for seat in standing.seats} & set(game.cast(state))


def check_name(name: str) -> None:
    """Refused if it is no name: one line of printable letters, not empty, not endless."""
    if name != " ".join(name.split()) or not 0 < len(name) <= MAX_NAME or not name.isprintable():
        raise Refused(f"A name is one line of 1 to {MAX_NAME} letters.")


def _may_seat(game: Game, standing: TableMetadata, by: str, whom: str, what: str) -> None:
    seat = standing.seat(by)
    if by == whom or game.is_master(seat) or (not game.has_master and not whom):
        return
    raise Refused(f"Only the game master can {what}." if game.has_master else f"Nobody here can {what}.")


def check_consent(game: Game, standing: TableMetadata, entry: ProposalMade | ProposalAgreed | ProposalRejected) -> None:
    seat = standing.seat(entry.seat)
    if game.has_master or not game.may_play(seat):
        raise Refused("Nothing is put to the vote at this table.")
    if isinstance(entry, ProposalMade):
        if entry.what != to_proposal(entry.what) or entry.what.seat != entry.seat:
            raise Refused("Nobody proposes for somebody else, nor shows the seed before all have agreed.")
        return
    motion = next((m for m in standing.proposals if m.number == entry.proposal), None)
    if motion is None:
        raise Refused(f"Entry {entry.proposal} proposes nothing that is still open.")
    if isinstance(entry, ProposalAgreed) and entry.done is not None:
        missing = set(voters(game, standing)) - {*motion.agreed, entry.seat}
        if missing:
            raise ConsentRequired(f"{', '.join(sorted(missing))} would have to agree first.")
        if to_proposal(entry.done) != motion.what:
            raise Refused("This is not what was proposed.")


def check_game_event(game: Game, metadata: TableMetadata, event: GameEvent, consent: bool) -> None:
    """Refuse an event of the game whose seat cannot play now. A pause leaves edits, handovers and withdrawals open."""
    seat = metadata.seat(event.hand if isinstance(event, DiceEntered) else event.seat)
    plays = isinstance(event, ActionTaken | PromptAnswered | DiceEntered | DiceThrown)
    if why_not := (why_no_play(game, metadata, seat) if plays else game.looks_on_reason(seat)):
        raise Refused(why_not)
    if isinstance(event, ValueEdited) and not game.has_master and not consent:
        check_sole_voter(game, metadata, event.seat, "Setting a value by hand")


def check_close(game: Game, metadata: TableMetadata, event: SessionClosed, consent: bool) -> None:
    """Refuse to end the session for a seat that may not, or with a seed that the table did not commit to."""
    if event.seat:
        seat = metadata.seat(event.seat)
        if game.has_master and not game.is_master(seat):
            raise Refused("Only the game master can close the session.")
        if not game.has_master and not consent:
            check_sole_voter(game, metadata, event.seat, "Closing the session")
    if provably_fair.commitment(event.seed) != metadata.commitment:
        raise Refused("This is not the seed the table committed to.")


def check_reopen(game: Game, metadata: TableMetadata, event: SessionReopened) -> None:
    """Let the master begin the next session; where there is none, anybody who plays."""
    seat = metadata.seat(event.seat)
    if not (game.is_master(seat) if game.has_master else game.may_play(seat)):
        raise Refused("Only the game master can begin the next session.")
    if event.commitment == metadata.commitment:
        raise Refused("The dice of the last session are known: the next one needs others.")


def check_pause(game: Game, standing: TableMetadata, entry: PlayPaused | PlayResumed) -> None:
    """Anybody who plays may stop the play; whoever did, or the master, lets it go on, or anybody where none is."""
    seat = standing.seat(entry.seat)
    if why_not := game.looks_on_reason(seat):
        raise Refused(why_not)
    if isinstance(entry, PlayPaused):
        if standing.paused:
            raise Refused(pause_reason(standing))
        if len(entry.reason) > MAX_CHAT:
            raise Refused(f"Say why in at most {MAX_CHAT} characters.")
    elif not standing.paused:
        raise Refused("The play goes on already.")
    elif game.has_master and not game.is_master(seat) and seat.id != standing.paused:
        raise Refused("Whoever stopped the play lets it go on, or the game master.")


def pause_reason(standing: TableMetadata) -> str:
    """Who has stopped the play; nothing, while it goes on."""
    if not standing.paused:
        return ""
    who = next((seat.title for seat in standing.seats if seat.id == standing.paused), standing.paused)
    return f"{who} has stopped the play: it waits until it goes on."


class TransferableCharacter(msgspec.Struct, frozen=True):
    """A character that somebody may hand over: who plays it now, by seat; nobody, if none is named."""

    character: str
    name: str
    seat: str


def transferable_characters(
    game: Game, standing: TableMetadata, state: Any, seat: Seat
) -> tuple[TransferableCharacter, ...]:
    """Whom a seat may hand over or take: a master everybody, others their own and whom nobody plays."""
    if game.hand_over is None or state is None or not game.may_play(seat):
        return ()
    here, master, names = {s.id for s in standing.seats}, game.is_master(seat), game.names(state)
    cast = ((who, player if player in here else "") for who, player in game.cast(state).items())
    return tuple(
        TransferableCharacter(who, names.get(who, who), player)
        for who, player in cast
        if master or player in ("", seat.id)
    )


def voters(game: Game, standing: TableMetadata) -> tuple[str, ...]:
    """Whose consent it takes, where nobody is the master."""
    return tuple(seat.id for seat in standing.seats if game.may_play(seat))


def check_sole_voter(game: Game, standing: TableMetadata, seat: str, what: str) -> None:
    """Refused, unless whoever wants it is the only one whose consent it takes."""
    if voters(game, standing) != (seat,):
        raise ConsentRequired(f"{what} takes the consent of everybody at the table.")
