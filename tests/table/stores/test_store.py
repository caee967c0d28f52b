"""Tables that are kept: by name, with their seed, and the same when they are opened again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablewright.catalog.installed import InstalledGame, load_game_at
from tablewright.rules import Refused, UnknownName
from tablewright.table.core.reducer import EventReducer
from tablewright.table.core.snapshot import LASTING_EVERY, SNAPSHOT_EVERY
from tablewright.table.lifecycle.library import create_table, resume_table, tables_of_game
from tablewright.table.lifecycle.open import open_stored
from tablewright.template import GAME
from tablewright.terminal.commands.new_game import write_game
from tests.example_games.hut import HUT
from tests.table.support.store_kinds import Place, a_walk, in_files, names
from tests.table.support.stores import TEMPLATE, lose_seeds

# kept and resumed


def test_a_kept_table_is_the_same_when_it_is_opened(place: Place) -> None:
    """State, seed and pending question; nothing had to be left out, and nothing was written."""
    table = a_walk(place.store())
    store = place.store()
    head = store.kept("walk").head
    again, said = open_stored(GAME, store.kept("walk"))
    assert said == ""
    assert (again.seed, again.metadata, again.state.light) == ("kept", table.metadata, 4)
    assert [q.by for _, q in again.play_state.waiting()] == [("ada",)]
    assert [again.feed(seat) for seat in again.seats] == [table.feed(seat) for seat in table.seats]
    assert store.kept("walk").head == head


def test_an_opened_table_goes_on_where_it_was(place: Place) -> None:
    """Only what is new is written."""
    a_walk(place.store())
    store = place.store()
    before = list(store.kept("walk").chain())
    table, _ = open_stored(GAME, store.kept("walk"))
    table.say("bob", "Good evening.")
    after = list(store.kept("walk").chain())
    assert after[:-1] == before
    assert open_stored(GAME, place.store().kept("walk"))[0].journal == table.journal


def test_a_table_that_is_there_is_not_overwritten(place: Place) -> None:
    """Another of its name is refused; without a name it gets one of its own."""
    store = place.store()
    a_walk(store)
    before = list(store.kept("walk").chain())
    with pytest.raises(Refused, match="There is a table called walk already: choose another name"):
        create_table(store, TEMPLATE, "walk")
    for _ in range(3):
        create_table(store, TEMPLATE)
    assert sorted(names(store)) == ["Template", "Template 2", "Template 3", "walk"]
    assert list(store.kept("walk").chain()) == before


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x1bb"])
def test_a_tables_name_is_one_line_of_letters(place: Place, name: str) -> None:
    """Nothing that a terminal would obey."""
    store = place.store()
    create_table(store, TEMPLATE, "walk")
    with pytest.raises(Refused, match="A table's name has 1 to 80 letters"):
        store.rename("walk", name)
    assert names(store) == ["walk"]


def test_tables_are_listed_last_played_first(place: Place) -> None:
    """With how long they are and whether they are closed."""
    store = place.store()
    for name in ("first", "second", "third"):
        create_table(store, TEMPLATE, name)
    table, _, _ = resume_table(store, TEMPLATE, "second")
    table.say("ann", "Hello again.")
    assert names(store) == ["second", "third", "first"]
    table.close("guide")
    assert [(head.name, head.length, head.closed) for head in store.headers()] == [
        ("second", 3, True),
        ("third", 1, False),
        ("first", 1, False),
    ]


def test_a_table_is_called_something_else(place: Place) -> None:
    """It is the same table; a name that is taken is refused."""
    store = place.store()
    table = a_walk(store)
    create_table(store, TEMPLATE, "other")
    store.rename("walk", " the  dark ")
    assert open_stored(GAME, store.kept("the dark"))[0].metadata == table.metadata
    with pytest.raises(Refused, match="There is a table called other already"):
        store.rename("the dark", "other")
    store.rename("other", "other")
    with pytest.raises(UnknownName, match="no table called 'walk'"):
        store.rename("walk", "anything")


def test_a_deleted_table_is_gone_with_its_seed_and_the_others_stay(place: Place) -> None:
    """Its name can be had again."""
    store = place.store()
    table = a_walk(store)
    other = a_walk(store, "other")
    store.delete("walk")
    assert names(store) == ["other"]
    assert open_stored(GAME, store.kept("other"))[0].metadata == other.metadata
    with pytest.raises(Refused):
        table.say("ann", "Hello?")
    create_table(store, TEMPLATE, "walk", seed="new")
    assert store.kept("walk").seed() == "new"


def test_an_unknown_table_is_answered_with_the_nearest(place: Place) -> None:
    """By name."""
    store = place.store()
    create_table(store, TEMPLATE, "Thursday")
    with pytest.raises(UnknownName, match=r"no table called 'Thirsday'. Did you mean Thursday\?"):
        store.kept("Thirsday")


def test_a_table_of_another_game_is_refused(place: Place) -> None:
    """And left as it is."""
    store = place.store()
    a_walk(store)
    head = store.kept("walk").head
    with pytest.raises(Refused, match="walk is a table of template, not of hut"):
        open_stored(HUT, store.kept("walk"))
    assert store.kept("walk").head == head


def test_the_tables_of_a_folder_are_its_own(place: Place, tmp_path: Path) -> None:
    """Never those of the game it was copied from, though both are called the same; nor those of another copy."""
    store = place.store()
    copies = [InstalledGame(GAME, "tablewright.template", str(tmp_path / name)) for name in ("mine", "yours")]
    for name, box in zip(("shelf", "mine", "yours"), (TEMPLATE, *copies), strict=True):
        create_table(store, box, name)
        assert [head.name for head in tables_of_game(store, box)] == [name]
    with pytest.raises(Refused, match=r"shelf is a table of the game at template, not of the one at .*mine"):
        resume_table(store, copies[0], "shelf")


def test_a_folder_is_the_same_by_whatever_path(tmp_path: Path) -> None:
    """A game found through a link is the game it links to."""
    folder = write_game("store-walk", tmp_path)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert load_game_at(link).source == load_game_at(folder).source


def test_rulings_and_seed_are_chosen_when_a_table_is_begun(place: Place) -> None:
    """Others are refused, not ignored; the same may be said again."""
    store = place.store()
    create_table(store, TEMPLATE, "walk", rulings={"stumble": "frightens"}, seed="kept")
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"rulings": {"stumble": "dims"}}, "walk was begun with stumble=frightens"),
        ({"rulings": {"luck": "good"}}, "called 'luck'"),
        ({"seed": "other"}, "walk has a seed already"),
    ]
    for wrong, sentence in wrongs:
        with pytest.raises(Refused) as refused:
            resume_table(store, TEMPLATE, "walk", **wrong)
        assert sentence in str(refused.value)
    table, _, said = resume_table(store, TEMPLATE, "walk", rulings={"stumble": "frightens"}, seed="kept")
    assert (table.state.rulings.stumble, said) == ("frightens", "")


def test_dice_thrown_by_hand_are_still_waited_for_after_opening(place: Place) -> None:
    """The table does not take them out of people's hands."""
    store = place.store()
    table, _ = create_table(store, TEMPLATE, "hand", by_hand=True)
    table.act("ann", "take_step", {"who": "ada"})
    again, _ = open_stored(GAME, store.kept("hand"))
    assert [q.kind for _, q in again.play_state.waiting()] == ["roll"]
    assert not again.fair_dice
    store.set_by_hand("hand", False)
    again, _ = open_stored(GAME, store.kept("hand"))
    again.throw("ann")
    assert [q.kind for _, q in again.play_state.waiting()] == ["choose"]


