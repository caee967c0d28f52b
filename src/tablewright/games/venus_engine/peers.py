"""Peers: everyone else at the table. Proposals are put to them."""

from __future__ import annotations

from itertools import combinations

from tablewright.rules import Choose, Gather, Rule, cites, rule, tell

from .options import PeersDecide
from .state import Venus

STANDS, OBJECTION, DROPPED = "stands", "objection", "dropped"


@cites("peers.who", "peers.relative", "peers.observer")
def peers_of(s: Venus, seat: str) -> tuple[str, ...]:
    """All people at the table but this one: for a player also the FC, and listeners."""
    return tuple(p.id for p in s.people if p.id != seat)


@rule("peers.decide")
def stands(peers: tuple[str, ...], proposal: str, how: PeersDecide) -> Rule[bool]:
    """Put a proposal to the Peers. Return True if they agree. The FC may answer for anyone, so the game never waits
    long.

    A single objection opens a talk, and the FC records its result. By majority, the FC breaks a tie.
    """
    if not peers:
        return True
    if how in {"fc rules", "first word"}:
        by = ("fc",) if how == "fc rules" else peers
        return (yield from Choose(by, proposal, (STANDS, DROPPED), cites="peers.decide")) == STANDS
    ask = [Choose(peer, proposal, (STANDS, OBJECTION), cites="peers.decide") for peer in peers]
    settles = objected if how == "nobody objects" else None  # one objection opens the talk
    against = (yield from Gather(tuple(ask), settles)).count(OBJECTION)
    settled = without_a_talk(against, len(peers), how)
    if settled is not None:
        return settled
    question = f"After talking it over: {proposal}"
    talked = Choose("fc", question, (DROPPED, STANDS), cites="peers.decide")
    return (yield from talked) == STANDS


@cites("peers.decide")
def without_a_talk(against: int, peers: int, how: PeersDecide) -> bool | None:
    """The decision, if so many objections of so many Peers settle the matter without a talk, else None."""
    if not against:
        return True
    if how == "majority" and 2 * against != peers:
        return 2 * against < peers
    return None


@rule("peers.decide")
def granted(peers: tuple[str, ...], about: str, claims: tuple[str, ...], how: PeersDecide) -> Rule[tuple[str, ...]]:
    """The claims that the Peers grant. Each Peer is asked once, and names the claims they object to."""
    if how not in {"nobody objects", "majority"}:
        answers = yield from Gather(tuple([stands(peers, f"{about} {claim}?", how) for claim in claims]))
        return tuple(claim for claim, yes in zip(claims, answers, strict=True) if yes)
    options = tuple(some for n in range(len(claims) + 1) for some in combinations(claims, n))
    question = f"{about} {', '.join(claims)}. Do you object?"
    ask = [Choose(peer, question, options, label=objection, cites="peers.decide") for peer in peers]
    objections = yield from Gather(tuple(ask))
    kept = []
    for claim in claims:
        stood = without_a_talk(sum(claim in some for some in objections), len(peers), how)
        if stood is None:
            talked = Choose("fc", f"After talking it over, “{claim}” is …", (DROPPED, STANDS), cites="peers.decide")
            stood = (yield from talked) == STANDS
        kept += [claim] if stood else []
    return tuple(kept)


def objected(answer: str) -> bool:
    return answer == OBJECTION


def objection(claims: tuple[str, ...]) -> str:
    return f"yes, to {' and '.join(claims)}" if claims else "no"


def name_of(s: Venus, seat: str) -> str:
    """The name of a person at the table."""
    return next((p.name for p in s.people if p.id == seat), seat)


def proposed(s: Venus, seat: str, proposal: str, by: str = "", otherwise: str = "It does not stand.") -> Rule[bool]:
    """Put a proposal about a seat to its Peers, and tell if it fails.

    `by` is the proposer, if it is not that seat itself. Proposers are not asked about their own proposal.
    """
    if s.rulings.peers == "fc rules" and by == s.fc:
        return True
    agreed = yield from stands(tuple(p for p in peers_of(s, seat) if p != by), proposal, s.rulings.peers)
    if not agreed:
        yield tell("peers.decide", otherwise)
    return agreed
