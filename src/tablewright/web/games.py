"""The games on the shelf, over HTTP."""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.exceptions import NotFoundException

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
        game.look.about or box.ledger.summary,
        tuple(RoleOf(r.name, r.doc, r.master, r.fewest, r.most) for r in game.all_roles),
        tuple(Ruled(f.name, f.doc, usual[f.name], f.cites, tuple(f.choices(None) or ())) for f in form.fields),
        len(game.actions),
        len(box.ledger.rule),
        game.look,
        f"api/games/{game.name}/font" if game.look.font else "",
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

    @get("/{game:str}/font", sync_to_thread=True, include_in_schema=False)
    def font(self, game: str) -> Response[bytes]:
        """The font of a game's titles, from its own folder."""
        box = boxed(game)
        name = box.game.look.font
        file = box.folder / name
        if not name or "/" in name or not file.is_file():
            raise NotFoundException("This game has no font of its own.")
        return Response(file.read_bytes(), media_type="font/woff2", headers={"cache-control": "max-age=86400"})

    @get("/{game:str}/rules", sync_to_thread=True)
    def rules(self, game: str) -> list[RuleOf]:
        """A game's ledger: every rule by its id, in the book's order."""
        return [
            RuleOf(entry.id, entry.title, entry.section, entry.text, entry.ruling) for entry in boxed(game).ledger.rule
        ]
