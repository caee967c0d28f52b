"""`tablewright reference GAME`: a game's rules, actions, rulings and scenarios as a page of Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import LedgerRule, to_key
from tablewright.rules.forms import FormField
from tablewright.terminal.render import say_json, strip_controls


def run_command(args: argparse.Namespace) -> None:
    text = page(find_game(args.game))
    if args.json:
        say_json({"game": args.game, "markdown": text})
    else:
        print(strip_controls(text), end="")


def page(box: InstalledGame) -> str:
    """The whole page. It is made from the code and the ledger alone, so it cannot drift."""
    return "\n".join(_page(box)).rstrip() + "\n"


def _page(box: InstalledGame) -> Iterator[str]:
    game, ledger = box.game, box.ledger
    yield f"# {game.title}: reference\n"
    yield f"{ledger.summary}\n"
    yield "*Made by `tablewright reference` from the code and the ledger. Do not edit.*\n"
    yield (
        "Seats: " + "; ".join(f"**{r.name}**{' (game master)' if r.master else ''}, {r.doc}" for r in game.roles) + "\n"
    )
    yield "## Actions\n"
    for action in game.actions:
        who = f" for {', '.join(action.by)}" if action.by else ""
        yield f"### {action.title}\n\n`{action.name}`{who}{', any time' if action.instant else ''}. {_flat(action.doc)}"
        yield from _fields(action.fields)
        yield f"\nRules: {', '.join(f'`{id}`' for id in action.cites) or 'none'}\n"
    yield "## House rulings\n"
    for field in game.ruling_form.fields:
        values = field.choices(None)
        among = f" One of {', '.join(map(to_key, values))}." if values and len(values) <= 12 else ""
        yield f"- `{field.name}` (default {_default(field)}): {field.doc}{among} Rule: `{field.cites}`"
    yield "\n## Scenarios\n"
    for scenario in game.scenarios:
        policies = ", ".join(scenario.policies) or "none"
        yield f"### {scenario.title}\n\n`{scenario.name}`. {scenario.doc} Policies: {policies}."
        yield from _fields(scenario.form.fields)
        yield ""
    yield "## Rules\n"
    section = ""
    for entry in ledger:
        if entry.section != section:
            section = entry.section
            yield f"### {section}\n"
        yield from _rule(entry)
    yield ""
    for table in ledger.table:
        yield f"### Table {table.id}\n"
        yield "| " + " | ".join(table.columns) + " |"
        yield "|" + "---|" * len(table.columns)
        for row in table.rows:
            cells = (", ".join(map(str, cell)) if isinstance(cell, list | tuple) else str(cell) for cell in row)
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
        yield f"\n{table.note}\n" if table.note else ""


def _fields(fields: tuple[FormField, ...]) -> Iterator[str]:
    if fields:
        yield ""
    for field in fields:
        default = "" if field.required or field.default == "" else f", default {_default(field)}"
        yield f"- `{field.name}`{default}: {field.doc}"


def _rule(entry: LedgerRule) -> Iterator[str]:
    ruling = f" *Ruling: {entry.ruling}*" if entry.ruling else ""
    yield f"- **`{entry.id}`** ({entry.kind}) {entry.text}{ruling}"


def _flat(doc: str) -> str:
    return " ".join(doc.split())


def _default(field: FormField) -> str:
    """In the field's own word, where it is nothing."""
    return field.param.none or to_key(None) if field.default is None else to_key(field.default)
