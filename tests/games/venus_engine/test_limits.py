"""Limits of every state, and weights of things against each other."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.bodies import MOST_WOUNDS
from tablewright.games.venus_engine.characters import EXP_BAR, Job
from tablewright.games.venus_engine.measures import measures, side
from tablewright.games.venus_engine.state import Factor, Pointed, names_of
from tablewright.rules import Refused
from tablewright.table import SeatView

from .play import Play


def broken(play: Play) -> list[str]:
    """The limits a state breaks, by the rule that sets them."""
    return [limit.cites for limit in GAME.limits if limit.broken(play.s)]


def with_job(play: Play, **fields: Any) -> Play:
    return play.change("bo", jobs=(Job("courier", "Courier", ("swiftness", "resolve")).but(**fields),))


@pytest.mark.parametrize(("lots", "wrong"), [(-1, True), (0, False), (10, False), (11, True)])
def test_nobody_holds_more_than_ten_lots(lots: int, wrong: bool) -> None:
    """Nor fewer than none."""
    assert broken(Play().change("ida", lots=lots)) == ["lot.cap"] * wrong


@pytest.mark.parametrize(
    ("pair", "wrong"),
    [
        (("swiftness", "resolve"), False),
        (("resolve", "swiftness"), False),
        (("wits", "wits"), True),
        (("wits", "x"), True),
    ],
)
def test_a_job_inherits_two_abilities(pair: tuple[str, str], wrong: bool) -> None:
    """In either order, never the same twice, and none that its character lacks."""
    assert broken(with_job(Play(), abilities=pair)) == ["task.job.two-abilities"] * wrong


@pytest.mark.parametrize(
    ("ruling", "level", "most"),
    [
        ("sixteen", 0, EXP_BAR - 1),
        ("sixteen", 2, EXP_BAR - 1),
        ("by hand", 0, EXP_BAR - 1),
        ("by hand", 2, EXP_BAR),
    ],
)
def test_a_bar_is_never_more_than_full(ruling: str, level: int, most: int) -> None:
    """A level comes with the sixteenth exp. If later ones are taken by hand, a full bar may wait."""
    play = Play(later_levels=ruling)
    found = [bool(broken(with_job(play, level=level, exp=exp))) for exp in (-1, 0, most, most + 1)]
    assert found == [True, False, False, True]


@pytest.mark.parametrize(("factors", "wrong"), [(0, False), (4, False), (5, True)])
@pytest.mark.parametrize("absolute", ["routine", "absurd"])
def test_a_check_is_aimed_at_five_to_twenty_nine(absolute: str, factors: int, wrong: bool) -> None:
    """At any difficulty at most four factors count. Absurd with five would be thirty."""
    play = Play().call("check", "ida", "wits", absolute=absolute, factors=tuple(f"f{n}" for n in range(factors)))
    assert broken(play) == ["check.target.range"] * (wrong and absolute == "absurd") + ["task.threshold.cap"] * wrong


@pytest.mark.parametrize(("many", "wrong"), [(0, False), (4, False), (5, True)])
def test_four_bonus_factors_and_four_specialties_count(many: int, wrong: bool) -> None:
    """Four of each are within the limits, a fifth is not."""
    factors = tuple(Factor(f"f{n}", "surroundings", "rain") for n in range(many))
    pointed = tuple(Pointed(f"p{n}", "ida", "a rope") for n in range(many))
    assert broken(Play().call("check", "ida", "wits", bonus=factors)) == ["check.bonus.cap"] * wrong
    assert broken(Play().call("task", "ida", "wits", specialties=pointed)) == ["specialty.cap"] * wrong


def test_eight_wounds_are_enough() -> None:
    """The eighth is written down, a ninth is not."""
    play = Play().change("ida", wounds=tuple(f"cut {n}" for n in range(7)))
    play.act("fc", "take_wound", who="ida", wound="a burn")
    assert len(play["ida"].wounds) == MOST_WOUNDS == 8
    with pytest.raises(Refused, match="has 8 wounds"):
        play.act("fc", "take_wound", who="ida", wound="a bruise")


def test_what_things_are_worth() -> None:
    """The goal above all, then Ego, then a Lot. A Lot is worth more than a success, and a success more than exp."""
    play = Play().call("task", "ida", "finesse")
    worth = {m.label.partition(" as ")[0]: m.worth for m in measures(play.s)}
    labels = ["exp", "successes left to spend", "Lots", "Ego", "the main goal"]
    assert sorted(worth, key=lambda label: worth[label]) == labels
    assert 0 < worth["exp"] < worth["successes left to spend"] < worth["Lots"]
    assert worth["Lots"] > 2 * worth["successes left to spend"] >= 4 * worth["exp"]


def test_a_level_is_a_bar_of_exp() -> None:
    """Level 2 and five exp more are thirty-seven: growing is never taken for a loss."""
    play = with_job(Play(), level=2, exp=5)
    (exp,) = [m.value for m in measures(play.s) if m.key == "exp bo courier"]
    assert exp == 2 * EXP_BAR + 5 == 37


def test_characters_are_on_one_side_and_people_on_none() -> None:
    """People decide about the fiction, so they are on no side."""
    s = Play().s
    assert {side(s, c.id) for c in s.characters} == {"the players"}
    assert {side(s, name) for name in (*(p.id for p in s.people), "zz", "")} == {""}


def test_so_much_has_been_put_into_each_of_the_ready_made() -> None:
    """The sums of each character's scores, and of their job levels."""
    cast = Play().s.characters
    found = {c.id: (sum(a.score for a in c.abilities), sum(j.level for j in c.jobs)) for c in cast}
    assert found == {"ida": (11, 5), "bo": (10, 3), "cleo": (10, 4), "warden": (12, 0), "pim": (8, 2)}


