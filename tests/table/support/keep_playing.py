"""Plays the template game at a kept table, for ever, saying how long it is once an entry is kept. To be killed."""

from __future__ import annotations

import sys
from pathlib import Path

from tablewright.table.lifecycle.library import create_table, resume_table
from tablewright.template import GAME

from .stores import STORES, TEMPLATE


def main(kind: str, folder: Path) -> None:
    store = STORES[kind](folder)
    there = [head.name for head in store.headers()]
    table = (
        resume_table(store, TEMPLATE, "killed")[0] if there else create_table(store, TEMPLATE, "killed", seed="kill")[0]
    )
    while True:
        waiting = table.play_state.waiting()
        if waiting:
            running, question = waiting[0]
            table.answer("guide", running.number, question.at, question.options[-1].key)
        elif GAME.ending(table.state):
            table.undo("guide", 0)
        else:
            table.say("ann", "née Ångström " * 100)
            table.act("ann", "take_step", {"who": "ada"})
        print(table.metadata.length, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
