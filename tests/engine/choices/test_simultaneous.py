"""Both sides choose at once: what the exact reader makes of it, and what it says best play is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.choices.sides import choices_of
from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.advice import advise_after, advise_at
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.exact.tree_builder import TreeBuilder
from tablewright.engine.trees.distribution import Distribution
from tablewright.engine.trees.tree import SimultaneousNode, iter_nodes
from tablewright.rules import Call, Choose, Gather, Outcome, Refused, Rule, TooLarge, WriteText, roll, rule
from tablewright.rules.effects.policy import first_free_option

SIDES = (0, 1)
ada, bo = choices_of(("ada",)), choices_of(("bo",))


def side(who: str, options: tuple[int, ...] = SIDES, costs: tuple[int, ...] = ()) -> Choose[int]:
    return Choose(who, "Which?", options, costs, secret=True)


@rule("toy.pennies")
def pennies(*stakes: int) -> Rule[int]:
    """Ada wins if the coins match: so much for heads, so much for tails."""
    mine, theirs = yield from Gather((side("ada"), side("bo")))
    return stakes[mine] if mine == theirs else -1


def worth(call: Call[Any], whose: Any = ada) -> Fraction:
    play = ExactCounter().best(call, lambda won: won, whose)
    return Fraction(play.num, play.den)


def test_neither_knows_what_the_other_chooses() -> None:
    """Asked at once, pennies are even; asked in turn, whoever is asked last would always win."""
    assert worth(pennies(1, 1)) == 0
    assert worth(pennies(1, 1), bo) == 0
    assert ExactCounter().best(pennies(1, 1), lambda won: won).dist == Distribution.sure(1)  # nobody plays against it


@pytest.mark.parametrize("stakes", [(1, 1), (3, 1), (2, 5)])
def test_stakes_are_mixed_by_the_textbook(stakes: tuple[int, int]) -> None:
    """(ad - bc) / (a + d - b - c), in the results' chances too."""
    a, d = stakes
    play = ExactCounter().best(pennies(a, d), lambda won: won, ada)
    assert Fraction(play.num, play.den) == Fraction(a * d - 1, a + d + 2) == play.dist.mean()
    heads = Fraction(d + 1, a + d + 2)  # how often either shows heads
    assert play.dist.chance(lambda won: won > 0) == heads**2 + (1 - heads) ** 2


@rule("toy.turns")
def in_turn() -> Rule[int]:
    """Bo answers to what Ada has shown."""
    mine = yield from side("ada")
    theirs = yield from side("bo")
    return 1 if mine == theirs else -1


@rule("toy.alone")
def alone() -> Rule[int]:
    return (yield from side("ada"))


def test_it_says_what_best_play_is() -> None:
    """An equilibrium where both choose at once, minimax where one knows the other's choice, best where nobody is."""
    exact = ExactCounter()
    assert [exact.how(call, ada) for call in (pennies(1, 1), in_turn(), alone())] == ["equilibrium", "minimax", "best"]
    assert [exact.how(call) for call in (pennies(1, 1), in_turn(), alone())] == ["best"] * 3
    assert worth(in_turn()) == -1


@rule("toy.ours")
def of_one_side() -> Rule[int]:
    """Ada and her friend choose at once, and want the same."""
    picked = yield from Gather((side("ada"), side("cy")))
    return 1 if picked == (1, 0) else 0


def test_those_of_one_side_are_of_one_mind() -> None:
    """Nobody plays against anybody, so there is no clash and they find the one right pair."""
    whose = choices_of(("ada", "cy"))
    forest = TreeBuilder(whose=whose)
    assert not [node for node in iter_nodes(forest.tree(of_one_side())) if isinstance(node, SimultaneousNode)]
    assert worth(of_one_side(), whose) == 1
    assert ExactCounter().how(of_one_side(), whose) == "best"


@rule("toy.three")
def three() -> Rule[int]:
    """Ada wins if she shows what neither of the others shows."""
    mine, *others = yield from Gather((side("ada"), side("bo"), side("cy")))
    return 1 if mine not in others else 0


def test_all_others_play_together() -> None:
    """Against two who have agreed never to show the same, nobody shows what neither shows."""
    assert worth(three()) == 0
    assert worth(three(), choices_of(("ada", "cy"))) == Fraction(1, 2)  # Cy shows the other side, and Bo guesses which


@rule("toy.pick")
def picked(who: str) -> Rule[int]:
    """A card and, where it is a spy, whom to watch: a rule of its own asks."""
    card = yield from Choose(who, "Which card?", ("king", "spy"))
    if card == "king":
        return 0
    return 1 + (yield from Choose(who, "Watch whom?", SIDES))


@rule("toy.court")
def court() -> Rule[int]:
    mine, theirs = yield from Gather((picked("ada"), picked("bo")))
    return 1 if (mine - theirs) % 3 == 1 else -1 if (mine - theirs) % 3 == 2 else 0


