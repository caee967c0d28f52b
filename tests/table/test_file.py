"""A table on disk: kept before anybody sees it, whole after a crash, mended where it is torn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tablewright.table.file import TableFile

from tablewright.kernel import Refused
from tablewright.table import BrokenJournal, Table
from tablewright.template import GAME

from .hut import HUT

ROOT = Path(__file__).parents[2]


def a_file(folder: Path) -> Path:
    """A walk of a few entries, kept; it waits for Ann."""
    table = Table.open(GAME, seed="kept")
    file = TableFile.create(folder / "walk.table", table)
    table.say("ann", "née Ångström")
    table.edit("guide", "light", 4)
    table.act("ann", "take_step", {"who": "ada"})
    file.save()
    return file.path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def test_a_kept_table_is_the_same_when_it_is_loaded(tmp_path: Path) -> None:
    """State, seed and pending question; nothing had to be left out, and the file is untouched."""
    path = a_file(tmp_path)
    text = path.read_bytes()
    file, said = TableFile.load(path, GAME)
    assert said == ""
    assert file.table.seed == "kept"
    assert file.table.state.light == 4
    assert [q.by for _, q in file.table.now.waiting()] == [("ada",)]
    assert path.read_bytes() == text


def test_a_loaded_table_goes_on_in_the_same_file(tmp_path: Path) -> None:
    """Only what is new is written."""
    path = a_file(tmp_path)
    text = path.read_bytes()
    file, _ = TableFile.load(path, GAME)
    file.table.say("bob", "Good evening.")
    file.save()
    file.save()
    assert path.read_bytes().startswith(text)
    assert len(lines_of(path)) == len(text.splitlines()) + 1
    assert TableFile.load(path, GAME)[0].table.journal == file.table.journal


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """Creating it again is refused."""
    path = a_file(tmp_path)
    text = path.read_bytes()
    with pytest.raises(Refused, match="is there already: resume it, or choose another name"):
        TableFile.create(path, Table.open(GAME))
    assert path.read_bytes() == text


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """A file where a folder should be."""
    (tmp_path / "folder").write_text("not a folder")
    with pytest.raises(Refused, match="cannot be written"):
        TableFile.create(tmp_path / "folder" / "walk.table", Table.open(GAME))


def test_a_file_names_its_game(tmp_path: Path) -> None:
    """So that it can be found before the table is loaded."""
    assert TableFile.game_of(a_file(tmp_path)) == "template"


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    """And left as it is."""
    path = a_file(tmp_path)
    text = path.read_bytes()
    with pytest.raises(Refused, match="This journal is of template, not of hut"):
        TableFile.load(path, HUT)
    assert path.read_bytes() == text


@pytest.mark.parametrize("text", [b"", b"hello\n", b"\xff\xfe\n", b'{"game": "template"}\n'])
def test_what_is_no_tables_file_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    """An empty file, a text, bytes, another JSON document."""
    path = tmp_path / "other"
    path.write_bytes(text)
    for attempt in (lambda: TableFile.load(path, GAME), lambda: TableFile.game_of(path)):
        with pytest.raises(Refused, match="is not a table's file"):
            attempt()
    assert [p.name for p in tmp_path.iterdir()] == ["other"]
    assert path.read_bytes() == text


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    """By name."""
    with pytest.raises(Refused, match=r"There is no file .*nowhere"):
        TableFile.load(tmp_path / "nowhere", GAME)
    with pytest.raises(Refused, match="cannot be read"):
        TableFile.load(tmp_path, GAME)


@pytest.mark.parametrize("left", [1, 10, 30, 44, 45, 46, 47, 48, 60])
def test_a_line_cut_off_by_a_crash_is_dropped_and_said(tmp_path: Path, left: int) -> None:
    """Wherever it was cut, in the middle of a letter too; everything before it stands and the file is whole again."""
    path = a_file(tmp_path)
    *whole, last = lines_of(path)[:3]
    assert "née Ångström".encode() in last
    path.write_bytes(b"".join([*whole, last[: min(left, len(last) - 1)]]))
    file, said = TableFile.load(path, GAME)
    assert said == "The last entry was cut off before it was written: it is left out."
    assert lines_of(path) == whole
    assert len(file.table.journal) == 1
    assert TableFile.load(path, GAME)[1] == ""


@pytest.mark.parametrize("rot", [b"rot\n", b"\xff\xff\n", b'{"entry":"said","seat":"eve","text":"hm"}\n'])
def test_a_broken_line_keeps_what_is_before_it_and_the_file_is_set_aside(tmp_path: Path, rot: bytes) -> None:
    """Not JSON, not text, not legal: the table is what stood before; the whole file is kept beside it."""
    path = a_file(tmp_path)
    head, opened, chat, *rest = lines_of(path)
    broken = b"".join([head, opened, chat, rot, *rest])
    path.write_bytes(broken)
    file, said = TableFile.load(path, GAME)
    assert said.startswith("Entry 2 of the journal does not hold:")
    assert said.endswith("The file as it was is kept beside it as walk.table.broken.")
    assert len(file.table.journal) == 2
    assert lines_of(path) == [head, opened, chat]
    assert (tmp_path / "walk.table.broken").read_bytes() == broken
    assert TableFile.load(path, GAME)[1] == ""


def test_a_file_that_breaks_again_does_not_hide_the_first_one(tmp_path: Path) -> None:
    """Both are kept, under names of their own."""
    path = a_file(tmp_path)
    for word in (b"first\n", b"second\n"):
        path.write_bytes(b"".join(lines_of(path)[:2]) + word)
        _, said = TableFile.load(path, GAME)
    assert "walk.table.broken-2" in said
    assert (tmp_path / "walk.table.broken").read_bytes().endswith(b"first\n")
    assert (tmp_path / "walk.table.broken-2").read_bytes().endswith(b"second\n")


def test_a_file_without_its_opening_is_refused_and_left_alone(tmp_path: Path) -> None:
    """There is nothing to keep."""
    path = a_file(tmp_path)
    head, _, *rest = lines_of(path)
    path.write_bytes(b"".join([head, *rest]))
    with pytest.raises(BrokenJournal, match="a journal begins with an opening"):
        TableFile.load(path, GAME)
    assert lines_of(path) == [head, *rest]


def test_dice_that_were_about_to_fall_fall_when_the_table_is_loaded(tmp_path: Path) -> None:
    """A crash between an action and its dice: they are the ones the seed would have given."""
    path = a_file(tmp_path)
    whole = TableFile.load(path, GAME)[0].table.journal
    path.write_bytes(b"".join(lines_of(path)[:-1]))
    again = TableFile.load(path, GAME)[0].table
    assert again.journal == whole
    assert len(lines_of(path)) == len(whole) + 1


def test_dice_thrown_by_hand_are_still_waited_for_after_loading(tmp_path: Path) -> None:
    """The table does not take them out of people's hands."""
    table = Table.open(GAME, seed="hand", fair_dice=False)
    file = TableFile.create(tmp_path / "hand.table", table)
    table.act("ann", "take_step", {"who": "ada"})
    file.save()
    again = TableFile.load(file.path, GAME)[0].table
    assert [q.kind for _, q in again.now.waiting()] == ["roll"]
    assert not again.fair_dice


