"""Tables that are kept: by name, on the disk before anybody sees it, whole after a crash, each with one writer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablewright.cli.new_game import write_game
from tablewright.kernel import Refused, Unknown
from tablewright.run.shelf import Boxed, at
from tablewright.table import Proposal, Table
from tablewright.table.course import Course
from tablewright.table.journal import Said
from tablewright.table.keeping import begin, of_game, resume
from tablewright.table.opening import open_kept
from tablewright.table.snapshot import LASTING, SNAPSHOTS
from tablewright.table.store import Bundle, Elsewhere, Store
from tablewright.template import GAME

from .hut import HUT
from .stores import STORES, TEMPLATE, lose_seeds

ROOT = Path(__file__).parents[2]


class Place:
    """A folder and the kind of store that is kept there."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder = kind, folder
        self.opened: list[Store] = []

    def store(self) -> Store:
        """The store, opened once more."""
        self.opened.append(STORES[self.kind](self.folder))
        return self.opened[-1]

    def start(self, module: str, *words: str) -> subprocess.Popen[str]:
        """Another process that does something with it."""
        command = [sys.executable, "-m", f"tests.table.{module}", self.kind, str(self.folder), *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


@pytest.fixture(params=STORES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    found = Place(request.param, tmp_path / "data")
    yield found
    for store in found.opened:
        store.close()


in_files = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""What only a store in files can meet; its like for a database is in test_postgres."""


def a_walk(store: Store, name: str = "walk") -> Table:
    """A walk of a few entries, kept; it waits for Ann."""
    table, _ = begin(store, TEMPLATE, name, seed="kept")
    table.say("ann", "née Ångström")
    table.edit("guide", "light", 4)
    table.act("ann", "take_step", {"who": "ada"})
    return table


def names(store: Store) -> list[str]:
    return [head.name for head in store.heads()]


# kept and resumed


def test_a_kept_table_is_the_same_when_it_is_opened(place: Place) -> None:
    """State, seed and pending question; nothing had to be left out, and nothing was written."""
    table = a_walk(place.store())
    store = place.store()
    head = store.kept("walk").head
    again, said = open_kept(GAME, store.kept("walk"))
    assert said == ""
    assert (again.seed, again.standing, again.state.light) == ("kept", table.standing, 4)
    assert [q.by for _, q in again.now.waiting()] == [("ada",)]
    assert [again.feed(seat) for seat in again.seats] == [table.feed(seat) for seat in table.seats]
    assert store.kept("walk").head == head


def test_an_opened_table_goes_on_where_it_was(place: Place) -> None:
    """Only what is new is written."""
    a_walk(place.store())
    store = place.store()
    before = list(store.kept("walk").chain())
    table, _ = open_kept(GAME, store.kept("walk"))
    table.say("bob", "Good evening.")
    after = list(store.kept("walk").chain())
    assert after[:-1] == before
    assert open_kept(GAME, place.store().kept("walk"))[0].journal == table.journal


def test_a_table_that_is_there_is_not_overwritten(place: Place) -> None:
    """Another of its name is refused; without a name it gets one of its own."""
    store = place.store()
    a_walk(store)
    before = list(store.kept("walk").chain())
    with pytest.raises(Refused, match="There is a table called walk already: choose another name"):
        begin(store, TEMPLATE, "walk")
    for _ in range(3):
        begin(store, TEMPLATE)
    assert sorted(names(store)) == ["Template", "Template 2", "Template 3", "walk"]
    assert list(store.kept("walk").chain()) == before


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x1bb"])
def test_a_tables_name_is_one_line_of_letters(place: Place, name: str) -> None:
    """Nothing that a terminal would obey."""
    store = place.store()
    begin(store, TEMPLATE, "walk")
    with pytest.raises(Refused, match="A table's name has 1 to 80 letters"):
        store.rename("walk", name)
    assert names(store) == ["walk"]


def test_tables_are_listed_last_played_first(place: Place) -> None:
    """With how long they are and whether they are closed."""
    store = place.store()
    for name in ("first", "second", "third"):
        begin(store, TEMPLATE, name)
    table, _, _ = resume(store, TEMPLATE, "second")
    table.say("ann", "Hello again.")
    assert names(store) == ["second", "third", "first"]
    table.close("guide")
    assert [(head.name, head.length, head.closed) for head in store.heads()] == [
        ("second", 3, True),
        ("third", 1, False),
        ("first", 1, False),
    ]


def test_a_table_is_called_something_else(place: Place) -> None:
    """It is the same table; a name that is taken is refused."""
    store = place.store()
    table = a_walk(store)
    begin(store, TEMPLATE, "other")
    store.rename("walk", " the  dark ")
    assert open_kept(GAME, store.kept("the dark"))[0].standing == table.standing
    with pytest.raises(Refused, match="There is a table called other already"):
        store.rename("the dark", "other")
    store.rename("other", "other")
    with pytest.raises(Unknown, match="no table called 'walk'"):
        store.rename("walk", "anything")


def test_a_deleted_table_is_gone_with_its_seed_and_the_others_stay(place: Place) -> None:
    """Its name can be had again."""
    store = place.store()
    table = a_walk(store)
    other = a_walk(store, "other")
    store.delete("walk")
    assert names(store) == ["other"]
    assert open_kept(GAME, store.kept("other"))[0].standing == other.standing
    with pytest.raises(Refused):
        table.say("ann", "Hello?")
    begin(store, TEMPLATE, "walk", seed="new")
    assert store.kept("walk").seed() == "new"


def test_an_unknown_table_is_answered_with_the_nearest(place: Place) -> None:
    """By name."""
    store = place.store()
    begin(store, TEMPLATE, "Thursday")
    with pytest.raises(Unknown, match=r"no table called 'Thirsday'. Did you mean Thursday\?"):
        store.kept("Thirsday")


def test_a_table_of_another_game_is_refused(place: Place) -> None:
    """And left as it is."""
    store = place.store()
    a_walk(store)
    head = store.kept("walk").head
    with pytest.raises(Refused, match="walk is a table of template, not of hut"):
        open_kept(HUT, store.kept("walk"))
    assert store.kept("walk").head == head


def test_the_tables_of_a_folder_are_its_own(place: Place, tmp_path: Path) -> None:
    """Never those of the game it was copied from, though both are called the same; nor those of another copy."""
    store = place.store()
    copies = [Boxed(GAME, "tablewright.template", str(tmp_path / name)) for name in ("mine", "yours")]
    for name, box in zip(("shelf", "mine", "yours"), (TEMPLATE, *copies), strict=True):
        begin(store, box, name)
        assert [head.name for head in of_game(store, box)] == [name]
    with pytest.raises(Refused, match=r"shelf is a table of the game at template, not of the one at .*mine"):
        resume(store, copies[0], "shelf")


def test_a_folder_is_the_same_by_whatever_path(tmp_path: Path) -> None:
    """A game found through a link is the game it links to."""
    folder = write_game("store-walk", tmp_path)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert at(link).source == at(folder).source


def test_rulings_and_seed_are_chosen_when_a_table_is_begun(place: Place) -> None:
    """Others are refused, not ignored; the same may be said again."""
    store = place.store()
    begin(store, TEMPLATE, "walk", rulings={"stumble": "frightens"}, seed="kept")
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"rulings": {"stumble": "dims"}}, "walk was begun with stumble=frightens"),
        ({"rulings": {"luck": "good"}}, "called 'luck'"),
        ({"seed": "other"}, "walk has a seed already"),
    ]
    for wrong, sentence in wrongs:
        with pytest.raises(Refused) as refused:
            resume(store, TEMPLATE, "walk", **wrong)
        assert sentence in str(refused.value)
    table, _, said = resume(store, TEMPLATE, "walk", rulings={"stumble": "frightens"}, seed="kept")
    assert (table.state.rulings.stumble, said) == ("frightens", "")


def test_dice_thrown_by_hand_are_still_waited_for_after_opening(place: Place) -> None:
    """The table does not take them out of people's hands."""
    store = place.store()
    table, _ = begin(store, TEMPLATE, "hand", by_hand=True)
    table.act("ann", "take_step", {"who": "ada"})
    again, _ = open_kept(GAME, store.kept("hand"))
    assert [q.kind for _, q in again.now.waiting()] == ["roll"]
    assert not again.fair_dice
    store.set_by_hand("hand", False)
    again, _ = open_kept(GAME, store.kept("hand"))
    again.throw("ann")
    assert [q.kind for _, q in again.now.waiting()] == ["choose"]


def test_a_closed_table_is_opened_as_it_is_and_takes_nothing_more(place: Place) -> None:
    """Even if dice were waited for when it was closed."""
    store = place.store()
    table, _ = begin(store, TEMPLATE, "closed", by_hand=True)
    table.act("ann", "take_step", {"who": "ada"})
    table.close("guide")
    store.set_by_hand("closed", False)
    again, said = open_kept(GAME, store.kept("closed"))
    assert (again.journal, said) == (table.journal, "")
    assert again.throw("guide") is None
    with pytest.raises(Refused, match="This session is closed"):
        again.say("ann", "Good night.")
    assert open_kept(GAME, store.kept("closed"))[0].journal == table.journal


def test_what_is_refused_at_the_start_leaves_nothing_behind(place: Place) -> None:
    """Neither a name that is taken nor half a table."""
    store = place.store()
    wrongs: list[dict[str, Any]] = [{"rulings": {"luck": "good"}}, {"seed": ""}]
    for wrong in wrongs:
        with pytest.raises(Refused):
            begin(store, TEMPLATE, "walk", **wrong)
    assert names(store) == []
    begin(store, TEMPLATE, "walk")


def test_old_snapshots_are_few_and_every_entry_can_still_be_gone_back_to(place: Place) -> None:
    """One in some hundreds is kept for good; from it the way to any entry is short."""
    store = place.store()
    table, kept = begin(store, TEMPLATE, "long")
    for n in range(2 * LASTING + 60):
        table.edit("guide", "light", n % 6)
    numbers = kept.snapshots()
    assert set(range(0, table.standing.entries, LASTING)) <= set(numbers)
    assert len(numbers) <= LASTING // SNAPSHOTS + table.standing.entries // LASTING + 2
    for to in (1, LASTING - 1, LASTING, LASTING + 7, table.standing.entries - 2):
        assert Course(GAME, kept).moment_at(to, table.standing).state.light == (to - 1) % 6


# the seed


@in_files
def test_the_seed_is_kept_apart_from_the_journal_for_its_owner_alone(place: Place) -> None:
    """It stands in no file of the store but its own, and nobody else may read that."""
    store = place.store()
    table, kept = begin(store, TEMPLATE, "walk", seed="the-very-seed")
    table.act("ann", "take_step", {"who": "ada"})
    assert kept.seed() == "the-very-seed"
    files = [path for path in place.folder.rglob("*") if path.is_file() and b"the-very-seed" in path.read_bytes()]
    assert len(files) == 1
    assert files[0].stat().st_mode & 0o777 == 0o600
    for path in place.folder.rglob("*"):
        assert not path.stat().st_mode & 0o077, f"{path} can be read by others"


def test_without_its_seed_a_table_is_played_with_dice_by_hand(place: Place) -> None:
    """That is said; nothing is thrown by a seed nobody committed to."""
    store = place.store()
    a_walk(store)
    lose_seeds(place.kind, place.folder)
    table, said = open_kept(GAME, store.kept("walk"))
    assert said == "The seed of its dice is not here: dice are thrown by hand."
    table.answer("ann", *next((r.number, q.at) for r, q in table.now.waiting()), "yes")
    assert [q.kind for _, q in table.now.waiting()] == ["roll"]
    with pytest.raises(Refused, match="The seed of this table is not at hand"):
        table.close("guide")


# one writer


def test_a_second_writer_is_refused(place: Place) -> None:
    """Who comes second finds the table longer than it was; nothing of theirs is kept, and they may open it again."""
    a_walk(place.store())
    one, _ = open_kept(GAME, place.store().kept("walk"))
    other, _ = open_kept(GAME, place.store().kept("walk"))
    one.say("ann", "I was first.")
    before = other.standing, other.state, other.now
    with pytest.raises(Refused, match="This table has gone on elsewhere: open it again"):
        other.say("bob", "So was I.")
    assert (other.standing, other.state, other.now) == before
    again, said = open_kept(GAME, place.store().kept("walk"))
    assert (again.standing, said) == (one.standing, "")


def test_of_many_that_are_kept_at_once_each_is_kept_or_refused_by_itself(place: Place) -> None:
    """Two in a row for one table, one for another, one that comes too late, one for a table that is not there."""
    store = place.store()
    kept = {name: a_walk(store, name).standing for name in ("one", "two", "three")}
    tables = {name: open_kept(GAME, store.kept(name))[0] for name in kept}

    def said(name: str, words: str) -> Bundle:
        table = tables[name]
        proposal = table.propose(Said("ann", words))
        table.accept(proposal)
        return Bundle(store.kept(name).head.id, (proposal.record,), tag=words)

    late = said("three", "late")
    open_kept(GAME, store.kept("three"))[0].say("ann", "first")
    bundles = [said("one", "a"), said("two", "b"), late, said("one", "c"), Bundle("nobody", late.records)]
    whys = store.append_all(bundles)
    assert [type(why) for why in whys] == [type(None), type(None), Elsewhere, type(None), Elsewhere]
    again = {name: open_kept(GAME, store.kept(name))[0] for name in kept}
    assert again["one"].standing == tables["one"].standing
    assert again["two"].standing == tables["two"].standing
    assert [item.text for item in again["three"].told(kept["three"].told)] == ["first"]
    assert store.kept("one").tags(2) == {"a": kept["one"].entries, "c": kept["one"].entries + 1}


def test_a_table_is_held_by_one_process_whatever_path_leads_to_it(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through a link, through a relative path; others can be played meanwhile, and the hold goes with its process."""
    store = place.store()
    for name in ("walk", "other"):
        begin(store, TEMPLATE, name)
    link = tmp_path / "link"
    link.symlink_to(place.folder)
    with place.start("holds_on", "walk") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.chdir(tmp_path)
        linked, near = STORES[place.kind](link), STORES[place.kind](Path("link/../data"))
        place.opened += [linked, near]
        for there in (store, linked, near):
            with pytest.raises(Refused, match="walk is open elsewhere: a table has one writer"), there.held("walk"):
                pass
        with linked.held("other"):
            pass
        process.kill()
    with linked.held("walk"):
        pass


# the disk


def test_an_entry_is_kept_before_anybody_sees_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table counts it, whoever opens the store finds it there."""
    table = a_walk(place.store())
    seen: list[int] = []
    accept = Table.accept

    def watched(table: Table, proposal: Proposal) -> None:
        seen.append(place.store().kept("walk").head.length)
        accept(table, proposal)

    monkeypatch.setattr(Table, "accept", watched)
    table.say("ann", "Hello.")
    assert seen == [table.standing.entries]


def test_whatever_was_seen_survives_being_killed(place: Place) -> None:
    """A process plays and says each entry once it is kept; killed at any moment, all it said is there."""
    for seen in (1, 7, 20, 55):
        with place.start("plays_on") as process:
            assert process.stdout is not None
            lengths = [int(process.stdout.readline()) for _ in range(seen)]
            process.kill()
            lengths += [int(line) for line in process.stdout if line.endswith("\n")]
        assert process.returncode == -9
        table, said = open_kept(GAME, place.store().kept("killed"))
        assert table.standing.entries >= lengths[-1]
        assert said == ""


@in_files
def test_a_full_disk_is_said_and_nothing_is_lost(place: Place) -> None:
    """What is kept is as it was, the table forgets what it could not keep, and plays on once there is room."""
    with place.start("fills_the_disk") as process:
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
    before = table.standing
    place.folder.rename(place.folder.with_name("elsewhere"))
    with pytest.raises(Refused, match=r"was taken away\. Nothing was changed"):
        table.say("ann", "Hello?")
    assert table.standing == before
    place.folder.with_name("elsewhere").rename(place.folder)
    table.say("ann", "Hello.")
