"""Offers of help: who may be helped, by how many, and whose offer goes when."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.foremost import foremost
from tablewright.games.veil_runners_classic.state import Run
from tablewright.rules import Refused, Viewer

from .table import act, ready

PEOPLE = ("lars", "sable", "pike")


def offering(s: Run, *pairs: tuple[str, str]) -> Run:
    """The table after these offers of help, each from one to another."""
    for who, to in pairs:
        s = act(s, "offer_help", who=who, to=to).s
    return s


def offers(s: Run) -> set[tuple[str, str]]:
    return {(offer.id, offer.to) for offer in s.offers}


@pytest.mark.exercises("roll.help")
@pytest.mark.parametrize("who", PEOPLE)
def test_anybody_else_may_be_helped(who: str) -> None:
    """All aboard but oneself."""
    (field,) = [f for f in GAME.action("offer_help").fields if f.name == "to"]
    found = field.picks(ready(), {"who": who})
    assert found is not None
    assert {pick.value for pick in found} == {*PEOPLE} - {who}


@pytest.mark.exercises("roll.help")
@pytest.mark.parametrize("gone", PEOPLE)
def test_only_ones_own_offer_is_taken_back(gone: str) -> None:
    """The others' stay."""
    s = offering(ready(), ("lars", "sable"), ("sable", "pike"), ("pike", "lars"))
    assert offers(act(s, "withdraw_help", who=gone).s) == {o for o in offers(s) if o[0] != gone}


@pytest.mark.exercises("roll.help")
def test_another_offer_takes_the_place_of_the_first() -> None:
    """Sable turns to Pike. Offers of Lars and Pike stay."""
    s = offering(ready(), ("lars", "pike"), ("sable", "lars"), ("pike", "lars"), ("sable", "pike"))
    assert offers(s) == {("lars", "pike"), ("pike", "lars"), ("sable", "pike")}


@pytest.mark.exercises("roll.help")
def test_helpers_are_counted_for_each_roll_by_itself() -> None:
    """With at most one helper, a second for the same roll is refused, and one for another roll is not."""
    s = ready(rulings={"most_helpers": 1})
    for first, second in ((("pike", "sable"), ("sable", "lars")), (("pike", "lars"), ("lars", "sable"))):
        assert offers(offering(s, first, second)) == {first, second}
    with pytest.raises(Refused, match="At most 1 may help"):
        offering(s, ("sable", "lars"), ("pike", "lars"))


@pytest.mark.exercises("roll.help", "engineering.success")
@pytest.mark.parametrize("who", ["lars", "sable"])
def test_help_for_a_success_that_is_bought_goes_and_help_for_others_stays(who: str) -> None:
    """An overload needs no help."""
    s = offering(ready(), ("pike", who), (who, "pike"))
    other = offering(ready(), ("pike", "sable" if who == "lars" else "lars"))
    assert offers(act(s, "overload", who=who, on="shields").s) == {(who, "pike")}
    assert offers(act(other, "overload", who=who, on="shields").s) == offers(other)


@pytest.mark.exercises("roll.help")
@pytest.mark.parametrize("who", PEOPLE)
def test_help_for_a_roll_goes_with_it_and_help_for_others_stays(who: str) -> None:
    """The help for this roll is used up. Offers to the two others wait for their rolls."""
    one, other = (person for person in PEOPLE if person != who)
    s = offering(ready((2, 2, 1), 1), (one, who), (who, other))
    assert offers(act(s, "personal_roll", who=who, thrown=[[1, 1, 1], [1]]).s) == {(who, other)}
    turned = offering(ready((2, 2, 1), 1), (one, other), (other, one))
    assert offers(act(turned, "personal_roll", who=who, thrown=[[1, 1, 1]]).s) == offers(turned)


@pytest.mark.exercises("roll.help")
@pytest.mark.parametrize("aboard", [1, 2, 3])
def test_help_is_called_for_where_there_is_somebody_to_help(aboard: int) -> None:
    """Not of the only one aboard."""
    s = ready((2, 2, 1), 1)
    eyes = Viewer("ann", "crew", plays=frozenset(["lars"]))
    called = [offer.action for offer in foremost(s.but(crew=s.crew[:aboard]), eyes)]
    assert "personal_roll" in called
    assert ("offer_help" in called) == (aboard > 1)
