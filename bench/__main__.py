"""`python -m bench`: every question, answered by everybody, checked against each other and timed."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from .common import compared, quiet, race
from .core import LENGTHS, cores
from .duel import fought
from .fights import every_fight
from .seat import every_game, waited

QUESTIONS = {
    "a": "a_best_of_pool",
    "b": "b_tokens",
    "c": "c_pool",
    "d": "d_difficulty",
    "e": "e_contest",
    "f": "f_pocket",
    "g": "g_check",
    "h": "h_kiss",
}
PEERS = ("icepool", "dyce")
OTHERS = ("duel", "fights", "core")


def asked(letter: str, seconds: float) -> dict[str, Any]:
    """One question's row. Fails if any two answers differ."""
    module = importlib.import_module(f"bench.{QUESTIONS[letter]}")
    solutions = {"hand": module.hand, "ours": module.ours}
    if hasattr(module, "played"):
        solutions["played"] = module.played
    for peer in PEERS:
        if importlib.util.find_spec(peer):
            solutions[peer] = getattr(module, f"{peer}_")
    right = compared(module.hand())
    for name, solution in solutions.items():
        assert compared(solution()) == right, f"question {letter}: {name} answers otherwise than the hand-written one"
    best = race(solutions, seconds)
    times = {name: best[name] / best["hand"] for name in solutions if name != "hand"}
    question = module.QUESTION
    return {
        "question": letter,
        "title": question.title,
        "hand_ms": best["hand"] * 1e3,
        **times,
        "bar": question.bar,
        "reached": times["ours"] <= question.bar,
    }


def shown(rows: list[dict[str, Any]]) -> Table:
    """The bar is for the question as a rule of its own; of a game's complete rule it is only said what it costs."""
    table = Table(title="Exact odds: time as a multiple of a hand-written solution's", box=SIMPLE, padding=0)
    for column in ("question", "hand ms", "toy rule", "own ms", "icepool", "dyce", "bar", "reached"):
        table.add_column(column, justify="left" if column == "question" else "right")
    for row in rows:
        peers = [f"{row[p]:.1f}" if p in row else "" for p in PEERS]
        reached = "yes" if row["reached"] else "[bold red]no[/]"
        own = f"{row['played'] * row['hand_ms']:.2f}" if "played" in row else ""
        title = f"{row['question']}. {row['title']}"
        table.add_row(title, f"{row['hand_ms']:.3f}", f"{row['ours']:.2f}", own, *peers, f"≤ {row['bar']:g}", reached)
    return table


def shown_duel(rows: list[dict[str, Any]]) -> Table:
    table = Table(title="The same duel, one core", box=SIMPLE, padding=0)
    for column in ("how", "attacks/s", "times plain Python", "bar", "reached"):
        table.add_column(column, justify="left" if column == "how" else "right")
    for row in rows:
        reached = ("yes" if row["reached"] else "[bold red]no[/]") if row["bar"] else ""
        if "seconds" in row:
            table.add_row(row["how"], f"{row['seconds'] * 1e3:.0f} ms once", "", f"≤ {row['bar']:g} s", reached)
        else:
            bar = f"≥ {row['bar']:g}" if row["bar"] else ""
            table.add_row(row["how"], f"{row['attacks_per_second']:,.0f}", f"{row['times_plain']:.2f}", bar, reached)
    return table


def shown_fights(rows: list[dict[str, Any]]) -> Table:
    """Every fight in every way it is played here; the exact answer is no play, and has its milliseconds instead."""
    table = Table(title="Whole fights, one core, processor time", box=SIMPLE, padding=0)
    for column in ("fight", "how", "plays/s", "times plain Python", "bar", "reached"):
        table.add_column(column, justify="left" if column in ("fight", "how") else "right")
    for row in rows:
        reached = ("yes" if row["reached"] else "[bold red]no[/]") if row["bar"] else ""
        if "seconds" in row:
            figures = [f"{row['seconds'] * 1e3:.0f} ms once", "", f"≤ {row['bar']:g} s"]
        else:
            bar = f"≥ {row['bar']:g}" if row["bar"] else ""
            figures = [f"{row['plays_per_second']:,.0f}", f"{row['times_plain']:.2f}", bar]
        table.add_row(row["fight"], row["how"], *figures, reached)
    return table


