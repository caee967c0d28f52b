"""Ballot: a game with nothing but a secret vote, to see what others are sent during it."""

from __future__ import annotations

from tablewright.rules import Choose, Game, Role, Rule, Seat, State, action, tell
from tablewright.rules.effects.effect import Gather
from tablewright.rules.forms.ruling import Rulings

VOTERS = ("ann", "bob")


class Ballot(State, frozen=True):
    rulings: Rulings
    said: tuple[str, ...] = ()


@action("vote.secret", title="Vote", by="voter")
def vote(s: Ballot) -> Rule[Ballot]:
    """Let every voter write down a name. The names are read out together."""
    asks = tuple(
        Choose(who, "Whom?", (f"zq{who}one", f"zq{who}two"), cites="vote.secret", secret=True) for who in VOTERS
    )
    said = yield from Gather(asks)
    yield from tell("vote.secret", "The votes: {said}.", said=", ".join(said))
    return s.but(said=said)


GAME = Game(
    name="ballot",
    title="Ballot",
    version="1",
    roles=(Role("teller", "Counts the votes.", master=True, fewest=1, most=1), Role("voter", "Votes.", most=4)),
    state=Ballot,
    rulings=Rulings,
    setup=Ballot,
    empty=Ballot,
    actions=(vote,),
    sheet=lambda s, seat: (),
    seats=(Seat("teller", "teller"), Seat("ann", "voter"), Seat("bob", "voter")),
)
