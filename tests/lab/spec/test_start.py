"""Where a scenario begins: nowhere that its game never is, with nobody twice, and with nothing that does not matter."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tablewright import lab
from tablewright.catalog.installed import find_game
from tablewright.lab.spec.run_spec import make_spec
from tablewright.lab.spec.start import prepare, settable_values
from tablewright.rules.errors import Refused

DRAGON = {"id": "dragon", "name": "Dragon", "hp": 12, "full": 12, "pocket": 4, "evade": 7, "limit": 9}


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
def test_a_start_that_the_game_never_comes_to_is_refused(settings: Any, says: str, alone: lab.WorkOptions) -> None:
    """With the game's own sentence, and the rule it rests on; in a sweep, too."""
    with pytest.raises(Refused, match=f"Moonveil does not allow this start: .*{says}"):
        lab.run("moonveil", "party", settings=settings, by="bulk", plays=1, work=alone)
    over = {name: [value] for name, value in settings.items()}
    with pytest.raises(Refused, match=says):
        lab.sweep("moonveil", "party", over, by="bulk", plays=1, work=alone)


def test_what_fits_together_is_no_impossible_start(alone: lab.WorkOptions) -> None:
    """All that was set is looked at together; and a table that has come to something goes on from it."""
    tough: Any = {"seekers.ilse.hp": 40, "seekers.ilse.full": 40}
    assert lab.run("moonveil", "party", settings=tough, by="bulk", plays=5, work=alone).size == 5
    game = find_game("moonveil").game
    party = game.scenario("party")
    start = party.start(game.rulings(), **party.form.read({}))
    hand = start.but(seekers=tuple(seeker.but(hp=90) for seeker in start.seekers))
    assert lab.run("moonveil", "party", state=hand, by="bulk", plays=5, work=alone).size == 5


def test_the_word_of_a_path_that_is_wrong_is_the_one_that_is_told(alone: lab.WorkOptions) -> None:
    """Not a field that looks a little like the whole of it."""
    with pytest.raises(Refused, match=r"called 'foe-9'\. Did you mean foe-3"):
        lab.run("moonveil", "party", settings={"enemies.foe-9.hp": 3}, work=alone)


def test_what_is_set_and_swept_is_refused(fork: str, alone: lab.WorkOptions) -> None:
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


def test_plays_that_are_not_needed_are_said_to_be(fork: str, alone: lab.WorkOptions) -> None:
    """Where it is counted exactly, whoever asked for plays or an error hears it."""
    assert "plays and an error are for sampling" in lab.run(fork, "road", plays=300, work=alone).note
    assert "plays and an error are for sampling" in lab.run(fork, "road", error=0.002, work=alone).note
    assert lab.run(fork, "road", work=alone).note == ""


@pytest.mark.parametrize("by", ["", "bulk"])
def test_a_value_that_nobody_reads_is_said_to_change_nothing(by: Any, fork: str, alone: lab.WorkOptions) -> None:
    """By the same numbers the same comes of it without; what matters is not said to be idle."""
    for name, value, is_idle in (("round", 5, True), ("seekers.seeker.coin", 9, True), ("seekers.seeker.hp", 2, False)):
        found = lab.run("moonveil", "duel", settings={name: value}, by=by, plays=100, work=alone)
        assert (f"Without {name}, 50 plays by the same numbers" in found.note) is is_idle


@pytest.mark.parametrize("said", [json.dumps([DRAGON, DRAGON]), [DRAGON, DRAGON]])
def test_two_of_one_id_are_refused_by_it(said: Any, alone: lab.WorkOptions) -> None:
    """They would be counted as one, whether they are set by path or come with a state."""
    with pytest.raises(Refused, match="enemies names 'dragon' twice: each needs an id of its own"):
        lab.run("moonveil", "duel", settings={"enemies": said}, work=alone)
    game = find_game("moonveil").game
    party = game.scenario("party")
    start = party.start(game.rulings(), **party.form.read({}))
    twins = start.but(seekers=(start.seekers[0], start.seekers[0]))
    with pytest.raises(Refused, match="seekers names 'ilse' twice"):
        lab.run("moonveil", "party", state=twins, work=alone)


def test_what_is_listed_of_a_start_can_be_typed_back() -> None:
    """Every value of every scenario's start, in the words it is shown in, makes the same start."""
    for name in ("moonveil", "veil-runners", "veil-runners-classic", "venus-engine", "veridia"):
        for scenario in find_game(name).game.scenarios:
            begun = prepare(make_spec(name, scenario.name, {}), watched=False)
            own = {field.name for field in scenario.form.fields}
            back = {path: value for path, value in settable_values(begun.start) if path not in own}
            asked = make_spec(name, scenario.name, {"settings": back})
            assert settable_values(prepare(asked, strict=False).start) == settable_values(begun.start), scenario.name


