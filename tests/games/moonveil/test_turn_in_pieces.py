"""A turn told in pieces equals the turn told in one go."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from tablewright.engine.markov.chain import build_chain
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.fight import carry_out, fight_on, fight_over, plans, settled, to_act
from tablewright.games.moonveil.people import Pips
from tablewright.games.moonveil.policies import POLICIES
from tablewright.games.moonveil.scenarios import alive
from tablewright.games.moonveil.state import Veil
from tablewright.rules import Choose, Rule, Scenario, rule
from tablewright.solver.budget import Budget
from tablewright.solver.policy_iteration import PolicyIteration


@rule("enc.turn")
def in_one_go(s: Veil) -> Rule[Veil]:
    """The next turn of a fight, whole and with nothing left out before it is over."""
    seeker = to_act(s) if s.fighting and s.phase != "enemies" else None
    if seeker is None:
        return (yield from fight_on(s))
    who = seeker.id
    while s.seeker(who).alive and s.foes:
        options = plans(s, s.seeker(who))
        if len(options) == 1:
            break
        plan = yield from Choose(who, "What now?", options, cites="enc.turn", about=(s, s.seeker(who)))
        if plan == "end":
            break
        s = yield from carry_out(s, who, plan)
    done = s.seeker(who)
    return settled(s.having(done.but(turn=done.turn.but(begun=s.phase, actions=0, moves=0))))


def told(step: Any) -> Scenario:
    return Scenario("fight", "Fight", "A fight.", Veil, step, fight_over, value=alive, between=(0.0, 1.0))


def fickle(ask: Choose[Any]) -> Any:
    """Answers that follow from the question alone, as if drawn from a hat."""
    return ask.options[crc32(f"{ask.question}{ask.options}".encode()) % len(ask.options)]


def fight(name: str, **given: Any) -> Veil:
    start: Veil = GAME.scenario(name).start(GAME.rulings(), **given)
    return start


def weakened(s: Veil, hp: int) -> Veil:
    """The same fight with everyone at the end of their strength."""
    return s.but(
        seekers=tuple(x.but(hp=hp, full=hp) for x in s.seekers), enemies=tuple(x.but(hp=hp, full=hp) for x in s.enemies)
    )


FIGHTS = {
    "a duel": weakened(fight("duel"), 2),
    "a thief and a cloak": weakened(fight("duel", enemy="lantern-thief", arm="tricky", guard="cloak"), 1),
    "two enemies, one after the other": weakened(fight("party", seekers=1, enemies=2, away=0), 1),
}


@pytest.mark.parametrize("policy", [*(POLICIES[name] for name in ("careful", "bold")), fickle])
@pytest.mark.parametrize("start", FIGHTS.values(), ids=FIGHTS.keys())
def test_every_policy_fares_the_same(start: Veil, policy: Any) -> None:
    """Endings, length and what is left: the same, turn by turn."""
    pieces, whole = (build_chain(told(step), start, policy) for step in (fight_on, in_one_go))
    assert pieces.chances() == pytest.approx(whole.chances(), abs=1e-12)
    assert pieces.mean_length() == pytest.approx(whole.mean_length(), abs=1e-9)
    hp = [found.mean_left(lambda s: {"hp": sum(x.hp for x in s.living)}) for found in (pieces, whole)]
    assert hp[0] == pytest.approx(hp[1], abs=1e-9)


def test_the_best_is_the_same() -> None:
    """Best play gains nothing and loses nothing by the pieces."""
    start = weakened(fight("duel", enemy="bell-knight"), 1)
    start = start.but(seekers=tuple(x.but(stats=Pips(dexterity=1)) for x in start.seekers))
    found = []
    for step in (fight_on, in_one_go):
        improver = PolicyIteration(told(step), start, POLICIES["bold"], Budget(), close=1e-4)
        improver.follow(improver.meter.until)
        improver.run()
        assert improver.proven
        found.append(improver.lower)
    assert found[0] == pytest.approx(found[1], abs=2e-4)
    assert 0.01 < found[0] < 0.999
