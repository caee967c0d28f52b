"""docs/fair-dice.md lets a stranger check a session: its program, run by itself, without a line of ours."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.catalog.installed import installed_games
from tablewright.check.play.random_player import RandomPlayer
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.table_file import write_file
from tablewright.table.stores.sqlite import SqliteStore
from tests import ROOT

DOC = ROOT / "docs" / "fair-dice.md"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a closed session with dice and cards."""
    folder = tmp_path_factory.mktemp("fair")
    box = next(box for box in installed_games().values() if any(a.name == "draw_from_deck" for a in box.game.actions))
    with closing(SqliteStore(folder / "data")) as store:
        table, kept = create_table(store, box, "evening", seed="a seed")
        stranger = RandomPlayer(box.game, 4)
        stranger.table = table
        for _ in range(120):
            stranger.step()
            if stranger.table is not table:
                stranger.table = table
        master = next(seat.id for seat in table.seats.values() if box.game.is_master(seat))
        table.close(master)
        write_file(folder / "evening.table", kept)
    return folder / "evening.table"


def verified(file: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    program = tmp_path / "verify.py"
    program.write_text(DOC.read_text("utf-8").split("```python\n")[1].split("```")[0], "utf-8")
    return subprocess.run([sys.executable, "-I", program, file], capture_output=True, text=True, check=False)


def test_a_stranger_finds_honest_dice_honest(session: Path, tmp_path: Path) -> None:
    done = verified(session, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 5


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"faces":[', b'"faces":[7,', "a line is not as it was written"),
        (b"\nend ", b"\n#nd ", "IndexError"),
        (b"a seed", b"a weed", "a line is not as it was written"),
    ],
)
def test_a_stranger_finds_what_was_tampered_with(
    session: Path, tmp_path: Path, old: bytes, new: bytes, why: str
) -> None:
    """A face, the end, the seed."""
    other = tmp_path / "other.table"
    other.write_bytes(session.read_bytes().replace(old, new, 1))
    done = verified(other, tmp_path)
    assert done.returncode != 0
    assert why in done.stderr
