"""`tablewright odds GAME ACTION [--set name=value …]`."""

from __future__ import annotations

import argparse
from typing import Any

from rich.table import Table as Grid

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused, TooLarge, Unknown
from tablewright.kernel.game import Game
from tablewright.kernel.state import put
from tablewright.run.advice import Advice, advise_after
from tablewright.run.odds import foes_of, maker, odds, side_of, spending
from tablewright.run.shelf import find
from tablewright.table import Moment, Table
from tablewright.table.prospect import Prospect

from .clean import said
from .drafted import drafted
from .drawn_odds import show_advice, show_odds, show_spending
from .flags import pairs
from .out import console, say_json
from .prospects import show_prospect
from .sitting import Sitting


def run(args: argparse.Namespace) -> None:
    game = find(args.game).game
    table = Table.open(game, rulings=pairs(args.ruling))
    if args.action is None:
        _list(game, args.json)
        return
    action = game.action(args.action)
    params, state = split_settings(action, table.state, pairs(args.settings))
    table.now = Moment(state)
    asked = {"game": game.name, "action": action.name, "params": params}
    if args.dice:
        read = action.read(params, state)
        whose = side_of(game, action, state, read, None)
        make, foes = maker(action, state, read, None), foes_of(game, action, state, read, None)
        _advise(advise_after(make, map(_faces, args.dice), whose, foes=foes), args.json)
    elif args.spend is not None:
        bought = spending(game, state, action, params, most=args.spend, aim=args.aim)
        if args.json:
            say_json(asked | bought.to_json())
        else:
            show_spending(console(), bought)
    elif args.aim is not None and not args.json:
        show_odds(console(), odds(game, state, action, params, aim=args.aim))
    else:
        action.read(params, state)  # refused with what would do
        _count(table, action, params, asked if args.json else None, args.aim)


def _count(
    table: Table, action: Action[Any], params: dict[str, str], asked: dict[str, Any] | None, aim: float | None
) -> None:
    """As the table shows it in play; what could not be done there as things stand is counted all the same."""
    here, draft = drafted(Sitting(table), action.name, params)
    game, state, why_not = table.game, table.state, draft.why_not or draft.missing
    if asked is not None:
        read = {} if why_not else _as_read(here.odds(action.name, params))
        say_json(asked | _exactly(game, state, action, params, aim) | read)
        return
    if why_not:
        show_odds(console(), odds(game, state, action, params))
        console().print(f"[quiet]At a table it could not be done now: {said(why_not)}[/]")
        return
    found = here.odds(action.name, params)
    show_prospect(console(), found, here.names, whole=True)
    if not found.tells:
        console().print(f"Nothing of {said(action.title)} is left to chance.")


def _exactly(game: Game, state: Any, action: Action[Any], params: dict[str, str], aim: float | None) -> dict[str, Any]:
    """Every outcome with its exact chance, if they can be counted."""
    try:
        return odds(game, state, action, params, aim=aim).to_json()
    except TooLarge:
        return {"title": action.title, "outcomes": []}


def _as_read(found: Prospect) -> dict[str, Any]:
    """What the table shows in play."""
    shown = ("groups", "quantity", "changes", "costs", "assumed", "note")
    return {name: getattr(found, name) for name in shown}


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        raise Refused(f"{text!r} should be the faces of a throw, such as 2,5,6.")
    return [int(word) for word in words]


def _advise(advice: Advice, as_json: bool) -> None:
    """The options of a question, each with the odds after it, and the best."""
    q = advice.question
    if as_json:
        options = {o.key: {"label": o.label, "cost": o.cost} | advice.odds[o.key].to_json() for o in q.options}
        say_json({"question": q.question, "by": q.by, "best": advice.best, "options": options})
    else:
        show_advice(console(), advice)


def split_settings(action: Action[Any], state: Any, given: dict[str, str]) -> tuple[dict[str, str], Any]:
    """A name that is a parameter of the action is one; any other is a path in the state."""
    names = {f.name for f in action.fields}
    params = {name: value for name, value in given.items() if name in names}
    for path, value in given.items():
        if path not in names:
            try:
                state = put(state, path, value)
            except Unknown as unknown:
                fields = ", ".join(sorted(names)) or "none"
                raise Refused(
                    f"{path} is neither a parameter of {action.name} ({fields}) nor in the state. {unknown}"
                ) from None
    return params, state


def _list(game: Game, as_json: bool) -> None:
    if as_json:
        say_json({a.name: a.schema() for a in game.actions})
        return
    table = Grid(title=f"Actions of {said(game.title)}", title_justify="left", expand=True)
    for column in ("action", "what it is", "parameters"):
        table.add_column(column, overflow="fold")
    for action in game.actions:
        fields = "\n".join(f"{f.name}{'' if f.required else '?'}: [quiet]{said(f.doc)}[/]" for f in action.fields)
        table.add_row(action.name, said(action.doc.split("\n")[0]), fields)
    console().print(table)
