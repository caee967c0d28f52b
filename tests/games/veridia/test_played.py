"""Puzzles of people who played with the book at hand: each is now explained before a question, or needs none."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.character_sheet import character_panels, pool_words
from tablewright.games.veridia.common import meters_left
from tablewright.games.veridia.foremost import foremost
from tablewright.games.veridia.sheet import turn_field
from tablewright.games.veridia.skills import many_pools, skill_pool, uses_of
from tablewright.games.veridia.state import Suit, Veridia, the
from tablewright.games.veridia.turns import acting
from tablewright.rules import Viewer
from tablewright.rules.forms.option import FieldOption

from .learning import learner
from .people import act, fight, person, refused, table

MASTER = Viewer("gm", "gm", master=True)


def picks(s: Veridia, action: str, field: str, **given: Any) -> dict[Any, FieldOption]:
    """The options of a form's field, by value."""
    found = next(f for f in GAME.action(action).fields if f.name == field).picks(s, given)
    assert found is not None
    return {pick.value: pick for pick in found}


def called_for(s: Veridia, who: str = "") -> list[str]:
    """The quick actions of the player of the whole party, or of the game master."""
    eyes = Viewer(who, "player") if who else MASTER
    return [offer.action for offer in foremost(s, eyes)]


def archer(**more: Any) -> Veridia:
    """Ada with a bow that is not drawn, in her turn, and two enemies."""
    ada = person("ada", main="Bow", player="ann", **more)
    return fight(ada, person("bo", side="foes"), person("cy", side="foes"))


# pools


@pytest.mark.parametrize("more", [{}, {"mount": "bo"}, {"suit": Suit("Plate armor")}, {"health": 3}])
def test_many_pools_at_once_are_each_as_it_would_be_rolled(more: dict[str, Any]) -> None:
    """Mounted, armored or wounded: a list shows the dice that a roll would throw."""
    s = table(person("ada", skills={"melee": 3, "athletics": 4}).but(**more), person("bo"))
    c = the(s, "ada")
    pairs = set(uses_of(c).values())
    assert many_pools(s, c, pairs) == {pair: skill_pool(s, c, *pair).dice for pair in pairs}


# making characters


def test_an_empty_table_calls_for_characters() -> None:
    """Before there are players' characters, the game master is led to making them."""
    assert called_for(Veridia())[:2] == ["new_character", "take_ready_made"]
    assert "new_character" not in called_for(table(person("ada", player="ann")))


@pytest.mark.exercises("xp.steps")
def test_several_points_say_how_high_they_go_and_what_they_cost() -> None:
    """Strength from 1: to 2 for 4, to 4 for 18 in all. The refusal of five explains itself."""
    offered = picks(table(learner(experience=50)), "advance", "steps", who="ada", point="strength")
    assert [offered[n].note for n in (1, 3)] == ["to 2 for 4", "to 4 for 18"]
    assert (offered[5].note, offered[5].why_not) == ("", "A human has strength 5 at most.")
    assert 6 not in offered


def test_before_a_point_is_named_any_number_may_be_bought() -> None:
    """The form lists 1 to 7, with 1 as the default."""
    assert list(picks(table(learner()), "advance", "steps", who="ada")) == [1, 2, 3, 4, 5, 6, 7]
    done = act(table(learner()), "advance", who="ada", point="law")
    assert done.c("ada").skilled("law") == 1


def test_points_are_called_what_the_sheet_calls_them() -> None:
    """In the list of what can be bought and on the sheet alike."""
    c = learner(experience=50)
    labels = {pick.label for pick in picks(table(c), "advance", "point", who="ada").values()}
    assert {"Strength", "Sleight of Hand", "Grey magic", "Feral path", "Way of the sun"} <= labels
    words = str(character_panels(table(c), c, False))
    assert "Sleight of hand" not in words


@pytest.mark.exercises("create.buy")
def test_what_is_bought_says_where_it_is_and_what_it_cost() -> None:
    """A weapon is at the belt until it is drawn. Armor is worn at once."""
    s = table(person("ada").but(purse=100))
    assert act(s, "get_item", who="ada", kind="Axe", price=40).said("Ada has an axe now, at the belt, for 40 deli.")
    assert act(s, "wear_armor", who="ada", kind="Light armor", price=30).said("wears light armor, for 30 deli")


def test_a_form_asks_for_what_matters() -> None:
    """A background's money, the deed of a warning and the reason for an integrity change stay in view."""
    for action, field in (("take_background", "money"), ("warn", "deed"), ("change_integrity", "why")):
        assert next(f for f in GAME.action(action).fields if f.name == field).param.main


def test_things_alike_are_told_apart_by_a_number() -> None:
    """Two daggers are the first and the second. The only axe is the axe."""
    s = table(person("ada", carried=("Dagger", "Dagger", "Axe")))
    assert [pick.label for pick in picks(s, "drop_thing", "item", who="ada").values()] == [
        "Dagger 1",
        "Dagger 2",
        "Axe",
    ]


