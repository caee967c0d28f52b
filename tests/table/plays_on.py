"""Plays the template game into a file, for ever, saying each entry number once it is kept. To be killed."""

from __future__ import annotations

import sys
from pathlib import Path

from tablewright.table.file import TableFile

from tablewright.table import Table
from tablewright.template import GAME


def main(path: Path) -> None:
    file = TableFile.load(path, GAME)[0] if path.exists() else TableFile.create(path, Table.open(GAME, seed="kill"))
    table = file.table
    while True:
        waiting = table.now.waiting()
        if waiting:
            running, question = waiting[0]
            table.answer("guide", running.number, question.at, question.options[-1].key)
        elif GAME.over(table.state):
            table.undo("guide", 0)
        else:
            table.say("ann", "née Ångström " * 100)
            table.act("ann", "take_step", {"who": "ada"})
        file.save()
        print(len(table.journal), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
