"""What only the PostgreSQL store can meet: connections that break, roles, migrations, several processes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.log.record import Record
from tablewright.table.stores import postgres_append
from tablewright.table.stores.postgres import PostgresStore, open_database
from tablewright.table.stores.postgres_connection import safe_url
from tablewright.table.stores.store import AppendBatch, StoreUnavailable, VersionConflict
from tablewright.template import GAME
from tablewright.terminal import main
from tests.postgres import Cluster, cluster, database, new_cluster
from tests.table.support.stores import TEMPLATE


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database(tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(url)) as found:
        yield found


def schema(url: str) -> str:
    return url.rpartition("search_path=")[2]


def cut(store: PostgresStore) -> None:
    """The connection of a store is ended by the database."""
    pid = store.doing(lambda connection, _: connection.fetchval("SELECT pg_backend_pid()"), "be asked")
    cluster().execute(f"SELECT pg_terminate_backend({pid}, 5000)")


def spoken(table: Table, words: str) -> tuple[Record, ...]:
    """What saying something would lead to, sealed and not kept."""
    kept: list[Record] = []
    past: Any = table.record_log
    append, past.append = past.append, lambda *records: kept.extend(records)
    standing = table.metadata
    try:
        table.say("ann", words)
    finally:
        past.append, table.metadata = append, standing
    return tuple(kept)


class Heard:
    """What a store tells whoever listens, from the first word to a table's end."""

    def __init__(self) -> None:
        self.said: list[Mapping[str, int]] = []
        self.began, self.deleted = threading.Event(), threading.Event()

    def __call__(self, lengths: Mapping[str, int]) -> None:
        self.said.append(lengths)
        self.began.set()
        if -1 in lengths.values():
            self.deleted.set()


# connections


def test_a_connection_that_was_cut_is_made_again(store: PostgresStore) -> None:
    """Whoever plays notices nothing."""
    table, kept = create_table(store, TEMPLATE, "walk")
    for n in range(3):
        cut(store)
        table.say("ann", f"Hello {n}.")
    assert kept.head.length == 4


def test_what_was_kept_before_the_connection_broke_is_not_kept_twice(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database had committed it and could not say so: asked again, it is found there."""
    table, kept = create_table(store, TEMPLATE, "walk")
    fetch = asyncpg.Connection.fetch
    broken: list[bool] = []

    async def breaks(self: Any, *args: Any, **more: Any) -> Any:
        answer = await fetch(self, *args, **more)
        if "pg_notify" in args[0] and not broken:
            broken.append(True)
            self.terminate()
            raise ConnectionResetError("cut")
        return answer

    monkeypatch.setattr(asyncpg.Connection, "fetch", breaks)
    table.say("ann", "once")
    assert broken
    assert [item.text for item in table.feed_items()].count("once") == 1
    assert kept.head.length == table.metadata.length == 2


def test_what_another_kept_in_that_moment_is_not_taken_for_ours(
    store: PostgresStore, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words of the same seat under the same number, but of another wish."""
    table, kept = create_table(store, TEMPLATE, "walk")
    id, records = kept.head.id, spoken(table, "both")
    fetch = asyncpg.Connection.fetch
    broken: list[bool] = []

    async def beaten(self: Any, *args: Any, **more: Any) -> Any:
        if "pg_notify" in args[0] and not broken:
            broken.append(True)
            with closing(PostgresStore(url)) as other:
                assert await asyncio.to_thread(other.append_all, [AppendBatch(id, records, "theirs")]) == [None]
            self.terminate()
            raise ConnectionResetError("cut")
        return await fetch(self, *args, **more)

    monkeypatch.setattr(asyncpg.Connection, "fetch", beaten)
    (why,) = store.append_all([AppendBatch(id, records, "ours")])
    assert isinstance(why, VersionConflict)


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    made = new_cluster()
    yield made
    made.remove()


def test_a_database_that_is_gone_is_said_and_played_on_when_it_is_back(own_cluster: Cluster) -> None:
    """Nothing has changed meanwhile, and nobody has to open anything again."""
    with closing(PostgresStore(own_cluster.url())) as store:
        table, kept = create_table(store, TEMPLATE, "walk")
        before = table.metadata
        own_cluster.stop()
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match=r"The database cannot keep this, it is not there: .+\."):
                table.say("ann", "Hello?")
        assert table.metadata == before
        own_cluster.start()
        store.line._not_before = 0.0  # the half second in which nobody tries again
        table.say("ann", "Hello.")
        assert kept.head.length == 2


