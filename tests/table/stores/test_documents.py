"""Papers that lie beside the tables, in every kind of store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest

from tablewright.table.stores.store import Document, TableStore
from tests.table.support.stores import STORES


@pytest.fixture(params=STORES)
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[TableStore, TableStore]]:
    """One store, opened twice, as two processes would."""
    opened = STORES[request.param](tmp_path / "data"), STORES[request.param](tmp_path / "data")
    yield opened
    for store in opened:
        store.close()


def test_a_paper_takes_the_place_of_its_like(two: tuple[TableStore, TableStore]) -> None:
    """Of the same kind and key; the other store reads it, and what lies there stays in its order."""
    store, other = two
    store.put(Document("note", "a", b"1", by="ann"), Document("note", "b", b"2", of="table"))
    store.put(Document("note", "a", b"3", by="ben"))
    assert other.document("note", "a") == Document("note", "a", b"3", by="ben")
    assert [paper.key for paper in other.documents("note")] == ["a", "b"]
    assert [paper.key for paper in other.documents("note", of="table")] == ["b"]
    assert other.documents("note", by="ann") == []
    assert other.document("other kind", "a") is None


def test_a_paper_is_laid_where_none_is(two: tuple[TableStore, TableStore]) -> None:
    """Whoever comes second hears so, and what is there stays; dropped, it can be laid again."""
    store, other = two
    assert store.put_if_absent(Document("note", "a", b"first"))
    assert not other.put_if_absent(Document("note", "a", b"second"))
    assert other.document("note", "a") == Document("note", "a", b"first")
    other.remove("note", "a")
    assert other.put_if_absent(Document("note", "a", b"second"))


@pytest.mark.parametrize("kind", STORES)
def test_of_two_who_lay_the_same_at_once_one_does(kind: str, tmp_path: Path) -> None:
    """Time after time."""
    together, kept = Barrier(2), list[tuple[str, bytes]]()

    def lay(who: bytes) -> None:
        with closing(STORES[kind](tmp_path / "data")) as store:
            for n in range(20):
                together.wait(20)
                if store.put_if_absent(Document("note", str(n), who)):
                    kept.append((str(n), who))

    with closing(STORES[kind](tmp_path / "data")) as store:
        people = [Thread(target=lay, args=(who,)) for who in (b"ann", b"ben")]
        for person in people:
            person.start()
        for person in people:
            person.join()
        assert sorted(key for key, _ in kept) == sorted(map(str, range(20)))
        assert sorted(kept) == sorted((paper.key, paper.body) for paper in store.documents("note"))
