"""Runs a scenario from any start to its end: the basic question of the lab, of which all others are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.engine.sampling import PlayStatistics, wilson_interval
from tablewright.engine.sampling import simulation as many
from tablewright.lab.cache import AnswerCache
from tablewright.lab.results import FIRST, Provenance, RunResult, ValueSpread
from tablewright.lab.spec import (
    BEST,
    DECIDED,
    ERROR,
    AnyGame,
    By,
    PreparedRun,
    RunOptions,
    RunSpec,
    absent_at_end,
    game_of_spec,
    make_spec,
    over_all_plays,
    prepare,
    prepare_by_reference,
)
from tablewright.rules import NonTerminating, Refused, TooLarge, to_json_value

from .unused_axes import unread_ruling, unused_policy
from .unused_settings import find_unused_settings
from .work_options import WorkOptions, check_options

if TYPE_CHECKING:
    from tablewright.engine.markov import MarkovChain

#: States tried before sampling is the better answer. An explicit chain or best play gets more.
MAX_STATES_TRIED = 50_000
MAX_SAMPLED = 400_000  # plays after which sampling stops at any error
INTERRUPTED_SECONDS = 1.0  # seconds of sampling after an interruption that left no plays
ENDLESS_STEPS = 1_000  # steps after which a play is stopped if it may never end


def run(game: AnyGame, scenario: str, /, *, work: WorkOptions | None = None, **how: Unpack[RunOptions]) -> RunResult:
    """Run a scenario to its end: exactly if its states fit, else by sampling with 95 % intervals.

    Options are those of `RunOptions`. The policy "best" plays for the scenario's value. Settings without any effect are
    refused.
    """
    q = make_spec(game, scenario, how)
    trial = answer_spec(q, check_options(work))
    if trial.by != "chain" or (q.plays is None and q.error == ERROR):
        return trial
    exact = "It is exact: plays and an error are for sampling."
    return msgspec.structs.replace(trial, note=f"{exact} {trial.note}".strip())


def answer_spec(
    q: RunSpec, work: WorkOptions, strict: bool = True, states: int | None = None, branches: int | None = None
) -> RunResult:
    """Answer a question from the cache, or compute the answer and store it."""
    known = _find_cached(q, work, strict, states, branches)
    if known is not None:
        return known
    trial, whole = _compute(q, prepare(q, strict), work, strict, states, branches)
    if whole:
        _store(q, work, trial, strict, states, branches)
    return trial


def answer_specs(asked: Sequence[RunSpec], work: WorkOptions) -> list[RunResult | Refused | None]:
    """Answer many questions, on all cores or machines. Only those missing in the cache are computed.

    An answer that is impossible is its `Refused`; None if work was stopped before it.
    """
    found: list[RunResult | Refused | None] = [_find_cached(q, work, False) for q in asked]
    missing = [i for i, trial in enumerate(found) if trial is None]
    if not missing:
        return found
    for i, trial in zip(missing, work.each(_one, [(asked[i], work.alone()) for i in missing]), strict=False):
        found[i] = trial
        if work.cluster and isinstance(trial, RunResult):
            _store(asked[i], work, trial, False)
    return found


def _one(q: RunSpec, work: WorkOptions) -> RunResult | Refused:
    try:
        found = answer_spec(q, work, strict=False)
    except Refused as refused:
        return Refused(str(refused), refused.field)  # without attributes that another process cannot send
    if work.stopped:
        raise KeyboardInterrupt  # a partial answer is of no use among many
    return found


def _find_cached(q: RunSpec, work: WorkOptions, *more: Any) -> RunResult | None:
    return work.kept.find(_key(q, work.kept, more), RunResult) if work.kept is not None else None


def _store(q: RunSpec, work: WorkOptions, trial: RunResult, *more: Any) -> None:
    if work.kept is not None:
        work.kept.keep(_key(q, work.kept, more), trial)


def _key(q: RunSpec, kept: AnswerCache, more: tuple[Any, ...]) -> str:
    strict, states, branches = (*more, None, None)[:3]
    return kept.key(game_of_spec(q.game), [q, strict, states, branches])


def _compute(
    q: RunSpec, begun: PreparedRun, work: WorkOptions, strict: bool, states: int | None, branches: int | None
) -> tuple[RunResult, bool]:
    """Compute an answer, exactly or by sampling. Returns it and whether it is complete."""
    exact, note, limit = try_exact(q, begun, work, states, branches)
    if exact is not None:
        if strict:
            check_settings_used(q, begun, begun.noticed)
            exact = msgspec.structs.replace(exact, note=f"{exact.note} {_idle(q, begun, work, limit)}".strip())
        return exact, not work.stopped
    tally = _sample(q, begun, work, limit)
    enough = tally.plays >= q.plays if q.plays is not None else _enough(q.error, tally) or tally.plays >= MAX_SAMPLED
    work.stopped = work.stopped or not enough
    if work.stopped:  # too few plays to tell which settings have no effect
        return sampled_result(q, begun, tally, f"{note} Stopped after {tally.plays:,} plays.".strip()), False
    if strict:
        check_settings_used(q, begun, tally.noticed)
        note = f"{note} {_idle(q, begun, work, limit)}".strip()
    return sampled_result(q, begun, tally, note), not work.stopped


def _idle(q: RunSpec, begun: PreparedRun, work: WorkOptions, limit: int | None) -> str:
    """A sentence on settings that may have no effect; empty if somebody interrupts the check."""
    work.say("looking whether anything changes nothing")
    try:
        return find_unused_settings(q, begun, limit)
    except KeyboardInterrupt:
        work.stopped = True
        return ""


def try_exact(
    q: RunSpec, begun: PreparedRun, work: WorkOptions, states: int | None = None, branches: int | None = None
) -> tuple[RunResult | None, str, int | None]:
    """Solve the question exactly, if possible.

    Returns None, the reason, and the limit of steps that sampling needs, if it is not. On Ctrl-C a question that may be
    sampled goes on to a few plays.
    """
    if q.method == "bulk" or q.limit is not None:
        return None, "", q.limit
    if not work.stopped:
        try:
            return _solve(q, begun, work, states, branches)
        except KeyboardInterrupt:
            if work.part or q.method == "chain" or q.policy == BEST:
                raise
            work.stopped = True
    return None, "It was not solved to its end.", ENDLESS_STEPS


def _solve(
    q: RunSpec, begun: PreparedRun, work: WorkOptions, states: int | None, branches: int | None
) -> tuple[RunResult | None, str, int | None]:
    best = q.policy == BEST
    insists = q.method == "chain" or best
    work.say("trying to solve it")
    chains = import_module("tablewright.engine.markov.chain")  # SciPy is imported for solving only
    most = states if states is not None else chains.STATES if insists else MAX_STATES_TRIED
    branches = chains.BRANCHES if branches is None else branches
    try:
        chain = chains.build_chain(
            begun.scenario,
            begun.start,
            begun.policy,
            best=best,
            states=most,
            branches=branches,
            likely=not insists,
            found=lambda many: work.say(f"trying to solve it: {many:,} states"),
        )
        work.say(f"solving it: {len(chain):,} states")
        return exact_result(q, begun, chain), "", None
    except (TooLarge, NonTerminating) as large:
        if best:
            raise TooLarge(f"{large} As much as can be found of it, `lab best {q.game} {q.scenario}` finds.") from None
        if insists:
            raise
        return None, f"{large} So it was sampled.", ENDLESS_STEPS if isinstance(large, NonTerminating) else None


def _sample(q: RunSpec, begun: PreparedRun, work: WorkOptions, limit: int | None) -> PlayStatistics:
    """Sample until enough is known or all plays are done; a few plays after an interruption without any.

    Progress is reported with an estimate of the plays still needed.
    """
    plays = MAX_SAMPLED if q.plays is None else q.plays
    if not work.stopped:
        try:
            return _many(q, begun, work, limit, plays)
        except KeyboardInterrupt:
            if work.part:
                raise
            work.stopped = True
    work.say("stopping: a few plays")
    return many.simulate_for(begun.to_play, INTERRUPTED_SECONDS, most=plays, seed=q.seed, limit=limit)


def _many(q: RunSpec, begun: PreparedRun, work: WorkOptions, limit: int | None, plays: int) -> PlayStatistics:
    work.say("playing it")

    def enough(tally: PlayStatistics) -> bool:
        expected = plays if q.plays is not None else min(MAX_SAMPLED, tally.plays * (tally.widest() / q.error) ** 2)
        work.tell(tally.plays, max(tally.plays, round(expected)))
        return q.plays is None and _enough(q.error, tally)

    with work.executor(-(-plays // many.CHUNK)) as executor:
        find: many.Find = begun.to_play if executor is None else partial(prepare_by_reference, q)
        return many.simulate(find, plays, seed=q.seed, cores=1, executor=executor, limit=limit, enough=enough)


def _enough(error: float, tally: PlayStatistics) -> bool:
    return tally.widest() <= error


def check_settings_used(q: RunSpec, begun: PreparedRun, noticed: set[str]) -> None:
    """Refuse a ruling that was never read, and a policy that decided nothing."""
    for name in q.rulings:
        if name in begun.changed and name not in noticed:
            raise unread_ruling(name, begun.scenario.title)
    if q.policy not in (None, BEST) and DECIDED not in noticed and begun.scenario.ending(begun.start) is None:
        raise unused_policy(str(q.policy), begun.scenario.title)


def exact_result(q: RunSpec, begun: PreparedRun, chain: MarkovChain) -> RunResult:
    """The result of a solved chain."""
    scenario = begun.scenario
    count, value = scenario.count, scenario.value
    left = over_all_plays(chain.left(count), absent_at_end(scenario, begun.start)) if count is not None else {}
    worth = chain.left(lambda s: {"": float(value(s))}) if value is not None else {}
    return RunResult(
        title=scenario.title,
        by="chain",
        policy=q.policy or FIRST,
        params={name: to_json_value(given) for name, given in begun.fields.items()},
        chances=chain.chances(),
        wide={},
        steps=ValueSpread.of(dict(enumerate(chain.lengths()))),
        resources={name: ValueSpread.of(of) for name, of in left.items()},
        size=len(chain),
        how=chain.how,
        worth=ValueSpread.of(worth[""]) if worth else None,
        first=chain.first(scenario.standing) if scenario.standing is not None else {},
        about=Provenance.of(q, begun),
        looked_at=sorted(begun.noticed - {DECIDED}),
        decided=DECIDED in begun.noticed,
    )


def sampled_result(q: RunSpec, begun: PreparedRun, tally: PlayStatistics, note: str) -> RunResult:
    def spread(counts: Mapping[Any, float]) -> ValueSpread:
        seen = round(sum(counts.values()))
        return ValueSpread.of({value: n / seen for value, n in counts.items()}, seen)

    left = over_all_plays(tally.left, absent_at_end(begun.scenario, begun.start), tally.plays)
    return RunResult(
        title=begun.scenario.title,
        by="bulk",
        policy=q.policy or FIRST,
        params={name: to_json_value(given) for name, given in begun.fields.items()},
        chances={name: tally.chance(name)[0] for name in sorted(tally.endings)},
        wide={name: tally.chance(name)[1] for name in sorted(tally.endings)},
        steps=spread(tally.lengths),
        resources={name: spread(counts) for name, counts in left.items()},
        size=tally.plays,
        note=note,
        worth=spread(tally.worth) if tally.worth else None,
        first={name: n / tally.plays for name, n in sorted(tally.first.items())},
        first_wide={name: wilson_interval(n, tally.plays)[1] for name, n in sorted(tally.first.items())},
        about=Provenance.of(q, begun),
        looked_at=sorted(tally.noticed - {DECIDED}),
        decided=DECIDED in tally.noticed,
    )


def run_scenario(
    box: InstalledGame,
    name: str,
    params: Mapping[str, Any],
    *,
    policy: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    by: By = "",
    plays: int = 100_000,
    seed: int = 0,
    cores: int | None = None,
    states: int | None = None,
    branches: int | None = None,
) -> RunResult:
    """Run a scenario for tests and checks: without the cache, and without refusing settings that have no effect."""
    how = RunOptions(settings=params, rulings=rulings or {}, policy=policy, by=by, plays=plays, seed=seed)
    q = make_spec(box, name, how)
    return _compute(q, prepare(q, False, box), WorkOptions(cores, kept=None), False, states, branches)[0]