def test_a_closed_table_is_loaded_as_it_is(tmp_path: Path) -> None:
    """Even if dice were waited for when it was closed."""
    table = Table.open(GAME, seed="closed", fair_dice=False)
    file = TableFile.create(tmp_path / "closed.table", table)
    table.act("ann", "take_step", {"who": "ada"})
    table.close("guide")
    file.save()
    head, *rest = lines_of(file.path)
    by_seed = msgspec.json.encode({**msgspec.json.decode(head), "by_hand": False}) + b"\n"
    file.path.write_bytes(b"".join([by_seed, *rest]))
    assert TableFile.load(file.path, GAME)[0].table.journal == table.journal


def test_a_file_taken_away_is_said_and_nothing_is_kept(tmp_path: Path) -> None:
    """The table forgets what it could not write, and does not begin a file without a head."""
    table = Table.open(GAME, seed="gone")
    file = TableFile.create(tmp_path / "gone.table", table)
    file.path.unlink()
    table.say("ann", "Hello?")
    with pytest.raises(Refused, match=r"cannot be written: No such file or directory\. Nothing was kept"):
        file.save()
    assert len(table.journal) == 1
    assert not file.path.exists()


def test_an_entry_is_on_disk_before_anybody_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving hands it to the disk, and does not return before the disk has it."""
    table = Table.open(GAME, seed="sync")
    file = TableFile.create(tmp_path / "sync.table", table)
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(file.path.read_bytes()))
    table.say("ann", "Hello.")
    file.save()
    assert b"Hello." in synced[-1]


def test_whatever_was_seen_survives_being_killed(tmp_path: Path) -> None:
    """A process plays and says each entry once it is kept; killed at any moment, all it said is in the file."""
    path = tmp_path / "killed.table"
    for seen in (1, 7, 20, 55):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.table.plays_on", str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            numbers = [int(process.stdout.readline()) for _ in range(seen)]
            process.kill()
            numbers += [int(line) for line in process.stdout if line.endswith("\n")]
        assert process.returncode == -9
        text = path.read_bytes()
        table = TableFile.load(path, GAME)[0].table
        assert len(table.journal) >= numbers[-1]
        assert path.read_bytes().startswith(b"".join(text.splitlines(keepends=True)[: numbers[-1] + 1]))


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    """The file is as it was, the table forgets what it could not keep, and plays on once there is room."""
    script = [sys.executable, "-m", "tests.table.fills_the_disk", str(tmp_path / "full.table")]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told.pop("said").endswith("full.table cannot be written: File too large. Nothing was kept.")
    assert told == {"intact": True, "forgotten": True, "goes_on": True}
