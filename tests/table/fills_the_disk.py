"""Plays until the disk takes no more, then frees it and plays on; prints what happened as JSON."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from tablewright.table.file import TableFile

from tablewright.kernel import Refused
from tablewright.table import Table
from tablewright.template import GAME


def main(path: Path) -> None:
    table = Table.open(GAME, seed="full")
    file = TableFile.create(path, table)
    table.act("guide", "pour_oil") if table.state.light < 6 else table.edit("guide", "light", 3)
    file.save()
    before, state, entries = path.read_bytes(), table.state, len(table.journal)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, hard))
    table.act("guide", "pour_oil", {"much": 2})
    table.say("ann", "x" * 4000)
    said = ""
    try:
        file.save()
    except Refused as refused:
        said = str(refused)
    intact = path.read_bytes() == before
    forgotten = (table.state, len(table.journal)) == (state, entries)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    table.act("guide", "pour_oil", {"much": 1})
    file.save()
    again = TableFile.load(path, GAME)[0].table
    goes_on = again.journal == table.journal and again.state.light == 4
    print(json.dumps({"said": said, "intact": intact, "forgotten": forgotten, "goes_on": goes_on}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
