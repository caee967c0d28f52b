"""Count or list what departs from the house style, by hand."""

from __future__ import annotations

import argparse

from tests import ROOT

from .checks import CHECKS, findings
from .texts import KINDS


def main() -> None:
    """Print a table of counts, or with `--list` the findings of one check as `file:line: text`."""
    parser = argparse.ArgumentParser(prog="python -m tests.wording", description="Check wording.")
    parser.add_argument("--list", choices=[*CHECKS, "all"], help="list the findings of this check")
    parser.add_argument("--kind", choices=KINDS, help="only this kind of text")
    parser.add_argument("--under", default="", help="only files whose path begins so")
    options = parser.parse_args()
    chosen = {
        place: [finding for finding in found if finding.file.startswith(options.under)]
        for place, found in findings(ROOT).items()
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
