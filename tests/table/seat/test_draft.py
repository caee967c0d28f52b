"""Drafts: an action being prepared."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from tablewright.rules import Param, Refused, Rule, Seat, action, tell
from tablewright.rules.widgets import Offer, Panel, PoolWidget
from tablewright.table import Table, view_from
from tablewright.table.odds import OddsSummary, timed_counter
from tablewright.table.seat import seat_view
from tests.example_games.tavern_night import GAME, GUESTS, Inn, give, own


def inn() -> Table:
    return Table.open(GAME, seed="inn")


def test_who_acts_is_not_asked_where_only_one_can() -> None:
    """Ann plays Ada alone, so she is asked only whom to strike; the master is asked who acts."""
    assert [f.name for f in view_from(inn(), "ann").draft("strike").fields] == ["whom", "thing", "hard"]
    assert view_from(inn(), "ann").draft("strike", {"whom": "bo"}).values == {"who": "ada", "whom": "bo"}
    assert [f.name for f in view_from(inn(), "kim").draft("strike").fields][:1] == ["who"]


def with_health(**health: int) -> Table:
    """The inn, with some of its guests as hurt as this."""
    table, guests = inn(), {g.id: g for g in GUESTS}
    for who, left in health.items():
        guests[who] = guests[who].but(health=left)
    table.play_state = msgspec.structs.replace(table.play_state, state=table.state.but(guests=tuple(guests.values())))
    return table


def test_a_friend_is_never_struck_unasked() -> None:
    """With the ogre down only Bo is left to strike: Ada has to say so, and is shown whom."""
    draft = view_from(with_health(ogre=0), "ann").draft("strike")
    assert draft.missing.startswith("Say target")
    assert draft.field("whom").value is None
    with pytest.raises(Refused, match="Say target"):
        view_from(with_health(ogre=0), "ann").act("strike")


def test_the_only_foe_goes_without_saying_and_is_shown() -> None:
    """With Bo down there is the ogre to strike, and the form says that it is the ogre."""
    draft = view_from(with_health(bo=0), "ann").draft("strike")
    assert draft.ready
    assert (draft.field("whom").value, draft.field("whom").shown) == ("ogre", "The ogre")


def test_nobody_acts_unasked_with_another_than_their_own() -> None:
    """Ada is down and nobody plays the ogre or Bo: Ann is still asked who climbs, and so is the master for Bo alone."""
    table = with_health(ada=0, ogre=0)
    table.play_state = msgspec.structs.replace(table.play_state, state=give(table.state, "bo", ""))
    assert [f.name for f in view_from(table, "ann").draft("climb").fields] == ["who"]
    table.play_state = msgspec.structs.replace(table.play_state, state=give(table.state, "bo", "ben"))
    assert [f.name for f in view_from(table, "kim").draft("climb").fields] == ["who"]


def test_targets_leave_out_oneself() -> None:
    """Choices depend on the fields before."""
    assert [c.label for c in view_from(inn(), "ann").draft("strike").field("whom").choices] == ["Bo", "The ogre"]
    asked = view_from(inn(), "kim").draft("strike", {"who": "ogre"})
    assert [c.label for c in asked.field("whom").choices] == ["Ada", "Bo"]


def test_things_are_called_what_the_sheet_calls_them_with_notes_and_reasons() -> None:
    """A name from the state, a note beside it, and why not, where it cannot be now."""
    draft = view_from(inn(), "ann").draft("strike", {"whom": "ogre"})
    assert [(c.label, c.why_not) for c in draft.field("thing").choices] == [
        ("Poker", ""),
        ("Jug", "The Jug is broken."),
    ]
    assert draft.field("whom").choices[0].note == "5 health"


def test_a_field_a_character_can_never_use_is_not_there() -> None:
    """Bo carries nothing and is not strong."""
    assert [f.name for f in view_from(inn(), "ben").draft("strike").fields] == ["whom"]


@pytest.mark.parametrize("name", ["The ogre", "the OGRE", "ogre", "og", "the o"])
def test_names_are_taken_as_people_write_them(name: str) -> None:
    """A label, an id, a beginning that only one has, in any case."""
    assert view_from(inn(), "ann").draft("strike", {"whom": name}).values["whom"] == "ogre"


def test_a_name_that_could_be_several_is_asked_again() -> None:
    """And one that nobody has is answered with what there is."""
    table = inn()
    table.join(Seat("cy", "guest"))
    draft = view_from(table, "ann").draft("strike", {"whom": "x"})
    assert draft.missing == "Nothing here is called 'x'. There is Bo or The ogre."
    assert draft.field("whom").wrong == draft.missing


def test_what_is_main_comes_first_and_the_rest_folds_away() -> None:
    """Required fields and those the game marks."""
    draft = view_from(inn(), "ann").draft("strike")
    assert {f.name: f.main for f in draft.fields} == {"whom": True, "thing": True, "hard": False}
    assert draft.field("whom").label == "target"


def test_a_draft_says_what_is_missing_and_is_ready_when_nothing_is() -> None:
    """A sentence, not a list of ids."""
    draft = view_from(inn(), "ann").draft("strike")
    assert (draft.ready, draft.missing) == (False, "Say target: Whom.")
    assert view_from(inn(), "ann").draft("strike", {"whom": "bo"}).ready


def test_the_preview_is_what_the_rule_tells_before_the_first_die() -> None:
    """Played by the rule itself, and what falls first."""
    draft = view_from(inn(), "ann").draft("strike", {"whom": "bo"})
    assert draft.preview == ("Ada strikes at Bo.", "To hit: 1d6.")


def test_a_refusal_comes_at_the_field_it_is_about() -> None:
    """In the rule's own words."""
    table = inn()
    table.edit("kim", "guests.ada.items", [{"id": "feather", "name": "Feather"}])
    draft = view_from(table, "ann").draft("strike", {"whom": "bo", "thing": "feather", "hard": "yes"})
    assert draft.field("thing").wrong == "Nobody strikes hard with a feather."
    assert not draft.ready
    with pytest.raises(Refused, match="Nobody strikes hard"):
        view_from(table, "ann").act("strike", {"whom": "bo", "thing": "feather", "hard": True})