def test_rules_asked_together_do_not_know_each_other() -> None:
    """What each side picks in a rule of its own, in two questions, is one of three: rock, paper and scissors."""
    play = ExactCounter().best(court(), lambda won: won, ada)
    assert play.dist == Distribution({0: 1, 1: 1, -1: 1})
    assert ExactCounter().how(court(), ada) == "equilibrium"


@rule("toy.card")
def bluffed(who: str) -> Rule[tuple[int, bool]]:
    """A card only its holder sees, high or low, and whether to raise on it."""
    (card,) = yield from roll(1, 2, by=who, audience=(who,))
    return card, (yield from Choose(who, "Raise?", (False, True)))


@rule("toy.fold")
def held(who: str) -> Rule[bool]:
    return (yield from Choose(who, "Hold?", (False, True)))


@rule("toy.bluff")
def bluff() -> Rule[int]:
    """Ada has a high or a low card and raises or not; Bo, who would hold against a raise or not, sees neither. Without
    a raise the card decides one coin; with one that is held two; one that is not held wins one.
    """
    (card, raised), holds = yield from Gather((bluffed("ada"), held("bo")))
    if raised and not holds:
        return 1
    return (2 if raised else 1) * (1 if card == 2 else -1)


def test_what_a_side_alone_knows_it_may_plan_for() -> None:
    """The simplest poker: Ada always raises high and every third time low, Bo holds two times in three; a third."""
    play = ExactCounter().best(bluff(), lambda won: won, ada)
    assert Fraction(play.num, play.den) == Fraction(1, 3)
    lost_two = Fraction(1, 2) * Fraction(1, 3) * Fraction(2, 3)  # a low card, raised, and held against
    assert play.dist[-2] == lost_two


@rule("toy.priced")
def priced() -> Rule[int]:
    """Matching pennies, where Ada may pay for heads or have them for nothing."""
    mine, theirs = yield from Gather((side("ada", (0, 2, 1), (3, 0, 0)), side("bo")))
    return 1 if mine % 2 == theirs else -1


@rule("toy.settled")
def settled() -> Rule[int]:
    """Ada's paid way is no better; Bo's is worse for her, and costs him one."""
    _, theirs = yield from Gather((side("ada", SIDES, (2, 0)), side("bo", SIDES, (0, 1))))
    return 5 - int(theirs)


@rule("toy.later")
def paid_later() -> Rule[int]:
    """Either side is as good; but who shows heads has a toll to pay afterwards."""
    mine, theirs = yield from Gather((side("ada"), side("bo")))
    if mine == 0:
        yield from Choose("ada", "Pay or pay?", (1, 2), (1, 2))
    return int(theirs)


def test_what_costs_later_is_not_chosen_for_nothing() -> None:
    """Bo shows heads whatever she does, so Ada shows tails and pays nothing."""
    play = ExactCounter().best(paid_later(), lambda won: won, ada)
    assert play.dist == Distribution.sure(0)
    assert play.spent == 0


def test_nothing_is_paid_for_nothing() -> None:
    """Heads for nothing are as good as heads for three; where nothing need be mixed, price decides among equals."""
    assert ExactCounter().best(priced(), lambda won: won, ada).spent == 0
    play = ExactCounter().best(settled(), lambda won: won, ada)
    assert play.dist == Distribution.sure(4)
    assert play.spent == -1


@rule("toy.dice")
def with_dice() -> Rule[int]:
    """Asked with the coins, a die lies there before anybody answers: on a six the pennies need not match."""
    mine, (die,), theirs = yield from Gather((side("ada"), roll(1), side("bo")))
    return 1 if mine == theirs or die == 6 else -1


def test_dice_asked_together_fall_first_and_answers_keep_their_places() -> None:
    """Five times in six the pennies are even; once they need not match."""
    assert worth(with_dice()) == Fraction(1, 6)
    assert ExactCounter(first_free_option).dist(with_dice()) == Distribution.sure(1)


@rule("toy.word")
def with_words() -> Rule[int]:
    """A boast asked with the coins decides nothing."""
    mine, said, theirs = yield from Gather((side("ada"), WriteText("ada", "Boast?", example="Ha!"), side("bo")))
    assert said == "Ha!"
    return 1 if mine == theirs else -1


def test_words_asked_together_change_nothing() -> None:
    """One text stands for all, and the pennies stay even."""
    assert worth(with_words()) == 0


@rule("toy.nested")
def nested() -> Rule[int]:
    """Two asked of Ada together, inside what is asked of both."""
    (mine, more), theirs = yield from Gather((Gather((side("ada"), side("ada"))), side("bo", (0, 1, 2))))
    return 1 if mine + more == theirs else -1


def test_what_is_asked_together_inside_is_one_side_s() -> None:
    """One of three sums is guessed one time in three."""
    assert worth(nested()) == Fraction(1, 3) - Fraction(2, 3)


@rule("toy.both")
def asks_both() -> Rule[int]:
    return (yield from side("ada")) + (yield from side("bo"))


@rule("toy.tangle")
def tangle() -> Rule[int]:
    return sum((yield from Gather((asks_both(), side("bo")))))