@pytest.mark.parametrize(
    ("path", "said", "says"),
    [
        ("enemies.foe.asleep", "maybe", "enemies.foe.asleep is yes or no, not 'maybe'"),
        ("enemies.foe.weapon", "banana", "Choose from: plain, edged, piercing, heavy, range, tricky"),
        ("enemies.foe.hp", "many", "enemies.foe.hp is a whole number, not 'many'"),
        ("enemies", "{oops", "enemies is no JSON that can be read: at 'oops'"),
        ("enemies", [{**DRAGON, "pokcet": 3}], "value of enemies.dragon called 'pokcet'. Did you mean pocket"),
        ("enemies", [{"id": "dragon"}], "enemies.dragon needs name, hp, full, pocket"),
    ],
)
def test_a_wrong_word_at_a_path_is_answered_with_the_right_ones(
    path: str, said: Any, says: str, alone: lab.WorkOptions
) -> None:
    with pytest.raises(Refused, match=says) as refused:
        lab.run("moonveil", "duel", settings={path: said}, work=alone)
    assert refused.value.field == path


def test_ones_own_people_take_the_path_that_has_the_name_of_a_field(alone: lab.WorkOptions) -> None:
    """What a field takes is for the field; fields set beside it go first, and what it overrules is not claimed."""
    for said in (json.dumps([DRAGON]), [DRAGON]):
        found = lab.run("moonveil", "party", settings={"enemies": said, "seekers": 1}, work=alone)
        assert "Dragon" in found.first
        assert found.params == {"seekers": 1}
    assert len(prepare(make_spec("moonveil", "party", {"settings": {"enemies": "6"}})).start.enemies) == 6
    with pytest.raises(Refused, match="points is a field of duel, and nothing in its start goes by that name"):
        lab.run("veridia", "duel", settings={"points": "[1]"}, work=alone)


def test_one_more_is_added_by_a_path_of_their_own() -> None:
    """Beside those who are there; and what is said of them after that is theirs."""
    foe = {name: value for name, value in DRAGON.items() if name != "id"}
    asked = {"enemies": 2, "enemies.dragon": foe, "enemies.dragon.hp": "9"}
    start = prepare(make_spec("moonveil", "party", {"settings": asked})).start
    assert [(enemy.id, enemy.hp) for enemy in start.enemies][2:] == [("dragon", 9)]


def test_a_field_that_a_path_overrules_is_refused_or_not_claimed(alone: lab.WorkOptions) -> None:
    """An answer about the dragon says nothing of a husk."""
    with pytest.raises(Refused, match=r"enemy=husk changes nothing here: .* set by path \(enemies\)") as refused:
        lab.run("moonveil", "duel", settings={"enemies": [DRAGON], "enemy": "husk"}, work=alone)
    assert refused.value.field == "enemy"
    found = lab.run("moonveil", "duel", settings={"enemies": [DRAGON]}, work=alone)
    assert found.about is not None
    assert set(found.about.fields) == {"arm", "guard", "hp", "pocket"}
    tougher = lab.run("moonveil", "duel", settings={"enemies.foe.hp": 3}, work=alone)
    assert tougher.params["enemy"] == "gutter-imp"


def test_what_is_over_before_it_begins_is_refused(alone: lab.WorkOptions) -> None:
    """Nothing was played: that is no answer."""
    with pytest.raises(Refused, match="A duel is over before it begins: the Seekers win"):
        lab.run("moonveil", "duel", settings={"enemies": "none"}, work=alone)
    game = find_game("moonveil").game
    duel, day = game.scenario("duel"), game.scenario("day")
    other = msgspec.to_builtins(duel.start(game.rulings(), **duel.form.read({})))
    state = msgspec.convert(other, type(day.start(game.rulings(), **day.form.read({}))))
    with pytest.raises(Refused, match="is over before it begins: the day is done"):
        lab.run("moonveil", "day", state=state, work=alone)
    for by in ("", "bulk"):
        how: Any = {"by": by, "plays": 20, "work": alone}
        swept = lab.sweep("moonveil", "party", {"seekers.ilse.hp": [0, 5]}, settings={"seekers": 1}, **how)
        over = [point.trial.found == "over before it begins" for point in swept.points]
        assert over == [True, False], "a point of a sweep says so"