def test_a_password_is_never_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not where a database cannot be reached, nor where its address is none."""
    for url in ("postgresql://me:hush@127.0.0.1:1/tables", "postgresql://me:hush@[::1/tables", "mysql://me:hush@h/t"):
        assert main(["tables", "--database", url]) == 2
        said = capsys.readouterr().err
        assert said.startswith("tablewright: ")
        assert "hush" not in said
    assert safe_url("postgresql://me:hush@db.example/tables") == "The database at db.example"


# the fence


def test_of_many_bundles_each_is_kept_or_refused_by_itself(store: PostgresStore) -> None:
    """One that comes too late, one that was done already and one for a table that is gone hurt no other."""
    tables = [create_table(store, TEMPLATE, f"walk {n}") for n in range(5)]
    bundles = [AppendBatch(kept.head.id, spoken(table, "hello"), f"tag {n}") for n, (table, kept) in enumerate(tables)]
    tables[1][0].say("bob", "first")
    store.delete("walk 3")
    assert [type(why) for why in store.append_all(bundles)] == [
        type(None),
        VersionConflict,
        type(None),
        VersionConflict,
        type(None),
    ]
    again, _ = open_stored(GAME, tables[4][1])
    twice = AppendBatch(bundles[4].of, spoken(again, "again"), "tag 4")
    fine = AppendBatch(bundles[1].of, spoken(tables[1][0], "now"), "tag 1")
    whys = store.append_all([twice, fine])
    assert str(whys[0]) == "This was done already."
    assert whys[1] is None
    assert open_stored(GAME, tables[4][1])[1] == ""


def test_several_bundles_for_one_table_are_kept_in_their_order(store: PostgresStore) -> None:
    """Each after the one before it; the third finds the table longer than it knew."""
    table, kept = create_table(store, TEMPLATE, "walk")
    first = spoken(table, "one")
    other, _ = open_stored(GAME, kept)
    late = spoken(other, "late")
    (why,) = store.append_all([AppendBatch(kept.head.id, first)])
    again, _ = open_stored(GAME, kept)
    second = spoken(again, "two")
    whys = store.append_all([AppendBatch(kept.head.id, second), AppendBatch(kept.head.id, late)])
    assert (why, whys[0], type(whys[1])) == (None, None, VersionConflict)


def test_of_two_who_write_at_once_one_is_first(store: PostgresStore, url: str) -> None:
    """However many try: each number is somebody's, once."""
    _, kept = create_table(store, TEMPLATE, "walk")
    won: list[int] = []

    def play(name: str) -> None:
        with closing(PostgresStore(url)) as mine:
            for _ in range(15):
                table, _ = open_stored(GAME, mine.kept("walk"))
                try:
                    won.append(table.say(name, "mine"))
                except VersionConflict:
                    continue

    threads = [threading.Thread(target=play, args=(name,)) for name in ("ann", "bob", "guide")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(1, len(won) + 1))
    assert open_stored(GAME, kept)[0].metadata.length == len(won) + 1


def test_tables_begun_at_once_without_a_name_get_one_each(url: str) -> None:
    """In whatever processes: of two who look for a free name, the second finds another."""

    def start(_: int) -> str:
        with closing(PostgresStore(url)) as mine:
            return str(create_table(mine, TEMPLATE)[1].head.name)

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(start, range(8)))) == 8