def test_a_rule_that_asks_both_sides_beside_another_is_refused() -> None:
    """Who knows what is then not to be told: a sentence, and no guess."""
    with pytest.raises(Refused, match="asks both sides"):
        worth(tangle())


@rule("toy.many")
def many() -> Rule[int]:
    hands = yield from Gather(tuple(side(who, tuple(range(20))) for who in ("ada", "cy", "bo")))
    return sum(hands)


def test_too_many_plans_are_too_large() -> None:
    """Two friends with twenty cards each have four hundred plans against twenty: it is said, not waited for."""
    with pytest.raises(TooLarge, match="Too much can be planned"):
        worth(many(), choices_of(("ada", "cy")))


@rule("toy.bought")
def bought() -> Rule[int]:
    """Ada may pay two to show both sides, which always matches; and one to double what she wins."""
    mine, theirs = yield from Gather((side("ada", (0, 1, 2), (0, 0, 2)), side("bo")))
    won = 1 if mine in (2, theirs) else -1
    again = yield from Choose("ada", "Double it?", (False, True), (0, 1))
    return won * (1 + again)


def test_an_allowance_is_known_to_both() -> None:
    """Without a token pennies are even; with one a win counts double; with two she surely wins, with three twice."""
    plays = ExactCounter().best_within(bought(), lambda won: won, 4, ada)
    assert [Fraction(play.num, play.den) for play in plays] == [0, Fraction(1, 2), 1, 2, 2]
    assert plays[4].spent == 3
    assert Fraction(plays[4].num, plays[4].den) == worth(bought())


@rule("toy.must")
def toll_first() -> Rule[int]:
    mine, theirs = yield from Gather((side("ada", SIDES, (2, 3)), side("bo")))
    return 1 if mine == theirs else -1


def test_what_must_be_paid_is_paid_at_once_too() -> None:
    """Heads are the cheaper of two dear sides: with nothing to spend Ada shows them, and Bo knows it."""
    assert [Fraction(p.num, p.den) for p in ExactCounter().best_within(toll_first(), lambda won: won, 3, ada)] == [
        -1,
        -1,
        -1,
        0,
    ]


def duel() -> Rule[None]:
    """The action: pennies, after a die that may end it."""
    (die,) = yield from roll(1, 2)
    if die == 1:
        yield Outcome(0)
        return
    mine, theirs = yield from Gather((side("ada"), side("bo")))
    yield Outcome(3 if mine == theirs == 0 else 1 if mine == theirs else -1)


def test_odds_reckon_with_foes_and_say_how() -> None:
    """Half the time nothing; otherwise what pennies of three and one are worth, a third; plain, both show heads."""
    found = rule_odds(duel, "Duel", whose=ada, foes=bo)
    assert found.how == found.to_json()["how"] == "equilibrium"
    assert found.worth == Fraction(1, 2) * Fraction(1, 3)
    assert found.plain == Distribution({0: 1, 3: 1})
    assert "equilibrium" in repr(found)
    assert "<th>equilibrium</th>" in found._repr_html_()


def test_without_foes_odds_are_as_they_were() -> None:
    """Who is neither friend nor foe takes the first option, and nobody is played against."""
    found = rule_odds(duel, whose=ada)
    assert found.how == "best"
    assert found.best[3] == Fraction(1, 2)


def answered() -> Rule[None]:
    """Ada chooses, Bo answers, and may spare her."""
    mine = yield from side("ada")
    spared = yield from Choose("bo", "Spare her?", (True, False), (0, 1))
    yield Outcome(mine if spared else mine - 5)


def test_a_foe_is_advised_for_their_own_good() -> None:
    """Bo is advised not to spare Ada, though the action is hers; she is told the odds with that in mind."""
    advice = advise_at(answered, {"0": "1"}, "1", ada, foes=bo)
    assert advice is not None
    assert advice.best == "no"
    mine = advise_at(answered, {}, "0", ada, foes=bo)
    assert mine is not None
    assert {key: odds.best for key, odds in mine.odds.items()} == {
        "0": Distribution.sure(-5),
        "1": Distribution.sure(-4),
    }
    assert mine.odds["1"].how == "minimax"


@pytest.mark.parametrize("answers", [{}, {"1.1": "0"}])
def test_nobody_is_advised_where_both_choose_at_once(answers: dict[str, Any]) -> None:
    """Whether or not Bo has answered in secret: no advice tells Ada what he chose."""
    assert advise_at(duel, {"0": [2], **answers}, "1.0", ada, foes=bo) is None
    with pytest.raises(Refused, match="no single answer is best"):
        advise_after(duel, [[2]], ada, foes=bo)


def test_a_secret_answer_does_not_show_in_advice() -> None:
    """Where nobody is declared a foe, the other's sealed answer counts as not given: their first option is."""
    sealed, open_ = (advise_at(duel, {"0": [2], **given}, "1.0", ada) for given in ({"1.1": "1"}, {}))
    assert sealed is not None
    assert open_ is not None
    assert {k: odds.best for k, odds in sealed.odds.items()} == {k: odds.best for k, odds in open_.odds.items()}
