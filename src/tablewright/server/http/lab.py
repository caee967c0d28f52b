"""The lab over HTTP: what a game can be asked, experiments begun, looked at and shared."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException

from tablewright.catalog import InstalledGame
from tablewright.lab.results import TAKEN, BestPlay, DecisionRow, Provenance, RunResult, ValueSpread, format_worth
from tablewright.lab.spec import BEST, RunOptions, field_choices, make_spec, policies_of, prepare, settable_values
from tablewright.rules import Game, Scenario, to_key
from tablewright.rules.forms import FormField
from tablewright.server.accounts import Account
from tablewright.server.auth import context_of, identify
from tablewright.server.context import ServerContext
from tablewright.server.protocol import (
    AnswerValue,
    BestPlayInfo,
    ChanceFigure,
    DecisionInfo,
    FactInfo,
    FieldInfo,
    GuidelineInfo,
    LabJobBody,
    LabJobInfo,
    NumberFigure,
    QuestionHabit,
    ScenarioInfo,
    StartInfo,
)
from tablewright.server.workers import LabJob, find_job, jobs_of
from tablewright.solver import DecisionHabit

from .games import served_game
from .lab_start import start_from_table

AnyRequest = Request[Any, Any, Any]
ID = re.compile(r"[0-9a-f]{32}")
MAX_SITUATIONS = 12
MAX_POINTS = 200
"""Points of a curve that are sent; of more, those that lie side by side are sent as one."""


def scenario_info(game: Game, scenario: Scenario) -> ScenarioInfo:
    fields = tuple(map(_range, scenario.form.fields))
    policies = tuple(policies_of(game, scenario))
    return ScenarioInfo(
        scenario.name, scenario.title, scenario.doc, fields, policies, from_table=scenario.from_table is not None
    )


def _range(field: FormField) -> FieldInfo:
    return FieldInfo(
        field.name,
        field.param.label or field.name.replace("_", " "),
        field.doc,
        field.kind,
        "" if field.required or field.default == () else to_key(field.word(field.default)),
        _listed(field),
        field.param.min,
        field.param.max,
    )


def _listed(field: FormField) -> tuple[str, ...]:
    """What a field is chosen from, one by one; nothing, if it is typed."""
    if field.many or (field.kind not in ("choice", "bool") and field.param.among is None):
        return ()
    return tuple(dict.fromkeys(map(to_key, field_choices(field) or ())))


def _asked(one: LabJob) -> LabJobBody:
    return LabJobBody(
        one.game, one.scenario, {**_plain(one.settings)}, {**_plain(one.rulings)}, one.policy, one.measures, one.table
    )


def _plain(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: to_key(tuple(value) if isinstance(value, list) else value) for name, value in values.items()}


def lab_job_info(house: ServerContext, one: LabJob) -> LabJobInfo:
    """An experiment as people see it."""
    box = house.games.get(one.game)
    titles = {scenario.name: scenario.title for scenario in box.game.scenarios} if box else {}
    step, why = ("failed", "It was lost with its process: ask again.") if one.lost else (one.step, one.why)
    title = titles.get(one.scenario, one.scenario)
    shown = LabJobInfo(
        one.id, one.game, one.scenario, title, one.asked, step, _asked(one), why, one.field, bool(one.whose)
    )
    if one.best is not None:
        return _bettered(shown, one.best)
    return shown if one.trial is None else _with(shown, one.trial)


def _with(shown: LabJobInfo, trial: RunResult) -> LabJobInfo:
    chances, first = (sorted(of.items(), key=lambda found: -found[1]) for of in (trial.chances, trial.first))
    return msgspec.structs.replace(
        shown,
        found=trial.found,
        exact=trial.exact,
        policy=trial.policy,
        endings=tuple(ChanceFigure(name, p, trial.wide.get(name, 0.0)) for name, p in chances),
        figures=_figures(trial),
        first=tuple(ChanceFigure(name, p, trial.first_wide.get(name, 0.0)) for name, p in first),
        fields=_fields(trial.params, trial.about),
        about=trial.about.said() if trial.about is not None else "",
        note=trial.note,
    )


def _fields(params: dict[str, Any], about: Provenance | None) -> tuple[FactInfo, ...]:
    """What was set, in the fields' own words."""
    said = about.fields if about is not None else {}
    return _facts({name: said.get(name, value) for name, value in params.items()})


def _facts(params: dict[str, Any]) -> tuple[FactInfo, ...]:
    return tuple(FactInfo(name, value) for name, value in _plain(params).items())


def _bettered(shown: LabJobInfo, play: BestPlay) -> LabJobInfo:
    return msgspec.structs.replace(
        shown,
        found="proven" if play.proven else "between two bounds",
        exact=play.proven,
        policy=BEST,
        fields=_fields(play.params, play.about),
        about=play.about.said() if play.about is not None else "",
        note=play.note,
        best=BestPlayInfo(
            play.sentence(),
            play.proven,
            tuple(ChanceFigure(policy.name, policy.value, policy.wide) for policy in play.policies()),
            tuple(map(_taken, play.habits)),
            tuple(_situation(told) for told in play.situations[:MAX_SITUATIONS]),
        ),
    )


