"""`tablewright check GAME`."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.catalog import InstalledGame, find_game, to_game_error
from tablewright.check import check_game
from tablewright.check.play import describe_unused
from tablewright.rules import Refused
from tablewright.table.transcript import TranscriptError, play_transcript
from tablewright.terminal.render import make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    box = find_game(args.game)
    out = make_console()
    written = write_golden(box) if args.write else []
    if not args.json:
        for said in written:
            out.print(f"[bad]·[/] {escape(said)}")
    findings = []
    for finding in check_game(box, args.steps, args.number):
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


def write_golden(box: InstalledGame) -> list[str]:
    """Plays every golden transcript and keeps what came of it; what is refused in it, or never used, is listed."""
    said = []
    for name, text in box.golden().items():
        try:
            played = play_transcript(box.game, text)
        except TranscriptError as refused:
            said.append(f"golden/{name}:{refused.line} cannot be played, and is left as it was: {refused}")
        except Exception as error:  # whatever a game raises, its transcripts stay
            said.append(f"golden/{name} is left as it was. {to_game_error(error, box.path)}")
        else:
            (box.path / "golden" / name).write_text(played.text, "utf-8")
            said += describe_unused(name, played)
    return said
