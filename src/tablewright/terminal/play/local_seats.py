"""Which seats one keyboard sits in, and which of them looks, acts and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.rules import GameError, Refused, UnknownName
from tablewright.rules.forms import FieldOption
from tablewright.rules.widgets import Offer
from tablewright.table import SeatView, Table, view_from
from tablewright.table.core import voters
from tablewright.table.seat import (
    MAX_SUGGESTIONS,
    ActionSummary,
    Draft,
    DraftField,
    FieldChoice,
    SeatPrompt,
    match_label,
)

ALL = "all"


class LocalSeats:
    """One seat, or all of them in turn.

    In all of them one sees what the master sees. Where there is no master nobody sees everything: one looks with the
    eyes of whoever is asked, or else of whoever acted last, and consents for all.
    """

    def __init__(self, table: Table, seat: str = "") -> None:
        self.table, self.game = table, table.game
        self.where, self._last = ALL, ""
        self._seen: dict[str, SeatView] = {}
        self._entries = -1
        self.take(table.seat(seat).id if seat and seat != ALL else ALL)

    def take(self, seat: str) -> None:
        """Sit in this seat, or in all."""
        self.where = seat if seat == ALL else self.named(seat)

    def named(self, name: str) -> str:
        """The seat somebody means, by its name or a beginning."""
        seats = self.table.seats.values()
        if not any(word.casefold().startswith(name.casefold()) for seat in seats for word in (seat.id, seat.title)):
            raise UnknownName("seat", name, (seat.title for seat in seats))
        return str(match_label(name, [(FieldOption(seat.id), seat.title) for seat in seats], "").value)

    @property
    def everywhere(self) -> bool:
        return self.where == ALL

    def at(self, seat: str) -> SeatView:
        """The table from this seat, as it is now."""
        if self._entries != self.table.metadata.length:
            self._seen, self._entries = {}, self.table.metadata.length
        if seat not in self._seen:
            self._seen[seat] = view_from(self.table, seat)
        return self._seen[seat]

    @property
    def here(self) -> SeatView:
        """Whose sheet is shown: the seat sat in, or the master's, or that of whose turn it is."""
        if not self.everywhere:
            return self.at(self.where)
        if self._masters():
            return self.at(self._masters()[0])
        asked = next((seat for seat in self._players() if any(ask.is_mine for ask in self.at(seat).prompts)), "")
        return self.at(asked or (self._last if self._last in self.table.seats else self._players()[0]))

    @property
    def readers(self) -> tuple[str, ...]:
        """Whom news are read by: in all seats, where none of them sees everything, everybody."""
        return self._players() if self.everywhere and not self._masters() else (self.here.seat.id,)

    # what may be done

    @property
    def actions(self) -> tuple[ActionSummary, ...]:
        """Every action of whoever sits here, the impossible with its reason."""
        found: dict[str, ActionSummary] = {}
        for seat in self.readers:
            for doable in self.at(seat).actions:
                if doable.name not in found or found[doable.name].why_not:
                    found[doable.name] = doable
        return tuple(sorted(found.values(), key=lambda doable: doable.number))

    @property
    def foremost(self) -> tuple[Offer, ...]:
        """What the moment calls for. In all seats: of everybody, the first of each first, for whomever it is."""
        if not self.everywhere:
            return self.at(self.where).suggestions
        possible = {doable.name: doable.title for doable in self.actions if not doable.why_not}
        called: dict[str, list[Offer]] = {}
        each = [self.at(seat).suggestions for seat in self.everybody]
        for place in range(MAX_SUGGESTIONS):
            for offers in each:
                if place < len(offers) and offers[place].action in possible:
                    called.setdefault(offers[place].action, []).append(offers[place])
        return tuple(_shared(offers, possible[name]) for name, offers in list(called.items())[:MAX_SUGGESTIONS])

    def doer(self, action: str, values: Mapping[str, Any]) -> SeatView:
        """Who takes an action: the seat sat in; in all of them whoever plays the character, or has the role."""
        if not self.everywhere:
            return self.at(self.where)
        mine, seats, act = self.mine(action), self.everybody, self.game.action(action)
        for who in (values.get(name) for name in mine):
            for seat in seats:
                may = act in self.game.actions_for(self.table.seat(seat))
                if may and isinstance(who, str) and who in self.at(seat).viewer.plays:
                    return self.at(seat)
        fits = [seat for seat in seats if self.table.seat(seat).role in act.by] if not mine else []
        if not self._masters():
            fits = [] if self.able(self.here.seat.id, action) else [s for s in seats if self.able(s, action)]
        if not fits:
            return self.here
        return self.at(self._last if self._last in fits else fits[0])

    def able(self, seat: str, action: str) -> bool:
        return any(doable.name == action and not doable.why_not for doable in self.at(seat).actions)

    def mine(self, action: str) -> list[str]:
        """The fields of an action that say which character acts."""
        return [field.name for field in self.game.action(action).fields if field.param.mine]

    def turned(self, seat: str) -> None:
        """This seat has acted."""
        self._last = seat

    # what is asked

    @property
    def asks(self) -> tuple[SeatPrompt, ...]:
        """Everything the table waits for: what can be answered from here first."""
        found: dict[tuple[int, str], SeatPrompt] = {}
        for seat in self.readers:
            for ask in self.at(seat).prompts:
                if ask.place not in found or ask.is_mine:
                    found[ask.place] = ask
        return tuple(sorted(found.values(), key=lambda ask: (not ask.is_mine, ask.action_id)))

    @property
    def asked(self) -> str:
        """From one seat: who else is asked first, and could have the keyboard."""
        if self.everywhere:
            return ""
        for ask in self.asks:
            for seat in self.everybody:
                if any(other.place == ask.place and other.is_mine for other in self.at(seat).prompts):
                    return seat
        return ""

    def answerer(self, ask: SeatPrompt) -> SeatView:
        """Which seat answers a question: in all of them, whoever may; the master for nobody else."""
        if not self.everywhere:
            return self.at(self.where)
        may = [s for s in self.everybody if any(a.place == ask.place and a.is_mine for a in self.at(s).prompts)]
        if not may:
            raise GameError(
                f"“{ask.question}” is for {', '.join(ask.asked)}, and nobody at this table is or plays them."
            )
        return self.at(may[0])

    def consent(self) -> None:
        """In all seats at once, what one of them proposes the others agree to."""
        while self.everywhere and self.table.proposals:
            motion = self.table.proposals[-1]
            for seat in voters(self.game, self.table.metadata):
                if seat not in motion.agreed:
                    self.table.agree(seat, motion.number)

    def _masters(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.table.seats.values() if self.game.is_master(seat))

    def _players(self) -> tuple[str, ...]:
        return tuple(s.id for s in self.table.seats.values() if self.game.may_play(s)) or tuple(self.table.seats)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Those who play, the master last."""
        masters = self._masters()
        return tuple(seat for seat in self._players() if seat not in masters) + masters


def _shared(offers: list[Offer], title: str) -> Offer:
    """One offer for several: what all of them already know."""
    if len(offers) == 1:
        return offers[0]
    first, *rest = offers
    params = {k: v for k, v in first.params.items() if all(k in o.params and o.params[k] == v for o in rest)}
    same = all(offer.title == first.title for offer in rest)
    return Offer(first.action, params, first.title if same else title)


def draft_for_seat(sitting: LocalSeats, action: str, values: Mapping[str, Any]) -> tuple[SeatView, Draft]:
    """An action with these values, and the seat that would take it, as far as that is said."""
    here = sitting.here
    if not sitting.everywhere:
        return here, here.draft(action, values)
    if here.viewer.master:
        doer = sitting.doer(action, here.draft(action, values).values)
        return doer, doer.draft(action, values)
    actors = _actors(sitting, action)
    if len(actors) < 2:
        doer = sitting.doer(action, {pick.value: pick.value for pick, _ in actors} | dict(values))
        return doer, doer.draft(action, values)
    return _of_one(sitting, action, values, actors)


def _of_one(
    sitting: LocalSeats, action: str, values: Mapping[str, Any], actors: list[tuple[FieldOption, str]]
) -> tuple[SeatView, Draft]:
    """The draft of who is named; until somebody is, who acts is asked first, of everybody who could."""
    (name, *_) = sitting.mine(action)
    wrong = ""
    try:
        if values.get(name):
            who = match_label(str(values[name]), actors, name).value
            doer = sitting.doer(action, {name: who})
            return doer, doer.draft(action, {**values, name: who})
    except Refused as refused:
        wrong = str(refused)
    doer = sitting.doer(action, {name: actors[0][0].value})
    others = {key: value for key, value in values.items() if key != name}
    draft = doer.draft(action, others)
    choices = tuple(FieldChoice(pick.value, label) for pick, label in actors)
    who_acts = DraftField(name, "who", "Who acts", "choice", True, True, choices=choices, wrong=wrong)
    fields = (who_acts, *(field for field in draft.fields if field.name != name))
    return doer, msgspec.structs.replace(draft, fields=fields, missing="Say who acts.", preview=())


def _actors(sitting: LocalSeats, action: str) -> list[tuple[FieldOption, str]]:
    """Every character who could take an action from some seat, by name."""
    mine, found = sitting.mine(action), dict[str, str]()
    for seat in (seat for seat in sitting.everybody if mine and sitting.able(seat, action)):
        here = sitting.at(seat)
        draft = here.draft(action)
        field = next((field for field in draft.fields if field.name == mine[0]), None)
        listed = [c.value for c in field.choices if not c.why_not] if field else [draft.values.get(mine[0])]
        found |= {who: here.names.get(who, who) for who in listed if isinstance(who, str)}
    return [(FieldOption(who), name) for who, name in found.items()]
