"""`tablewright odds GAME ACTION [--set name=value …]`."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from rich.table import Table as Grid

from tablewright.catalog import find_game
from tablewright.engine.exact import (
    PromptAdvice,
    action_odds_of,
    advise_after,
    odds_by_spending,
    opposing_choices_of,
    own_choices_of,
)
from tablewright.rules import Action, Game, Refused, TooLarge, UnknownName
from tablewright.rules.state import set_path
from tablewright.table import PlayState, Table
from tablewright.table.odds import OddsSummary
from tablewright.terminal.arguments import parse_pairs
from tablewright.terminal.play import LocalSeats, draft_for_seat
from tablewright.terminal.render import (
    escape_quoted,
    make_console,
    say_json,
    show_advice,
    show_odds,
    show_odds_summary,
    show_spending,
)


def run_command(args: argparse.Namespace) -> None:
    game = find_game(args.game).game
    table = Table.open(game, rulings=parse_pairs(args.ruling))
    if args.action is None:
        _list(game, args.json)
        return
    action = game.action(args.action)
    params, state = split_settings(action, table.state, parse_pairs(args.settings))
    table.play_state = PlayState(state)
    asked = {"game": game.name, "action": action.name, "params": params}
    if args.dice:
        read = action.read(params, state)
        whose = own_choices_of(game, action, state, read, None)
        make, foes = partial(action.begin, state, read, None), opposing_choices_of(game, action, state, read, None)
        _advise(advise_after(make, map(_faces, args.dice), whose, foes=foes), args.json)
    elif args.spend is not None:
        bought = odds_by_spending(game, state, action, params, most=args.spend, aim=args.aim)
        if args.json:
            say_json(asked | bought.to_json())
        else:
            show_spending(make_console(), bought)
    elif args.aim is not None and not args.json:
        show_odds(make_console(), action_odds_of(game, state, action, params, aim=args.aim))
    else:
        action.read(params, state)  # refused with what would do
        _count(table, action, params, asked if args.json else None, args.aim)


def _count(
    table: Table, action: Action[Any], params: dict[str, str], asked: dict[str, Any] | None, aim: float | None
) -> None:
    """As the table shows it in play; what could not be done there as things stand is counted all the same."""
    here, draft = draft_for_seat(LocalSeats(table), action.name, params)
    game, state, why_not = table.game, table.state, draft.why_not or draft.missing
    if asked is not None:
        read = {} if why_not else _as_read(here.odds(action.name, params))
        say_json(asked | _exactly(game, state, action, params, aim) | read)
        return
    if why_not:
        show_odds(make_console(), action_odds_of(game, state, action, params))
        make_console().print(f"[quiet]At a table it could not be done now: {escape_quoted(why_not)}[/]")
        return
    found = here.odds(action.name, params)
    show_odds_summary(make_console(), found, here.names, whole=True)
    if not found.tells:
        make_console().print(f"Nothing of {escape_quoted(action.title)} is left to chance.")


def _exactly(game: Game, state: Any, action: Action[Any], params: dict[str, str], aim: float | None) -> dict[str, Any]:
    """Every outcome with its exact chance, if they can be counted."""
    try:
        return action_odds_of(game, state, action, params, aim=aim).to_json()
    except TooLarge:
        return {"title": action.title, "outcomes": []}


def _as_read(found: OddsSummary) -> dict[str, Any]:
    """What the table shows in play."""
    shown = ("groups", "quantity", "changes", "costs", "assumed", "note")
    return {name: getattr(found, name) for name in shown}


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        raise Refused(f"{text!r} should be the faces of a throw, such as 2,5,6.")
    return [int(word) for word in words]


def _advise(advice: PromptAdvice, as_json: bool) -> None:
    """The options of a question, each with the odds after it, and the best."""
    q = advice.question
    if as_json:
        options = {o.key: {"label": o.label, "cost": o.cost} | advice.odds[o.key].to_json() for o in q.options}
        say_json({"question": q.question, "by": q.by, "best": advice.best, "options": options})
    else:
        show_advice(make_console(), advice)


def split_settings(action: Action[Any], state: Any, given: dict[str, str]) -> tuple[dict[str, str], Any]:
    """A name that is a parameter of the action is one; any other is a path in the state."""
    names = {f.name for f in action.fields}
    params = {name: value for name, value in given.items() if name in names}
    for path, value in given.items():
        if path not in names:
            try:
                state = set_path(state, path, value)
            except UnknownName as unknown:
                fields = ", ".join(sorted(names)) or "none"
                raise Refused(
                    f"{path} is neither a parameter of {action.name} ({fields}) nor in the state. {unknown}"
                ) from None
    return params, state


def _list(game: Game, as_json: bool) -> None:
    if as_json:
        say_json({a.name: a.schema() for a in game.actions})
        return
    table = Grid(title=f"Actions of {escape_quoted(game.title)}", title_justify="left", expand=True)
    for column in ("action", "what it is", "parameters"):
        table.add_column(column, overflow="fold")
    for action in game.actions:
        fields = "\n".join(
            f"{f.name}{'' if f.required else '?'}: [quiet]{escape_quoted(f.doc)}[/]" for f in action.fields
        )
        table.add_row(action.name, escape_quoted(action.doc.split("\n")[0]), fields)
    make_console().print(table)
