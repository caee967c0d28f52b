"""The games on the shelf, over HTTP."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException

from tablewright.kernel.errors import Refused
from tablewright.kernel.field import Field, written
from tablewright.kernel.summary import Summary
from tablewright.run.shelf import Boxed, find

from .answers import GameOf, InShort, RoleOf, Ruled, RuleOf
from .house import House
from .visitor import house_of

AnyRequest = Request[Any, Any, Any]


def boxed(house: House, name: str) -> Boxed:
    """A game this house serves. A folder's path is not taken from the wire: its code would be run."""
    found = house.games.get(name)
    if found is None:
        raise Refused(f"There is no game called {name[:80]!r} here.")
    return found


def game_of(box: Boxed) -> GameOf:
    game = box.game
    return GameOf(
        game.name,
        game.title,
        game.version,
        game.look.about or box.ledger.summary,
        tuple(RoleOf(r.name, r.doc, r.master, r.fewest, r.most, r.called) for r in game.all_roles),
        tuple(map(_ruled, game.ruling_form.fields)),
        len(game.actions),
        len(box.ledger.rule),
        game.look,
        f"api/games/{game.name}/font" if game.look.font else "",
    )


def _ruled(field: Field) -> Ruled:
    return Ruled(
        field.name, field.doc, written(field.default), field.cites, tuple(map(written, field.choices(None) or ()))
    )


@lru_cache(maxsize=64)
def _in_short(source: str) -> InShort:
    """Made once: anybody may ask for it, and it takes long."""
    ledger = find(source).ledger
    return InShort(ledger.title, ledger.summary, tuple(Summary(ledger).told()))


class Games(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=True)
    def games(self, request: AnyRequest) -> list[GameOf]:
        """Every game that is served here."""
        house_of(request).read_ledgers()
        return [game_of(box) for box in house_of(request).games.values()]

    @get("/{game:str}", sync_to_thread=True)
    def game(self, request: AnyRequest, game: str) -> GameOf:
        """One game."""
        return game_of(boxed(house_of(request), game))

    @get("/{game:str}/font", sync_to_thread=True, include_in_schema=False)
    def font(self, request: AnyRequest, game: str) -> Response[bytes]:
        """The font of a game's titles, from its own folder."""
        box = boxed(house_of(request), game)
        name = box.game.look.font
        file = box.folder / name
        if not name or "/" in name or not file.is_file():
            raise NotFoundException("This game has no font of its own.")
        return Response(file.read_bytes(), media_type="font/woff2", headers={"cache-control": "max-age=86400"})

    @get("/{game:str}/summary", sync_to_thread=True)
    def summary(self, request: AnyRequest, game: str) -> InShort:
        """A game's rules in short, as they fit on two printed pages; in brackets what is only named there."""
        return _in_short(boxed(house_of(request), game).source)

    @get("/{game:str}/rules", sync_to_thread=True)
    def rules(self, request: AnyRequest, game: str) -> list[RuleOf]:
        """A game's ledger: every rule by its id, in the book's order; chapters of advice alone come last."""
        rules = boxed(house_of(request), game).ledger.rule
        played = {entry.section for entry in rules if entry.kind != "advice"}
        ordered = sorted(rules, key=lambda entry: entry.section not in played)
        return [RuleOf(entry.id, entry.title, entry.section, entry.text, entry.ruling) for entry in ordered]