@action("inn.throw", title="Drink to", by="guest", group="House")
def drink_to(s: Inn, whom: Annotated[tuple[str, ...], Param("Whom", among=own)] = ()) -> Rule[Inn]:
    """To any number of guests."""
    yield tell("inn.throw", "{n} are drunk to.", n=len(whom))
    return s


@pytest.mark.parametrize("nonsense", [True, -1, 0, 2.5, {"ada": "bo"}])
def test_where_several_may_be_chosen_what_is_no_list_is_refused_at_the_field(nonsense: object) -> None:
    """In a draft and when it is sent, with a sentence; a list and words with commas are taken."""
    table = Table.open(msgspec.structs.replace(GAME, actions=(*GAME.actions, drink_to)), seed="inn")
    draft = view_from(table, "ann").draft("drink_to", {"whom": nonsense})
    assert draft.field("whom").wrong == draft.missing == "“whom” is a list: several may be chosen."
    with pytest.raises(Refused, match="is a list") as refused:
        view_from(table, "ann").act("drink_to", {"whom": nonsense})
    assert refused.value.field == "whom"
    for fine in (["ada", "Bo"], "ada, Bo"):
        assert view_from(table, "ann").draft("drink_to", {"whom": fine}).values == {"whom": ["ada", "bo"]}


def test_choices_that_the_rule_would_refuse_are_marked_with_its_words() -> None:
    """Though the field itself knows nothing of it."""
    table = inn()
    table.edit("kim", "guests.ada.items", [{"id": "feather", "name": "Feather"}, {"id": "pan", "name": "Pan"}])
    choices = (
        view_from(table, "ann").draft("strike", {"whom": "bo", "thing": "pan", "hard": True}).field("thing").choices
    )
    assert [(c.label, c.why_not) for c in choices] == [("Feather", "Nobody strikes hard with a feather."), ("Pan", "")]


def test_an_action_that_cannot_be_taken_says_why_before_it_asks() -> None:
    """The moment's reason, or that there is nobody to choose; never that a field is needed."""
    table = inn()
    table.edit("kim", "frozen", True)
    assert view_from(table, "ann").draft("strike").why_not == "The yard is frozen over."
    table = inn()
    table.edit("kim", "guests", [msgspec.to_builtins(GAME.setup(None).guests[0])])
    assert view_from(table, "ann").draft("strike").why_not == "There is nothing to choose for “target”."


def test_while_the_table_waits_only_instant_actions_are_open() -> None:
    """The others say for whom it waits, by name."""
    table = inn()
    view_from(table, "ben").act("vote")
    assert "waits for Ada to answer “Shall it be?” and Bo to answer" in view_from(table, "ann").draft("climb").why_not
    assert view_from(table, "ann").draft("wave").ready


