"""Guided paths from a seat: where each step stands, what it offers, chance, and the way back."""

from __future__ import annotations

import pytest

from tablewright.rules import Refused, Seat
from tablewright.table import SeatView, Table
from tablewright.table.seat.guides import GuideView, next_guide
from tests.example_games.school import GAME


def school() -> Table:
    return Table.open(GAME, seed="school")


def begun(house: str = "") -> Table:
    table = school()
    table.act("ann", "begin", {"name": "Tib"})
    if house:
        table.act("ann", "choose_house", {"who": "tib", "house": house})
    return table


def stages(guide: GuideView) -> str:
    return " ".join(step.stage for step in guide.steps)


def test_a_path_stands_at_its_first_step_that_is_not_done() -> None:
    """What is done says what was chosen; what comes after what cannot be left out waits, and offers nothing."""
    guide = SeatView(begun("Fox"), "ann").guide("creation", "tib")
    assert stages(guide) == "done done now later later"
    assert [step.chosen for step in guide.steps] == ["Tib", "Fox", "", "", ""]
    assert [[offer.action for offer in step.offers] for step in guide.steps[2:]] == [["buy"], [], []]
    assert guide.subject_name == "Tib"
    assert guide.steps[2].left == "5 coins left"


def test_what_may_be_left_out_bars_nothing() -> None:
    """Pet and enrolment are both open, and the pet is where the path stands."""
    table = begun("Fox")
    table.act("ann", "buy", {"who": "tib", "thing": "hat"})
    guide = SeatView(table, "ann").guide("creation", "tib")
    assert stages(guide) == "done done done now open"
    table.act("ann", "enrol", {"who": "tib"})
    assert SeatView(table, "ann").guides == ()
    assert table.state.pupils[0].player == "ann"


def test_what_can_be_bought_has_its_price_and_what_is_left_to_pay_it() -> None:
    """The draft of what a step offers says it, with what is too dear."""
    table = begun("Fox")
    table.act("ann", "buy", {"who": "tib", "thing": "hat"})
    (offer,) = SeatView(table, "ann").guide("creation", "tib").steps[2].offers
    field = SeatView(table, "ann").draft(offer.action, offer.params).field("thing")
    assert field.budget == "3 coins left"
    assert [(c.label, c.note, c.why_not) for c in field.choices][:2] == [
        ("wand", "4 coins", "The wand costs 4."),
        ("hat", "2 coins", ""),
    ]


def test_a_path_is_for_whom_it_is_open() -> None:
    """Everybody without a pupil may begin one; the head ends terms; who looks on walks nowhere."""
    table = begun()
    table.join(Seat("liv", "spectator"))
    open_ = {seat: [(g.name, g.subject) for g in SeatView(table, seat).guides] for seat in ("kim", "ann", "ben", "liv")}
    assert open_ == {"kim": [("term", "")], "ann": [("creation", "tib")], "ben": [("creation", "")], "liv": []}
    with pytest.raises(Refused, match="no open path"):
        SeatView(table, "ben").guide("creation", "tib")


def test_ready_made_is_offered_until_something_is_done() -> None:
    """Then it would be too late for it."""
    assert [offer.action for offer in SeatView(school(), "ann").guide("creation").ready] == ["take_wilma"]
    assert SeatView(begun(), "ann").guide("creation", "tib").ready == ()


def test_chance_walks_the_whole_path() -> None:
    """Name by an example, house by the hat's die and its question, something that can be paid for, no pet."""
    table = school()
    guide: GuideView | None = SeatView(table, "ann").guide("creation")
    deeds = 0
    while guide is not None:
        here = SeatView(table, "ann")
        here.take_random_step(guide.name, guide.subject, f"nonce {deeds}")
        deeds += 1
        if not table.play_state.pending:
            guide = next_guide(guide, here.guides, SeatView(table, "ann").guides)
    (pupil,) = table.state.pupils
    assert pupil.enrolled
    assert pupil.name in ("Wilma", "Tib")
    assert len(pupil.things) == 1
    assert pupil.coins >= 0
    assert not pupil.pet
    assert deeds == 5  # the hat asked back
    assert len([item for item in table.feed_items() if item.kind == "roll"]) == 1


def test_chance_gives_nobody_the_name_of_another() -> None:
    """Wilma is at school already: whatever the nonce, the next is called Tib."""
    for n in range(8):
        table = school()
        table.act("ben", "take_wilma")
        SeatView(table, "ann").take_random_step("creation", "", f"nonce {n}")
        assert [pupil.name for pupil in table.state.pupils] == ["Wilma", "Tib"]


def test_the_same_nonce_draws_the_same() -> None:
    """And another, something else: the table's seed has no part in what is drawn."""

    def house(seed: str, nonce: str) -> str:
        table = Table.open(GAME, seed=seed)
        SeatView(table, "ann").take_random_step("creation", "", nonce)
        return str(table.state.pupils[0].name)

    names = {nonce: house("one", nonce) for nonce in map(str, range(20))}
    assert names == {nonce: house("two", nonce) for nonce in names}
    assert set(names.values()) == {"Wilma", "Tib"}


def test_what_is_over_by_being_taken_is_not_left_to_chance() -> None:
    """A term can be ended again and again: there is no end to come to."""
    assert not SeatView(school(), "kim").guide("term").chance
    assert SeatView(school(), "ann").guide("creation").chance


def test_what_was_taken_last_says_that_it_is_done() -> None:
    """The head has ended the term, and is not asked to end it again; after anything else, another term can end."""
    table = school()
    assert stages(SeatView(table, "kim").guide("term")) == "now"
    table.act("kim", "end_term")
    done = SeatView(table, "kim").guide("term")
    assert stages(done) == "done"
    assert done.steps[0].back is not None
    table.act("ann", "begin", {"name": "Tib"})
    assert stages(SeatView(table, "kim").guide("term")) == "now"


def test_a_step_is_gone_back_to_by_undoing_ones_own() -> None:
    """Everything since it was begun is undone, and no more."""
    table = begun("Fox")
    table.act("ann", "buy", {"who": "tib", "thing": "quill"})
    table.act("ann", "buy", {"who": "tib", "thing": "quill"})
    assert [step.back for step in SeatView(table, "ann").guide("creation", "tib").steps] == [0, 1, 2, None, None]
    SeatView(table, "ann").undo_guide_step("creation", "tib", 1)
    assert stages(SeatView(table, "ann").guide("creation", "tib")) == "done now later later later"
    assert table.state.pupils[0].things == ()


def test_nobody_goes_back_over_what_others_did() -> None:
    """Ben has begun since; only the head could undo that, and goes back over nobody else's steps either."""
    table = begun("Fox")
    table.act("ben", "begin", {"name": "Wilma"})
    assert {step.back for step in SeatView(table, "ann").guide("creation", "tib").steps} == {None}
    with pytest.raises(Refused, match="nothing of yours"):
        SeatView(table, "ann").undo_guide_step("creation", "tib", 1)


def test_nobody_goes_back_over_dice() -> None:
    """What the hat has said stays said; what came after it may be taken anew."""
    table = begun()
    number = table.act("ann", "ask_hat", {"who": "tib"})
    SeatView(table, "ann").answer("yes")
    table.act("ann", "buy", {"who": "tib", "thing": "hat"})
    backs = [step.back for step in SeatView(table, "ann").guide("creation", "tib").steps]
    assert backs == [None, None, number + 1, None, None]
