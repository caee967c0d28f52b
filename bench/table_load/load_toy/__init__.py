"""The toy: whoever moves throws a die and adds it to their score. As little as a game can be."""

from __future__ import annotations

from tablewright.rules import Game, Role, Rule, Seat, State, action, roll, tell
from tablewright.rules.forms import Rulings
from tablewright.rules.widgets import FieldWidget, Panel

SEATS = ("p0", "p1", "p2", "p3")


class Toy(State, frozen=True):
    rulings: Rulings
    scores: tuple[int, ...] = (0, 0, 0, 0)


@action("toy.move", title="Move", by=("player", "master"))
def move(s: Toy) -> Rule[Toy]:
    """Throws a die and adds it."""
    (die,) = yield from roll(1, why="A move")
    yield from tell("toy.move", "That is {n}.", n=die)
    return s.but(scores=(s.scores[0] + die, *s.scores[1:]))


GAME = Game(
    name="load-toy",
    title="Load toy",
    version="1",
    roles=(Role("master", "Moves.", master=True, fewest=1, most=1), Role("player", "Looks on.", most=12)),
    state=Toy,
    rulings=Rulings,
    setup=Toy,
    empty=Toy,
    actions=(move,),
    sheet=lambda s, seat: (Panel("Scores", tuple(FieldWidget(f"p{n}", str(x)) for n, x in enumerate(s.scores))),),
    seats=tuple(Seat(id, "player" if n else "master") for n, id in enumerate(SEATS)),
)
