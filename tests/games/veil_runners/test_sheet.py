"""Sheets of each seat, and laws that hold for every table."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.state import Mission
from tablewright.rules import Seat
from tablewright.rules.widgets import Offer, PoolWidget, iter_offers
from tablewright.table.transcript.plain_text import panels_to_text

from .table import act, crew, mission, module, ship

WAY, ANN = GAME.seats[:2]


def text(s: Mission, seat: Seat = ANN) -> str:
    return panels_to_text(GAME.view(s, seat))


def offered(s: Mission, seat: Seat = ANN) -> list[Offer]:
    return [offer for panel in GAME.view(s, seat) for offer in iter_offers(panel)]


def test_ones_own_sheet_comes_first() -> None:
    """After the mission and the ship."""
    for seat, first in zip(GAME.seats[1:], ("ada", "bo", "cyl"), strict=True):
        assert [panel.of for panel in GAME.view(mission(), seat)][1:3] == ["ship", first]


def test_a_pool_says_where_its_dice_come_from() -> None:
    """A position shows its reasons too."""
    s = crew(ship(mission(), cpu=0, hul=2), vitality=1, suit=("Limiter Override",))
    assert "Crew roll: 2d6 (1 Vitality + 1 Limiter Override)" in text(s)
    assert "Crew rolls are: desperate (Limiter Override)" in text(s)
    assert "CPU (communicate, detect, compute): 0d6 (no dice: throw two, read the lowest)" in text(s)


def test_a_shunt_is_offered_when_one_is_due() -> None:
    """After a Critical, for a token after any roll, and in downtime. Not otherwise."""

    def pays(s: Mission) -> list[Any]:
        words = [word for panel in GAME.view(s, ANN) for word in panel.words if not isinstance(word, PoolWidget)]
        return [offer.params["pay"] for word in words for offer in iter_offers(word) if offer.action == "shunt"]

    assert pays(mission()) == []
    assert pays(act(mission(), "crew_roll", [[6, 6, 1]], who="ada").state) == ["critical"]
    assert pays(act(ship(mission(), focus=1), "crew_roll", [[6, 5, 1]], who="ada").state) == ["focus"]
    assert pays(mission().but(scene="downtime")) == ["downtime"]


def test_core_dice_are_moved_where_they_lie_while_something_pays() -> None:
    """Each system's offer starts from its dice. Without a payment no dice can be moved."""
    dice = [
        word
        for panel in GAME.view(mission(), ANN)
        for word in panel.words
        if isinstance(word, PoolWidget) and word.place
    ]
    assert [word.place for word in dice] == ["cpu", "hul", "nav"]
    assert {word.moves and word.moves.action for word in dice} == {"shunt"}
    assert {word.place for word in dice} <= {field.name for field in GAME.action("shunt").fields}
    spent = ship(mission(), engineering="spent")
    assert not [offer for offer in offered(spent) if offer.action == "shunt"]


def test_what_is_offered_can_be_done() -> None:
    """Every offer can be taken by its seat, in a mission and after it. The prefilled values fit the form."""
    ready = act(mission(), "lay_out", what="Looking for survivors").state
    for s in (ready, act(ready, "end_mission", result="success").state):
        for seat in GAME.seats:
            for offer in offered(s, seat):
                action = GAME.action(offer.action)
                assert action.when is None or action.when(s) is None, offer
                fields = {field.name: field for field in action.fields}
                params = {name: fields[name].read(value, s) for name, value in offer.params.items()}
                GAME.check_may_act(seat, action, s, params)


def test_after_a_mission_nobody_is_offered_a_roll() -> None:
    """Upgrades are offered instead, the ship's after a success."""
    s = act(mission(), "end_mission", result="success").state
    actions = {offer.action for offer in offered(s)}
    assert actions.isdisjoint({"crew_roll", "ship_roll", "shunt", "spend_life_support"})
    assert {"upgrade", "mission_prep", "upgrade_ship"} <= actions
    assert "rolls are" not in text(s)


def test_somebody_down_is_offered_only_words() -> None:
    """The form is filled in accordingly."""
    s = crew(mission(), vitality=0)
    (talk,) = [o for o in offered(s) if o.action == "crew_roll" and o.params["who"] == "ada"]
    assert talk.params["talking"] is True
    assert "Ada (Down and Out)" in text(s)


