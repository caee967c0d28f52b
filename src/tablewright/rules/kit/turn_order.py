"""The order of initiative."""

from __future__ import annotations

from tablewright.rules.errors import Refused
from tablewright.rules.state import State, find_by_id, unique_id

MAX_ACTORS = 100


class Actor(State, frozen=True):
    """An actor in the order."""

    id: str
    name: str
    score: int = 0


class TurnOrder(State, frozen=True):
    """Actors in the order they act. `turn` is the place of the current actor; in round 0 it has not begun."""

    entries: tuple[Actor, ...] = ()
    turn: int = 0
    round: int = 0

    def __post_init__(self) -> None:
        if len({actor.id for actor in self.entries}) != len(self.entries):
            raise Refused("Two in the order have the same id.")
        if len(self.entries) > MAX_ACTORS:
            raise Refused(f"At most {MAX_ACTORS} can be in the order.")
        if not 0 <= self.turn < max(1, len(self.entries)) or self.round < 0:
            raise Refused(f"There is no turn {self.turn} of round {self.round} in an order of {len(self.entries)}.")


def make_order(names: tuple[str, ...], scores: tuple[int, ...] = ()) -> TurnOrder:
    """Make an order: highest score first, equals as they were named; without scores, as they were named."""
    if scores and len(scores) != len(names):
        raise Refused(f"{len(names)} names need {len(names)} scores, not {len(scores)}.")
    order = TurnOrder()
    for name, score in zip(names, scores or (0,) * len(names), strict=True):
        order = add_actor(order, name, score)
    return order


def current_actor(order: TurnOrder) -> Actor | None:
    """The actor whose turn it is."""
    return order.entries[order.turn] if order.round and order.entries else None


def next_turn(order: TurnOrder) -> TurnOrder:
    """Pass the turn on; after the last a new round begins."""
    if not order.entries:
        raise Refused("Nobody is in the order yet.")
    if order.round == 0:
        return order.but(turn=0, round=1)
    if order.turn + 1 == len(order.entries):
        return order.but(turn=0, round=order.round + 1)
    return order.but(turn=order.turn + 1)


def add_actor(order: TurnOrder, name: str, score: int = 0, id: str = "") -> TurnOrder:
    """Add an actor at the place of the score, after equals. The turn stays where it is."""
    actor = Actor(id or unique_id(name, (a.id for a in order.entries)), name, score)
    place = next((i for i, a in enumerate(order.entries) if a.score < score), len(order.entries))
    entries = (*order.entries[:place], actor, *order.entries[place:])
    return _same_turn(order, entries)


def remove_actor(order: TurnOrder, id: str) -> TurnOrder:
    """Remove an actor. If it was their turn, it passes to the next, and after the last to a new round."""
    gone = find_by_id(order.entries, id, "name in the order")
    entries = tuple(a for a in order.entries if a.id != id)
    if current_actor(order) != gone:
        return _same_turn(order, entries)
    if not entries:
        return TurnOrder()
    past_last = order.turn == len(entries)
    return TurnOrder(entries, 0 if past_last else order.turn, order.round + past_last)


def delay_turn(order: TurnOrder, after: str) -> TurnOrder:
    """Let the current actor act after somebody still to act this round. They keep that place from then on."""
    actor = current_actor(order)
    if actor is None:
        raise Refused("It is nobody's turn, so nobody can wait.")
    later = order.entries[order.turn + 1 :]
    if after not in {a.id for a in later}:
        still = ", ".join(a.id for a in later) or "nobody"
        raise Refused(f"{actor.name} can wait only for those still to act this round: {still}.")
    place = next(i for i, a in enumerate(order.entries) if a.id == after)
    entries = (*order.entries[: order.turn], *order.entries[order.turn + 1 : place + 1], actor)
    return order.but(entries=(*entries, *order.entries[place + 1 :]))


def sort_order(order: TurnOrder) -> TurnOrder:
    """Sort by score, highest first, equals as they are. The turn stays where it is."""
    return _same_turn(order, tuple(sorted(order.entries, key=lambda a: -a.score)))


def _same_turn(order: TurnOrder, entries: tuple[Actor, ...]) -> TurnOrder:
    actor = current_actor(order)
    return TurnOrder(entries, entries.index(actor) if actor else 0, order.round if entries else 0)