def _taken(habit: DecisionHabit) -> QuestionHabit:
    answers = tuple(ChanceFigure(*one) for one in list(habit.taken.items())[:TAKEN])
    lines = tuple(GuidelineInfo(line.when, line.answer, line.share, line.right) for line in habit.rule)
    return QuestionHabit(habit.question, habit.often, answers, lines, habit.costs())


def _situation(told: DecisionRow) -> DecisionInfo:
    ordered = sorted(told.options, key=lambda option: -option.worth)
    options = tuple(AnswerValue(option.words, format_worth(option), option.best) for option in ordered)
    return DecisionInfo(told.question, told.where, told.often, told.loses, options)


def _figures(trial: RunResult) -> tuple[NumberFigure, ...]:
    """How long it takes, unless it is always a single step, and what is left."""
    steps = () if set(trial.lengths) == {1} else (_figure("length in steps", trial.steps),)
    return (*steps, *(_figure(name, one) for name, one in trial.resources.items()))


def _figure(name: str, spread: ValueSpread) -> NumberFigure:
    if spread.average:
        return NumberFigure(name, spread.mean, spread.wide, spread.said(), (), ())
    every = max(1, -(-len(spread.chances) // MAX_POINTS))
    groups = [spread.chances[n : n + every] for n in range(0, len(spread.chances), every)]
    bars = tuple((group[0][0], sum(p for _, p in group)) for group in groups)
    return NumberFigure(name, spread.mean, spread.wide, spread.said(), bars, spread.curve[::every])


def check_may_run(house: ServerContext, person: Account) -> None:
    if not (person.host or house.rules.anyone_begins):
        raise PermissionDeniedException("Only the host tries things out here.")
    house.questions.take(person.id, "questions")


def run_options(request: AnyRequest, box: InstalledGame, data: LabJobBody) -> RunOptions:
    """What is asked, with the table's state it is to begin with, if it is."""
    how = RunOptions(settings=data.settings, rulings=data.rulings, policy=data.policy or None, measures=data.measures)
    if data.table:
        how["state"] = start_from_table(request, box, data.scenario, data.table)
    return how


def start_info(box: InstalledGame, scenario: str, how: RunOptions) -> StartInfo:
    """Where it would begin."""
    begun = prepare(make_spec(box, scenario, how), strict=False, box=box, watched=False)
    rulings = {name: getattr(begun.rulings, name) for name in begun.rulings.__struct_fields__}
    return StartInfo(_facts(rulings), tuple(FactInfo(path, value) for path, value in settable_values(begun.start)))


class LabController(Controller):
    path = "/api/lab"
    tags = ("lab",)

    @get("/games/{game:str}", sync_to_thread=True)
    def scenarios(self, request: AnyRequest, game: str) -> list[ScenarioInfo]:
        """What a game can be asked: its scenarios with their fields, ranges and policies."""
        one = served_game(context_of(request), game).game
        return [scenario_info(one, scenario) for scenario in one.scenarios]

    @post("/trials", status_code=202)
    async def begin(self, request: AnyRequest, data: LabJobBody) -> LabJobInfo:
        """Begins an experiment. It is looked at by its id until it is done; the same asked again is the same."""
        house, person = context_of(request), identify(request).known()
        check_may_run(house, person)
        box = served_game(house, data.game)
        how = run_options(request, box, data)
        return lab_job_info(house, await house.trials.begin(box, data.scenario, how, person.id, data.table))

    @post("/starts", status_code=200)
    async def start(self, request: AnyRequest, data: LabJobBody) -> StartInfo:
        """Where an experiment would begin, value by value: what can be set, and how it is now."""
        house, person = context_of(request), identify(request).known()
        check_may_run(house, person)
        box = served_game(house, data.game)
        return await asyncio.to_thread(start_info, box, data.scenario, run_options(request, box, data))

    @get("/trials")
    async def mine(self, request: AnyRequest) -> list[LabJobInfo]:
        """The experiments of whoever asks, the last first."""
        house, person = context_of(request), identify(request).known()
        return [lab_job_info(house, one) for one in await house.write(lambda store: jobs_of(store, person.id))]

    @get("/trials/{trial:str}")
    async def look(self, request: AnyRequest, trial: str) -> LabJobInfo:
        """An experiment as far as it is, for anybody who has its address; one that tells of a table, for who asked."""
        house, person = context_of(request), identify(request).known()
        one = await house.write(lambda store: find_job(store, trial)) if ID.fullmatch(trial) else None
        if one is None or not one.may_read(person.id):
            raise NotFoundException("There is no such experiment here.")
        return lab_job_info(house, one)

    @delete("/trials/{trial:str}")
    async def stop(self, request: AnyRequest, trial: str) -> None:
        """Stops one's own experiment; what is known of it stays."""
        house, person = context_of(request), identify(request).known()
        mine = await house.write(lambda store: jobs_of(store, person.id))
        if trial not in {one.id for one in mine}:
            raise NotFoundException("There is no such experiment of yours here.")
        await house.trials.stop(trial)