def test_whoever_listens_hears_of_every_table_that_went_on(store: PostgresStore, url: str) -> None:
    """Whoever it was; and, without a name, that some may have been missed before. A word passed on is heard as well."""
    heard, words = Heard(), list[str]()
    store.subscribe(heard, words.append)
    assert heard.began.wait(10)
    with closing(PostgresStore(url)) as other:
        table, kept = create_table(other, TEMPLATE, "walk")
        table.say("ann", "hello")
        id = kept.head.id
        other.notify("good evening")
        other.notify("x" * 9_000)  # which nobody is bothered with
        other.delete("walk")
    assert heard.deleted.wait(10)
    assert heard.said == [{}, {id: 1}, {id: 2}, {id: -1}]
    assert words == ["good evening"]


def test_a_group_of_many_tables_is_told_in_few_words(
    store: PostgresStore, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table once with its own length, however many words it takes."""
    monkeypatch.setattr(
        postgres_append, "APPEND", postgres_append.APPEND.replace(f"/ {postgres_append.NOTIFY_LIMIT} AS", "/ 2 AS")
    )
    heard = Heard()
    store.subscribe(heard, list[str]().append)
    assert heard.began.wait(10)
    with closing(PostgresStore(url)) as other:
        tables = [create_table(other, TEMPLATE, f"table {n}") for n in range(5)]
        for said, (table, _) in enumerate(tables):
            for n in range(said):
                table.say("ann", str(n))
        lengths = {kept.head.id: kept.head.length + 1 for _, kept in tables}
        bundles = [AppendBatch(kept.head.id, spoken(table, "all at once")) for table, kept in tables]
        assert other.append_all(bundles) == [None] * 5
        other.delete("table 4")
    assert heard.deleted.wait(10)
    together = heard.said[-4:-1]
    assert [len(word) for word in together] == [2, 2, 1]
    assert {id: length for word in together for id, length in word.items()} == lengths


# who may read, and versions


def test_seeds_are_for_the_servers_role_alone(store: PostgresStore, url: str) -> None:
    """Somebody who may read every journal cannot read them, nor find them there."""
    table, _ = create_table(store, TEMPLATE, "walk", seed="the-very-seed")
    table.act("ann", "take_step", {"who": "ada"})
    of, role = schema(url), f"r{schema(url)}"
    cluster().execute(
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA {of} TO {role}",
        f"GRANT SELECT ON tables, records, snapshots TO {role}",
        "SELECT 1",
        schema=of,
    )

    async def peek() -> None:
        connection = await asyncpg.connect(cluster().url(of, role))
        try:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.fetch("SELECT * FROM seeds")
            for query in ("SELECT body FROM records", "SELECT packed FROM snapshots"):
                assert all(b"the-very-seed" not in row[0] for row in await connection.fetch(query))
        finally:
            await connection.close()

    asyncio.run(peek())


def test_a_database_of_a_newer_version_is_refused_and_left_alone(store: PostgresStore, url: str) -> None:
    """Whoever wrote it knows how to read it."""
    cluster().execute("UPDATE tablewright SET version = 99", "SELECT 1", schema=schema(url))
    with pytest.raises(Refused, match="written by a newer version of Tablewright: use that one"):
        PostgresStore(url)
    assert cluster().execute("SELECT version FROM tablewright", schema=schema(url)) == 99


def test_of_several_who_set_up_a_database_one_does(url: str) -> None:
    """The others wait for it, and all go on."""
    said: list[Exception] = []

    def open_it() -> None:
        try:
            PostgresStore(url).close()
        except Exception as error:
            said.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == []
    assert cluster().execute("SELECT count(*) FROM tablewright", schema=schema(url)) == 1


def test_words_no_database_holds_are_found_nowhere(store: PostgresStore) -> None:
    """And break nothing."""
    with pytest.raises(Refused):
        store.table("a\0b")
    with pytest.raises(Refused):
        store.kept("a\0b")
    assert store.document("member", "a\0b") is None


def test_a_database_is_named_by_its_url() -> None:
    """Anything else is refused before it is tried."""
    with pytest.raises(Refused, match="named by its URL"):
        open_database("tables.db")
