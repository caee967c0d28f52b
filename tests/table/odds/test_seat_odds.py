"""Odds that answer: what a person reads before they roll, and whose best is meant."""

from __future__ import annotations

import msgspec
import pytest

from tablewright.table import Table, view_from
from tablewright.table.odds.seat_odds import HIDDEN
from tablewright.table.odds.summary import OddsSummary
from tests.example_games.tavern_night import GAME


def inn() -> Table:
    return Table.open(GAME, seed="inn", fair_dice=False)


def groups(found: OddsSummary) -> dict[str, tuple[float, float]]:
    return {group.label: group.chance for group in found.groups}


def test_outcomes_are_grouped_as_a_player_would_say_them() -> None:
    """Two kinds of hit are one group, with what is inside it folded away; best first, adding up to one."""
    table = inn()
    table.edit("kim", "guests.ogre.luck", 0)
    found = view_from(table, "ann").odds("strike", {"whom": "ogre"})
    assert groups(found) == {"hits": pytest.approx((2 / 3, 2 / 3)), "misses": pytest.approx((1 / 3, 1 / 3))}
    assert [name for name, _ in found.groups[0].inside] == ["hit", "graze"]
    assert found.groups[0].tone == "good"


def test_what_it_does_and_what_it_costs_are_said_in_the_games_words() -> None:
    """Pushing turns a graze into a hit, for luck: more harm, and a price with a name."""
    table = inn()
    table.edit("kim", "guests.ogre.luck", 0)
    found = view_from(table, "ann").odds("strike", {"whom": "ogre"})
    (harm,) = [c for c in found.changes if c.whose == "ogre"]
    assert harm.label == "Health"
    assert harm.chance[0] == pytest.approx(2 / 3)
    assert harm.mean == pytest.approx((-1.0, -4 / 3))
    (luck,) = found.costs
    assert (luck.label, luck.whose) == ("Luck", "ada")
    assert luck.mean == pytest.approx((0, -1 / 3))


def test_luck_is_not_burnt_where_it_buys_nothing() -> None:
    """With the same headline and the same harm, the cheaper way is best."""
    table = inn()
    table.edit("kim", "guests.ogre.luck", 0)
    table.edit("kim", "guests.ogre.health", 1)
    assert view_from(table, "ann").odds("strike", {"whom": "ogre"}).costs == ()


def test_the_other_side_plays_for_itself() -> None:
    """The ogre ducks whenever it can: against somebody, best play is minimax, and says so."""
    found = view_from(inn(), "ann").odds("strike", {"whom": "ogre"})
    assert found.how == "minimax"
    assert groups(found) == {"misses": (1, 1)}


def test_a_defenders_best_is_the_defenders() -> None:
    """Whoever is struck at is advised to duck, not to stand still for the one who strikes."""
    table = inn()
    number = view_from(table, "kim").act("strike", {"who": "ogre", "whom": "ada"})
    table.roll("kim", number, "0", [6])
    view_from(table, "kim").answer("no")
    (ask,) = view_from(table, "ann").prompts
    assert ask.question == "Duck, for 1 luck?"
    assert view_from(table, "ann").advice(*ask.place).best == "yes"


def test_a_ruling_has_no_best() -> None:
    """What is fair is the keeper's to say, and no star stands on it."""
    table = inn()
    view_from(table, "ann").act("price")
    view_from(table, "kim").answer("two songs")
    (ask,) = view_from(table, "kim").prompts
    assert view_from(table, "kim").advice(*ask.place).best == ""


def test_what_is_assumed_is_said_beside_the_figure() -> None:
    """The keeper's ruling is taken as it usually falls."""
    assert view_from(inn(), "ann").odds("price").assumed == ("Is that fair? yes",)


def test_a_count_is_a_quantity_and_not_a_list() -> None:
    """Its mean, and at least so many."""
    quantity = view_from(inn(), "ann").odds("pebbles", {"how_many": 10}).quantity
    assert quantity is not None
    assert quantity.unit == "hits"
    assert quantity.mean[0] == pytest.approx(5)
    assert quantity.at_least[0][0] == 1
    assert quantity.at_least[0][1][0] == pytest.approx(1 - 0.5**10)


def test_what_is_too_much_to_count_is_tried_and_said() -> None:
    """Twenty dice lie in 53,130 ways: about so, from a few hundred plays."""
    found = view_from(inn(), "ann").odds("pebbles", {"how_many": 20})
    assert found.quantity is not None
    assert found.quantity.mean[0] == pytest.approx(10, abs=0.8)
    assert "about so" in found.note


def test_what_hangs_on_something_hidden_is_not_counted_from_it() -> None:
    """How hard the stairs are, only the keeper knows; a guest is told that it cannot be known, and nothing else."""
    assert view_from(inn(), "ann").odds("climb") == OddsSummary("Climb the stairs", note=HIDDEN, counted="hidden")
    assert groups(view_from(inn(), "kim").odds("climb", {"who": "bo"}))["up"] == pytest.approx((1 / 3, 1 / 3))
    table = inn()
    table.edit("kim", "trap", 0)
    assert view_from(table, "ann").odds("climb").note == ""


def test_a_secret_answer_counts_as_not_given_in_the_odds_of_others() -> None:
    """Ben has said no or yes: Ann's counsel is the same."""
    found = []
    for said in ("yes", "yes"), ("yes", "no"):
        table = inn()
        table.edit("kim", "guests.ogre.player", "kim")
        view_from(table, "ann").act("vote")
        ask = next(a for a in view_from(table, "kim").prompts if a.asked == ("The ogre",))
        view_from(table, "kim").answer(said[0], *ask.place)
        mine = next(a for a in view_from(table, "ann").prompts if a.is_mine)
        found.append(view_from(table, "ann").advice(*mine.place))
    assert found[0] == found[1]


def test_odds_are_plain_data() -> None:
    """They go to a browser as they are."""
    found = view_from(inn(), "ann").odds("strike", {"whom": "bo"})
    assert msgspec.json.decode(msgspec.json.encode(found), type=OddsSummary) == found
