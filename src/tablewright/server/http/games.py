"""The games on the shelf, over HTTP."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import LedgerSummary, Refused, to_key
from tablewright.rules.forms import FormField
from tablewright.server.auth import context_of
from tablewright.server.context import ServerContext
from tablewright.server.protocol import GameInfo, RoleInfo, RuleInfo, RulesSummary, RulingInfo

AnyRequest = Request[Any, Any, Any]


def served_game(house: ServerContext, name: str) -> InstalledGame:
    """A game this house serves. A folder's path is not taken from the wire: its code would be run."""
    found = house.games.get(name)
    if found is None:
        raise Refused(f"There is no game called {name[:80]!r} here.")
    return found


def game_info(box: InstalledGame) -> GameInfo:
    game = box.game
    return GameInfo(
        game.name,
        game.title,
        game.version,
        game.theme.about or box.ledger.summary,
        tuple(RoleInfo(r.name, r.doc, r.master, r.fewest, r.most, r.called) for r in game.all_roles),
        tuple(map(_ruled, game.ruling_form.fields)),
        len(game.actions),
        len(box.ledger.rule),
        game.theme,
        f"api/games/{game.name}/font" if game.theme.font else "",
    )


def _ruled(field: FormField) -> RulingInfo:
    return RulingInfo(
        field.name, field.doc, to_key(field.default), field.cites, tuple(map(to_key, field.choices(None) or ()))
    )


@lru_cache(maxsize=64)
def _in_short(source: str) -> RulesSummary:
    """Made once: anybody may ask for it, and it takes long."""
    ledger = find_game(source).ledger
    return RulesSummary(ledger.title, ledger.summary, tuple(LedgerSummary(ledger).told()))


class GamesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=True)
    def games(self, request: AnyRequest) -> list[GameInfo]:
        """Every game that is served here."""
        context_of(request).read_ledgers()
        return [game_info(box) for box in context_of(request).games.values()]

    @get("/{game:str}", sync_to_thread=True)
    def game(self, request: AnyRequest, game: str) -> GameInfo:
        """One game."""
        return game_info(served_game(context_of(request), game))

    @get("/{game:str}/font", sync_to_thread=True, include_in_schema=False)
    def font(self, request: AnyRequest, game: str) -> Response[bytes]:
        """The font of a game's titles, from its own folder."""
        box = served_game(context_of(request), game)
        name = box.game.theme.font
        file = box.folder / name
        if not name or "/" in name or not file.is_file():
            raise NotFoundException("This game has no font of its own.")
        return Response(file.read_bytes(), media_type="font/woff2", headers={"cache-control": "max-age=86400"})

    @get("/{game:str}/summary", sync_to_thread=True)
    def summary(self, request: AnyRequest, game: str) -> RulesSummary:
        """A game's rules in short, as they fit on two printed pages; in brackets what is only named there."""
        return _in_short(served_game(context_of(request), game).source)

    @get("/{game:str}/rules", sync_to_thread=True)
    def rules(self, request: AnyRequest, game: str) -> list[RuleInfo]:
        """A game's ledger: every rule by its id, in the book's order; chapters of advice alone come last."""
        rules = served_game(context_of(request), game).ledger.rule
        played = {entry.section for entry in rules if entry.kind != "advice"}
        ordered = sorted(rules, key=lambda entry: entry.section not in played)
        return [RuleInfo(entry.id, entry.title, entry.section, entry.text, entry.ruling) for entry in ordered]
