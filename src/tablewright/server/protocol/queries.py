"""Queries: every question a seat can ask, each with its handler and the type of its answer."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from tablewright.table import SeatView
from tablewright.table.odds import Advice, OddsSummary
from tablewright.table.seat import ActionSummary, Draft, EditableValue, QuickActions

from .forecast import Forecast
from .json_value import Values
from .requests import Lab, LabQuery, Number, SeatQuery, Text

R = TypeVar("R")
DRAFT_ODDS_SECONDS = 0.1


class ActionQuery(SeatQuery[R], frozen=True):
    """A query about an action with these values. Seats of one role that play the same share its answer."""

    action: Text
    values: Values = msgspec.field(default_factory=dict)


class QueryDraft(ActionQuery[Draft], frozen=True, tag="query-draft"):
    """The form of an action, as far as it is filled in, with its odds if it is ready.

    A form must not wait for slow odds: those left out by `DRAFT_ODDS_SECONDS` are asked for by `query-odds`.
    """

    def run(self, seat: SeatView[Any]) -> Draft:
        return seat.draft(self.action, self.values, DRAFT_ODDS_SECONDS)


class QueryOdds(ActionQuery[OddsSummary], frozen=True, tag="query-odds"):
    """The odds of an action."""

    def run(self, seat: SeatView[Any]) -> OddsSummary:
        return seat.odds(self.action, self.values)


class QueryAdvice(SeatQuery[Advice], frozen=True, tag="query-advice"):
    """The odds of each answer to a prompt, and the best answer."""

    action_id: Number
    path: Text

    def run(self, seat: SeatView[Any]) -> Advice:
        return seat.advice(self.action_id, self.path)


class QueryActions(SeatQuery[tuple[ActionSummary, ...]], frozen=True, tag="query-actions"):
    """Every action of this seat's role; those not possible now, with the reason."""

    def run(self, seat: SeatView[Any]) -> tuple[ActionSummary, ...]:
        return seat.actions


class QueryQuickActions(SeatQuery[QuickActions], frozen=True, tag="query-quick-actions"):
    """Actions this seat takes in one tap, and forecasts it may ask for."""

    def run(self, seat: SeatView[Any]) -> QuickActions:
        return seat.quick_actions


class QueryValues(SeatQuery[tuple[EditableValue, ...]], frozen=True, tag="query-values"):
    """The values behind a widget of a panel, for a seat that may set them by hand."""

    panel: Text
    label: Text

    def run(self, seat: SeatView[Any]) -> tuple[EditableValue, ...]:
        return seat.editable_values(self.panel, self.label)


class QueryForecast(LabQuery[Forecast], frozen=True, tag="query-forecast"):
    """A forecast of how play goes on from here, for the master, or for all where there is none."""

    name: Text
    policy: Text = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0

    def run(self, seat: SeatView[Any], lab: Lab) -> Forecast:
        return lab.forecast(seat, self.name, self.policy, self.round)
