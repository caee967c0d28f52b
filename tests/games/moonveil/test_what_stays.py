"""Parts of the state an action leaves alone, and notes of a form beside its choices."""

from __future__ import annotations

import pytest

from tablewright.games.moonveil.fight import carry_out
from tablewright.games.moonveil.foremost import allys_turn
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Turn
from tablewright.games.moonveil.picks import arms, in_short, out_of_hand
from tablewright.games.moonveil.places import standing_at
from tablewright.games.moonveil.seeker_creation import first_level
from tablewright.table.seat.seat_view import SeatView

from .seated import seated
from .table import act, fight, foe, item, live, seeker, veil


@pytest.mark.exercises("miracle.dawn-arm", "enc.end")
def test_the_light_of_dawn_arm_ends_wherever_the_weapon_is() -> None:
    """On the ground too."""
    dawn = item("edged").but(dawn=True)
    ended = act(fight(seeker(), floor=(dawn,)), "end_encounter").state
    assert [thing.dawn for thing in ended.floor] == [False]


@pytest.mark.exercises("weapon.bomb")
def test_a_bomb_is_used_up_and_nothing_else() -> None:
    """All other things stay in the pack."""
    things = (item("thing", "amulet"), item("bomb", "bomb"), item("thing", "rope"))
    s = veil(seeker(items=things))
    thrown = act(
        s, "throw_bomb", who="hero", bomb="bomb", at=2, dice=[(1, 1, 1)], answers=["3d6", "yes, that is everyone"]
    )
    assert [thing.id for thing in thrown.hero.items] == ["amulet", "rope"]


@pytest.mark.exercises("move.measure", "obst.pass")
def test_who_has_moved_must_be_passed_again_and_nobody_else() -> None:
    """Of three that were passed two stay so."""
    foes = tuple(foe(id) for id in ("ant", "bee", "cow"))
    s = fight(seeker(past=("ant", "bee", "cow")), *foes)
    assert standing_at(s, foes[1], 1).seekers[0].past == ("ant", "cow")


@pytest.mark.exercises("enc.turn")
def test_moves_are_spent_one_by_one() -> None:
    """Extra Moves given by hand are spent one by one too."""
    s = fight(seeker(turn=Turn(True, "", 1, 4)), foe(at=5))
    for left in (3, 2, 1, 0):
        s = act(s, "move", who="hero").state
        assert s.seekers[0].turn.moves == left


@pytest.mark.exercises("death.new")
def test_only_ones_own_dead_pass_on_their_level() -> None:
    """A table may let a new Seeker begin at the level of their player's dead one."""
    s = veil(
        seeker("mine", player="ann", hp=0, level=3),
        seeker("theirs", player="bob", hp=0, level=5),
        rulings=MoonveilRulings(replacement="same level"),
    )
    assert [first_level(s, who) for who in ("ann", "bob", "cy")] == [3, 5, 1]


@pytest.mark.exercises("death.zero")
@pytest.mark.parametrize(("hp", "alive"), [(1, True), (0, False), (-1, False)])
def test_at_nothing_or_less_an_enemy_is_down(hp: int, alive: bool) -> None:
    """However it came there: by a blow, or by hand."""
    assert foe(hp=hp).alive is alive


@pytest.mark.exercises("rest.hp.optional")
def test_a_rest_is_taken_or_what_one_has_is_kept() -> None:
    """The question says which is which."""
    s = veil(seeker(hp=4), moon_on=False)
    asked = act(s, "rest", dice=[6], answers=["4"]).asked[-1]
    assert [option.label for option in asked.options] == ["keep 4", "take 12"]


@pytest.mark.parametrize(("at", "to"), [(0, 1), (4, 3)])
def test_closing_in_goes_towards_the_nearest_enemy(at: int, to: int) -> None:
    """Ahead or back."""
    s = fight(seeker(at=at), foe(at=2))
    assert live(lambda: carry_out(s, "hero", "close in")).hero.at == to


def test_an_attack_lists_ones_own_weapons() -> None:
    """Bare hands are always listed. Until a Seeker is named, the weapons of all are."""
    s = fight(seeker("ada", "edged", "helmet"), seeker("bo", "heavy"))
    assert [pick.value for pick in arms(s, {"who": "bo"})] == [None, "heavy"]
    assert [pick.value for pick in arms(s, {})] == [None, "edged", "heavy"]


def test_who_is_too_far_for_a_hand_is_told_who_is_not() -> None:
    """The refusal lists enemies nearby by name, or says that there are none."""
    near = fight(seeker(), foe("imp"), foe("ogre", at=1))
    assert out_of_hand(near, near.seekers[0]) == "Stagger needs a target at 0 Moves. Nearby: Imp."
    far = fight(seeker(), foe("ogre", at=1))
    assert out_of_hand(far, far.seekers[0]) == "Stagger needs a target at 0 Moves. Nearby: nobody."


def test_how_far_an_enemy_is_is_said_in_a_fight() -> None:
    """The viewer sees the distance. Outside a fight places mean nothing."""
    s = fight(seeker(), foe(at=2))
    assert in_short(s, s.enemies[0], s.seekers[0]) == "20 of 20 HP, Defense 7, 2 Moves away"
    assert in_short(s, s.enemies[0], None) == "20 of 20 HP, Defense 7"
    assert in_short(s.but(round=0), s.enemies[0], s.seekers[0]) == "20 of 20 HP, Defense 7"


@pytest.mark.parametrize(
    ("kinds", "titles"),
    [
        ((), ["Attack with bare hands"]),
        (("edged",), ["Attack with Thing"]),
        (("range",), ["Attack with Thing"]),
        (("range", "edged"), ["Attack with Thing", "Attack with Thing"]),
    ],
)
def test_what_one_has_at_hand_is_offered(kinds: tuple[str, ...], titles: list[str]) -> None:
    """Bow and blade are offered separately, bare hands where there is neither."""
    s = fight(seeker("hero", *kinds), foe())  # type: ignore[arg-type]
    offers = [offer for offer in SeatView(seated(s), "p-hero").suggestions if offer.action == "attack"]
    assert [offer.title for offer in offers] == titles


@pytest.mark.exercises("special.exploration", "footing.exploration")
def test_it_is_told_that_there_is_no_time_where_there_is_none() -> None:
    """Without time nothing is rolled. With time the log does not mention it."""
    s = veil(seeker(pocket=3))
    refused = act(s, "footing", who="hero", answers=["no"])
    assert refused.text.endswith("There is no time for Footing now.")
    assert refused.hero.pocket == 3
    granted = act(s, "footing", who="hero", dice=[5], answers=["yes"])
    assert "no time" not in granted.text
    assert granted.hero.pocket == 5


def test_what_an_ally_could_do_is_offered_by_name() -> None:
    """The first two actions are offered, with or without titles."""
    s = fight(seeker("oswin", player="", npc=True), foe())
    assert [offer.title for offer in allys_turn(s, s.seekers[0])] == ["Oswin: Attack with bare hands", "Oswin: Move"]
