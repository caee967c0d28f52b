"""What the lab can run: scenarios with their fields, defaults, ranges and policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from tablewright.catalog import InstalledGame
from tablewright.lab.spec import RunOptions, field_choices, policies_of, settable_values, start_of
from tablewright.rules import Game, Scenario, to_json_value, to_key
from tablewright.rules.forms import FormField
from tablewright.terminal.render import PROGRAM_NAME, escape_quoted, make_console, say_json


def list_games(boxes: Sequence[InstalledGame], as_json: bool) -> None:
    """Every scenario of every game."""
    if as_json:
        say_json({box.game.name: _facts(box.game) for box in boxes})
        return
    table = Table(title="What the lab can run", title_justify="left", expand=True)
    for column in ("game", "scenario", "what it is"):
        table.add_column(column, overflow="fold")
    for box in boxes:
        for scenario in box.game.scenarios:
            table.add_row(escape_quoted(box.game.name), scenario.name, escape_quoted(scenario.doc))
    make_console().print(table)


def list_scenarios(game: Game, as_json: bool) -> None:
    """Every scenario of a game."""
    if as_json:
        say_json(_facts(game))
        return
    table = Table(title=f"Scenarios of {escape_quoted(game.title)}", title_justify="left", expand=True)
    for column in ("scenario", "what it is", "fields", "policies"):
        table.add_column(column, overflow="fold")
    for scenario in game.scenarios:
        fields = "\n".join(f"{field.name}={to_key(field.word(field.default))}" for field in scenario.form.fields)
        table.add_row(
            scenario.name, escape_quoted(scenario.doc), escape_quoted(fields), ", ".join(policies_of(game, scenario))
        )
    make_console().print(table)
    make_console().print(
        f"[quiet]More of one, value by value: {PROGRAM_NAME} lab list {escape_quoted(game.name)} SCENARIO[/]"
    )


def list_scenario(box: InstalledGame, name: str, how: RunOptions, as_json: bool) -> None:
    """One scenario: its fields and the house rulings with default and range, and every value of its start, as it is
    with what was set.
    """
    scenario, start = box.game.scenario(name), start_of(box, name, **how)
    if as_json:
        say_json(_fact(box.game, scenario) | {"start": start, "rulings": box.game.ruling_form.schema()["properties"]})
        return
    out = make_console()
    out.print(f"[head]{escape_quoted(scenario.title)}[/]: {escape_quoted(scenario.doc)}")
    out.print(_fields("Fields (--set NAME=VALUE)", scenario.form.fields))
    out.print(_fields("House rulings (--ruling NAME=VALUE)", box.game.ruling_form.fields))
    out.print(
        f"Policies (--policy NAME): {', '.join(policies_of(box.game, scenario))}. "
        "Without one, the first free option is taken."
    )
    values = Table(title="Its start (--set PATH=VALUE)", title_justify="left")
    for column in ("path", "value"):
        values.add_column(column, overflow="fold")
    for path, value in settable_values(start):
        values.add_row(escape_quoted(path), escape_quoted(value))
    out.print(values)


def _fields(title: str, fields: Sequence[FormField]) -> Table:
    table = Table(title=title, title_justify="left", expand=True)
    for column in ("name", "default", "values", "what it is"):
        table.add_column(column, overflow="fold")
    for field in fields:
        table.add_row(
            escape_quoted(field.name),
            escape_quoted(to_key(field.word(field.default))),
            escape_quoted(_range(field)),
            escape_quoted(field.doc),
        )
    return table


def _range(field: FormField) -> str:
    low, high = field.param.min, field.param.max
    if field.kind == "int":
        return f"{low if low is not None else '…'} to {high if high is not None else '…'}"
    return ", ".join(map(to_key, field_choices(field) or ())) or "any text"


def _facts(game: Game) -> list[dict[str, Any]]:
    return [_fact(game, scenario) for scenario in game.scenarios]


def _fact(game: Game, scenario: Scenario) -> dict[str, Any]:
    fields = [
        {"name": f.name, "default": to_json_value(f.word(f.default)), "values": _range(f), "doc": f.doc}
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
