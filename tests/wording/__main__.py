"""Count or list what departs from the house style, by hand."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tests import ROOT

from .checks import CHECKS, Finding, findings
from .texts import KINDS

TABLE = Path(__file__).with_name("test_wording.py")


def lowered(source: str, found: dict[tuple[str, str], list[Finding]]) -> str:
    """Lower the ceilings in the source of the test to the counts of today; none is raised."""
    for check in CHECKS:
        before, entry, after = re.split(rf'(?<="{check}": )(\{{.*?\}})', source, maxsplit=1, flags=re.DOTALL)
        for kind in KINDS:
            count = len(found.get((check, kind), ()))
            entry = re.sub(rf'(?<="{kind}": )\d+', lambda old, n=count: str(min(int(old[0]), n)), entry)
        source = before + entry + after
    return source


def main() -> None:
    """Print a table of counts, list the findings of one check as `file:line: text`, or lower the ceilings."""
    parser = argparse.ArgumentParser(prog="python -m tests.wording", description="Check wording.")
    parser.add_argument("--list", choices=[*CHECKS, "all"], help="list the findings of this check")
    parser.add_argument("--kind", choices=KINDS, help="only this kind of text")
    parser.add_argument("--under", default="", help="only files whose path begins so")
    parser.add_argument("--lower", action="store_true", help="lower the ceilings in the test to today's counts")
    options = parser.parse_args()
    every = findings(ROOT)
    if options.lower:
        TABLE.write_text(lowered(TABLE.read_text(), every))
        return
    chosen = {
        place: [finding for finding in found if finding.file.startswith(options.under)]
        for place, found in every.items()
        if options.kind in (None, place[1])
    }
    if options.list:
        for finding in sorted(finding for found in chosen.values() for finding in found):
            if options.list in (finding.check, "all"):
                print(f"{finding} [{finding.check}]" if options.list == "all" else finding)
        return
    print(f"{'':14}" + "".join(f"{kind:>13}" for kind in KINDS) + f"{'all':>9}")
    for check in CHECKS:
        counts = [len(chosen.get((check, kind), ())) for kind in KINDS]
        print(f"{check:14}" + "".join(f"{count:13,}" for count in counts) + f"{sum(counts):9,}")


if __name__ == "__main__":
    main()