def test_engineering_is_offered_for_what_it_can_do() -> None:
    """A repair once something is destroyed, before that a Success."""

    def engineering(s: Mission) -> str:
        return next(o.action for o in offered(s) if "repair" in o.title or o.params.get("how") == "engineering")

    assert engineering(mission()) == "ship_roll"
    assert engineering(module(mission(), "2", destroyed=True)) == "repair_module"


@pytest.mark.exercises("token.integrity.spend")
def test_integrity_is_spent_where_it_lies() -> None:
    """While it is held, and while the mission goes on."""

    def spends(s: Mission) -> bool:
        return any(o.params.get("how") == "integrity" for o in offered(s))

    assert spends(mission())
    assert not spends(ship(mission(), integrity="lost"))
    assert not spends(act(mission(), "end_mission", result="failure").state)


def test_a_player_without_a_member_reads_whom_nobody_plays() -> None:
    """Such a player may bring a member. A player with one only reads that Bo has no player."""
    s = crew(mission(), "bo", player="")
    newcomer = Seat("zoe", "crew")
    assert "bring_crew" in {o.action for o in offered(s, newcomer)}
    assert "bring_crew" not in {o.action for o in offered(s)}
    assert "Played by: nobody yet" in text(s)


def test_an_expert_without_a_field_is_reminded() -> None:
    """The field can be named on one's own sheet."""
    s = crew(mission(), qualities=("Expert",))
    assert "Expert (no field named yet)" in text(s)
    assert "name_field" in {offer.action for offer in offered(s)}
    assert "Expert (hacking)" in text(crew(s, expertise="hacking"))


def test_destroyed_modules_say_whether_they_work() -> None:
    """Passive ones do. Uses are counted."""
    s = module(module(mission(), "2", destroyed=True), "4", destroyed=True)
    assert "#2 AFTERBURNERS (specialised, NAV, destroyed)" in text(s)
    assert "#4 MEDBAYS (passive, destroyed but working)" in text(s)
    assert "#3 MICROJUMP (additional, 3 of 3 uses left)" in text(s)


@pytest.mark.parametrize(
    ("broken", "cites"),
    [
        (ship(mission(), cpu=4), "core.dice"),
        (ship(mission(), cpu=5, hul=-1, nav=0), "ship.core.slot-cap"),
        (ship(mission(), modules=()), "module.slots"),
        (ship(mission(), focus=4), "focus.cap"),
        (crew(mission(), focus=7), "focus.cap"),
        (crew(mission(), focus=-1), "focus.cap"),
        (crew(mission(), vitality=4), "crew.vitality.max"),
        (crew(mission(), qualities=("Expert", "Forceful", "Defender")), "adv.upgrade.limit"),
        (crew(mission(), player="ben"), "role.crew"),
    ],
    ids=str,
)
def test_limits_name_what_is_broken(broken: Mission, cites: str) -> None:
    """Each limit reports a value set by hand that no rule would reach."""
    assert cites in [limit.cites for limit in GAME.limits if limit.broken(broken)]
    assert [limit.broken(mission()) for limit in GAME.limits] == [None] * len(GAME.limits)


@pytest.mark.exercises("core.dice", "ship.core.slot-cap", "crew.vitality.max", "adv.upgrade.limit")
@pytest.mark.parametrize(
    "state",
    [
        ship(mission(), cpu=4, hul=0, nav=0),
        ship(mission(), cpu=0, hul=4, nav=0),
        ship(mission(), focus=3),
        crew(mission(), focus=3),
        crew(mission(), focus=6),
        crew(mission(), vitality=0),
        crew(mission(), vitality=2),
        crew(mission(), qualities=("Expert", "Forceful"), suit=("Auxiliary Arm", "Oversized Systems")),
        crew(mission(), qualities=("Expert",)),
    ],
    ids=str,
)
def test_no_limit_is_broken_where_it_is_only_reached(state: Mission) -> None:
    """All dice in one system, no Vitality left, two upgrades of each list, the most tokens."""
    assert [limit.broken(state) for limit in GAME.limits] == [None] * len(GAME.limits)


def test_what_cards_will_do_is_the_wayfinders_to_know() -> None:
    """A player's view of the state has no effects of cards."""
    s = act(mission(), "lay_out", what="Looking for survivors").state
    opened = act(s, "change_deck", deck="looking-for-survivors", knowledge="open").state
    brings = [[card.brings for card in GAME.visible_state(opened, seat).kit.decks[0].cards] for seat in (WAY, ANN)]
    assert all(brings[0])
    assert not any(brings[1])
