"""Who are your Peers? Everybody else at the table; proposals are put to them."""

from __future__ import annotations

from itertools import combinations

from tablewright.rules import Choose, Gather, Rule, cites, rule, tell

from .options import PeersDecide
from .state import Venus

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
    against = (yield from Gather(tuple(ask), settles)).count(OBJECTION)
    settled = without_a_talk(against, len(peers), how)
    if settled is not None:
        return settled
    question = f"After talking it over: {proposal}"
    talked = Choose("fc", question, (DROPPED, STANDS), cites="peers.decide")
    return (yield from talked) == STANDS


@cites("peers.decide")
def without_a_talk(against: int, peers: int, how: PeersDecide) -> bool | None:
    """Whether so many objections of so many Peers settle it by themselves, and how; nothing, if they do not."""
    if not against:
        return True
    if how == "majority" and 2 * against != peers:
        return 2 * against < peers
    return None


@rule("peers.decide")
def granted(peers: tuple[str, ...], about: str, claims: tuple[str, ...], how: PeersDecide) -> Rule[tuple[str, ...]]:
    """Which of several claims stand. Each Peer is asked once, and says what they object to, if anything."""
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
