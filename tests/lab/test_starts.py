"""Where a scenario begins: nowhere that its game never is, and with nothing that does not matter."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright import lab
from tablewright.kernel.errors import Refused
from tablewright.run.shelf import find


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"seekers.ilse.pocket": 99}, r"the Pocket of Ilse shows 99 \(pocket\.die\)"),
        ({"seekers.ilse.pocket": -5}, "the Pocket of Ilse shows -5"),
        ({"seekers.ilse.hp": 9999}, "Ilse has 9999 of 13 Hit Points"),
        ({"enemies.foe-1.hp": 9999}, "has 9999 of"),
        ({"enemies.foe-1.hp": -3}, r"has -3 Hit Points \(death\.zero\)"),
        ({"enemies.foe-1.evade": -(10**20)}, "has Evade -1000"),
        ({"enemies.foe-1.evade": 11}, "has Evade 11 and Limit 10"),
    ],
)
def test_a_start_that_the_game_never_comes_to_is_refused(settings: Any, says: str, alone: lab.Work) -> None:
    """With the game's own sentence, and the rule it rests on; in a sweep, too."""
    with pytest.raises(Refused, match=f"That is no state of Moonveil: .*{says}"):
        lab.run("moonveil", "party", settings=settings, by="bulk", plays=1, work=alone)
    over = {name: [value] for name, value in settings.items()}
    with pytest.raises(Refused, match=says):
        lab.sweep("moonveil", "party", over, by="bulk", plays=1, work=alone)


def test_what_fits_together_is_no_impossible_start(alone: lab.Work) -> None:
    """All that was set is looked at together; and a table that has come to something goes on from it."""
    tough: Any = {"seekers.ilse.hp": 40, "seekers.ilse.full": 40}
    assert lab.run("moonveil", "party", settings=tough, by="bulk", plays=5, work=alone).size == 5
    game = find("moonveil").game
    party = game.scenario("party")
    start = party.start(game.rulings(), **party.form.read({}))
    hand = start.but(seekers=tuple(seeker.but(hp=90) for seeker in start.seekers))
    assert lab.run("moonveil", "party", state=hand, by="bulk", plays=5, work=alone).size == 5


def test_the_word_of_a_path_that_is_wrong_is_the_one_that_is_told(alone: lab.Work) -> None:
    """Not a field that looks a little like the whole of it."""
    with pytest.raises(Refused, match=r"called 'foe-9'\. Did you mean foe-3"):
        lab.run("moonveil", "party", settings={"enemies.foe-9.hp": 3}, work=alone)


def test_what_is_set_and_swept_is_refused(fork: str, alone: lab.Work) -> None:
    """One of both would be dropped; one thing at a time, it still matters for the others."""
    hows: tuple[Any, ...] = ({"settings": {"long": 4}}, {"settings": {"long": 4}, "each": True})
    for how in hows:
        with pytest.raises(Refused, match="long is set, and it is swept, too"):
            lab.sweep(fork, "road", {"long": "2..3"}, work=alone, **how)
    with pytest.raises(Refused, match="policy is set, and it is swept"):
        lab.sweep(fork, "road", {"policy": "*"}, policy="generous", work=alone)
    with pytest.raises(Refused, match="coins is set, and it is compared"):
        lab.compare(fork, "road", {"coins": 1}, {"coins": 2}, settings={"coins": 3}, work=alone)
    both = lab.sweep(fork, "road", {"long": "2..3", "coins": "1..2"}, each=True, settings={"long": 4}, work=alone)
    assert len(both.points) == 4
    assert lab.compare(fork, "road", {}, {"coins": 2}, settings={"coins": 1}, work=alone).names[1] == "coins=2"


def test_plays_that_are_not_needed_are_said_to_be(fork: str, alone: lab.Work) -> None:
    """Where it is counted exactly, whoever asked for plays or an error hears it."""
    assert "plays and an error are for sampling" in lab.run(fork, "road", plays=300, work=alone).note
    assert "plays and an error are for sampling" in lab.run(fork, "road", error=0.002, work=alone).note
    assert lab.run(fork, "road", work=alone).note == ""


@pytest.mark.parametrize("by", ["", "bulk"])
def test_a_value_that_nobody_reads_is_said_to_change_nothing(by: Any, fork: str, alone: lab.Work) -> None:
    """By the same numbers the same comes of it without; what matters is not said to be idle."""
    for name, value, is_idle in (("round", 5, True), ("seekers.seeker.coin", 9, True), ("seekers.seeker.hp", 2, False)):
        found = lab.run("moonveil", "duel", settings={name: value}, by=by, plays=100, work=alone)
        assert (f"Without {name}, 50 plays by the same numbers" in found.note) is is_idle
