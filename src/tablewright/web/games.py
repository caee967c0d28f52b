"""The games on the shelf, over HTTP."""

from __future__ import annotations

from litestar import Controller, get

from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.run.shelf import Boxed, shelf

from .answers import GameOf, RoleOf, Ruled, RuleOf


def boxed(name: str) -> Boxed:
    """A game on the shelf. A folder's path is not taken from the wire: its code would be run."""
    found = shelf().get(name)
    if found is None:
        raise Refused(f"There is no game called {name[:80]!r} here.")
    return found


def game_of(box: Boxed) -> GameOf:
    game = box.game
    form = game.ruling_form
    usual = recorded(form.read({}))
    return GameOf(
        game.name,
        game.title,
        game.version,
        box.ledger.summary,
        tuple(RoleOf(r.name, r.doc, r.master, r.fewest, r.most) for r in game.all_roles),
        tuple(Ruled(f.name, f.doc, usual[f.name], f.cites, tuple(f.choices(None) or ())) for f in form.fields),
        len(game.actions),
        len(box.ledger.rule),
    )


class Games(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=True)
    def games(self) -> list[GameOf]:
        """Every game on the shelf."""
        return [game_of(box) for box in shelf().values()]

    @get("/{game:str}", sync_to_thread=True)
    def game(self, game: str) -> GameOf:
        """One game."""
        return game_of(boxed(game))

    @get("/{game:str}/rules", sync_to_thread=True)
    def rules(self, game: str) -> list[RuleOf]:
        """A game's ledger: every rule by its id, in the book's order."""
        return [
            RuleOf(entry.id, entry.title, entry.section, entry.text, entry.ruling) for entry in boxed(game).ledger.rule
        ]
