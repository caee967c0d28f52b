"""The lab over HTTP: what a game can be asked, experiments begun, looked at and shared."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException

from tablewright.kernel.field import Field, written
from tablewright.kernel.game import Game
from tablewright.kernel.scenario import Scenario
from tablewright.lab.about import About
from tablewright.lab.best_play import TAKEN, BestPlay, Told, worth
from tablewright.lab.change import choices
from tablewright.lab.question import BEST, How, question
from tablewright.lab.spread import Spread
from tablewright.lab.start import policies_of, ready, settable
from tablewright.lab.trial import Trial
from tablewright.run.matters import Habit
from tablewright.run.shelf import Boxed

from .as_it_stands import as_it_stands
from .experiments import (
    Asked,
    Bettered,
    Experiment,
    Fact,
    Figure,
    Guideline,
    Range,
    ScenarioOf,
    Share,
    Situation,
    Start,
    Taken,
    Weighed,
)
from .games import boxed
from .house import House
from .people import Person
from .trials import Tried, asked_by, find
from .visitor import house_of, visitor_of

AnyRequest = Request[Any, Any, Any]
ID = re.compile(r"[0-9a-f]{32}")
MOST_SITUATIONS = 12
MOST_POINTS = 200
"""Points of a curve that are sent; of more, those that lie side by side are sent as one."""


def scenario_of(game: Game, scenario: Scenario) -> ScenarioOf:
    fields = tuple(map(_range, scenario.form.fields))
    policies = tuple(policies_of(game, scenario))
    return ScenarioOf(
        scenario.name, scenario.title, scenario.doc, fields, policies, from_table=scenario.from_table is not None
    )


def _range(field: Field) -> Range:
    return Range(
        field.name,
        field.param.label or field.name.replace("_", " "),
        field.doc,
        field.kind,
        "" if field.required or field.default == () else written(field.word(field.default)),
        _listed(field),
        field.param.min,
        field.param.max,
    )


def _listed(field: Field) -> tuple[str, ...]:
    """What a field is chosen from, one by one; nothing, if it is typed."""
    if field.many or (field.kind not in ("choice", "bool") and field.param.among is None):
        return ()
    return tuple(dict.fromkeys(map(written, choices(field) or ())))


def _asked(one: Tried) -> Asked:
    return Asked(one.game, one.scenario, _plain(one.settings), _plain(one.rulings), one.policy, one.measures, one.table)


def _plain(values: dict[str, Any]) -> dict[str, str]:
    return {name: written(tuple(value) if isinstance(value, list) else value) for name, value in values.items()}


def experiment(house: House, one: Tried) -> Experiment:
    """An experiment as people see it."""
    box = house.games.get(one.game)
    titles = {scenario.name: scenario.title for scenario in box.game.scenarios} if box else {}
    step, why = ("failed", "It was lost with its process: ask again.") if one.lost else (one.step, one.why)
    title = titles.get(one.scenario, one.scenario)
    shown = Experiment(
        one.id, one.game, one.scenario, title, one.asked, step, _asked(one), why, one.field, bool(one.whose)
    )
    if one.best is not None:
        return _bettered(shown, one.best)
    return shown if one.trial is None else _with(shown, one.trial)


def _with(shown: Experiment, trial: Trial) -> Experiment:
    chances, first = (sorted(of.items(), key=lambda found: -found[1]) for of in (trial.chances, trial.first))
    return msgspec.structs.replace(
        shown,
        found=trial.found,
        exact=trial.exact,
        policy=trial.policy,
        endings=tuple(Share(name, p, trial.wide.get(name, 0.0)) for name, p in chances),
        figures=_figures(trial),
        first=tuple(Share(name, p, trial.first_wide.get(name, 0.0)) for name, p in first),
        fields=_fields(trial.params, trial.about),
        about=trial.about.said() if trial.about is not None else "",
        note=trial.note,
    )


def _fields(params: dict[str, Any], about: About | None) -> tuple[Fact, ...]:
    """What was set, in the fields' own words."""
    said = about.fields if about is not None else {}
    return _facts({name: said.get(name, value) for name, value in params.items()})


def _facts(params: dict[str, Any]) -> tuple[Fact, ...]:
    return tuple(Fact(name, value) for name, value in _plain(params).items())


def _bettered(shown: Experiment, play: BestPlay) -> Experiment:
    return msgspec.structs.replace(
        shown,
        found="proven" if play.proven else "between two bounds",
        exact=play.proven,
        policy=BEST,
        fields=_fields(play.params, play.about),
        about=play.about.said() if play.about is not None else "",
        note=play.note,
        best=Bettered(
            play.sentence(),
            play.proven,
            tuple(Share(policy.name, policy.value, policy.wide) for policy in play.policies()),
            tuple(map(_taken, play.habits)),
            tuple(_situation(told) for told in play.situations[:MOST_SITUATIONS]),
        ),
    )


