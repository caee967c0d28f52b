"""`tablewright check GAME`."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.check import check
from tablewright.check.golden import came_to_nothing
from tablewright.kernel.errors import Refused
from tablewright.run.blame import blamed
from tablewright.run.shelf import Boxed, find
from tablewright.table.played import Unplayable
from tablewright.table.transcript import play

from .out import console, say_json


def run(args: argparse.Namespace) -> None:
    box = find(args.game)
    out = console()
    written = write_golden(box) if args.write else []
    if not args.json:
        for said in written:
            out.print(f"[bad]·[/] {escape(said)}")
    findings = []
    for finding in check(box, args.steps, args.number):
        findings.append(finding)
        if not args.json:
            mark = "[quiet]wants[/]" if finding.wanted else "[good]holds[/]" if finding.holds else "[bad]fails[/]"
            out.print(f"{mark}  {finding.name}  [quiet]{escape(finding.seen)}[/]")
            for wrong in finding.wrong:
                out.print(f"       [bad]·[/] {escape(wrong)}")
            for wanted in finding.wanted:
                out.print(f"       [quiet]·[/] {escape(wanted)}")
    failed = [f.name for f in findings if not f.holds]
    if args.json:
        said_too = {"golden": written} if args.write else {}
        say_json({"game": box.game.name, "holds": not failed, "findings": findings} | said_too)
    if failed:
        raise Refused(f"{box.game.title} does not conform: {', '.join(failed)}.")


def write_golden(box: Boxed) -> list[str]:
    """Plays every golden transcript and keeps what came of it; what is refused in it, or never used, is listed."""
    said = []
    for name, text in box.golden().items():
        try:
            played = play(box.game, text)
        except Unplayable as refused:
            said.append(f"golden/{name}:{refused.line} cannot be played, and is left as it was: {refused}")
        except Exception as error:  # whatever a game raises, its transcripts stay
            said.append(f"golden/{name} is left as it was. {blamed(error, box.path)}")
        else:
            (box.path / "golden" / name).write_text(played.text, "utf-8")
            said += came_to_nothing(name, played)
    return said