def test_a_closed_table_is_opened_as_it_is_and_takes_nothing_more(place: Place) -> None:
    """Even if dice were waited for when it was closed."""
    store = place.store()
    table, _ = create_table(store, TEMPLATE, "closed", by_hand=True)
    table.act("ann", "take_step", {"who": "ada"})
    table.close("guide")
    store.set_by_hand("closed", False)
    again, said = open_stored(GAME, store.kept("closed"))
    assert (again.journal, said) == (table.journal, "")
    assert again.throw("guide") is None
    with pytest.raises(Refused, match="This session is closed"):
        again.say("ann", "Good night.")
    assert open_stored(GAME, store.kept("closed"))[0].journal == table.journal


def test_what_is_refused_at_the_start_leaves_nothing_behind(place: Place) -> None:
    """Neither a name that is taken nor half a table."""
    store = place.store()
    wrongs: list[dict[str, Any]] = [{"rulings": {"luck": "good"}}, {"seed": ""}]
    for wrong in wrongs:
        with pytest.raises(Refused):
            create_table(store, TEMPLATE, "walk", **wrong)
    assert names(store) == []
    create_table(store, TEMPLATE, "walk")


def test_old_snapshots_are_few_and_every_entry_can_still_be_gone_back_to(place: Place) -> None:
    """One in some hundreds is kept for good; from it the way to any entry is short."""
    store = place.store()
    table, kept = create_table(store, TEMPLATE, "long")
    for n in range(2 * LASTING_EVERY + 60):
        table.edit("guide", "light", n % 6)
    numbers = kept.snapshots()
    assert set(range(0, table.metadata.length, LASTING_EVERY)) <= set(numbers)
    assert len(numbers) <= LASTING_EVERY // SNAPSHOT_EVERY + table.metadata.length // LASTING_EVERY + 2
    for to in (1, LASTING_EVERY - 1, LASTING_EVERY, LASTING_EVERY + 7, table.metadata.length - 2):
        assert EventReducer(GAME, kept).play_state_at(to, table.metadata).state.light == (to - 1) % 6


# the seed


@in_files
def test_the_seed_is_kept_apart_from_the_journal_for_its_owner_alone(place: Place) -> None:
    """It stands in no file of the store but its own, and nobody else may read that."""
    store = place.store()
    table, kept = create_table(store, TEMPLATE, "walk", seed="the-very-seed")
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
    table, said = open_stored(GAME, store.kept("walk"))
    assert said == "The seed of its dice is not here: dice are thrown by hand."
    table.answer("ann", *next((r.number, q.at) for r, q in table.play_state.waiting()), "yes")
    assert [q.kind for _, q in table.play_state.waiting()] == ["roll"]
    with pytest.raises(Refused, match="The seed of this table is not at hand"):
        table.close("guide")