def test_what_has_no_effect_is_refused_by_every_question(alone: lab.WorkOptions) -> None:
    """A ruling that nobody looks at, a policy that is never asked, a field that makes the same start: whether it is
    set, swept, set for a sweep, or compared.
    """
    asked: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("moonveil duel", {"verge": 5}, "The ruling verge changes nothing here: A duel never looks at it"),
        ("veil-runners under-fire", {"policy": "bold"}, "The policy bold changes nothing here: it is asked for no"),
        ("veridia duel", {"points": 2}, "points(=2)? changes nothing here: A duel begins the same"),
    )
    for whose, said, says in asked:
        game, scenario = whose.split()
        how: Any = {"policy": "bold"} if "policy" in said else {"rulings" if "verge" in said else "settings": said}
        with pytest.raises(Refused, match=says):
            lab.run(game, scenario, by="bulk", plays=20, work=alone, **how)
        with pytest.raises(Refused, match=says):
            lab.compare(game, scenario, {}, said, by="bulk", plays=20, work=alone)
        both = {name: [value, *(n for n in (4, 3) if name != "policy")] for name, value in said.items()}
        with pytest.raises(Refused, match=says):
            lab.sweep(game, scenario, both, by="bulk", plays=20, work=alone)
    with pytest.raises(Refused, match="The ruling verge changes nothing here"):
        lab.compare("moonveil", "duel", {"verge": 3}, {"verge": 5}, work=alone)
    with pytest.raises(Refused, match="The ruling verge changes nothing here"):
        lab.sweep("moonveil", "duel", {"hp": [7, 8]}, rulings={"verge": 5}, work=alone)
    with pytest.raises(Refused, match="enemy=husk changes nothing here"):
        lab.sweep("moonveil", "duel", {"hp": [7, 8]}, settings={"enemies": [DRAGON], "enemy": "husk"}, work=alone)


def test_what_has_an_effect_at_some_points_is_swept(alone: lab.WorkOptions) -> None:
    """Where one value gives another its meaning, neither is refused; nor is what is said to be as it is anyway."""
    over = {"better": ["none", "brawl"], "points": [0, 1]}
    assert len(lab.sweep("veridia", "duel", over, by="bulk", plays=20, work=alone).points) == 4
    how: Any = {"settings": {"points": 1, "one": "duelist"}, "by": "bulk", "plays": 20}
    assert len(lab.sweep("veridia", "duel", {"better": ["none", "brawl"]}, work=alone, **how).points) == 2


def test_another_game_is_not_compared(alone: lab.WorkOptions) -> None:
    """Only a copy of the same one."""
    with pytest.raises(Refused, match="Veridia is another game than Moonveil: compare with a copy of its own folder"):
        lab.compare("moonveil", "duel", {}, {"game": "veridia"}, work=alone)


def test_the_words_at_a_path_are_listed(alone: lab.WorkOptions) -> None:
    """All of a choice, yes and no; a number or a text has too many."""
    found = lab.sweep("moonveil", "duel", {"enemies.foe.weapon": "*"}, work=alone)
    assert found.axes["enemies.foe.weapon"] == ["plain", "edged", "piercing", "heavy", "range", "tricky"]
    assert lab.sweep("moonveil", "duel", {"enemies.foe.asleep": "*"}, work=alone).axes == {
        "enemies.foe.asleep": ["no", "yes"]
    }
    with pytest.raises(Refused, match="cannot be listed"):
        lab.sweep("moonveil", "duel", {"enemies.foe.hp": "*"}, work=alone)
    with pytest.raises(Refused, match="neither a field, nor a ruling, nor in its start"):
        lab.sweep("moonveil", "duel", {"enemies.fo.hp": "*"}, work=alone)


def test_values_of_ones_own_enemy_are_turned_by_path(alone: lab.WorkOptions) -> None:
    """One by its path, or all of somebody: numbers, yes and no, choices; what it becomes is what a run with it says."""
    foe = {name: value for name, value in DRAGON.items() if name != "id"}
    how: Any = {"settings": {"enemies": [{"id": "drake", **foe}]}, "work": alone}
    found = lab.sensitivity("moonveil", "duel", names=["enemies.drake.evade", "hp"], **how)
    assert {turned.name for turned in found.turned} == {"enemies.drake.evade", "hp"}
    evade = next(turned for turned in found.turned if turned.name == "enemies.drake.evade")
    assert (evade.usual, set(evade.tried)) == ("7", {"6", "8"})
    easier: Any = {**how["settings"], "enemies.drake.evade": 6}
    assert evade.tried["6"] == lab.run("moonveil", "duel", settings=easier, work=alone).chances["the Seekers win"]
    whole = lab.sensitivity("moonveil", "duel", names=["enemies.drake"], **how)
    names = {turned.name.removeprefix("enemies.drake.") for turned in whole.turned}
    assert {"hp", "evade", "weapon", "asleep"} < names
    assert not names & {"id", "name", "note"}
    assert not whole.left_out
    with pytest.raises(Refused, match=r"neither a field, nor a ruling, nor in its start.*Did you mean drake"):
        lab.sensitivity("moonveil", "duel", names=["enemies.drak.hp"], **how)


def test_what_reckoning_itself_gets_wrong_moves_nothing(alone: lab.WorkOptions) -> None:
    """Where an enemy of a duel stands does not matter: the last digit of a solved figure is no swing."""
    found = lab.sensitivity("moonveil", "duel", names=["enemies.foe.at"], work=alone)
    (turned,) = found.turned
    assert (turned.swing, turned.most()) == (0.0, "none")
