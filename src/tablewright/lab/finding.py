"""Finds the best play of a scenario: solved where trees can be grown in the time there is; where even a shipped policy
cannot be followed to every end, sampled, and said so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import inf, sqrt
from statistics import pstdev
from typing import Any

import msgspec

from tablewright.kernel.effects import Call
from tablewright.kernel.errors import Faulty, Refused, line_of
from tablewright.kernel.game import Game
from tablewright.kernel.policy import Policy
from tablewright.kernel.scenario import Scenario
from tablewright.run.growing import Common
from tablewright.run.improve import CLOSE, Improver
from tablewright.run.matters import habits, situations
from tablewright.run.meter import Meter
from tablewright.run.plays import Player
from tablewright.run.program import Clashes
from tablewright.run.shelf import Boxed, find
from tablewright.run.solver import chains, solver

from .best_play import BestPlay, Shipped, Told
from .facts import Facts

SECONDS = 45.0
MEGABYTES = 2_000.0
WEIGHING = 0.4
"""The part of the time in which the shipped policies are weighed, at most."""
FOLLOWING = 0.5
"""The part of a policy's time in which it is followed to every end; else it is sampled."""
FEWEST = 100
"""Plays sampled of a policy, at least."""
FREE = "first option"
"""Nobody spends anything: what every choice comes to if no policy decides."""
TOLD, ALIKE = 8, 3
"""Situations told in all, and of one question."""
QUESTIONS = 6
SEEN = 500
"""Situations looked at to find out what tells states apart."""
LAST = 0.15
"""The part of the time kept for what was met and left aside, so that every option told of has a worth."""


def best(
    game: str | Boxed,
    name: str,
    settings: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    close: float = CLOSE,
    full: bool = False,
) -> BestPlay:
    """The best play of a scenario, as well as it can be found in so many seconds and megabytes.

    Bounds that are as `close` as that have met. `full` opens everything, and not what matters most: sometimes that is
    sooner, and it gives no good answer on the way.
    """
    if seconds <= 0 or megabytes <= 0:
        raise Refused("Best play takes some time and some memory: give it more than none.")
    solver()  # loading it is no part of the time
    meter = Meter(seconds, megabytes)
    found = find(game).game if isinstance(game, str) else game.game
    scenario = found.scenario(name)
    if scenario.value is None:
        raise Refused(f"{scenario.title} does not say what an ending is worth, so nothing can be best for it.")
    given = scenario.form.read(settings or {})
    start = begun(found, scenario, given, rulings)
    answer = BestPlay(
        found.name, found.version, name, scenario.title, dict(given), dict(rulings or {}), 0.0, 0.0, 0.0, True
    )
    if scenario.ending(start) is not None:
        worth = float(scenario.value(start))
        return msgspec.structs.replace(answer, value=worth, lower=worth, upper=worth)
    try:
        return _Finding(found, scenario, start, meter, close).answer(answer, full)
    except Clashes:
        return _at_once(scenario, start, meter, answer)


def begun(game: Game, scenario: Scenario, given: Mapping[str, Any], rulings: Mapping[str, Any] | None) -> Any:
    """The first state, under these house rulings."""
    start = scenario.start(game.rule_on(rulings or {}), **given)
    step: Any = scenario.step(start) if scenario.ending(start) is None else None
    if step is not None and not isinstance(step, Call):
        raise Faulty(
            f"{scenario.name} takes its steps by what is no rule: put @rule(...) above it.", line_of(scenario.step)
        )
    return start


def _at_once(scenario: Scenario, start: Any, meter: Meter, answer: BestPlay) -> BestPlay:
    """Where both sides choose at once: an equilibrium, found by the chain reader if it is small enough."""
    value: Any = scenario.value
    solved = chains().chain(scenario, start, best=True)
    worth = solved.mean_left(lambda state: {"worth": float(value(state))})["worth"]
    return msgspec.structs.replace(
        answer,
        value=worth,
        lower=worth,
        upper=worth,
        how=solved.how,
        seconds=meter.taken,
        places=len(solved),
        note="Both sides choose at once: this is an equilibrium, and no policy is told.",
    )


def half_interval(worths: list[float], between: tuple[float, float] | None) -> float:
    """Half the 95 % interval of a mean. As if both the worst and the best had come up twice more (Agresti and Coull):
    who has seen no failure in a hundred plays has not seen that there is none.
    """
    least, most = between or (min(worths), max(worths))
    seen = [*worths, least, least, most, most]
    return 1.96 * pstdev(seen) / sqrt(len(seen))


