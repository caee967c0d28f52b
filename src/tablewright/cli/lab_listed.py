"""What the lab can run: scenarios with their fields, defaults, ranges and policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from tablewright.kernel.field import Field, writable, written
from tablewright.kernel.game import Game
from tablewright.kernel.scenario import Scenario
from tablewright.lab.change import choices
from tablewright.lab.question import How
from tablewright.lab.start import policies_of, settable, start_of
from tablewright.run.shelf import Boxed

from .clean import said
from .out import CALLED, console, say_json


def list_games(boxes: Sequence[Boxed], as_json: bool) -> None:
    """Every scenario of every game."""
    if as_json:
        say_json({box.game.name: _facts(box.game) for box in boxes})
        return
    table = Table(title="What the lab can run", title_justify="left", expand=True)
    for column in ("game", "scenario", "what it is"):
        table.add_column(column, overflow="fold")
    for box in boxes:
        for scenario in box.game.scenarios:
            table.add_row(said(box.game.name), scenario.name, said(scenario.doc))
    console().print(table)


def list_scenarios(game: Game, as_json: bool) -> None:
    """Every scenario of a game."""
    if as_json:
        say_json(_facts(game))
        return
    table = Table(title=f"Scenarios of {said(game.title)}", title_justify="left", expand=True)
    for column in ("scenario", "what it is", "fields", "policies"):
        table.add_column(column, overflow="fold")
    for scenario in game.scenarios:
        fields = "\n".join(f"{field.name}={written(field.word(field.default))}" for field in scenario.form.fields)
        table.add_row(scenario.name, said(scenario.doc), said(fields), ", ".join(policies_of(game, scenario)))
    console().print(table)
    console().print(f"[quiet]More of one, value by value: {CALLED} lab list {said(game.name)} SCENARIO[/]")


def list_scenario(box: Boxed, name: str, how: How, as_json: bool) -> None:
    """One scenario: its fields and the house rulings with default and range, and every value of its start, as it is
    with what was set.
    """
    scenario, start = box.game.scenario(name), start_of(box, name, **how)
    if as_json:
        say_json(_fact(box.game, scenario) | {"start": start, "rulings": box.game.ruling_form.schema()["properties"]})
        return
    out = console()
    out.print(f"[head]{said(scenario.title)}[/]: {said(scenario.doc)}")
    out.print(_fields("Fields (--set NAME=VALUE)", scenario.form.fields))
    out.print(_fields("House rulings (--ruling NAME=VALUE)", box.game.ruling_form.fields))
    out.print(
        f"Policies (--policy NAME): {', '.join(policies_of(box.game, scenario))}. "
        "Without one, the first free option is taken."
    )
    values = Table(title="Its start (--set PATH=VALUE)", title_justify="left")
    for column in ("path", "value"):
        values.add_column(column, overflow="fold")
    for path, value in settable(start):
        values.add_row(said(path), said(value))
    out.print(values)


def _fields(title: str, fields: Sequence[Field]) -> Table:
    table = Table(title=title, title_justify="left", expand=True)
    for column in ("name", "default", "values", "what it is"):
        table.add_column(column, overflow="fold")
    for field in fields:
        table.add_row(said(field.name), said(written(field.word(field.default))), said(_range(field)), said(field.doc))
    return table


def _range(field: Field) -> str:
    low, high = field.param.min, field.param.max
    if field.kind == "int":
        return f"{low if low is not None else '…'} to {high if high is not None else '…'}"
    return ", ".join(map(written, choices(field) or ())) or "any text"


def _facts(game: Game) -> list[dict[str, Any]]:
    return [_fact(game, scenario) for scenario in game.scenarios]


def _fact(game: Game, scenario: Scenario) -> dict[str, Any]:
    fields = [
        {"name": f.name, "default": writable(f.word(f.default)), "values": _range(f), "doc": f.doc}
        for f in scenario.form.fields
    ]
    return {
        "name": scenario.name,
        "title": scenario.title,
        "doc": scenario.doc,
        "fields": fields,
        "policies": policies_of(game, scenario),
        "from_table": scenario.from_table is not None,
    }
