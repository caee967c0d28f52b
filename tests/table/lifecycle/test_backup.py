"""Backups: made while tables are played at, whole, and for their owner alone."""

from __future__ import annotations

import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.rules import Refused
from tablewright.table.core import provably_fair
from tablewright.table.lifecycle.backup import write_backup
from tablewright.table.lifecycle.library import create_table, resume_table
from tablewright.table.stores.seed_files import SeedFiles
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.terminal import main
from tests.table.support.store_kinds import Place
from tests.table.support.stores import TEMPLATE


def test_a_backup_made_while_somebody_plays_goes_on_where_it_was(tmp_path: Path) -> None:
    """Another process never stops to play; each copy opens without a word, with the seed it committed to."""
    with Place("sqlite", tmp_path / "data").start("keep_playing") as process:
        assert process.stdout is not None
        for n in range(3):
            seen = int(process.stdout.readline())
            assert write_backup(tmp_path / "data", tmp_path / f"copy {n}") == 1
            with closing(SqliteStore(tmp_path / f"copy {n}")) as copy:
                table, kept, said = resume_table(copy, TEMPLATE, "killed")
                assert (said, kept.seed()) == ("", "kill")
                assert table.metadata.length >= seen
                table.say("ann", "we go on")
        process.kill()


def test_a_backup_is_for_its_owner_alone(store: SqliteStore, tmp_path: Path) -> None:
    """Folder and archive alike: who reads it knows all dice to come."""
    create_table(store, TEMPLATE, "walk", seed="the-very-seed")
    write_backup(store.folder, tmp_path / "copy")
    write_backup(store.folder, tmp_path / "copy.tar.gz")
    for path in (tmp_path / "copy", *(tmp_path / "copy").rglob("*"), tmp_path / "copy.tar.gz"):
        assert not path.stat().st_mode & 0o077, f"{path} can be read by others"


def test_an_archive_holds_what_the_folder_holds(store: SqliteStore, tmp_path: Path) -> None:
    """Unpacked, it is a folder of tables."""
    create_table(store, TEMPLATE, "walk", seed="kept")
    write_backup(store.folder, tmp_path / "copy.tar.gz")
    with tarfile.open(tmp_path / "copy.tar.gz") as archive:
        archive.extractall(tmp_path / "out", filter="data")
    with closing(SqliteStore(tmp_path / "out" / "tablewright")) as copy:
        assert resume_table(copy, TEMPLATE, "walk")[0].seed == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.tar.gz", "data", "out"]


def test_a_session_begun_meanwhile_does_not_part_a_table_from_its_seed(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed that is copied is the one the copied table committed to."""
    table, kept = create_table(store, TEMPLATE, "walk", seed="first")
    copied = Path.read_bytes

    def slow(path: Path) -> bytes:
        if path.parent.name == "seeds" and not table.closed and table.seed == "first":
            table.close("guide")
            store.reseed(kept.head.id, "second")
            table.reopen("guide", "second")
        return copied(path)

    monkeypatch.setattr(Path, "read_bytes", slow)
    write_backup(store.folder, tmp_path / "copy")
    with closing(SqliteStore(tmp_path / "copy")) as copy:
        again, copy_of, said = resume_table(copy, TEMPLATE, "walk")
        assert said == ""
        assert provably_fair.commitment(copy_of.seed()) == again.metadata.commitment


def test_nothing_is_overwritten_and_nothing_left_behind(store: SqliteStore, tmp_path: Path) -> None:
    """What cannot be done is said."""
    create_table(store, TEMPLATE, "walk")
    (tmp_path / "there").write_text("mine")
    with pytest.raises(Refused, match="is there already"):
        write_backup(store.folder, tmp_path / "there")
    with pytest.raises(Refused, match="There are no tables in"):
        write_backup(tmp_path / "nowhere", tmp_path / "copy")
    SeedFiles(tmp_path / "data" / "seeds").keep("odd", "x")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Refused, match="cannot be written"):
        write_backup(store.folder, tmp_path / "file" / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "file", "there"]


@pytest.mark.parametrize("name", ["copy.zip", "copy.ZIP", "copy.tar.xz", "copy.sqlite3"])
def test_a_file_of_another_kind_is_not_what_a_backup_is(store: SqliteStore, tmp_path: Path, name: str) -> None:
    """Nobody finds a folder where they asked for such a file; a dot alone makes no file."""
    with pytest.raises(Refused, match=r"would be a folder. A backup in one file ends in .tar, .tar.gz or .tgz.$"):
        write_backup(store.folder, tmp_path / name)
    assert not (tmp_path / name).exists()
    write_backup(store.folder, tmp_path / "copy of 16.11")
    assert (tmp_path / "copy of 16.11").is_dir()


def test_the_command_says_what_it_did(
    store: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And sends whoever has a database to the database's own tools."""
    create_table(store, TEMPLATE, "walk")
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["backup", str(tmp_path / "copy"), "--data", str(store.folder)]) == 0
    assert "1 tables are in" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "other"), "--database", "postgresql://host/tables"]) == 2
    assert "pg_dump" in capsys.readouterr().err
