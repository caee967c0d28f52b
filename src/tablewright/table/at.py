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

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.kernel.game import S
from tablewright.kernel.scenario import Scenario
from tablewright.kernel.seat import Eyes, Seat
from tablewright.kernel.view import Offer, Panel, without_offers

from .asks import Ask, answerable, ask_of, find_ask, own_places
from .behind import Value, behind
from .chance import Chance
from .counting import Pace
from .desk import AT_HAND, TAPS, Desk, Foreseeable, first_of, foreseeable, in_the_scene, tap_of
from .doable import Doable
from .draft import Draft, Values
from .drafting import Drafting
from .feed import Told
from .guide import Backs, Guide, find_guide, guides
from .journal import Acted
from .moment import waits_for
from .naming import with_players
from .prospect import Prospect, named
from .seating import paused_words
from .table import Table
from .telling import names_of
from .weigh import HIDDEN, Counsel, as_known, counsel, odds_for

FOREMOST = 8
"""As many actions as a moment may call for."""


class At(Generic[S]):
    """A table as it is now, from one seat. Ask the table again after anything has changed."""

    def __init__(self, table: Table[S], seat: str) -> None:
        self.table, self.seat = table, table.seat(seat)
        self.game = table.game

    def __repr__(self) -> str:
        asked = len(answerable(self.asks))
        return f"<{self.seat.title} ({self.seat.role}) at {self.game.title}: {len(self.sheet)} panels, asked {asked}>"

    @property
    def unread(self) -> bool:
        """Whether the rules no longer understand the state: then there is only what was told."""
        return self.table.state is None

    @cached_property
    def eyes(self) -> Eyes:
        """Whose eyes look: the seat, its role, and the characters it plays."""
        if self.unread:
            return Eyes(self.seat.id, self.seat.role, self.seat.name, self.game.is_master(self.seat))
        return self.game.eyes(self.table.state, self.seat)

    @cached_property
    def seen(self) -> S:
        """The state as far as this seat may know it."""
        state: S = self.table.state if self.unread else self.table.seen(self.seat.id)  # or nothing understood
        return state

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What people are called: seats, and characters as far as they are known here."""
        return names_of(self.game, self.table.standing.seats, None if self.unread else self.seen)

    # what is seen and told

    @cached_property
    def sheet(self) -> tuple[Panel, ...]:
        """What this seat sees of the state, and who plays whom; whoever only looks on is offered nothing."""
        if self.unread:
            return ()
        panels = with_players(self.game.sheet(self.seen, self.eyes), self._players)
        return panels if self.game.may_play(self.seat) else tuple(map(without_offers, panels))

    @cached_property
    def _players(self) -> Mapping[str, str]:
        """Who plays each character, by name; oneself, and whom a master plays, go without saying."""
        seats = (s for s in self.table.standing.seats if s.id != self.seat.id and not self.game.is_master(s))
        others = {seat.id: seat.title for seat in seats}
        return {who: others[player] for who, player in self.game.cast(self.seen).items() if player in others}

    def behind(self, panel: str, label: str) -> tuple[Value, ...]:
        """The values behind a word of this seat's sheet, for whoever may set them by hand."""
        if self.unread or not (self.eyes.master or (not self.game.has_master and self.game.may_play(self.seat))):
            raise Refused("Only the game master can set a value by hand.")
        return behind(self.seen, lambda state: self.game.sheet(state, self.eyes), panel, label)

    def feed(self, since: int = 0) -> list[Told]:
        """What this seat has been told, from this number on."""
        return self.table.feed(self.seat.id, since)

    # what may be done

    @cached_property
    def undoes(self) -> int:
        """The first entry that this seat may take back, with all that came after it; where none is, -1.

        Where everybody has a say, whoever plays may ask for any.
        """
        if self.eyes.master or (not self.game.has_master and self.game.may_play(self.seat)):
            return 0
        deeds = self._backs.deeds
        return deeds[-1][0] if deeds else -1

    @cached_property
    def _backs(self) -> Backs:
        return Backs(self.table, self.seat.id)

    @cached_property
    def actions(self) -> tuple[Doable, ...]:
        """Every action of this seat's role, the impossible with its reason."""
        if self.unread:
            return ()
        drafting = self._drafting
        return tuple(
            Doable(number, a.name, a.title, a.doc, a.group, a.instant, drafting.why_not(a))
            for number, a in enumerate(self.game.actions, 1)
            if self.eyes.master or not a.by or self.seat.role in a.by
        )

    @cached_property
    def foremost(self) -> tuple[Offer, ...]:
        """What this moment calls for, of what is possible: at most eight, in order."""
        if self.unread:
            return ()
        may = {a.name: a for a in self.game.actions if self.eyes.master or not a.by or self.seat.role in a.by}
        found = (o for o in self.game.foremost(self.seen, self.eyes) if o.action in may)
        why_not = cache(self._drafting.why_not)
        possible = (o for o in found if not why_not(may[o.action]))
        return tuple(Offer(o.action, o.params, o.title or may[o.action].title) for o in islice(possible, FOREMOST))

    @cached_property
    def desk(self) -> Desk:
        """What a master does in one tap, of what moment and scene call for; and for everybody, what is at hand."""
        may = {doable.name: doable for doable in self.actions if not doable.why_not}
        tools = tuple(Offer(name, {}, may[name].title) for name in AT_HAND if name in may)
        if not self.eyes.master:
            return Desk((), tools, self.forecasts)
        wanted = first_of((*self.foremost, *in_the_scene(self.sheet)), may)
        taps = (tap_of(self.draft(offer.action, offer.params), offer) for offer in wanted)
        return Desk(tuple(islice((tap for tap in taps if tap is not None), TAPS)), tools, self.forecasts)

    @cached_property
    def may_foresee(self) -> bool:
        """Whether this seat may know how things might go on from here: the master, or all where none is."""
        return not self.unread and (self.eyes.master or not self.game.has_master)

    @cached_property
    def forecasts(self) -> tuple[Foreseeable, ...]:
        """How things might go on from here, as far as the game can tell."""
        return tuple(foreseeable(self.game, self.seen)) if self.may_foresee else ()

    def foreseen(self, name: str) -> tuple[Scenario, S]:
        """What a forecast of this name goes on from: its scenario, and all this seat may know."""
        found = next((f for f in self.forecasts if f.name == name), None)
        if found is None or found.why_not:
            raise Refused(found.why_not if found else "There is no forecast of that name for this seat.")
        return self.game.scenario(name), self.seen

    @cached_property
    def guides(self) -> tuple[Guide, ...]:
        """The paths of the game that are open to this seat: making somebody, growing, the end of a session."""
        if self.unread or not self.game.may_play(self.seat):
            return ()
        return guides(self._drafting, self.names, self._backs)

    def guide(self, path: str, of: str = "") -> Guide:
        """One of them, by its name and whom it is about."""
        return find_guide(self.guides, path, of)

    def by_chance(self, path: str, of: str = "", nonce: str = "") -> int:
        """Leaves the next thing on a path to chance: a question that was asked on the way, or the step it is at."""
        nonce = nonce or self.table.nonce()
        chance, walked = Chance(nonce), self.game.path(path)
        titles = {act.title for act in walked.actions}
        asked = next((ask for ask in answerable(self.asks) if ask.action in titles), None)
        if asked is not None:
            return self.answer(chance.answer(asked), *asked.place, nonce)
        action, values = chance.step(self._drafting, walked, self.guide(path, of))
        return self.table.act(self.seat.id, action, values, nonce)

    def step_back(self, path: str, of: str, step: int) -> int:
        """Undoes what was done since a step of a path was begun, as far as that is this seat's own."""
        found = self.guide(path, of).steps
        to = found[step].back if 0 <= step < len(found) else None
        if to is None:
            raise Refused("There is nothing of yours to go back over: dice, and what others did since, stay.")
        return self.table.undo(self.seat.id, to)

    def draft(self, action: str, values: Values | None = None) -> Draft:
        """An action being prepared, with these fields filled in by value or by name."""
        return self._drafting.draft(self.game.action(action), values or {})

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
    def _drafting(self) -> Drafting:
        """Made anew each time: it holds on to this seat, and kept here the two would wait for the collector."""
        if self.unread:
            raise Refused(self.table.read_only)
        return Drafting(self.game, self.eyes, self.seen, self.names, self.refusal, self._closed)

    def refusal(self, action: Action[Any], values: Values) -> Refused | None:
        """Why the table would not take an action with these values; nothing, if it would."""
        try:
            given = recorded(action.read(values, self.seen))
            self.table.trial(Acted(self.seat.id, action.name, given))
        except Refused as refused:
            return refused.with_traceback(None)  # or it would hold on to whoever asks
        return None

    def _closed(self, action: Action[Any]) -> str:
        """Why nobody in this seat could take an action now, whatever they said."""
        table = self.table
        if table.read_only or table.closed:
            return table.read_only or "This session is closed."
        if table.standing.paused:
            return paused_words(table.standing)
        if not self.game.may_play(self.seat):
            return f"{self.seat.title} only looks on."
        over = self.game.over(self.seen)
        if over and not self.eyes.master:
            return f"It is over: {over.rstrip('.')}."
        if table.now.running and not action.instant:
            return f"It must wait: {waits_for(table.now, self.names)}"
        return ""

    def odds(self, action: str, values: Values | None = None) -> Prospect:
        """What may come of an action, as far as this seat can know."""
        act = self.game.action(action)
        draft = self._drafting.taken(act, values or {})
        if not draft.ready:
            raise Refused(draft.why_not or draft.missing)

        def count(state: Any, pace: Pace) -> Prospect:
            return odds_for(self.game, state, act, act.read(draft.values, state), self.seat, pace)

        found = as_known(self.seen, self.table.state, count, Prospect(act.title, note=HIDDEN, counted="hidden"))
        return named(found, self.names)

    # what is asked

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Everything the table waits for: what this seat may answer first."""
        found = []
        own = {self.seat.role: self.seat.title} if self.eyes.master else {}  # as a master they are asked themselves
        for running, q in self.table.now.waiting():
            mine = self.game.may_answer(self.seat, q.by, self.table.state)
            title = self.game.action(running.action).title
            found.append(ask_of(running, q, title, mine, {**self.names, **own}))
        return tuple(sorted(found, key=lambda ask: (not ask.mine, ask.of)))

    def counsel(self, of: int, at: str) -> Counsel:
        """What each answer would come to, and the best for whoever is asked, as far as this seat can know.

        What others have answered in secret counts as not answered.
        """
        ask, running = find_ask(self.asks, of, at), self.table.now.find(of)
        q = next(q for q in running.progress.questions if q.at == ask.at)
        sealed = running.progress.sealed - own_places(running, {self.seat.id, *self.eyes.plays})
        answers = {place: raw for place, raw in running.answers.items() if place not in sealed}

        def count(state: Any, pace: Pace) -> Counsel:
            then = running.then
            if then is not None and state is self.seen:
                then = self.game.conceal(then, self.eyes)
            return counsel(self.game, state, running, q, answers, pace, then)

        found = as_known(self.seen, self.table.state, count, Counsel({}, note=HIDDEN))
        options = {key: named(prospect, self.names) for key, prospect in found.options.items()}
        return msgspec.structs.replace(found, options=options)

    def answer(self, text: str, of: int | None = None, at: str = "", nonce: str = "") -> int:
        """Answers a question by what its option is called; without a place, the only one that is asked."""
        mine = answerable(self.asks)
        if of is None:
            if len(mine) != 1:
                raise Refused("Nothing is asked of you now." if not mine else "Several things are asked: say which.")
            (ask,) = mine
        else:
            ask = find_ask(mine, of, at)
        return self.table.answer(self.seat.id, ask.of, ask.at, ask.key(text), nonce)


def at(table: Table[S], seat: str | Seat) -> At[S]:
    """The table from this seat."""
    return At(table, seat.id if isinstance(seat, Seat) else seat)
