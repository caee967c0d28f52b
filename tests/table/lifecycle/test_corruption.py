"""Nothing that was kept is changed, lost or added without being noticed; and nothing that is left is lost by that."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored, rebuild_table
from tablewright.table.lifecycle.table_file import TableFile, parse_file, write_file
from tablewright.table.log.record_log import InMemoryLog
from tablewright.table.stores.sqlite import SqliteStore
from tests.example_games.inn import INN
from tests.table.support.corruptions import Spoilt, carelessly, cunningly
from tests.table.support.random_session import standing

BOX = InstalledGame(INN, "tests.table")


def an_evening(store: SqliteStore) -> Table:
    """Dice, secrets, cards, talk, undo; long enough for a second snapshot."""
    table, _ = create_table(store, BOX, "inn", seed="the-very-seed")
    for n in range(8):
        table.say("ann", f"Hello {n}.")
        number = table.act("ann", "wager", {"who": "ada"})
        table.answer("ann", number, "1", "yes" if n % 2 else "no")
        if n == 3:
            table.undo("kim")
        table.edit("kim", "guests.ada.coins", 3)
    table.act("ben", "whisper", {"who": "bo"})
    return table


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table in it and, in files, the same: open with its seed, and closed."""
    folder = tmp_path_factory.mktemp("kept")
    with closing(SqliteStore(folder / "data")) as store:
        table = an_evening(store)
        write_file(folder / "open", store.kept("inn"), with_seed=True)
        shutil.copytree(folder / "data", folder / "open data")
        table.close("kim")
        write_file(folder / "closed", store.kept("inn"))
    with closing(SqliteStore(folder / "open data")) as store:
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def read(text: bytes) -> TableFile | None:
    """What is made of a file: nothing, if it is refused."""
    try:
        return parse_file(text, Path("file"))
    except Refused:
        return None


def play(found: TableFile) -> tuple[Any, ...]:
    table, why = rebuild_table(INN, InMemoryLog(found.records), len(found.records), found.seed)
    return standing(table), why


@pytest.mark.parametrize("which", ["open", "closed"])
def test_whatever_happens_to_a_file_is_noticed(kept: Path, which: str) -> None:
    """Lines dropped, doubled, swapped, inserted; bytes flipped; ends cut off; faces, seeds and snapshots changed."""
    text = (kept / which).read_bytes()
    sound = read(text)
    assert sound is not None
    assert sound.fault == ""
    tried = 0
    for name, changed in others(text, carelessly(text)):
        found = read(changed)
        assert found is None or found.fault, f"{name} went unnoticed"
        whole = [record.body for record in found.records] if found else []
        assert whole == [record.body for record in sound.records[: len(whole)]], f"{name} is taken for whole"
        tried += 1
    assert tried > 2000


@pytest.mark.parametrize("which", ["open", "closed"])
def test_whoever_makes_the_last_line_fit_again_is_noticed_too(kept: Path, which: str) -> None:
    """Each record is sealed with all before it. What goes unnoticed changes nothing: a snapshot or seed left out."""
    text = (kept / which).read_bytes()
    sound = read(text)
    assert sound is not None
    there, tried, harmless = play(sound), 0, list[str]()
    for name, changed in others(text, cunningly(text)):
        found = read(changed)
        tried += 1
        if found is not None and not found.fault:
            assert play(found) == there, f"{name} went unnoticed"
            assert found.seed in ("", sound.seed), f"{name} went unnoticed"
            harmless.append(name)
    assert tried > 400
    assert all(name.startswith(("dropped", "doubled", "swapped", "moved", "another seed")) for name in harmless)


def others(text: bytes, ways: Iterator[Spoilt]) -> Iterator[Spoilt]:
    """Those that are not the file as it was."""
    return ((name, changed) for name, changed in ways if changed != text)


# the database