def test_before_anybody_is_named_all_skills_are_offered() -> None:
    """All skills without levels first. Once a character is named, theirs with levels, the best first."""
    s = table(person("ada", skills={"melee": 2}), person("bo"))
    assert not any(pick.note for pick in picks(s, "roll_skill", "skill").values())
    assert [pick.note for pick in picks(s, "roll_skill", "skill", who="ada").values()][:2] == ["level 2", "untrained"]


# a turn


@pytest.mark.exercises("combat.unsheath")
def test_a_shield_goes_into_the_off_hand() -> None:
    """A shield needs no choice of hand, and the weapon stays in the other."""
    s = table(person("ada", main="Axe", carried=("Shield",)))
    done = act(s, "unsheathe", who="ada", item="shield")
    assert (done.c("ada").main, done.c("ada").off) == ("axe", "shield")
    assert done.said("Ada takes the shield in hand.")
    assert act(done.state, "unsheathe", who="ada", hand="off").said("Ada puts the shield away.")


@pytest.mark.exercises("quirk.drawn")
def test_a_bow_that_is_not_ready_is_said_before_anything_is_asked() -> None:
    """An attack is not called for and cannot be begun, with dice set aside or without."""
    s = archer()
    assert "must be made ready" in picks(s, "attack", "who")["ada"].why_not
    assert called_for(s, "ann")[0] == "make_ready"
    sets = {"actions": ["draw", "attack"], "dice": [1, 1], "target": "bo", "distance": 20}
    s = act(s, "concurrent", who="ada", **sets).state
    failed = act(s, "make_ready", [[3]], who="ada").state
    assert "attack" not in called_for(failed, "ann")
    ready = act(s, "make_ready", [[9]], who="ada").state
    offer = next(foremost(ready, Viewer("ann", "player")))
    assert (offer.action, offer.params["target"], offer.params["distance"]) == ("attack", "bo", 20)


@pytest.mark.exercises("concurrent.declare")
def test_only_whom_an_attack_was_declared_against_is_offered() -> None:
    """In a set, and in answer to an attack."""
    s = fight(person("ada"), person("bo", side="foes"), person("cy", side="foes"))
    s = act(s, "concurrent", who="ada", actions=["attack", "dodge"], dice=[1, 1], target="bo").state
    offered = picks(s, "attack", "target", who="ada")
    assert (offered["bo"].why_not, "declared against Bo" in offered["cy"].why_not) == ("", True)
    s = fight(person("ada"), person("bo", side="foes"), person("cy"))
    s = act(s, "attack", [[2, 3, 4]], ["strike back", "no"], who="ada", target="bo").state
    s = act(s, "end_turn", who="ada").state
    assert "nobody else" in picks(s, "attack", "target", who="bo")["cy"].why_not


@pytest.mark.exercises("concurrent.allowed")
@pytest.mark.parametrize(
    ("doing", "why"),
    [("stand up", "stands already"), ("break free", "Nobody holds"), ("draw", "no bow"), ("reload", "to reload")],
)
def test_a_set_has_nothing_pointless_in_it(doing: str, why: str) -> None:
    """Standing up while standing, and so on: both the list and the refusal give the reason."""
    s = fight(person("ada"), person("bo"))
    assert why in picks(s, "concurrent", "actions", who="ada")[doing].why_not
    assert why in refused(s, "concurrent", who="ada", actions=[doing, "dodge"], dice=[1, 1])


@pytest.mark.exercises("combat.move.split")
def test_meters_are_left_when_the_last_action_ends_the_turn() -> None:
    """Ada draws, strikes and still walks. Not once Bo has begun, and not farther than she could."""
    s = fight(person("ada", carried=("Axe",)), person("bo"))
    s = act(s, "unsheathe", who="ada", item="axe").state
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").state
    assert acting(s) == "bo"
    assert "9 m more" in refused(s, "move", who="ada", meters=10)
    moved = act(s, "move", who="ada", meters=9)
    assert (moved.f("ada").moved, acting(moved.state)) == (9, "bo")
    assert "It is Bo's turn" in refused(moved.state, "move", who="ada", meters=1)
    begun = act(s, "move", who="bo", meters=1).state
    assert "It is Bo's turn" in refused(begun, "move", who="ada", meters=1)


def test_a_turn_ended_by_hand_has_no_meters_left() -> None:
    """Ending the turn gives up its meters."""
    s = act(fight(person("ada"), person("bo")), "end_turn", who="ada").state
    assert "It is Bo's turn" in refused(s, "move", who="ada", meters=1)


# the log and refusals