def _taken(habit: Habit) -> Taken:
    answers = tuple(Share(*one) for one in list(habit.taken.items())[:TAKEN])
    lines = tuple(Guideline(line.when, line.answer, line.share, line.right) for line in habit.rule)
    return Taken(habit.question, habit.often, answers, lines, habit.costs())


def _situation(told: Told) -> Situation:
    ordered = sorted(told.options, key=lambda option: -option.worth)
    options = tuple(Weighed(option.words, worth(option), option.best) for option in ordered)
    return Situation(told.question, told.where, told.often, told.loses, options)


def _figures(trial: Trial) -> tuple[Figure, ...]:
    """How long it takes, unless it is always a single step, and what is left."""
    steps = () if set(trial.lengths) == {1} else (_figure("length in steps", trial.steps),)
    return (*steps, *(_figure(name, one) for name, one in trial.resources.items()))


def _figure(name: str, spread: Spread) -> Figure:
    if spread.average:
        return Figure(name, spread.mean, spread.wide, spread.said(), (), ())
    every = max(1, -(-len(spread.chances) // MOST_POINTS))
    groups = [spread.chances[n : n + every] for n in range(0, len(spread.chances), every)]
    bars = tuple((group[0][0], sum(p for _, p in group)) for group in groups)
    return Figure(name, spread.mean, spread.wide, spread.said(), bars, spread.curve[::every])


def may_try(house: House, person: Person) -> None:
    if not (person.host or house.rules.anyone_begins):
        raise PermissionDeniedException("Only the host tries things out here.")
    house.questions.take(person.id, "questions")


def how_of(request: AnyRequest, box: Boxed, data: Asked) -> How:
    """What is asked, with the table's state it is to begin with, if it is."""
    how = How(settings=data.settings, rulings=data.rulings, policy=data.policy or None, measures=data.measures)
    if data.table:
        how["state"] = as_it_stands(request, box, data.scenario, data.table)
    return how


def start_of(box: Boxed, scenario: str, how: How) -> Start:
    """Where it would begin."""
    begun = ready(question(box, scenario, how), strict=False, box=box, watched=False)
    rulings = {name: getattr(begun.rulings, name) for name in begun.rulings.__struct_fields__}
    return Start(_facts(rulings), tuple(Fact(path, value) for path, value in settable(begun.start)))


class Lab(Controller):
    path = "/api/lab"
    tags = ("lab",)

    @get("/games/{game:str}", sync_to_thread=True)
    def scenarios(self, request: AnyRequest, game: str) -> list[ScenarioOf]:
        """What a game can be asked: its scenarios with their fields, ranges and policies."""
        one = boxed(house_of(request), game).game
        return [scenario_of(one, scenario) for scenario in one.scenarios]

    @post("/trials", status_code=202)
    async def begin(self, request: AnyRequest, data: Asked) -> Experiment:
        """Begins an experiment. It is looked at by its id until it is done; the same asked again is the same."""
        house, person = house_of(request), visitor_of(request).known()
        may_try(house, person)
        box = boxed(house, data.game)
        how = how_of(request, box, data)
        return experiment(house, await house.trials.begin(box, data.scenario, how, person.id, data.table))

    @post("/starts", status_code=200)
    async def start(self, request: AnyRequest, data: Asked) -> Start:
        """Where an experiment would begin, value by value: what can be set, and how it is now."""
        house, person = house_of(request), visitor_of(request).known()
        may_try(house, person)
        box = boxed(house, data.game)
        return await asyncio.to_thread(start_of, box, data.scenario, how_of(request, box, data))

    @get("/trials")
    async def mine(self, request: AnyRequest) -> list[Experiment]:
        """The experiments of whoever asks, the last first."""
        house, person = house_of(request), visitor_of(request).known()
        return [experiment(house, one) for one in await house.clerk(lambda store: asked_by(store, person.id))]

    @get("/trials/{trial:str}")
    async def look(self, request: AnyRequest, trial: str) -> Experiment:
        """An experiment as far as it is, for anybody who has its address; one that tells of a table, for who asked."""
        house, person = house_of(request), visitor_of(request).known()
        one = await house.clerk(lambda store: find(store, trial)) if ID.fullmatch(trial) else None
        if one is None or not one.may_read(person.id):
            raise NotFoundException("There is no such experiment here.")
        return experiment(house, one)

    @delete("/trials/{trial:str}")
    async def stop(self, request: AnyRequest, trial: str) -> None:
        """Stops one's own experiment; what is known of it stays."""
        house, person = house_of(request), visitor_of(request).known()
        mine = await house.clerk(lambda store: asked_by(store, person.id))
        if trial not in {one.id for one in mine}:
            raise NotFoundException("There is no such experiment of yours here.")
        await house.trials.stop(trial)
