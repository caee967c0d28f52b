"""`tablewright odds GAME ACTION [--set name=value …]`."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.table import Table

from tablewright.kernel.action import Action
from tablewright.kernel.effects import in_words
from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.game import Game
from tablewright.kernel.state import put
from tablewright.run.advice import Advice, advise_after
from tablewright.run.odds import Odds, Spending, foes_of, maker, odds, side_of, spending
from tablewright.run.shelf import find

from .commands import pairs
from .out import bar, console, percent, say_json


def run(args: argparse.Namespace) -> None:
    game = find(args.game).game
    state = game.setup(game.rule_on(pairs(args.ruling)))
    if args.action is None:
        _list(game, args.json)
        return
    action = game.action(args.action)
    params, state = split_settings(action, state, pairs(args.settings))
    if args.dice:
        read = action.read(params, state)
        whose = side_of(game, action, state, read, None)
        make, foes = maker(action, state, read, None), foes_of(game, action, state, read, None)
        show_advice(advise_after(make, map(_faces, args.dice), whose, foes=foes), args.json)
        return
    if args.spend is not None:
        bought = spending(game, state, action, params, most=args.spend, aim=args.aim)
        if args.json:
            say_json({"game": game.name, "action": action.name, "params": params} | bought.to_json())
        else:
            show_spending(console(), bought)
        return
    found = odds(game, state, action, params, aim=args.aim)
    if args.json:
        say_json({"game": game.name, "action": action.name, "params": params} | found.to_json())
    else:
        show_odds(console(), found)


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        raise Refused(f"{text!r} should be the faces of a throw, such as 2,5,6.")
    return [int(word) for word in words]


def show_advice(advice: Advice, as_json: bool) -> None:
    """The options of a question, each with the odds after it, and the best."""
    q = advice.question
    if as_json:
        options = {o.key: {"label": o.label, "cost": o.cost} | advice.odds[o.key].to_json() for o in q.options}
        say_json({"question": q.question, "by": q.by, "best": advice.best, "options": options})
        return
    ranks = {in_words(value): rank for odds in advice.odds.values() for value, rank in odds.ranks().items()}
    names = sorted(ranks, key=lambda name: -ranks[name])
    table = Table(title=q.question, title_justify="left")
    for column in ("option", "costs", *names, ""):
        table.add_column(column, justify="left" if column in ("option", "") else "right")
    for option in q.options:
        chance = {name: best for name, _, best in advice.odds[option.key].rows()}
        cells = [percent(float(chance.get(name, 0))) for name in names]
        table.add_row(
            option.label, str(option.cost or ""), *cells, "[good]best[/]" if option.key == advice.best else ""
        )
    console().print(table)


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


def show_odds(out: Console, found: Odds, title: str = "") -> None:
    """Chances as a table with bars."""
    table = Table(title=title or found.title, title_justify="left")
    same = all(plain == best for _, plain, best in found.rows())
    table.add_column("outcome")
    table.add_column("chance" if same else "spending nothing", justify="right")
    table.add_column("")
    if not same:
        table.add_column(found.best_called, justify="right")
        table.add_column("")
    for name, plain, best in found.rows():
        row = [name, f"{percent(float(plain))} [quiet]{_exact(plain)}[/]", bar(float(plain), 16)]
        row += [] if same else [f"{percent(float(best))} [quiet]{_exact(best)}[/]", f"[good]{bar(float(best), 16)}[/]"]
        table.add_row(*row)
    out.print(table)
    if found.spent:
        out.print(f"[quiet]Best play spends {float(found.spent):.2f} on average.[/]")


def show_spending(out: Console, found: Spending) -> None:
    """Chances under best play, a column for each amount that may be spent."""
    table = Table(title=f"{found.title}: best play by what may be spent", title_justify="left")
    table.add_column("at most")
    for most in range(len(found)):
        table.add_column(str(most), justify="right")
    for name, by_most in found.rows():
        table.add_row(name, *[percent(float(p)) for p in by_most])
    table.add_section()
    table.add_row("[quiet]spent on average[/]", *[f"[quiet]{float(p):.2f}[/]" for p in found.spent])
    out.print(table)


def _exact(p: Any) -> str:
    text = str(p)
    return text if len(text) <= 13 else ""


def _list(game: Game, as_json: bool) -> None:
    if as_json:
        say_json({a.name: a.schema() for a in game.actions})
        return
    table = Table(title=f"Actions of {game.title}", title_justify="left", expand=True)
    for column in ("action", "what it is", "parameters"):
        table.add_column(column, overflow="fold")
    for action in game.actions:
        fields = "\n".join(f"{f.name}{'' if f.required else '?'}: [quiet]{f.doc}[/]" for f in action.fields)
        table.add_row(action.name, action.doc.split("\n")[0], fields)
    console().print(table)