class _Finding:
    """One search for the best play."""

    def __init__(self, game: Game, scenario: Scenario, start: Any, meter: Meter, close: float) -> None:
        self.game, self.scenario, self.start, self.meter, self.close = game, scenario, start, meter, close
        self.common = Common()
        self.ships: dict[str, Policy | None] = {FREE: None, **game.policies, **scenario.policies}

    def answer(self, answer: BestPlay, full: bool) -> BestPlay:
        shipped, improver = self._weigh()
        top = max(shipped, key=lambda policy: policy.value, default=None)
        if improver is None:
            name = top.name if top is not None else FREE
            improver = self._improver(self.ships[name])
            improver.places.follow(self.meter.share(0.5))
        improver.run("full" if full else "bounds", self.meter.share(1 - LAST))
        places = improver.places
        answer = msgspec.structs.replace(
            answer,
            value=improver.lower,
            lower=improver.lower,
            upper=improver.upper,
            proven=improver.proven,
            how="minimax" if places.program.against else "best",
            shipped=tuple(sorted(shipped, key=lambda policy: -policy.value)),
            seconds=self.meter.taken,
            places=len(places.keys),
            opened=len(places.opened),
            branches=places.branches,
            note=self._note(improver),
        )
        if top is not None and top.wide and not improver.proven and top.value - top.wide > improver.lower:
            return msgspec.structs.replace(answer, value=top.value, wide=top.wide, by="sampled", policy=top.name)
        return self._told(answer, improver)

    def _improver(self, policy: Policy | None) -> Improver:
        return Improver(self.scenario, self.start, policy, self.meter, close=self.close, common=self.common)

    def _weigh(self) -> tuple[list[Shipped], Improver | None]:
        """What every shipped policy is worth, and the best of those that were followed to every end."""
        until = self.meter.share(WEIGHING)
        out: list[Shipped] = []
        best: Improver | None = None
        for left, (name, policy) in zip(range(len(self.ships), 0, -1), self.ships.items(), strict=True):
            mine = self.meter.left(until) / sqrt(left)
            improver = self._improver(policy)
            if improver.follow(self.meter.soon(FOLLOWING * mine)):
                out.append(Shipped(name, improver.base))
                best = improver if best is None or improver.base > best.base else best
            elif (sampled := self._sampled(name, policy, self.meter.left(until) / left / 2)) is not None:
                out.append(sampled)
        tops = max([policy.value - policy.wide for policy in out if policy.wide], default=-inf)
        return out, best if best is not None and best.base >= tops else None

    def _sampled(self, name: str, policy: Policy | None, seconds: float) -> Shipped | None:
        """What a policy is worth by sampling; None, if it does not come to an end."""
        value: Any = self.scenario.value
        player = Player(self.scenario, policy, f"best/{name}")
        by, first, worths = self.meter.soon(seconds), player.place(self.start), list[float]()
        try:
            while len(worths) < FEWEST or self.meter.left(by) > 0:
                worths.append(float(value(player.to_the_end(first)[0].state)))
        except Refused:
            return None
        return Shipped(name, sum(worths) / len(worths), half_interval(worths, self.scenario.between))

    def _note(self, improver: Improver) -> str:
        if improver.proven:
            return ""
        if self.meter.full:
            return "There was no memory left to look further."
        return f"There was no time to look further than {self.meter.taken:.0f} seconds."

    def _told(self, answer: BestPlay, improver: Improver) -> BestPlay:
        """With the policy as a person can read it."""
        every = situations(improver)
        facts = Facts(self.game, [met.state for met in every[:SEEN]] + [self.start])
        kept: dict[Any, Told] = {}
        asked: Counter[str] = Counter()
        for met in every:
            told = Told(met.question, facts.of(met.state), met.options, met.often, met.stake)
            same = told.question, told.where, tuple(option.words for option in told.options)
            if same not in kept and asked[met.cites] < ALIKE:
                asked[met.cites] += 1
                kept[same] = told
            if len(kept) == TOLD:
                break
        return msgspec.structs.replace(answer, habits=tuple(habits(every)[:QUESTIONS]), situations=tuple(kept.values()))
