"""The balance book of a game: its designer's questions, each answered with a sentence and a chart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.lab.execution import WorkOptions, run
from tablewright.lab.results import FIRST
from tablewright.lab.spec import (
    POLICY,
    SEED,
    DesignerQuestion,
    RunOptions,
    corrections_page,
    load_misprints,
    load_questions,
)
from tablewright.lab.studies import compare, sensitivity, sweep
from tablewright.rules import to_key

from .report import AnyResult, charts_of, result_sentence

LEDGER = "the ledger's"


def answer_question(box: InstalledGame, asked: DesignerQuestion, work: WorkOptions) -> AnyResult:
    """Answer one of the designer's questions."""
    how = RunOptions(settings=asked.settings, rulings=asked.rulings, policy=asked.policy, plays=asked.plays, seed=SEED)
    if asked.over:
        return sweep(box, asked.scenario, asked.over, figure=asked.figure, work=work, **how)
    if asked.one or asked.two:
        return compare(box, asked.scenario, asked.one, asked.two, work=work, **how)
    if asked.sensitivity:
        return sensitivity(box, asked.scenario, names=asked.names, figure=asked.figure, work=work, **how)
    return run(box, asked.scenario, work=work, **how)


def write_book(box: InstalledGame, into: Path, work: WorkOptions) -> Path:
    """Write the page of a game with its charts, and return its path."""
    name, path = box.game.name, into / f"{box.game.name}.md"
    lines = [f"# {box.game.title}: the balance book", "", _preface(box)]
    charts = into / name
    charts.mkdir(parents=True, exist_ok=True)
    for old in charts.glob("*.svg"):
        old.unlink()
    for asked in load_questions(box):
        lines += _answer(box, asked, work, charts)
    lines += corrections_page(load_misprints(box))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _answer(box: InstalledGame, asked: DesignerQuestion, work: WorkOptions, charts: Path) -> Iterator[str]:
    found = answer_question(box, asked, work)
    if work.stopped:
        raise KeyboardInterrupt  # a partial answer does not belong into a book
    yield from ("", f"## {asked.ask}", "", result_sentence(found))
    for _, svg in charts_of(found)[:1]:
        file = charts / f"{_slug(asked.ask)}.svg"
        file.write_text(svg, encoding="utf-8")
        yield from ("", f"![{asked.ask}]({charts.name}/{file.name})")
    yield from ("", f"*{describe_question(asked)}*")


def describe_question(asked: DesignerQuestion) -> str:
    """Describe how to ask a question again: settings, policy, rulings and seed."""
    parts = [asked.scenario, *_pairs(asked.settings)]
    parts += [f"over {', '.join(asked.over)}"] if asked.over else []
    if asked.one or asked.two:
        parts.append(" / ".join(", ".join(_pairs(side)) or "as it is" for side in (asked.one, asked.two)))
    parts += ["which number matters most"] if asked.sensitivity else []
    parts += [f"{asked.plays:,} plays where it is sampled"] if asked.plays is not None else []
    turned = {**asked.over, **asked.one, **asked.two}
    parts += [f"decided by {asked.policy or FIRST}"] if POLICY not in turned else []
    parts += [f"rulings: {', '.join(_pairs(asked.rulings)) or LEDGER}", f"seed {SEED}"]
    return "; ".join(parts) + "."


def _pairs(given: Mapping[str, Any]) -> list[str]:
    return [f"{name}={to_key(value)}" for name, value in given.items()]


def _preface(box: InstalledGame) -> str:
    return (
        f"What a designer of {box.game.title} ({box.game.version}) would ask first, answered by its own rules. "
        "Exact where no interval is given, else sampled with 95 % intervals. Made by `./table book`."
    )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]
