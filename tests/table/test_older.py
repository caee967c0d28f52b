"""Tables of version 0.1.0: they come along, entry by entry, and what no longer plays is said and kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablewright
from tablewright.catalog.installed import InstalledGame, installed_games, load_game_at
from tablewright.rules import Refused, Rule
from tablewright.rules.game import Game
from tablewright.table.lifecycle.legacy_0_1 import is_legacy, read_legacy
from tablewright.table.lifecycle.library import import_file
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.lifecycle.table_file import TableFile
from tablewright.table.log.events import EventSkipped
from tablewright.table.stores.sqlite import SqliteStore

from .rules_changed import with_rules

FILES = sorted((Path(__file__).parent / "older").glob("*.table"))


def box_of(path: Path) -> InstalledGame:
    """The game of a file, on the shelf or the template."""
    name = path.stem.rpartition("-")[0]
    return (
        installed_games()[name] if name in installed_games() else load_game_at(Path(tablewright.__file__).parent / name)
    )


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
    found = read_legacy(path.read_bytes(), path, box_of(path).game)
    assert found.fault == ""
    assert len(found.records) == msgspec.json.decode(path.with_suffix(".json").read_bytes())["entries"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_where_all_of_it_plays_it_leads_where_it_led(path: Path, tmp_path: Path) -> None:
    """To the same state and the same questions; where something was left out, it says how much."""
    box = box_of(path)
    kept, said = import_file(SqliteStore(tmp_path), path, box)
    table, _ = open_stored(box.game, kept)
    was = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    left_out = [entry for entry in table.journal if isinstance(entry, EventSkipped)]
    if left_out:
        assert f"{len(left_out)} of {was['entries']} entries could not be played" in said
        return
    assert agrees(was["state"], msgspec.to_builtins(table.state))
    assert len(table.play_state.waiting()) == len(was["asked"])


def test_some_of_them_play_whole() -> None:
    """Or the test above would hold nothing."""
    whole = [p for p in FILES if not read_legacy(p.read_bytes(), p, box_of(p).game).said]
    assert len(whole) >= 2


def test_a_file_cut_off_in_its_last_line_is_refused_and_can_be_mended(tmp_path: Path) -> None:
    """All that is whole is taken when somebody asks for it; the file stays as it is."""
    path = tmp_path / "old.table"
    text = FILES[-1].read_bytes()[:-20]
    path.write_bytes(text)
    box, store = box_of(FILES[-1]), SqliteStore(tmp_path / "data")
    assert is_legacy(text)
    with pytest.raises(Refused, match="cut off before it was written"):
        import_file(store, path, box)
    kept, said = import_file(store, path, box, mend=True)
    assert kept.head.length > 10
    assert "cut off" in said
    assert "All that is whole was taken" in said
    assert path.read_bytes() == text


# damage

OLD = Path(__file__).parent / "older" / "template-1.table"
LINES = OLD.read_bytes().splitlines()


def read(lines: Iterable[bytes], end: bytes = b"\n", game: Game | None = None) -> TableFile:
    """What is made of these lines."""
    return read_legacy(b"\n".join(lines) + end, OLD, game or box_of(OLD).game)


def unplayed(found: TableFile) -> dict[int, str]:
    """What is in the journal as it was written, by number."""
    return {n: entry.what for n, entry in enumerate(found.entries) if isinstance(entry, EventSkipped)}


def test_a_changed_face_is_noticed() -> None:
    """Each die of the file, made another."""
    changed = 0
    for number, line in enumerate(LINES[1:]):
        if b'"rolled"' in line:
            face = re.search(rb'"faces":\[(\d+)', line)
            assert face is not None
            other = line[: face.start(1)] + b"%d" % (int(face[1]) % 6 + 1) + line[face.end(1) :]
            found = read([*LINES[: number + 1], other, *LINES[number + 2 :]])
            assert found.fault == f"Entry {number}: its dice are not what the seed gives."
            changed += 1
    assert changed > 5


def test_a_line_lost_or_doubled_before_a_die_is_noticed() -> None:
    """Its number is part of every die that follows; of one throw it may be what would have fallen anyway."""
    *_, last, _, _ = (i for i, line in enumerate(LINES) if b'"rolled"' in line)
    for i in range(1, last):
        assert read([*LINES[:i], *LINES[i + 1 :]]).fault, f"line {i} lost"
        assert read([*LINES[: i + 1], *LINES[i:]]).fault, f"line {i} doubled"


def test_another_seed_is_noticed() -> None:
    """It is not the one the table committed to."""
    head = msgspec.json.decode(LINES[0])
    other = msgspec.json.encode({**head, "seed": "another"})
    assert read([other, *LINES[1:]]).fault == "The seed in it is not the one the table committed to."


def test_lines_that_cannot_be_read_are_kept_as_they_are() -> None:
    """Several of them, each at its place in the journal; the lines between them are played if they can be."""
    spoilt = {5: b"rot", 6: b"", 9: b'{"entry":"danced"}', 11: b"\xff\xfe", 12: LINES[13][:-3]}
    whole, lines = read(LINES), [spoilt.get(i - 1, line) for i, line in enumerate(LINES)]
    found = read(lines)
    assert found.fault.startswith("Entry 5 cannot be read: ")
    assert len(found.records) == len(whole.records)
    kept = unplayed(found)
    assert {n: kept[n] for n in spoilt} == {n: line.decode("utf-8", "backslashreplace") for n, line in spoilt.items()}
    assert set(range(5)) & set(kept) == set(range(5)) & set(unplayed(whole))


def test_every_byte_of_a_last_line_that_was_cut_off_is_kept() -> None:
    """Wherever it ends."""
    *before, last = LINES
    for end in range(1, len(last), 7):
        found = read([*before, last[:end]], end=b"")
        assert found.fault == "The last entry was cut off before it was written."
        assert unplayed(found)[len(LINES) - 2] == last[:end].decode()


@pytest.mark.parametrize("lines", [LINES[:1], [LINES[0], b"rot"], [LINES[0], *LINES[2:]], [LINES[0], b""]])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_file_without_an_opening_is_refused(tmp_path: Path, lines: list[bytes], end: bytes) -> None:
    """Even if all that is whole would do: there is no table in it."""
    path = tmp_path / "old.table"
    path.write_bytes(b"\n".join(lines) + end)
    with pytest.raises(Refused, match="is damaged: "):
        import_file(SqliteStore(tmp_path / "data"), path, box_of(OLD), mend=True)


def test_a_rule_that_goes_wrong_now_loses_nothing() -> None:
    """What it would have played is kept with what went wrong."""

    def cracked(rule: object) -> Callable[..., Rule[Any]]:
        def run(*_: Any, **__: Any) -> Rule[Any]:
            yield from ()
            raise ZeroDivisionError("cracked")

        return run

    found = read(LINES, game=with_rules(box_of(OLD).game, cracked))
    acted = {n for n, line in enumerate(LINES[1:]) if b'"entry":"acted"' in line}
    assert found.fault == ""
    assert acted <= set(unplayed(found))
    assert any("ZeroDivisionError: cracked." in entry.why for entry in found.entries if isinstance(entry, EventSkipped))


def test_what_comes_after_the_end_of_a_session_is_said() -> None:
    """A closed session takes nothing more."""
    head = msgspec.json.decode(LINES[0])
    closed = msgspec.json.encode({"entry": "closed", "seed": head["seed"]})
    assert read([*LINES, closed]).closed
    assert read([*LINES, closed]).fault == ""
    assert read([*LINES, closed, LINES[5]]).fault == f"Entry {len(LINES)} should not be there."