def shown_waits(rows: list[dict[str, Any]]) -> Table:
    title = "Odds asked for in random play: how long people wait"
    table = Table(
        title=title, box=SIMPLE, padding=0, caption="ms of the thread's own time; parts of all that was asked"
    )
    columns = ("game", "asked", "median", "99 %", "longest", "headline", "tried", "hidden", "silent", "reached")
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for row in rows:
        times = [f"{row[name]:.1f}" for name in ("median_ms", "p99_ms", "longest_ms")]
        parts = [f"{row[name]:.2%}" for name in ("headline", "tried", "hidden")]
        reached = "yes" if row["reached"] else "[bold red]no[/]"
        table.add_row(row["game"], f"{row['asked']:,}", *times, *parts, str(row["silent"]), reached)
    return table


def shown_core(rows: list[dict[str, Any]]) -> Table:
    """Every figure at the three lengths; what is plain is one row added to SQLite, and every row of it read."""
    lengths = ", ".join(f"{n:,}" for n in LENGTHS)
    table = Table(title=f"The table's core, at {lengths} entries", box=SIMPLE, padding=0)
    for column in (
        "table",
        "act ms",
        "busy ms",
        "growth",
        "times plain",
        "open ms",
        "times plain",
        "undo ms",
        "half back ms",
        "kB",
        "reached",
    ):
        table.add_column(column, justify="left" if column == "table" else "right")
    for row in rows:
        figures = [
            f"{row['act_ms'][-1]:.1f}",
            _three(row["act_busy_ms"], 2),
            f"{row['act_growth']:.2f}",
            f"{row['times_plain_append']:.1f}",
            _three(row["open_ms"], 1),
            f"{row['times_plain_read']:.1f}",
            _three(row["undo_ms"], 2),
            _three(row["undo_half_ms"], 1),
            _three(row["memory_kb"], 0),
        ]
        table.add_row(f"{row['table']}: {row['action']}", *figures, "yes" if row["reached"] else "[bold red]no[/]")
    return table


def _three(figures: list[float], digits: int) -> str:
    return " ".join(f"{figure:.{digits}f}" for figure in figures)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument(
        "questions", nargs="*", metavar="QUESTION", help="a to h, duel, fights or core (all, if left out); seat"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each solution is repeated (default 1)")
    parser.add_argument("--steps", type=int, default=2_000, help="steps of random play for seat (default 2,000)")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of tables")
    args = parser.parse_args()
    unknown = set(args.questions) - {*QUESTIONS, *OTHERS, "seat"}
    if unknown:
        parser.error(f"no question {', '.join(sorted(unknown))}; there is {', '.join((*QUESTIONS, *OTHERS))}, seat")
    quiet()
    asked_for = args.questions or [*QUESTIONS, *OTHERS]
    duel = fought() if "duel" in asked_for else []  # first, while the process is still small
    fights = every_fight() if "fights" in asked_for else []
    rows = [asked(letter, args.seconds) for letter in QUESTIONS if letter in asked_for]
    tables = cores() if "core" in asked_for else []
    waits = [waited(game, args.steps) for game in every_game()] if "seat" in asked_for else []
    if args.json:
        print(json.dumps({"odds": rows, "duel": duel, "fights": fights, "core": tables, "seat": waits}, indent=2))
    else:
        console = Console()
        shows = (
            (rows, shown),
            (duel, shown_duel),
            (fights, shown_fights),
            (tables, shown_core),
            (waits, shown_waits),
        )
        for found, show in shows:
            if found:
                console.print(show(found))
    return 0 if all(row["reached"] for row in rows + duel + fights + tables + waits) else 1


if __name__ == "__main__":
    raise SystemExit(main())
