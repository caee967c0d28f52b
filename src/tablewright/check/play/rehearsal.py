"""Rehearsals: every action and scenario, run from states met before, with each rule traced."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from tablewright.catalog import InstalledGame, relative_to_folder
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.engine.exact import RuleFactory
from tablewright.engine.live import run_rule
from tablewright.rules import Action, Refused, Scenario, Seat, source_location
from tablewright.rules.effects import Call

from .invariants import FIELDS
from .random_player import RandomPlayer, random_answer, spelled
from .rule_tracer import RuleTrace, declared_code
from .state_types import field_of, find_state_error, first_bad_line

ACTS = 20  # rehearsals of each action, if enough states allow it
STATES = 60
STEPS = 30
MAX_ASKED = 300
OUTCOME = "one outcome an action, in the action itself"
ASKED = "whoever is asked is there"
REMEMBERED = "what rules do can be remembered"
ENDS = "rules come to an end"


class Rehearsal:
    """Runs each action and scenario by itself and notes faults that random play at a table would not show."""

    def __init__(self, box: InstalledGame, notes: FaultCollector, met: list[tuple[Any, str]], seed: int) -> None:
        self.box, self.game, self.notes = box, box.game, notes
        self.rng, self.plays = random.Random(seed), 0
        self.declared = declared_code(box)
        if met:
            self._acts(RandomPlayer(box.game, seed), met)
        for scenario in self.game.scenarios:
            self._run(scenario)

    def _acts(self, player: RandomPlayer, met: list[tuple[Any, str]]) -> None:
        for action in self.game.actions:
            done = 0
            for state, seat in self.rng.sample(met, min(len(met), STATES)):
                if done < ACTS:
                    done += self._act(action, state, player.table.seats[seat], player)

    def findings(self) -> Iterator[Finding]:
        yield self.notes.finding(OUTCOME, f"{self.plays} plays watched")
        for what in (ASKED, REMEMBERED, ENDS, FIELDS):
            yield self.notes.finding(what)

    def _act(self, action: Action[Any], state: Any, seat: Seat, player: RandomPlayer) -> bool:
        """Rehearse an action once. False if it was refused."""
        doing = action.name
        try:
            params = player.params(action, self.game.visible_state(state, seat))
            doing = spelled(action.name, params)
            if action.when and action.when(state):
                return False
            make = partial(action.begin, state, action.read(params, state), seat)
            trace, answers, result = self._play(make)
            self._outcomes(doing, trace)
            self._people(doing, trace, state, player)
            self._remembered(doing, trace, make, answers)
            self._fits(doing, result, lambda: run_rule(make(), answers), self._line(action.fn))
        except Refused:
            return False
        except Exception as error:  # any exception of a game is a finding
            self.notes.raised(doing, error)
        return True

    def _run(self, scenario: Scenario) -> None:
        doing = f"the scenario {scenario.name}"
        try:
            state = scenario.start(self.game.parse_rulings({}), **scenario.form.read({}))
            for _ in range(STEPS):
                if scenario.ending(state) is not None:
                    return
                call: Any = scenario.step(state)
                if not isinstance(call, Call):
                    return  # the check of scenarios reports it
                trace, answers, state = self._play(call.begin)
                self._remembered(doing, trace, call.begin, answers)
        except Refused:
            return
        except Exception as error:
            self.notes.raised(doing, error)

    def _play(self, make: RuleFactory) -> tuple[RuleTrace, Mapping[str, Any], Any]:
        """Play a rule to its end with random answers. Returns its trace, the answers and the result."""
        self.plays += 1
        answers: dict[str, Any] = {}
        while len(answers) <= MAX_ASKED:
            trace = RuleTrace(self.box.path, self.declared)
            progress = run_rule(trace.watch(make()), answers)
            if progress.done:
                return trace, answers, progress.result
            answers |= {q.at: random_answer(q, self.rng) for q in progress.questions}
        raise Refused(f"This goes on after {MAX_ASKED} answers.")

    # Faults that play at a table does not show.

    def _outcomes(self, doing: str, trace: RuleTrace) -> None:
        for line, inside in trace.outcomes:
            if inside:
                text = f"{doing} comes to an Outcome at {line} inside the rule {inside}, which nobody counts"
                self._note(OUTCOME, f"{text}: return it, and yield it in the action itself.", line)
        own = [line for line, inside in trace.outcomes if not inside]
        if len(own) > 1:
            text = f"{doing} yields an Outcome at {own[0]} and another at {own[1]}"
            self._note(OUTCOME, f"{text}: the odds are about one, so tell the other.", own[1])

    def _fits(self, doing: str, result: Any, again: Callable[[], Any], usual: str) -> None:
        wrong = find_state_error(result, self.game.state)
        if wrong:
            line = first_bad_line(again, self.box.path) or usual
            text = f"{doing} at {line} makes a state that is not as declared: {wrong}."
            remedy = "Put in what the field declares, or declare what you put in."
            self.notes.note(FIELDS, f"{text} {remedy}", field_of(wrong), better=True)

    def _people(self, doing: str, trace: RuleTrace, state: Any, player: RandomPlayer) -> None:
        seats = player.table.seats
        roles = {role.name for role in self.game.roles}
        cast = self.game.cast(state)
        known = {*seats, *roles, *cast, *cast.values(), *self.game.names(state), ""}
        for by, question, line in trace.asked:
            for name in by:
                if name not in known:
                    text = f"{doing} asks {name!r} at {line} (“{question}”), who is no seat, role or character"
                    remedy = "the table would wait forever. Name somebody of Game.cast, a seat or a role"
                    self._note(ASKED, f"{text}: {remedy}.", (name, line))

    def _remembered(self, doing: str, trace: RuleTrace, make: RuleFactory, answers: Mapping[str, Any]) -> None:
        for text, line in trace.unhashable:
            self.notes.mark_reported(text, line)
            self._note(REMEMBERED, f"{doing} at {line}: {text}", line)
        for name, line in trace.circles:
            text = f"{doing} at {line}: {name} calls itself with the same arguments before it has ended"
            remedy = "so its odds cannot be counted. Give it a number that falls"
            self._note(ENDS, f"{text}, {remedy}.", line)
        if not trace.readings:
            return
        again = RuleTrace(self.box.path, self.declared)
        run_rule(again.watch(make()), answers)
        for (one, line), (other, _) in zip(trace.readings, again.readings, strict=False):
            if one != other:
                made = self._line(one.step) or line
                text = f"{doing} reads dice at {line} by a Reading that is another each time (made at {made})"
                remedy = "so nothing is ever remembered. Build it at module level, or under functools.cache"
                self._note(REMEMBERED, f"{text}, {remedy}.", made)

    def _note(self, what: str, text: str, key: object) -> None:
        self.notes.note(what, text, key)

    def _line(self, fn: Any) -> str:
        """The author's file and line of a function of the game."""
        file, _, line = source_location(fn).rpartition(":")
        name = relative_to_folder(self.box.path, file)
        return f"{name}:{line}" if name else ""
