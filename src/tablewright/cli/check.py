"""`tablewright check GAME`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.markup import escape

from tablewright.check import check
from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table.transcript import play

from .out import console, say_json


def run(args: argparse.Namespace) -> None:
    box = find(args.game)
    out = console()
    if args.write:
        write_golden(box)
    findings = []
    for finding in check(box, args.steps, args.number):
        findings.append(finding)
        if not args.json:
            mark = "[good]holds[/]" if finding.holds else "[bad]fails[/]"
            out.print(f"{mark}  {finding.name}  [quiet]{escape(finding.seen)}[/]")
            for wrong in finding.wrong:
                out.print(f"       [bad]·[/] {escape(wrong)}")
    failed = [f.name for f in findings if not f.holds]
    if args.json:
        say_json({"game": box.game.name, "holds": not failed, "findings": findings})
    if failed:
        raise Refused(f"{box.game.title} does not conform: {', '.join(failed)}.")


def write_golden(box: Boxed) -> None:
    """Plays every golden transcript and keeps what came of it."""
    for name, text in box.golden().items():
        Path(str(box.folder / "golden" / name)).write_text(play(box.game, text).text, "utf-8")
