"""One file a table: taken elsewhere and brought in again, whole or not at all, and never changed by being read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.core.snapshot import LASTING_EVERY
from tablewright.table.lifecycle.dice_verification import verify_dice
from tablewright.table.lifecycle.library import FileDamaged, create_table, import_file
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.lifecycle.table_file import read_file, write_file
from tablewright.table.log.events import SeedCommitted
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.table.stores.store import TableStore
from tablewright.template import GAME
from tests.example_games.hut import HUT
from tests.table.support.stores import STORES, TEMPLATE


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TableStore]:
    with closing(STORES[request.param](tmp_path / "data")) as found:
        yield found


@pytest.fixture
def in_files(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "data")) as found:
        yield found


def a_file(store: TableStore, path: Path, with_seed: bool = False) -> Table:
    """A walk of a few entries, written to a file; it waits for Ann."""
    table, kept = create_table(store, TEMPLATE, seed="the-very-seed")
    table.say("ann", "née Ångström")
    table.edit("guide", "light", 4)
    table.act("ann", "take_step", {"who": "ada"})
    write_file(path, kept, with_seed)
    return table


def test_a_table_brought_in_is_the_one_that_was_written(store: TableStore, tmp_path: Path) -> None:
    """With its seed: every record, every feed, the same dice to come; under a name of its own."""
    table = a_file(store, tmp_path / "walk", with_seed=True)
    kept, said = import_file(store, tmp_path / "walk", TEMPLATE)
    assert (kept.head.name, said) == ("Template 2", "")
    again, said = open_stored(GAME, kept)
    assert (again.metadata, again.state, said) == (table.metadata, table.state, "")
    assert again.play_state.waiting() == table.play_state.waiting()
    assert [again.feed(seat) for seat in again.seats] == [table.feed(seat) for seat in table.seats]
    for t in (table, again):
        t.nonce = lambda: "n"
        t.answer("ann", *next((r.number, q.at) for r, q in t.play_state.waiting()), "yes")
    assert again.metadata == table.metadata


def test_without_its_seed_a_copy_commits_its_dice_anew(store: TableStore, tmp_path: Path) -> None:
    """The seed is not in the file; the copy goes on, says so, and its dice can be checked from there on."""
    table = a_file(store, tmp_path / "walk")
    assert b"the-very-seed" not in (tmp_path / "walk").read_bytes()
    kept, said = import_file(store, tmp_path / "walk", TEMPLATE)
    assert said == "The seed did not come with it: the dice are committed anew."
    again, said = open_stored(GAME, kept)
    assert (again.state, said) == (table.state, "")
    assert isinstance(again.journal[-1], SeedCommitted)
    assert [told.item.text for told in again.feed("ann")][-1].startswith("The dice are committed anew, to ")
    again.answer("ann", *next((r.number, q.at) for r, q in again.play_state.waiting()), "yes")
    again.close("guide")
    found = verify_dice(again.journal)
    assert (found.wrong, found.throws, found.older) == ((), 1, 1)


def test_a_closed_table_is_brought_in_closed(store: TableStore, tmp_path: Path) -> None:
    """Its seed has been shown, and nothing is added."""
    table, kept = create_table(store, TEMPLATE, seed="s")
    table.close("guide")
    write_file(tmp_path / "walk", kept)
    copy, said = import_file(store, tmp_path / "walk", TEMPLATE, "copy")
    assert (copy.head.closed, copy.head.length, said) == (True, 2, "")


def test_snapshots_come_along(store: TableStore, tmp_path: Path) -> None:
    """So that a long table opens as fast, and those that last go on lasting."""
    table, kept = create_table(store, TEMPLATE, seed="s")
    for n in range(LASTING_EVERY + 45):
        table.edit("guide", "light", n % 6)
    write_file(tmp_path / "walk", kept, with_seed=True)
    copy, _ = import_file(store, tmp_path / "walk", TEMPLATE, "copy")
    assert {0, LASTING_EVERY, kept.snapshots()[-1]} <= set(copy.snapshots()) <= set(kept.snapshots())
    again, _ = open_stored(GAME, copy)
    for n in range(LASTING_EVERY):
        again.edit("guide", "light", n % 6)
    assert {0, LASTING_EVERY} <= set(copy.snapshots())


def test_a_file_is_for_its_owner_and_overwrites_nothing(store: TableStore, tmp_path: Path) -> None:
    """It holds what everybody was told in secret."""
    path = tmp_path / "walk"
    a_file(store, path)
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_bytes()
    with pytest.raises(Refused, match="is there already: choose another name"):
        write_file(path, store.kept("Template"))
    assert path.read_bytes() == text


def test_a_place_that_cannot_be_written_is_refused(store: TableStore, tmp_path: Path) -> None:
    """A file where a folder should be."""
    create_table(store, TEMPLATE)
    (tmp_path / "folder").write_text("not a folder")
    with pytest.raises(Refused, match="cannot be written: Not a directory"):
        write_file(tmp_path / "folder" / "walk", store.kept("Template"))


def test_a_file_says_what_it_is_and_can_be_checked_by_hand(store: TableStore, tmp_path: Path) -> None:
    """Its first line names the game; each record's hash follows from the one before; the last line from all."""
    a_file(store, tmp_path / "walk", with_seed=True)
    text = (tmp_path / "walk").read_bytes()
    first, *lines = text.splitlines()
    assert first == b'{"tablewright":1,"name":"Template","game":"template","by_hand":false}'
    before = b""
    for line in lines[:4]:
        hash, _, body = line.partition(b" ")
        assert hash.decode() == hashlib.sha256(before + body).hexdigest()
        before = hash
    assert lines[-2] == b"seed the-very-seed"
    end = lines[-1]
    assert end == b"end 4 " + hashlib.sha256(text[: -len(end) - 1]).hexdigest().encode()