def test_an_action_keeps_its_number() -> None:
    """For as long as the game has it, whatever is possible now."""
    table = inn()
    before = {d.name: d.number for d in view_from(table, "ann").actions}
    table.edit("kim", "frozen", True)
    assert {d.name: d.number for d in view_from(table, "ann").actions} == before


def test_the_moment_calls_for_few_actions_in_order() -> None:
    """As the game says, of what is possible, with titles."""
    table = inn()
    assert [(o.action, o.title) for o in view_from(table, "ann").suggestions] == [
        ("strike", "Strike"),
        ("wave", "Wave"),
    ]
    table.edit("kim", "frozen", True)
    assert [o.action for o in view_from(table, "ann").suggestions] == ["wave"]


def test_who_only_looks_on_can_do_nothing() -> None:
    """And is told so."""
    table = inn()
    table.join(Seat("eve", "spectator", "Eve"))
    assert {d.why_not for d in view_from(table, "eve").actions} <= {"Eve only looks on."}
    assert view_from(table, "eve").suggestions == ()


def test_a_draft_is_plain_data() -> None:
    """It goes to a browser as it is."""
    draft = view_from(inn(), "ann").draft("strike", {"whom": "bo"})
    assert msgspec.json.decode(msgspec.json.encode(draft), type=type(draft)) == draft


def test_a_sheet_says_by_name_who_plays_somebody() -> None:
    """Of others, not of oneself; whom nobody plays has nothing to say, and no id is shown."""
    panels = tuple(Panel(guest.name, (), guest.id) for guest in GUESTS)
    table = Table.open(msgspec.structs.replace(GAME, sheet=lambda _s, _: panels), seed="inn")
    table.rename("ben", "Benedikt", "ben")
    notes = {panel.of: panel.note for panel in view_from(table, "ann").sheet if panel.of}
    assert notes == {"ada": "", "bo": "played by Benedikt", "ogre": ""}
    assert {panel.of: panel.note for panel in view_from(table, "kim").sheet}["ada"] == "played by Ann"


def test_whose_somebody_is_is_said_by_name() -> None:
    """A refusal names the character and the person, never an id."""
    with pytest.raises(Refused, match=r"^Bo is played by Ben; Ann plays Ada\.$"):
        inn().act("ann", "climb", {"who": "bo"})


def test_who_only_looks_on_is_offered_nothing_on_a_sheet() -> None:
    """The words are the same, without what they invite to."""
    pool = PoolWidget("Strength", 2, offer=Offer("strike", {}, "Strike"))
    game = msgspec.structs.replace(GAME, sheet=lambda _s, _: (Panel("Ada", (pool,), "ada"),))
    table = Table.open(game, seed="inn")
    table.join(Seat("eve", "spectator", "Eve"))
    assert view_from(table, "ann").sheet[0].words == (pool,)
    assert view_from(table, "eve").sheet[0].words == (msgspec.structs.replace(pool, offer=None),)


def test_a_draft_that_is_ready_has_its_odds_if_they_are_asked_for() -> None:
    """The same that are counted by themselves."""
    ann = view_from(inn(), "ann")
    assert ann.draft("strike", {"whom": "bo"}, odds_seconds=60).odds == ann.odds("strike", {"whom": "bo"})
    assert ann.draft("strike", {"whom": "bo"}).odds is None
    assert view_from(with_health(ogre=0), "ann").draft("strike", odds_seconds=60).odds is None  # whom is not said yet


def test_a_draft_does_not_wait_for_odds_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as it would be without them."""
    monkeypatch.setattr(timed_counter, "BRANCHES", 1)
    ann = view_from(inn(), "ann")
    assert ann.draft("strike", {"whom": "bo"}, odds_seconds=60) == ann.draft("strike", {"whom": "bo"})
    assert ann.odds("strike", {"whom": "bo"}).counted != "whole"


@pytest.mark.parametrize("error", [ZeroDivisionError, Refused, MemoryError, AttributeError])
def test_a_draft_stands_though_its_odds_fail(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    """Why they do is said when they are asked for by themselves."""

    def fails(*_: object) -> OddsSummary:
        raise error

    monkeypatch.setattr(seat_view, "odds_for_seat", fails)
    kim, values = view_from(inn(), "kim"), {"who": "ada", "whom": "bo"}
    assert kim.draft("strike", values, odds_seconds=60) == kim.draft("strike", values)
    with pytest.raises(error):
        kim.odds("strike", values)
