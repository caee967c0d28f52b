"""Tables of version 0.1.0: they come along, entry by entry, and what no longer plays is said and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablewright
from tablewright.kernel import Refused
from tablewright.run.shelf import Boxed, at, shelf
from tablewright.table.journal import Unplayed
from tablewright.table.keeping import bring_in
from tablewright.table.older import is_older, read_older
from tablewright.table.opening import open_kept
from tablewright.table.sqlite import SqliteStore

FILES = sorted((Path(__file__).parent / "older").glob("*.table"))


def box_of(path: Path) -> Boxed:
    """The game of a file, on the shelf or the template."""
    name = path.stem.rpartition("-")[0]
    return shelf()[name] if name in shelf() else at(Path(tablewright.__file__).parent / name)


def agrees(old: Any, new: Any) -> bool:
    """Whether what the old state said still stands in the new one, which may say more."""
    if isinstance(old, dict):
        return all(key in new and agrees(value, new[key]) for key, value in old.items())
    if isinstance(old, list):
        return len(old) == len(new) and all(agrees(a, b) for a, b in zip(old, new, strict=True))
    return bool(old == new)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_of_an_old_table_is_there(path: Path) -> None:
    """Played, or kept with the reason why it cannot be."""
    found = read_older(path.read_bytes(), path, box_of(path).game)
    assert found.fault == ""
    assert len(found.records) == msgspec.json.decode(path.with_suffix(".json").read_bytes())["entries"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_where_all_of_it_plays_it_leads_where_it_led(path: Path, tmp_path: Path) -> None:
    """To the same state and the same questions; where something was left out, it says how much."""
    box = box_of(path)
    kept, said = bring_in(SqliteStore(tmp_path), path, box)
    table, _ = open_kept(box.game, kept)
    was = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    left_out = [entry for entry in table.journal if isinstance(entry, Unplayed)]
    if left_out:
        assert f"{len(left_out)} of {was['entries']} entries could not be played" in said
        return
    assert agrees(was["state"], msgspec.to_builtins(table.state))
    assert len(table.now.waiting()) == len(was["asked"])


def test_some_of_them_play_whole() -> None:
    """Or the test above would hold nothing."""
    whole = [p for p in FILES if not read_older(p.read_bytes(), p, box_of(p).game).said]
    assert len(whole) >= 2


def test_a_file_cut_off_in_its_last_line_is_refused_and_can_be_mended(tmp_path: Path) -> None:
    """All that is whole is taken when somebody asks for it; the file stays as it is."""
    path = tmp_path / "old.table"
    text = FILES[-1].read_bytes()[:-20]
    path.write_bytes(text)
    box, store = box_of(FILES[-1]), SqliteStore(tmp_path / "data")
    assert is_older(text)
    with pytest.raises(Refused, match="cut off before it was written"):
        bring_in(store, path, box)
    kept, said = bring_in(store, path, box, mend=True)
    assert kept.head.length > 10
    assert "cut off" in said
    assert path.read_bytes() == text
