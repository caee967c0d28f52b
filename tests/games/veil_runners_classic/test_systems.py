"""Systems and the ways of remapping their dice."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.remapping_dice import WAYS
from tablewright.games.veil_runners_classic.state import dice_lost, wrong_dice
from tablewright.games.veil_runners_classic.systems import SYSTEM_DICE, SYSTEMS, DiceMap, placements
from tablewright.rules import Refused

from .table import LEDGER, act, ready, systems_of


@pytest.mark.example("systems.names", 0)
def test_three_systems_can_be_rolled() -> None:
    """Telemetry, Engines and Shields, and nothing else."""
    field = next(field for field in GAME.action("systems_roll").fields if field.name == "system")
    assert field.choices(ready()) == SYSTEMS == ("telemetry", "engines", "shields")
    with pytest.raises(Refused, match="Choose from: Telemetry, Engines, Shields"):
        act(ready(), "systems_roll", who="lars", system="weapons")


@pytest.mark.example("systems.dice", 0, 1, 2)
@pytest.mark.parametrize("dice", [(2, 2, 1), (5, 0, 0)])
def test_five_dice_are_shared_out_as_the_crew_likes(dice: tuple[int, int, int]) -> None:
    """Any split of five is legal. Six are refused with their number."""
    telemetry, engines, shields = dice
    assert systems_of(act(ready(), "remap", telemetry=telemetry, engines=engines, shields=shields).s) == dice
    with pytest.raises(Refused, match=r"That is 6 \(3 in Telemetry and 3 in Engines\): share out exactly 5 dice"):
        act(ready(), "remap", telemetry=3, engines=3, shields=0)


def test_the_ship_never_holds_more_than_five_dice() -> None:
    """A sixth die and a negative number break the limit."""
    assert wrong_dice(ready((2, 2, 1))) is None
    assert wrong_dice(ready((1, 0, 0))) is None
    assert "3 in Telemetry" in str(wrong_dice(ready((3, 2, 1))))
    assert wrong_dice(ready((-1, 2, 1))) is not None


@pytest.mark.example("systems.remap", 0)
@pytest.mark.example("remap.downtime.lock", 0)
def test_dice_are_locked_once_a_threat_appears() -> None:
    """The last mapping stays, and remapping is refused with the ways that are left."""
    s = act(ready(), "remap", telemetry=0, engines=1, shields=4).s
    s = act(s, "end_downtime", threat="A missile is inbound.").s
    assert systems_of(s) == (0, 1, 4)
    with pytest.raises(Refused, match=r"locked\. An emergency shunt, or a roll's own shunt"):
        act(s, "remap", telemetry=5, engines=0, shields=0)


@pytest.mark.example("remap.ways", 0)
def test_there_are_three_ways_to_remap() -> None:
    """Downtime, emergency shunt and action shunt, as in the ledger's table."""
    table = LEDGER.tables["remap.ways"].records()
    assert len(WAYS) == 3
    assert [row["way"].lower() for row in table] == list(WAYS)
    assert {"remap", "emergency_shunt", "return_dice"} <= {action.name for action in GAME.actions}


@pytest.mark.example("remap.downtime.when", 0, 1)
def test_downtime_is_when_nothing_presses() -> None:
    """Planning is downtime. A missile ends it, and calm begins it again."""
    s = ready()
    assert s.downtime
    pressed = act(s, "end_downtime", threat="A missile is inbound.")
    assert "A missile is inbound." in pressed.text
    assert not pressed.s.downtime
    calm = act(pressed.s, "begin_downtime").s
    assert calm.downtime
    with pytest.raises(Refused, match="downtime already"):
        act(calm, "begin_downtime")
    with pytest.raises(Refused, match="over already"):
        act(pressed.s, "end_downtime")


@pytest.mark.example("remap.downtime", 0)
def test_every_split_is_within_reach_in_downtime() -> None:
    """Five dice have 21 mappings, and the crew may take each of them."""
    ways = placements(SYSTEM_DICE)
    assert len(set(ways)) == 21
    for way in ways:
        after = act(ready(), "remap", telemetry=way.telemetry, engines=way.engines, shields=way.shields).s
        assert after.ship.dice == way


@pytest.mark.example("remap.downtime.repeat", 0)
def test_remapping_three_times_is_fine() -> None:
    """Within one downtime as often as the crew likes, at no cost."""
    s = ready()
    for telemetry, engines, shields in ((5, 0, 0), (0, 5, 0), (1, 1, 3)):
        s = act(s, "remap", telemetry=telemetry, engines=engines, shields=shields).s
    assert systems_of(s) == (1, 1, 3)
    assert s.ship.engineering


@pytest.mark.example("remap.emergency", 0, 1)
@pytest.mark.example("remap.emergency.cost", 0)
def test_an_emergency_shunt_costs_engineering() -> None:
    """In a fight with the token: any mapping, and the token is gone. Without it: refused."""
    fight = ready((2, 2, 1), downtime=False)
    for way in placements(SYSTEM_DICE):
        shunted = act(fight, "emergency_shunt", telemetry=way.telemetry, engines=way.engines, shields=way.shields).s
        assert shunted.ship.dice == way
        assert not shunted.ship.engineering
    with pytest.raises(Refused, match="costs the engineering token, and the ship has lost it"):
        act(shunted, "emergency_shunt", telemetry=1, engines=1, shields=3)
    with pytest.raises(Refused, match="share out exactly 5 dice"):
        act(fight, "emergency_shunt", telemetry=1, engines=1, shields=1)


@pytest.mark.exercises("remap.emergency.cost")
def test_dice_in_hand_are_not_shunted() -> None:
    """With 2 of 5 dice in hand only the other 3 are remapped. The 2 return by the roll's own shunt."""
    s = ready((2, 2, 1), 1, downtime=False)
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    with pytest.raises(Refused, match="share out exactly 3 dice"):
        act(rolled, "emergency_shunt", telemetry=0, engines=0, shields=5)
    shunted = act(rolled, "emergency_shunt", telemetry=0, engines=0, shields=3).s
    told = act(shunted, "tell_consequence").s
    assert systems_of(act(told, "return_dice", telemetry=2).s) == (2, 0, 3)


def test_dice_in_hand_are_not_lost() -> None:
    """While 2 of 5 are in hand none is missing, and the limit holds."""
    rolled = act(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    assert dice_lost(rolled) == 0
    assert wrong_dice(rolled) is None
    assert wrong_dice(rolled.but(ship=rolled.ship.but(dice=DiceMap(2, 1, 1)))) is not None


def test_downtime_does_not_free_dice_in_hand() -> None:
    """Dice in hand must be returned before any are remapped."""
    rolled = act(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    with pytest.raises(Refused, match="2 dice in hand must be returned first"):
        act(rolled, "remap", telemetry=3, engines=0, shields=0)


def test_a_system_never_holds_fewer_than_no_dice() -> None:
    """Negative dice are refused by the form and by the rule."""
    with pytest.raises(Refused, match="between 0 and 5"):
        act(ready(), "remap", telemetry=-1, engines=3, shields=3)
    with pytest.raises(Refused, match="never fewer"):
        next(GAME.action("remap")(ready(), -1, 3, 3))
    assert DiceMap(0, 0, 0).words() == "no dice"
