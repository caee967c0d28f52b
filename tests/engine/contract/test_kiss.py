"""Mixed dice with allies' dice, one round of rerolls paid from limited sources, a menu, and others who may object."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import Choose, Gather, Outcome, Reading, Roll, Rule, rule
from tablewright.rules.effects.policy import first_free_option

from .readers import agree, live

TARGET = {"bronze": 5, "silver": 4, "gold": 3, "platinum": 2}


@cache
def successes(caliber: str) -> Reading[int]:
    low = TARGET[caliber]
    groups = (tuple(range(low, 7)), tuple(range(1, low)))
    return Reading(0, lambda hits, face, k: hits + k if face >= low else hits, lambda hits, n: hits, groups)


Pool = tuple[tuple[str, str, int], ...]  # whose dice, their caliber, how many


@rule("toy.task")
def task(pool: Pool, lots: int, stunt: bool, threshold: int, peers: tuple[str, ...]) -> Rule[tuple[int, int, bool]]:
    """Successes in the end, Lots spent, and whether the primary consequence was bought."""
    hits = yield from Gather(tuple(Roll(n, 6, successes(caliber), by=who) for who, caliber, n in pool))
    missed = tuple(n - hit for (_, _, n), hit in zip(pool, hits, strict=True))
    plan, paid = yield from kiss_plan(pool, missed, lots, stunt)
    if plan[0] > paid and peers:
        stands = yield from Gather(tuple(Choose(p, "Does the stunt stand?", (True, False)) for p in peers))
        if not all(stands):
            plan = (plan[0] - 1, *plan[1:])
    again = yield from Gather(tuple(Roll(k, 6, successes(c), by=w) for k, (w, c, _) in zip(plan, pool, strict=True)))
    total = sum(hits) + sum(again)
    bought = total >= threshold and (yield from Choose("player", "Buy the primary consequence?", (True, False)))
    return total, paid, bought


@rule("toy.kiss")
def kiss_plan(pool: Pool, missed: tuple[int, ...], lots: int, stunt: bool) -> Rule[tuple[tuple[int, ...], int]]:
    """One round: how many misses of each owner are rerolled, and the Lots that pay; allies' only if they agree."""
    options: dict[tuple[tuple[int, ...], int], int] = {}
    for own in range(missed[0] + 1):
        for allied in {(0,) * (len(pool) - 1), missed[1:]}:
            for free in {0, 1 if stunt and own else 0}:
                paid = own + sum(allied) - free
                if paid <= lots:
                    options.setdefault(((own, *allied), paid), paid)
    ordered = sorted(options, key=lambda o: (o[1], -sum(o[0])))
    plan = yield from Choose("player", "KISS which dice?", tuple(ordered), tuple(cost for _, cost in ordered))
    if any(plan[0][1:]):
        agreed = yield from Gather(tuple(Choose(who, "Reroll your aid?", (True, False)) for who, _, _ in pool[1:]))
        if not all(agreed):
            plan = ((plan[0][0], *(0 for _ in pool[1:])), plan[1] - sum(plan[0][1:]))
    return plan


POOL: Pool = (("player", "bronze", 2), ("ally", "gold", 1))


def as_outcome(pool: Pool, lots: int, stunt: bool) -> Rule[None]:
    total, _, _ = yield from task(pool, lots, stunt, 2, ())
    yield Outcome(total)


def test_spending_nothing_is_the_plain_binomial() -> None:
    """Two bronze dice and a gold one, no kisses: successes of 1/3, 1/3 and 2/3."""
    found = rule_odds(lambda: as_outcome(POOL, 3, False))
    assert found.plain[3] == Fraction(1, 3) ** 2 * Fraction(2, 3)
    assert found.plain[0] == Fraction(2, 3) ** 2 * Fraction(1, 3)


def test_enough_lots_give_every_miss_a_second_chance() -> None:
    """Best play with three Lots: each bronze die succeeds with 5/9, the gold one with 8/9."""
    found = rule_odds(lambda: as_outcome(POOL, 3, False))
    assert found.best[3] == Fraction(5, 9) ** 2 * Fraction(8, 9)


def test_a_stunt_is_one_free_kiss() -> None:
    """Without Lots a stunt rerolls exactly one of the player's own misses."""
    alone: Pool = (("player", "bronze", 2),)
    found = rule_odds(lambda: as_outcome(alone, 0, True))
    hit = Fraction(1, 3)
    by_hits = [comb(2, k) * hit**k * (1 - hit) ** (2 - k) for k in range(3)]
    assert found.best[2] == by_hits[2] + by_hits[1] * hit
    assert found.spent == 0


def test_allies_and_peers_are_asked_together_and_answer_in_any_order() -> None:
    """Both peers' questions are open at once; answering the second first is fine, and one objection is enough."""

    def make() -> Rule[Any]:
        return task((("player", "bronze", 2),), 0, True, 1, ("peer", "fc")).begin()

    answers: dict[str, Any] = {"0.0": [1, 2], "1": "1,0"}
    progress = run_rule(make(), answers)
    assert [(q.at, q.by) for q in progress.questions] == [("2.0", ("peer",)), ("2.1", ("fc",))]
    answers["2.1"] = "no"
    assert [q.at for q in run_rule(make(), answers).questions] == ["2.0"]
    answers["2.0"] = "yes"
    final = run_rule(make(), answers | {"3.0": []})
    assert final.done
    assert final.result == (0, 0, False)


def test_an_ally_who_declines_keeps_their_die() -> None:
    """The plan falls back to the player's own dice, and only those are paid for."""
    result = live(
        lambda: task(POOL, 3, False, 1, ()).begin(),
        [[1, 2], [1], [6, 3], []],
        ["2,1,3", "no", "yes"],
    )
    assert result == (1, 2, True)


def test_the_three_readers_agree() -> None:
    """Under a policy that kisses everything it can and whose peers never object."""

    def eager(ask: Choose[Any]) -> Any:
        return ask.options[-1] if ask.question.startswith("KISS") else first_free_option(ask)

    agree(task(POOL, 2, True, 2, ("fc",)), eager)
