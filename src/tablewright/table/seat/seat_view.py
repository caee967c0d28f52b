"""The seat: the one door between a table and a person. What they see, may do, are asked and are told, and nothing else.

Everything here is plain data made from what `conceal` leaves for the seat, so that a terminal, a server and a script
show the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from typing import Any, Generic

import msgspec

from tablewright.rules import Action, GameError, Refused, S, Scenario, Seat, Viewer
from tablewright.rules.forms import to_recorded_values
from tablewright.rules.widgets import Offer, Panel
from tablewright.table.core import PlayState, Table, name_index, why_not_now
from tablewright.table.log import ActionTaken, FeedItemView
from tablewright.table.odds import (
    HIDDEN,
    Advice,
    OddsSummary,
    OddsTimeout,
    TimeLimit,
    advise_seat,
    if_knowable,
    odds_for_seat,
    with_names,
)
from tablewright.table.seat.draft import ActionSummary

from .draft import Draft, Values
from .draft_builder import DraftBuilder
from .editable_values import EditableValue, find_values_behind
from .guides import GuideView, UndoPoints, find_guide, open_guides
from .labels import with_players
from .prompts import SeatPrompt, answerable_prompts, find_prompt, own_prompt_paths, seat_prompt
from .quick_actions import (
    ALWAYS_AT_HAND,
    MAX_QUICK_ACTIONS,
    ForecastOption,
    QuickActions,
    forecast_options,
    quick_action,
    scene_offers,
    unique_offers,
)
from .random_step import RandomStepper

MAX_SUGGESTIONS = 8
"""As many actions as a moment may call for."""


RULE_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, MemoryError)
"""Raised by the rules of a game that fail, or ask too much of the machine."""


class SeatView(Generic[S]):
    """A table as it is now, from one seat. Ask the table again after anything has changed."""

    def __init__(self, table: Table[S], seat: str) -> None:
        self.table, self.seat = table, table.seat(seat)
        self.game = table.game

    def __repr__(self) -> str:
        asked = len(answerable_prompts(self.prompts))
        return f"<{self.seat.title} ({self.seat.role}) at {self.game.title}: {len(self.sheet)} panels, asked {asked}>"

    @property
    def is_unreadable(self) -> bool:
        """Whether the rules no longer understand the state: then there is only what was told."""
        return self.table.state is None

    @cached_property
    def viewer(self) -> Viewer:
        """Whose eyes look: the seat, its role, and the characters it plays."""
        if self.is_unreadable:
            return Viewer(self.seat.id, self.seat.role, self.seat.name, self.game.is_master(self.seat))
        return self.game.viewer(self.table.state, self.seat)

    @cached_property
    def state(self) -> S:
        """The state as far as this seat may know it."""
        state: S = (
            self.table.state if self.is_unreadable else self.table.visible_state(self.seat.id)
        )  # or nothing understood
        return state

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What people are called: seats, and characters as far as they are known here."""
        return name_index(self.game, self.table.metadata.seats, None if self.is_unreadable else self.state)

    # what is seen and told

    @cached_property
    def sheet(self) -> tuple[Panel, ...]:
        """The panels, with a note on who plays whom."""
        return with_players(self.panels, self._players) if self.panels else ()

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """Everything the game shows this seat; nothing where the rules no longer understand the state."""
        return self.game.panels(self.state, self.viewer) if not self.is_unreadable else ()

    @cached_property
    def _players(self) -> Mapping[str, str]:
        """Who plays each character, by name; oneself, and whom a master plays, go without saying."""
        seats = (s for s in self.table.metadata.seats if s.id != self.seat.id and not self.game.is_master(s))
        others = {seat.id: seat.title for seat in seats}
        return {who: others[player] for who, player in self.game.cast(self.state).items() if player in others}

    def editable_values(self, panel: str, label: str) -> tuple[EditableValue, ...]:
        """Return the values behind a widget of this seat's sheet, if the seat may set them by hand."""
        if self.is_unreadable or not (
            self.viewer.master or (not self.game.has_master and self.game.may_play(self.seat))
        ):
            raise Refused("Only the game master can set a value by hand.")
        return find_values_behind(self.state, lambda state: self.game.sheet(state, self.viewer), panel, label)

    def feed(self, since: int = 0) -> list[FeedItemView]:
        """What this seat has been told, from this number on."""
        return self.table.feed(self.seat.id, since)

    # what may be done

    @cached_property
    def undo_from(self) -> int:
        """The first entry that this seat may take back, with all that came after it; where none is, -1.

        Where everybody has a say, whoever plays may ask for any.
        """
        if self.viewer.master or (not self.game.has_master and self.game.may_play(self.seat)):
            return 0
        deeds = self._backs.deeds
        return deeds[-1][0] if deeds else -1

    @cached_property
    def _backs(self) -> UndoPoints:
        return UndoPoints(self.table, self.seat.id)

    @cached_property
    def legal_actions(self) -> tuple[Action[Any], ...]:
        """The actions that this seat may take now; `actions` lists the others too, with their reasons."""
        if self.is_unreadable:
            return ()
        drafting = self._drafting
        return tuple(action for action in self.game.actions_for(self.seat) if not drafting.why_not(action))

    @cached_property
    def actions(self) -> tuple[ActionSummary, ...]:
        """Every action of this seat's role, the impossible with its reason."""
        if self.is_unreadable:
            return ()
        drafting, own = self._drafting, set(self.game.actions_for(self.seat))
        return tuple(
            ActionSummary(number, a.name, a.title, a.doc, a.group, a.instant, drafting.why_not(a))
            for number, a in enumerate(self.game.actions, 1)
            if a in own
        )

    @cached_property
    def suggestions(self) -> tuple[Offer, ...]:
        """What this moment calls for, of what is possible: at most eight, in order."""
        if self.is_unreadable:
            return ()
        may = {a.name: a for a in self.game.actions_for(self.seat)}
        found = (o for o in self.game.suggestions(self.state, self.viewer) if o.action in may)
        why_not = cache(self._drafting.why_not)
        possible = (o for o in found if not why_not(may[o.action]))
        return tuple(
            Offer(o.action, o.params, o.title or may[o.action].title) for o in islice(possible, MAX_SUGGESTIONS)
        )

    @cached_property
    def quick_actions(self) -> QuickActions:
        """What a master does in one tap, of what moment and scene call for; and for everybody, what is at hand."""
        may = {doable.name: doable for doable in self.actions if not doable.why_not}
        tools = tuple(Offer(name, {}, may[name].title) for name in ALWAYS_AT_HAND if name in may)
        if not self.viewer.master:
            return QuickActions((), tools, self.forecasts)
        wanted = unique_offers((*self.suggestions, *scene_offers(self.sheet)), may)
        taps = (quick_action(self.draft(offer.action, offer.params), offer) for offer in wanted)
        return QuickActions(
            tuple(islice((tap for tap in taps if tap is not None), MAX_QUICK_ACTIONS)), tools, self.forecasts
        )

    @cached_property
    def may_forecast(self) -> bool:
        """Whether this seat may know how things might go on from here: the master, or all where none is."""
        return not self.is_unreadable and (self.viewer.master or not self.game.has_master)

    @cached_property
    def forecasts(self) -> tuple[ForecastOption, ...]:
        """How things might go on from here, as far as the game can tell."""
        return tuple(forecast_options(self.game, self.state)) if self.may_forecast else ()

    def forecast_start(self, name: str) -> tuple[Scenario, S]:
        """What a forecast of this name goes on from: its scenario, and all this seat may know."""
        found = next((f for f in self.forecasts if f.name == name), None)
        if found is None or found.why_not:
            raise Refused(found.why_not if found else "There is no forecast of that name for this seat.")
        return self.game.scenario(name), self.state

    @cached_property
    def guides(self) -> tuple[GuideView, ...]:
        """The paths of the game that are open to this seat: making somebody, growing, the end of a session."""
        if self.is_unreadable or not self.game.may_play(self.seat):
            return ()
        return open_guides(self._drafting, self.names, self._backs)

    def guide(self, path: str, of: str = "") -> GuideView:
        """One of them, by its name and whom it is about."""
        return find_guide(self.guides, path, of)

    def take_random_step(self, path: str, of: str = "", nonce: str = "") -> int:
        """Leaves the next thing on a path to chance: a question that was asked on the way, or the step it is at."""
        nonce = nonce or self.table.nonce()
        chance, walked = RandomStepper(nonce), self.game.path(path)
        titles = {act.title for act in walked.actions}
        asked = next((ask for ask in answerable_prompts(self.prompts) if ask.action in titles), None)
        if asked is not None:
            return self.answer(chance.answer(asked), *asked.place, nonce)
        action, values = chance.step(self._drafting, walked, self.guide(path, of))
        return self.table.act(self.seat.id, action, values, nonce)

    def undo_guide_step(self, path: str, of: str, step: int) -> int:
        """Undoes what was done since a step of a path was begun, as far as that is this seat's own."""
        found = self.guide(path, of).steps
        to = found[step].back if 0 <= step < len(found) else None
        if to is None:
            raise Refused("There is nothing of yours to go back over: dice, and what others did since, stay.")
        return self.table.undo(self.seat.id, to)

    def draft(self, action: str, values: Values | None = None, odds_seconds: float = 0.0) -> Draft:
        """Draft an action with these fields filled in by value or by name.

        A draft that is ready has its odds, if they can be counted to the end in `odds_seconds`.
        """
        act = self.game.action(action)
        draft = self._drafting.draft(act, values or {})
        if not (odds_seconds and draft.ready):
            return draft
        try:
            odds = self._odds(act, draft.values, TimeLimit(odds_seconds, whole_only=True))
        except (OddsTimeout, Refused, GameError, *RULE_ERRORS):  # the form stands without: `odds` says why
            return draft
        return msgspec.structs.replace(draft, odds=odds)

    def act(self, action: str, values: Values | None = None, nonce: str = "") -> int:
        """Takes an action as its draft stands; refused with what the draft says is missing.

        What needs nothing filled in is taken at once: only what is refused is drafted, for names and for reasons.
        """
        act, given = self.game.action(action), values or {}
        if all(field.name in given for field in act.fields if field.required):
            with suppress(Refused):
                return self.table.act(self.seat.id, action, given, nonce)
        draft = self._drafting.filled(act, given)
        if not draft.ready:
            raise draft.refusal
        return self.table.act(self.seat.id, action, draft.values, nonce)

    @property
    def _drafting(self) -> DraftBuilder:
        """Made anew each time: it holds on to this seat, and kept here the two would wait for the collector."""
        if self.is_unreadable:
            raise Refused(self.table.read_only)
        return DraftBuilder(self.game, self.viewer, self.state, self.names, self.why_not, self._why_not_now)

    def why_not(self, action: Action[Any], values: Values) -> Refused | None:
        """Why the table would not take an action with these values; nothing, if it would."""
        try:
            given = to_recorded_values(action.read(values, self.state))
            self.table.validate(ActionTaken(self.seat.id, action.name, given))
        except Refused as refused:
            return refused.with_traceback(None)  # or it would hold on to whoever asks
        return None

    def _why_not_now(self, action: Action[Any]) -> str:
        """Why nobody in this seat can take an action now, as far as this seat may know."""
        table = self.table
        seen = PlayState(self.state, table.play_state.pending)
        return table.read_only or why_not_now(self.game, table.metadata, seen, self.seat, action, self.names)

    def odds(self, action: str, values: Values | None = None) -> OddsSummary:
        """What may come of an action, as far as this seat can know."""
        act = self.game.action(action)
        draft = self._drafting.taken(act, values or {})
        if not draft.ready:
            raise Refused(draft.why_not or draft.missing)
        return self._odds(act, draft.values)

    def _odds(self, act: Action[Any], values: Values, limit: TimeLimit | None = None) -> OddsSummary:
        """Count the odds of an action with these values, which are those of a draft that is ready."""

        def count(state: Any, pace: TimeLimit) -> OddsSummary:
            return odds_for_seat(self.game, state, act, act.read(values, state), self.seat, pace)

        hidden = OddsSummary(act.title, note=HIDDEN, counted="hidden")
        return with_names(if_knowable(self.state, self.table.state, count, hidden, limit), self.names)

    # what is asked

    @cached_property
    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Everything the table waits for: what this seat may answer first."""
        found = []
        own = {self.seat.role: self.seat.title} if self.viewer.master else {}  # as a master they are asked themselves
        for running, q in self.table.play_state.waiting():
            mine = self.game.may_answer(self.seat, q.by, self.table.state)
            title = self.game.action(running.action).title
            found.append(seat_prompt(running, q, title, mine, {**self.names, **own}))
        return tuple(sorted(found, key=lambda ask: (not ask.is_mine, ask.action_id)))

    def advice(self, of: int, at: str) -> Advice:
        """What each answer would come to, and the best for whoever is asked, as far as this seat can know.

        What others have answered in secret counts as not answered.
        """
        ask, running = find_prompt(self.prompts, of, at), self.table.play_state.find(of)
        q = next(q for q in running.progress.questions if q.at == ask.path)
        sealed = running.progress.sealed - own_prompt_paths(running, {self.seat.id, *self.viewer.plays})
        answers = {place: raw for place, raw in running.answers.items() if place not in sealed}

        def count(state: Any, pace: TimeLimit) -> Advice:
            then = running.state_at_roll
            if then is not None and state is self.state:
                then = self.game.conceal(then, self.viewer)
            return advise_seat(self.game, state, running, q, answers, pace, then)

        found = if_knowable(self.state, self.table.state, count, Advice({}, note=HIDDEN))
        options = {key: with_names(prospect, self.names) for key, prospect in found.options.items()}
        return msgspec.structs.replace(found, options=options)

    def answer(self, text: str, of: int | None = None, at: str = "", nonce: str = "") -> int:
        """Answers a question by what its option is called; without a place, the only one that is asked."""
        mine = answerable_prompts(self.prompts)
        if of is None:
            if len(mine) != 1:
                raise Refused("Nothing is asked of you now." if not mine else "Several things are asked: say which.")
            (ask,) = mine
        else:
            ask = find_prompt(mine, of, at)
        return self.table.answer(self.seat.id, ask.action_id, ask.path, ask.key(text), nonce)


def view_from(table: Table[S], seat: str | Seat) -> SeatView[S]:
    """The table from this seat."""
    return SeatView(table, seat.id if isinstance(seat, Seat) else seat)