@pytest.mark.exercises("diff.stack")
def test_difficulty_says_what_it_comes_from() -> None:
    """Shield, cover, aim and the game master's word, each with its share."""
    bo = person("bo", side="foes", off="Shield").but(cover=2)
    done = act(
        fight(person("ada"), bo), "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo", aim="head", difficulty=1
    )
    assert done.said("at +6 difficulty (2 cover, 2 aimed, 1 shield, 1 circumstances)")
    held = act(fight(person("ada"), bo), "grapple", [[2, 3, 4]], ["nothing"], who="ada", target="bo")
    assert held.said("at +3 difficulty (2 cover, 1 shield)")


@pytest.mark.exercises("mount.cap")
def test_a_skill_capped_on_horseback_says_so() -> None:
    """Melee 4 counts as 2, and the pool tells why."""
    ada = person("ada", skills={"melee": 4, "animal-handling": 2}).but(mount="duke")
    assert "2 melee of 4, mounted" in skill_pool(table(ada), ada, "strength", "melee").reasons


def test_whoever_is_down_shows_no_dice() -> None:
    """Pools are for those who can act."""
    bo = person("bo")
    assert pool_words(table(bo), bo)
    down = bo.but(knocked_out=True)
    assert pool_words(table(down), down) == []


def test_opponents_are_not_played_in_a_players_turn() -> None:
    """The refusal comes before any question. Each policy has a description."""
    s = fight(person("ada", player="ann"), person("bo", side="foes"))
    assert "It is Ada's turn" in refused(s, "play_opponents")
    assert all(pick.note for pick in picks(s, "play_turn", "policy").values())


@pytest.mark.exercises("goods.loot")
def test_where_nothing_can_be_taken_nobody_is_asked_who_takes_it() -> None:
    """All characters can object and no thing lies about."""
    s = fight(person("ada", main="Axe"), person("bo", main="Club"))
    assert "Nothing lies about" in refused(s, "take_thing", who="ada", owner="bo", item="club")
    lying = act(s, "drop_thing", who="ada", item="axe").state
    lying = act(lying, "end_turn", who="ada").state
    assert act(lying, "take_thing", who="bo", owner="ada", item="axe").said("Bo takes Ada's axe.")


@pytest.mark.exercises("quirk.loaded")
def test_hands_to_reload_are_called_by_what_is_in_them() -> None:
    """The hands of the reloading character. An empty hand is just a hand."""
    s = fight(person("bo"), person("ada", main="Hand crossbow", off="Hand crossbow"))
    labels = {who: [pick.label for pick in picks(s, "reload", "hand", who=who).values()] for who in ("ada", "bo")}
    assert labels == {
        "ada": ["main hand: hand crossbow", "off hand: hand crossbow"],
        "bo": ["main hand", "off hand"],
    }


def test_whose_points_they_are_is_known_once_somebody_is_named() -> None:
    """Notes on refunds and levels belong to one character. Before one is named there are only points."""
    s = table(learner().but(id="ada"), person("bo", strength=5, skills={"law": 2}).but(creating=True))
    assert {pick.note for pick in picks(s, "take_back", "point").values()} == {""}
    assert picks(s, "take_back", "point", who="bo")["law"].note == "from 2"
    assert "law" not in picks(s, "take_back", "point", who="ada")
    assert {pick.note for pick in picks(s, "roll_skill", "attribute").values()} == {""}
    assert picks(s, "roll_skill", "attribute", who="bo")["strength"].note == "5"


@pytest.mark.exercises("turn.main_slot", "combat.move")
def test_the_sheet_says_what_is_left_of_a_turn() -> None:
    """The main action, a free one and the meters left, fewer with each action until none is left."""
    s = fight(person("ada"), person("bo"))
    meters = meters_left(s, "ada")

    def left(state: Veridia) -> str:
        return str(turn_field(state, Viewer("gm", "gm", master=True)).value)

    assert left(s) == f"Ada has the main action, a free action, {meters} m left"
    some = act(s, "move", who="ada", meters=2).state
    assert left(some) == f"Ada has the main action, a free action, {meters - 2} m left"
    assert left(act(some, "move", who="ada", meters=meters - 2).state) == "Ada has the main action, a free action left"


@pytest.mark.exercises("xp.table")
def test_what_experience_buys_is_shown_to_whoever_can_spend_it() -> None:
    """On one's own sheet, with experience left and outside a fight. During creation on all sheets."""

    def shown(s: Veridia, master: bool = False) -> bool:
        panels = character_panels(s, the(s, "ada"), master)
        return any("Experience" in [getattr(word, "label", "") for word in panel.words] for panel in panels)

    ada = person("ada").but(experience=5, earned=5)
    assert shown(table(ada))
    assert not shown(table(ada), master=True)
    assert not shown(table(ada.but(experience=0)))
    assert not shown(fight(ada, person("bo")))
    assert shown(table(ada.but(creating=True)), master=True)