def test_a_file_of_another_game_is_refused(store: TableStore, tmp_path: Path) -> None:
    """And left as it is."""
    a_file(store, tmp_path / "walk")
    text = (tmp_path / "walk").read_bytes()
    with pytest.raises(Refused, match="is a table of template, not of hut"):
        import_file(store, tmp_path / "walk", InstalledGame(HUT, "tests.table"))
    assert (tmp_path / "walk").read_bytes() == text


@pytest.mark.parametrize("text", [b"", b"hello\n", b"\xff\xfe\n", b'{"game": "template"}\n', b"[" * 9999])
def test_what_is_no_tables_file_is_refused_and_left_alone(store: TableStore, tmp_path: Path, text: bytes) -> None:
    """An empty file, a text, bytes, another JSON document, one without an end."""
    path = tmp_path / "other"
    path.write_bytes(text)
    with pytest.raises(Refused, match="is not a table's file"):
        import_file(store, path, TEMPLATE)
    assert path.read_bytes() == text
    assert store.headers() == []


def test_a_file_of_a_newer_version_is_refused(store: TableStore, tmp_path: Path) -> None:
    """Whoever wrote it knows how to read it."""
    path = tmp_path / "walk"
    path.write_bytes(b'{"tablewright":3,"name":"w","game":"template"}\n')
    with pytest.raises(Refused, match="was written by a newer version of Tablewright"):
        import_file(store, path, TEMPLATE)


def test_a_missing_file_is_said(store: TableStore, tmp_path: Path) -> None:
    """By name."""
    with pytest.raises(Refused, match=r"There is no file .*nowhere"):
        import_file(store, tmp_path / "nowhere", TEMPLATE)
    with pytest.raises(Refused, match="cannot be read"):
        import_file(store, tmp_path, TEMPLATE)


BROKEN: list[tuple[Callable[[list[bytes]], list[bytes]], str, int]] = [
    (lambda lines: lines[:4], "The file has no end", 3),
    (lambda lines: [*lines[:3], lines[3][:90]], "Entry 2 is not as it was written", 2),
    (lambda lines: [*lines[:3], b"rot\n", *lines[3:]], "Entry 2 is not as it was written", 2),
    (lambda lines: [*lines[:3], b"\xff\xff\n", *lines[3:]], "Entry 2 is not as it was written", 2),
    (lambda lines: [*lines, b"\n"], "should not be there", 4),
]


@pytest.mark.parametrize(("breaks", "sentence", "whole"), BROKEN)
def test_a_broken_file_is_refused_and_mended_only_if_that_is_wanted(
    store: TableStore, tmp_path: Path, breaks: Callable[[list[bytes]], list[bytes]], sentence: str, whole: int
) -> None:
    """Cut off, not JSON, not text, too long: then all before it is taken, with its seed, and the file is as it was."""
    a_file(store, tmp_path / "walk", with_seed=True)
    path = tmp_path / "broken"
    path.write_bytes(b"".join(breaks((tmp_path / "walk").read_bytes().splitlines(keepends=True))))
    text = path.read_bytes()
    with pytest.raises(Refused, match=sentence) as refused:
        import_file(store, path, TEMPLATE, "mended")
    assert isinstance(refused.value, FileDamaged)
    assert refused.value.mendable
    kept, said = import_file(store, path, TEMPLATE, "mended", mend=True)
    assert sentence in said
    assert kept.head.length == whole + (kept.seed() != "the-very-seed")
    assert open_stored(GAME, kept)[1] == ""
    assert path.read_bytes() == text


def test_a_file_without_its_opening_cannot_be_mended(store: TableStore, tmp_path: Path) -> None:
    """There is nothing to keep."""
    a_file(store, tmp_path / "walk")
    head, _, *rest = (tmp_path / "walk").read_bytes().splitlines(keepends=True)
    path = tmp_path / "broken"
    path.write_bytes(b"".join([head, *rest]))
    with pytest.raises(Refused, match=r"is damaged: Entry 0 is not as it was written\.$"):
        import_file(store, path, TEMPLATE, mend=True)
    assert [h.name for h in store.headers()] == ["Template"]


def test_nothing_is_brought_in_by_halves(
    in_files: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a table cannot be kept, its name is free and its seed nowhere."""
    store = in_files
    a_file(store, tmp_path / "walk", with_seed=True)

    def full(*_: object) -> None:
        raise Refused("There is no room.")

    with monkeypatch.context() as patched:
        patched.setattr("tablewright.table.stores.sqlite.append_batches", full)
        with pytest.raises(Refused, match="There is no room"):
            import_file(store, tmp_path / "walk", TEMPLATE, "copy")
    assert [h.name for h in store.headers()] == ["Template"]
    assert len(list(store.seeds.folder.iterdir())) == 1


def test_a_damaged_table_is_written_as_it_is(in_files: SqliteStore, tmp_path: Path) -> None:
    """Every byte that is there, so that nothing is lost by taking it elsewhere; reading it says what is wrong."""
    store = in_files
    a_file(store, tmp_path / "walk")
    store.db.execute("UPDATE records SET body = CAST(replace(body, 'light', 'night') AS BLOB) WHERE number = 2")
    write_file(tmp_path / "damaged", store.kept("Template"))
    found = read_file(tmp_path / "damaged")
    assert found.fault == "Entry 2 is not as it was written."
    assert len(found.records) == 2
    assert b'"path":"night"' in (tmp_path / "damaged").read_bytes()