def test_people_are_named_as_one_would_say_them() -> None:
    """Two are joined by a word, more by commas and a word."""
    s = Play().s
    said = [names_of(s, ids) for ids in (("ida",), ("ida", "bo"), ("ida", "bo", "cleo"))]
    assert said == ["Ida Quill", "Ida Quill and Bo Lantern", "Ida Quill, Bo Lantern and Cleo Varn"]


@pytest.mark.exercises("advance.attributes")
def test_only_what_is_named_is_lost() -> None:
    """Of Ida's four attributes the others stay, in their order."""
    play = Play()
    before = [a.id for a in play["ida"].attributes]
    play.act("fc", "lose_attribute", who="ida", attribute="patience")
    assert [a.id for a in play["ida"].attributes] == [id for id in before if id != "patience"]
    assert len(before) == 4


@pytest.mark.exercises("fc.not-final")
def test_only_the_ruling_that_is_taken_back_goes() -> None:
    """The middle one of three."""
    play = Play()
    for text in ("Rain counts.", "Dusk counts.", "Age counts."):
        play.act("fc", "make_ruling", text=text)
    play.act("fc", "change_ruling", ruling=play.s.house[1].id)
    assert [ruling.text for ruling in play.s.house] == ["Rain counts.", "Age counts."]


def test_forty_characters_are_enough() -> None:
    """The fortieth joins, the next one does not."""
    play = Play()
    ida = play["ida"]
    more = tuple(ida.but(id=f"x{n}", npc=True) for n in range(39 - len(play.s.characters)))
    play.set(play.s.but(characters=(*play.s.characters, *more)))
    play.act("fc", "make_character", name="Tam")
    assert len(play.s.characters) == 40
    with pytest.raises(Refused, match="40 characters already"):
        play.act("fc", "make_character", name="Una")


@pytest.mark.exercises("stats.exact", "task.aid.limit")
def test_the_table_of_chances_has_eight_rows_and_room_for_two_aid_dice() -> None:
    """Rows for 1 to 8 dice, if no number is named. A third aid die is refused."""
    play = Play()

    def rows(**params: Any) -> int:
        play.table.act("ann", "consult_table", params)
        return len(play.table.play_state.finished[-1].lines)

    assert (rows(), rows(dice=2, aid=["gold", "silver"])) == (8, 1)
    with pytest.raises(Refused, match="No more than two aid dice"):
        rows(dice=2, aid=["gold", "silver", "bronze"])


@pytest.mark.exercises("lot.earn.debrief")
def test_chapters_are_counted_through() -> None:
    """After the second comes the third."""
    play = Play()
    for n in (2, 3):
        play.act("fc", "end_chapter")
        assert f"Chapter {n} begins." in play.act("fc", "begin_chapter")
    assert play.s.chapter == 3


def test_the_fcs_characters_are_marked_as_such() -> None:
    """The mark is on the sheet of the FC, who sees every character."""
    panels = {panel.of: panel.note for panel in SeatView(Play().table, "fc").panels if panel.of}
    assert {of: panels[of] for of in ("ida", "warden")} == {"ida": "", "warden": "the FC's"}


@pytest.mark.exercises("learn.peers-choose", "task.job.none")
def test_nobody_learns_a_job_twice() -> None:
    """A job is refused twice in any spelling. Any other name is possible."""
    pair = ["wits", "resolve"]
    with pytest.raises(Refused, match="has this job already"):
        Play().act("bob", "start_learning", who="ida", name="RIGGER", abilities=pair)
    for name in ("Actor", "Sapper", "Warden"):
        play = Play()
        play.act("bob", "start_learning", who="ida", name=name, abilities=pair, lets="does that job fit?")
        assert [job.name for job in play["ida"].jobs] == ["Rigger", "Burglar", name]


@pytest.mark.parametrize("held", [7, 8, 9])
def test_eight_principles_are_enough(held: int) -> None:
    """A ninth is refused, and so is a tenth where a ninth was set by hand."""
    play = Play().change("ida", principles=tuple(f"Principle {n}." for n in range(held)))
    if held < 8:
        play.act("ann", "add_principle", who="ida", principle="I pay my debts.")
        assert len(play["ida"].principles) == held + 1
        return
    with pytest.raises(Refused, match="Eight principles are more"):
        play.act("ann", "add_principle", who="ida", principle="I pay my debts.")
