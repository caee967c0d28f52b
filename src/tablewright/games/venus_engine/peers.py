"""Who are your Peers? Everybody else at the table; proposals are put to them."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Literal

from tablewright.kernel import Choose, Me, Param, Refused, Rule, Together, action, cites, rule, tell
from tablewright.kernel.kit.kit import titled

from .options import PeersDecide
from .state import Person, Venus

STANDS, OBJECTION, DROPPED = "stands", "objection", "dropped"


@cites("peers.who", "peers.relative", "peers.observer")
def peers_of(s: Venus, seat: str) -> tuple[str, ...]:
    """Everybody at the table but this one: for a player the FC too, and whoever only listens in."""
    return tuple(p.id for p in s.people if p.id != seat)


@rule("peers.decide")
def stands(peers: tuple[str, ...], proposal: str, how: PeersDecide) -> Rule[bool]:
    """Whether a proposal stands. The FC, as master of the table, may answer for anybody, so nothing waits for long.

    One objection opens a talk, and the FC records what came of it; by majority, a tie is the FC's to break.
    """
    if not peers:
        return True
    if how in {"fc rules", "first word"}:
        by = ("fc",) if how == "fc rules" else peers
        return (yield from Choose(by, proposal, (STANDS, DROPPED), cites="peers.decide")) == STANDS
    ask = [Choose(peer, proposal, (STANDS, OBJECTION), cites="peers.decide") for peer in peers]
    settles = objected if how == "nobody objects" else None  # one is enough to talk it over
    against = (yield from Together(tuple(ask), settles)).count(OBJECTION)
    if not against:
        return True
    if how == "majority" and 2 * against != len(peers):
        return 2 * against < len(peers)
    question = f"After talking it over: {proposal}"
    talked = Choose("fc", question, (DROPPED, STANDS), cites="peers.decide")
    return (yield from talked) == STANDS


@rule("peers.decide")
def granted(peers: tuple[str, ...], about: str, claims: tuple[str, ...], how: PeersDecide) -> Rule[tuple[str, ...]]:
    """Which of several claims stand. Each Peer is asked once, and says what they object to, if anything."""
    if how not in {"nobody objects", "majority"}:
        answers = yield from Together(tuple([stands(peers, f"{about} {claim}?", how) for claim in claims]))
        return tuple(claim for claim, yes in zip(claims, answers, strict=True) if yes)
    options = tuple(some for n in range(len(claims) + 1) for some in combinations(claims, n))
    question = f"{about} {', '.join(claims)}. Do you object?"
    ask = [Choose(peer, question, options, label=objection, cites="peers.decide") for peer in peers]
    objections = yield from Together(tuple(ask))
    kept = []
    for claim in claims:
        against = sum(claim in some for some in objections)
        if not against or (how == "majority" and 2 * against < len(peers)):
            kept.append(claim)
        elif how == "nobody objects" or 2 * against == len(peers):
            talked = Choose("fc", f"After talking it over, “{claim}” is …", (DROPPED, STANDS), cites="peers.decide")
            kept += [claim] if (yield from talked) == STANDS else []
    return tuple(kept)


def objected(answer: str) -> bool:
    return answer == OBJECTION


def objection(claims: tuple[str, ...]) -> str:
    return f"yes, to {' and '.join(claims)}" if claims else "no"


def name_of(s: Venus, seat: str) -> str:
    """What somebody at the table is called."""
    return next((p.name for p in s.people if p.id == seat), seat)


def proposed(s: Venus, seat: str, proposal: str, by: str = "", otherwise: str = "It does not stand.") -> Rule[bool]:
    """Puts a proposal about a seat to its Peers, and says so if it does not stand.

    `by` is who proposes it, if not that seat itself: nobody is asked what they think of their own proposal.
    """
    if s.rulings.peers == "fc rules" and by == s.fc:
        return True
    agreed = yield from stands(tuple(p for p in peers_of(s, seat) if p != by), proposal, s.rulings.peers)
    if not agreed:
        yield tell("peers.decide", otherwise)
    return agreed


@action("peers.observer", "turn.pass-order", title="Sit down at the table", instant=True, group="The table")
def sit_down(
    s: Venus,
    name: Annotated[str, Param("What you are called", examples=("Dana", "Eli"))],
    role: Annotated[Literal["player", "peer"], Param("To play, or to listen in as a Peer")] = "player",
    me: Annotated[str, Me()] = "",
) -> Rule[Venus]:
    """Takes a place in the ring, after those who sit there already."""
    if any(p.id == me for p in s.people):
        raise Refused("You sit at the table already.")
    if len(s.people) >= 13:
        raise Refused("The table is full: twelve and the FC.")
    yield tell("peers.observer", "{name} sits down and is everybody's Peer.", name=titled(name))
    return s.but(people=(*s.people, Person(me, titled(name), role)))


@action("peers.who", title="Leave the table", by=("player", "peer"), group="The table")
def leave_table(s: Venus, me: Annotated[str, Me()] = "") -> Rule[Venus]:
    """Gives up one's place in the ring; nobody waits for you any more."""
    person = s.person(me)
    if s.turn == me:
        raise Refused("It is your turn: pass it first.")
    if person.role == "fc":
        raise Refused("The FC cannot leave: a game needs one.")
    yield tell("peers.who", "{name} leaves the table.", name=person.name)
    scenes = tuple(scene.but(todo=without(scene.todo, me), who=without(scene.who, me)) for scene in s.scenes)
    return s.but(people=tuple(p for p in s.people if p.id != me), scenes=scenes)


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(n for n in names if n != name)


ACTIONS = (sit_down, leave_table)