def statements(db: sqlite3.Connection) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every row changed in every way that SQL can."""
    numbers = [number for (number,) in db.execute("SELECT number FROM records ORDER BY number").fetchall()]
    for number in (*numbers[::3], numbers[-1]):
        at = (number,)
        yield "DELETE FROM records WHERE number = ?", at
        yield "UPDATE records SET body = CAST(replace(body, 'a', 'e') AS BLOB) WHERE number = ?", at
        yield "UPDATE records SET body = substr(body, 2) WHERE number = ?", at
        yield "UPDATE records SET body = CAST(body AS TEXT) WHERE number = ?", at
        yield "UPDATE records SET body = x'' WHERE number = ?", at
        yield "UPDATE records SET body = 7 WHERE number = ?", at
        yield "UPDATE records SET body = (SELECT body FROM records WHERE number = 1) || '' WHERE number = ?", at
        yield "UPDATE records SET hash = replace(hash, 'a', 'b') || 'c' WHERE number = ?", at
        yield "UPDATE records SET hash = 7 WHERE number = ?", at
        yield "UPDATE records SET hash = x'ff' WHERE number = ?", at
        yield "UPDATE records SET number = 9999 WHERE number = ?", at
        yield "UPDATE records SET number = -1 WHERE number = ?", at
        yield "UPDATE records SET number = 'first' WHERE number = ?", at
        yield "UPDATE records SET told_from = told_from + 1 WHERE number = ?", at
        yield "UPDATE records SET told_from = told_from - 1 WHERE number = ?", at
        yield "UPDATE records SET told_from = 'all' WHERE number = ?", at
        yield "UPDATE records SET of = 'nobody' WHERE number = ?", at
    yield "UPDATE records SET number = number + 1000", ()
    yield "INSERT INTO records SELECT of, number + 500, told_from, body, hash, NULL FROM records WHERE number = 0", ()
    last = "(SELECT max(number) + 1 FROM records)"
    yield f"INSERT INTO records SELECT of, {last}, 0, body, hash, NULL FROM records LIMIT 1", ()
    for value in ("length - 1", "length + 1", "0", "-1", "9999", "'many'", "1.5"):
        yield f"UPDATE tables SET length = {value}", ()
    for value in ("''", "'x'", "7", "x'00'"):
        yield f"UPDATE tables SET hash = {value}", ()
    yield "UPDATE tables SET closed = 1 - closed", ()
    yield "UPDATE tables SET game = 'peers'", ()
    yield "UPDATE tables SET id = 'other'", ()
    yield "DELETE FROM tables", ()
    yield "DELETE FROM records", ()


def snapshot_statements(db: sqlite3.Connection) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for number, size in db.execute("SELECT number, length(packed) FROM snapshots").fetchall():
        for cut in range(0, size, max(1, size // 40)):
            spoilt = "UPDATE snapshots SET packed = substr(packed, 1, ?) || x'5a' || substr(packed, ?) WHERE number = ?"
            yield (
                spoilt.replace("SET packed = ", "SET packed = CAST(").replace(" WHERE", " AS BLOB) WHERE"),
                (
                    cut,
                    cut + 3,
                    number,
                ),
            )
        yield "UPDATE snapshots SET packed = x'' WHERE number = ?", (number,)
        yield "UPDATE snapshots SET packed = 'text' WHERE number = ?", (number,)
        yield "UPDATE snapshots SET number = number + 1 WHERE number = ?", (number,)
        yield "UPDATE snapshots SET number = 9999 WHERE number = ?", (number,)
        yield "UPDATE snapshots SET number = 'x' WHERE number = ?", (number,)
        yield "DELETE FROM snapshots WHERE number = ?", (number,)
        yield "UPDATE snapshots SET packed = (SELECT packed FROM snapshots WHERE number = ?)", (number,)
    yield "DELETE FROM snapshots", ()
    yield "UPDATE snapshots SET packed = zeroblob(10)", ()


def rows(db: sqlite3.Connection) -> list[Any]:
    """All there is, as far as it can be read."""
    try:
        return [db.execute(f"SELECT * FROM {table}").fetchall() for table in ("tables", "records", "snapshots")]
    except sqlite3.DatabaseError as error:
        return [str(error)]


class Met(msgspec.Struct):
    """What came of opening a spoilt table: what was said, how it stands, and whether it can only be read."""

    said: str
    there: Any = None
    read_only: bool = True


def met(folder: Path) -> Met:
    try:
        with closing(SqliteStore(folder)) as store:
            before = rows(store.db)
            try:
                table, said = open_stored(INN, store.kept("inn"))
                found = Met(said, standing(table), bool(table.read_only))
            except Refused as refused:
                found = Met(str(refused))
            assert rows(store.db) == before, "opening changed what was kept"
    except Refused as refused:
        return Met(str(refused))
    return found


def test_whatever_happens_to_the_rows_of_a_table_is_noticed(kept: Path, tmp_path: Path) -> None:
    """Bodies, hashes, numbers, lengths, rows gone or added: refused, or to be read only, with a sentence."""
    with closing(sqlite3.connect(kept / "open data" / "tables.sqlite3")) as db:
        ways = list(statements(db))
    for n, (sql, values) in enumerate(ways):
        folder = tmp_path / str(n)
        shutil.copytree(kept / "open data", folder)
        with closing(sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)) as db:
            changed = db.execute(sql, values).rowcount
        if changed:
            found = met(folder)
            assert found.said, f"{sql} {values} went unnoticed"
            assert found.read_only, f"{sql} {values} can be played on"
        shutil.rmtree(folder)
    assert len(ways) > 200


def test_a_spoilt_snapshot_is_not_used_and_costs_nothing(kept: Path, tmp_path: Path) -> None:
    """The table is opened from an older one, or from the start, and is the same."""
    there = met(kept / "open data").there
    with closing(sqlite3.connect(kept / "open data" / "tables.sqlite3")) as db:
        ways = list(snapshot_statements(db))
    for n, (sql, values) in enumerate(ways):
        folder = tmp_path / str(n)
        shutil.copytree(kept / "open data", folder)
        with closing(sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)) as db:
            try:
                db.execute(sql, values)
            except sqlite3.IntegrityError:
                continue
        with closing(SqliteStore(folder)) as store:
            table, said = open_stored(INN, store.kept("inn"))
            assert (standing(table), said) == (there, ""), f"{sql} {values}"
        shutil.rmtree(folder)
    assert len(ways) > 100


@pytest.mark.parametrize("seed", [b"", b"x", b"\xff\xfe", b"the-very-seed\n", b"the-very-see"])
def test_another_seed_is_noticed(kept: Path, tmp_path: Path, seed: bytes) -> None:
    """Nothing is thrown by a seed that the table did not commit to."""
    shutil.copytree(kept / "open data", tmp_path / "data")
    (file,) = (tmp_path / "data" / "seeds").iterdir()
    file.write_bytes(seed)
    with closing(SqliteStore(tmp_path / "data")) as store:
        table, said = open_stored(INN, store.kept("inn"))
    assert "seed" in said
    assert table.read_only == said or not table.fair_dice


def test_flipped_bytes_of_the_database_are_noticed_or_change_nothing(kept: Path, tmp_path: Path) -> None:
    """Wherever they are: never a traceback, never another state or another word in anybody's feed."""
    text = (kept / "open data" / "tables.sqlite3").read_bytes()
    there = met(kept / "open data").there
    folder = tmp_path / "data"
    noticed = 0
    for at in range(0, len(text), len(text) // 400):
        shutil.copytree(kept / "open data", folder)
        (folder / "tables.sqlite3").write_bytes(text[:at] + bytes([text[at] ^ 0x41]) + text[at + 1 :])
        found = met(folder)
        assert found.said or found.there == there, f"byte {at} went unnoticed"
        noticed += bool(found.said)
        shutil.rmtree(folder)
    assert noticed > 100
