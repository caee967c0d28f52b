"""Plays until the disk takes no more, then frees it and plays on; prints what happened as JSON."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from tablewright.rules import Refused
from tablewright.table.lifecycle.library import create_table, resume_table

from .stores import STORES, TEMPLATE


def main(kind: str, folder: Path) -> None:
    store = STORES[kind](folder)
    table, kept = create_table(store, TEMPLATE, "full", seed="full")
    table.edit("guide", "light", 3)
    before = table.state, table.metadata, [record.hash for record in kept.chain()]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(file.stat().st_size for file in folder.rglob("*"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 100, hard))
    said = []
    for attempt in (lambda: table.say("ann", "x" * 4000), lambda: create_table(store, TEMPLATE, "another")):
        try:
            attempt()
        except Refused as refused:
            said.append(str(refused))
    intact = before == (table.state, table.metadata, [record.hash for record in kept.chain()])
    alone = [head.name for head in store.headers()] == ["full"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    table.act("guide", "pour_oil", {"much": 1})
    again, _, heard = resume_table(STORES[kind](folder), TEMPLATE, "full")
    goes_on = (again.state, again.metadata, heard) == (table.state, table.metadata, "") and again.state.light == 4
    print(json.dumps({"said": said, "intact": intact, "alone": alone, "goes_on": goes_on}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
