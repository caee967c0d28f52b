"""Finds the best play of a scenario: solved where trees can be grown in the time there is; where even a shipped policy
cannot be followed to every end, sampled, and said so.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from typing import Any, Literal

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.engine.exact import SharedTrees
from tablewright.engine.sampling import ScenarioPlayer
from tablewright.lab.results import BestPlay, DecisionRow, Provenance, ShippedPolicy, half_width, observed_range
from tablewright.lab.spec import BEST, RunOptions, RunSpec, StateFacts, game_of_spec, make_spec, prepare
from tablewright.rules import Game, Refused, Scenario
from tablewright.rules.effects import Policy
from tablewright.solver import CLOSE, Budget, PolicyIteration, SimultaneousChoice, load_chain, load_sparse

from .rules_of_thumb import SEEN, RulesOfThumb

SECONDS = 45.0
MEGABYTES = 2_000.0
GLANCE = 0.06
"""The part of the time in which the shipped policies are tried, to begin with the best of them."""
FOLLOWING = 0.4
"""The part of the time in which that one is followed to every end."""
WEIGHING = 0.15
"""The part of the time that is kept for weighing them all, and for what was met and left aside."""
TELLING = 0.1
"""The part of the time that is kept for rules of thumb."""
SAMPLING = 0.6
"""The part of what is left that goes into sampling them, where none can be followed."""
FEWEST = 60
"""Plays sampled of a policy, at least."""
FIRST_OPTION = "first option"
"""Nobody spends anything: what every choice comes to if no policy decides."""
TOLD, ALIKE = 8, 3
"""Situations told in all, and of one question."""


def best(
    game: str | InstalledGame,
    name: str,
    settings: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    state: Any = None,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    close: float = CLOSE,
    full: bool = False,
) -> BestPlay:
    """The best play of a scenario, as well as it can be found in so many seconds and megabytes: from its own start with
    fields, rulings or any value by path set (`{"crew.ada.focus": 2}`), or from the `state` of a table.

    Bounds that are as `close` as that have met. `full` opens everything, and not what matters most: sometimes that is
    sooner, and it gives no good answer on the way.
    """
    how = RunOptions(settings=settings or {}, rulings=rulings or {}, state=state, policy=BEST)
    box = game if isinstance(game, InstalledGame) else None
    return best_of(make_spec(game, name, how), seconds, megabytes, close=close, full=full, box=box)


def best_of(
    q: RunSpec,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    *,
    close: float = CLOSE,
    full: bool = False,
    box: InstalledGame | None = None,
) -> BestPlay:
    """The same for a question, whatever policy it names."""
    if not all(isinstance(much, int | float) and 0 < much < inf for much in (seconds, megabytes)):
        raise Refused("Best play takes some time and some memory: give it more than none, and not without end.")
    load_sparse()  # loading it is no part of the time
    box = box or game_of_spec(q.game)
    game, scenario = box.game, box.game.scenario(q.scenario)
    if scenario.value is None:
        raise Refused(f"{scenario.title} does not say what an ending is worth, so nothing can be best for it.")
    meter, begun = Budget(seconds, megabytes), prepare(q, box=box, watched=False)
    given, start = begun.fields | begun.placed, begun.start
    about = Provenance.of(q.replace(policy=BEST), begun)
    answer = BestPlay(
        game.name, game.version, q.scenario, scenario.title, given, begun.changed, 0.0, 0.0, 0.0, True, about=about
    )
    if scenario.ending(start) is not None:
        worth = float(scenario.value(start))
        return msgspec.structs.replace(answer, value=worth, lower=worth, upper=worth)
    try:
        with _until_interrupted(meter):
            return _Finding(game, scenario, start, meter, close).answer(answer, full)
    except SimultaneousChoice:
        return _at_once(scenario, start, meter, answer)


@contextmanager
def _until_interrupted(meter: Budget) -> Iterator[None]:
    """Whoever interrupts gets what is known by then; who does so once more gets nothing. Not where interruptions are
    somebody else's business already.
    """
    usual = signal.default_int_handler
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return

    def enough(*_: Any) -> None:
        meter.stop()
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, enough)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _at_once(scenario: Scenario, start: Any, meter: Budget, answer: BestPlay) -> BestPlay:
    """Where both sides choose at once: an equilibrium, found by the chain reader if it is small enough."""
    value: Any = scenario.value
    solved = load_chain().build_chain(scenario, start, best=True)
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
    """Half the 95 % interval of a mean worth; the scenario may say between what it lies."""
    known = between or observed_range(min(worths), max(worths))
    return half_width(len(worths), sum(worths), sum(worth * worth for worth in worths), known)


class _Finding:
    """One search for the best play."""

    def __init__(self, game: Game, scenario: Scenario, start: Any, meter: Budget, close: float) -> None:
        self.game, self.scenario, self.start, self.meter, self.close = game, scenario, start, meter, close
        self.common = SharedTrees()
        self.ships: dict[str, Policy | None] = {FIRST_OPTION: None, **game.policies, **scenario.policies}

    def answer(self, answer: BestPlay, full: bool) -> BestPlay:
        shipped = self._glance()
        first = max(shipped.values(), key=lambda policy: policy.value, default=ShippedPolicy(FIRST_OPTION, 0.0)).name
        improver = self._improver(self.ships[first])
        told: dict[str, Any] = {}
        if self._followed(improver):
            shipped[first] = ShippedPolicy(first, improver.base)
            improver.run("full" if full else "bounds", self.meter.share(1 - WEIGHING - TELLING))
            told = self._told(improver, self.meter.share(TELLING / (WEIGHING + TELLING)))
            self._weigh(shipped, first)
        else:
            improver.run("full" if full else "bounds", self.meter.share(1 - SAMPLING))
            self._sample(shipped)
        places, top = (
            improver.places,
            max(shipped.values(), key=lambda policy: policy.value - policy.wide, default=None),
        )
        answer = msgspec.structs.replace(
            answer,
            value=improver.lower,
            lower=improver.lower,
            upper=improver.upper,
            proven=improver.proven,
            how="minimax" if places.program.against else "best",
            shipped=tuple(sorted(shipped.values(), key=lambda policy: -policy.value)),
            seconds=self.meter.taken,
            places=len(places.keys),
            opened=len(places.opened),
            branches=places.branches,
            note=self._note(improver),
        )
        if top is not None and not improver.proven and top.value - top.wide > improver.lower:
            by: Literal["solved", "sampled"] = "sampled" if top.wide else "solved"
            lower = max(improver.lower, top.value if not top.wide else -inf)
            return msgspec.structs.replace(answer, value=top.value, lower=lower, wide=top.wide, by=by, policy=top.name)
        return msgspec.structs.replace(answer, **(told or self._told(improver, self.meter.until)))

    def _improver(self, policy: Policy | None) -> PolicyIteration:
        return PolicyIteration(self.scenario, self.start, policy, self.meter, close=self.close, common=self.common)

    def _followed(self, improver: PolicyIteration) -> bool:
        """Whether a policy could be followed to every end; given up where ever more lies ahead."""
        if improver.follow(self.meter.share(FOLLOWING / 3)):
            return True
        return improver.places.ahead < len(improver.places.followed) and improver.follow(self.meter.share(FOLLOWING))

    def _glance(self) -> dict[str, ShippedPolicy]:
        """What every shipped policy is worth, roughly; those that do not come to an end are left out."""
        each = GLANCE * self.meter.left() / len(self.ships)
        found = [self._sampled(name, policy, each) for name, policy in self.ships.items()]
        return {policy.name: policy for policy in found if policy is not None}

    def _weigh(self, shipped: dict[str, ShippedPolicy], known: str) -> None:
        """What every shipped policy is worth, exactly where it can be followed to every end in its share of what time
        is left; otherwise by as many plays as fit.
        """
        names = [name for name in shipped if name != known or shipped[name].wide]
        for left, name in zip(range(len(names), 0, -1), names, strict=True):
            improver = self._improver(self.ships[name])
            if improver.follow(self.meter.share(0.5 / left**0.5)):
                shipped[name] = ShippedPolicy(name, improver.base)
            elif self.meter.left() > 0:
                shipped[name] = self._sampled(name, self.ships[name], self.meter.left() / 2 / left) or shipped[name]

    def _sample(self, shipped: dict[str, ShippedPolicy]) -> None:
        """By as many plays as fit: half the time goes to the best, half of what is left to the next, and so on."""
        for name in sorted(shipped, key=lambda name: -shipped[name].value):
            if self.meter.left() > 0:
                shipped[name] = self._sampled(name, self.ships[name], 0.5 * self.meter.left()) or shipped[name]

    def _sampled(self, name: str, policy: Policy | None, seconds: float) -> ShippedPolicy | None:
        """What a policy is worth by sampling; None, if it does not come to an end."""
        value: Any = self.scenario.value
        player = ScenarioPlayer(self.scenario, policy, f"best/{name}")
        by, first, worths = self.meter.soon(seconds), player.place(self.start), list[float]()
        try:
            while len(worths) < FEWEST or self.meter.left(by) > 0:
                worths.append(float(value(player.to_the_end(first)[0].state)))
        except Refused:
            return None
        return ShippedPolicy(name, sum(worths) / len(worths), half_interval(worths, self.scenario.between))

    def _note(self, improver: PolicyIteration) -> str:
        if improver.proven:
            return ""
        if self.meter.full:
            return "There was no memory left to look further."
        if self.meter.stopped:
            return f"Stopped after {self.meter.taken:.0f} seconds."
        return f"There was no time to look further than {self.meter.taken:.0f} seconds."

    def _told(self, improver: PolicyIteration, by: float) -> dict[str, Any]:
        """The policy as a person can read it."""
        telling = RulesOfThumb(improver)
        facts = StateFacts(self.game, [met.state for met in telling.every[:SEEN]] + [self.start])
        kept: dict[Any, DecisionRow] = {}
        asked: Counter[str] = Counter()
        for met in telling.every:
            told = DecisionRow(met.question, facts.of(met.state), met.options, met.often, met.stake)
            same = told.question, told.where, tuple(option.words for option in told.options)
            if same not in kept and asked[met.cites] < ALIKE:
                asked[met.cites] += 1
                kept[same] = told
            if len(kept) == TOLD:
                break
        habits, worth = telling.habits(facts, by)
        return {"habits": habits, "by_rules": worth, "situations": tuple(kept.values())}
