"""Tables on the disk: each with one writer, kept before anybody sees it, whole after a crash."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.rules import Refused
from tablewright.table import Table, UncommittedEvent
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.log.events import MessageSent
from tablewright.table.stores.store import AppendBatch, DuplicateCommand, VersionConflict
from tablewright.template import GAME
from tests.table.support.store_kinds import Place, a_walk, in_files
from tests.table.support.stores import STORES, TEMPLATE

# one writer


def test_a_second_writer_is_refused(place: Place) -> None:
    """Who comes second finds the table longer than it was; nothing of theirs is kept, and they may open it again."""
    a_walk(place.store())
    one, _ = open_stored(GAME, place.store().kept("walk"))
    other, _ = open_stored(GAME, place.store().kept("walk"))
    one.say("ann", "I was first.")
    before = other.metadata, other.state, other.play_state
    with pytest.raises(Refused, match="This table has gone on elsewhere: open it again"):
        other.say("bob", "So was I.")
    assert (other.metadata, other.state, other.play_state) == before
    again, said = open_stored(GAME, place.store().kept("walk"))
    assert (again.metadata, said) == (one.metadata, "")


def test_of_many_that_are_kept_at_once_each_is_kept_or_refused_by_itself(place: Place) -> None:
    """Two in a row for one table, one for another, one that comes too late, one for a table that is not there."""
    store = place.store()
    kept = {name: a_walk(store, name).metadata for name in ("one", "two", "three")}
    tables = {name: open_stored(GAME, store.kept(name))[0] for name in kept}

    def said(name: str, words: str) -> AppendBatch:
        table = tables[name]
        proposal = table.propose(MessageSent("ann", words))
        table.accept(proposal)
        return AppendBatch(store.kept(name).head.id, (proposal.record,), tag=words)

    late = said("three", "late")
    open_stored(GAME, store.kept("three"))[0].say("ann", "first")
    bundles = [said("one", "a"), said("two", "b"), late, said("one", "c"), AppendBatch("nobody", late.records)]
    whys = store.append_all(bundles)
    assert [type(why) for why in whys] == [type(None), type(None), VersionConflict, type(None), VersionConflict]
    again = {name: open_stored(GAME, store.kept(name))[0] for name in kept}
    assert again["one"].metadata == tables["one"].metadata
    assert again["two"].metadata == tables["two"].metadata
    assert [item.text for item in again["three"].feed_items(kept["three"].feed_length)] == ["first"]
    assert store.kept("one").tags(2) == {"a": kept["one"].length, "c": kept["one"].length + 1}


def test_what_was_kept_before_is_not_kept_twice_and_hurts_no_other(place: Place) -> None:
    """Neither when its name comes back later, nor when it comes twice at once; and its number can be found."""
    store = place.store()
    tables = {name: a_walk(store, name) for name in ("one", "two")}

    def said(name: str, words: str, tag: str) -> AppendBatch:
        table = tables[name]
        proposal = table.propose(MessageSent("ann", words))
        return AppendBatch(store.kept(name).head.id, (proposal.record,), tag=tag)

    number = tables["one"].metadata.length
    assert store.append_all([said("one", "hello", "a")]) == [None]
    tables["one"], _ = open_stored(GAME, store.kept("one"))
    assert [type(why) for why in store.append_all([said("one", "hello", "a"), said("two", "hello", "a")])] == [
        DuplicateCommand,
        type(None),
    ]
    assert store.kept("one").tagged("a") == number
    assert store.kept("one").head.length == number + 1
    assert open_stored(GAME, store.kept("two"))[1] == ""
    with pytest.raises(Refused, match="Nothing here is called so"):
        store.kept("one").tagged("b")


@in_files
def test_whoever_looks_in_from_another_process_takes_nothing_away(place: Place) -> None:
    """A server has the store open several times; what it has written but not yet moved into the file stays there."""
    store, _ = place.store(), place.store()
    a_walk(store)
    log = place.folder / "tables.sqlite3-wal"
    before = log.stat().st_ino
    command = [sys.executable, "-m", "tablewright", "tables", "--data", str(place.folder)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "walk" in listed.stdout
    assert log.stat().st_ino == before


def test_a_table_is_held_by_one_process_whatever_path_leads_to_it(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through a link, through a relative path; others can be played meanwhile, and the hold goes with its process."""
    store = place.store()
    for name in ("walk", "other"):
        create_table(store, TEMPLATE, name)
    link = tmp_path / "link"
    link.symlink_to(place.folder)
    with place.start("hold_lock", "walk") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.chdir(tmp_path)
        linked, near = STORES[place.kind](link), STORES[place.kind](Path("link/../data"))
        place.opened += [linked, near]
        for there in (store, linked, near):
            with pytest.raises(Refused, match="walk is open elsewhere: a table has one writer"), there.lock("walk"):
                pass
        with linked.lock("other"):
            pass
        process.kill()
    with linked.lock("walk"):
        pass


# the disk


def test_an_entry_is_kept_before_anybody_sees_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table counts it, whoever opens the store finds it there."""
    table = a_walk(place.store())
    seen: list[int] = []
    accept = Table.accept

    def watched(table: Table, proposal: UncommittedEvent) -> None:
        seen.append(place.store().kept("walk").head.length)
        accept(table, proposal)

    monkeypatch.setattr(Table, "accept", watched)
    table.say("ann", "Hello.")
    assert seen == [table.metadata.length]


def test_whatever_was_seen_survives_being_killed(place: Place) -> None:
    """A process plays and says each entry once it is kept; killed at any moment, all it said is there."""
    for seen in (1, 7, 20, 55):
        with place.start("keep_playing") as process:
            assert process.stdout is not None
            lengths = [int(process.stdout.readline()) for _ in range(seen)]
            process.kill()
            lengths += [int(line) for line in process.stdout if line.endswith("\n")]
        assert process.returncode == -9
        table, said = open_stored(GAME, place.store().kept("killed"))
        assert table.metadata.length >= lengths[-1]
        assert said == ""


@in_files
def test_a_full_disk_is_said_and_nothing_is_lost(place: Place) -> None:
    """What is kept is as it was, the table forgets what it could not keep, and plays on once there is room."""
    with place.start("fill_disk") as process:
        out, err = process.communicate()
    assert err == ""
    told = json.loads(out)
    said = told.pop("said")
    assert len(said) == 2
    assert all(
        sentence.endswith(". Nothing was changed.") or "cannot be kept: File too large" in sentence for sentence in said
    )
    assert told == {"intact": True, "alone": True, "goes_on": True}


@in_files
def test_a_place_that_cannot_be_written_is_refused(place: Place) -> None:
    """A file where a folder should be."""
    place.folder.write_text("not a folder")
    with pytest.raises(Refused, match=r"Tables cannot be kept in .*data"):
        place.store()
    assert place.folder.read_text() == "not a folder"


@in_files
def test_a_store_taken_away_is_said_and_nothing_is_kept(place: Place) -> None:
    """The table does not play on into a file that is gone."""
    table = a_walk(place.store())
    before = table.metadata
    place.folder.rename(place.folder.with_name("elsewhere"))
    with pytest.raises(Refused, match=r"was taken away\. Nothing was changed"):
        table.say("ann", "Hello?")
    assert table.metadata == before
    place.folder.with_name("elsewhere").rename(place.folder)
    table.say("ann", "Hello.")
