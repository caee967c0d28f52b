"""What a game declares: one folder, one `GAME` value, named nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from tablewright.rules.effects import Policy
from tablewright.rules.forms import Form, Rulings
from tablewright.rules.seat import SPECTATOR, Role
from tablewright.rules.state import State

from .actions import Action
from .errors import Refused, UnknownName
from .guide import Guide
from .invariant import Invariant
from .measure import Measure
from .scenario import Scenario
from .seat import Seat, Viewer
from .theme import Theme
from .widgets import Offer, Panel, strip_offers

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


class Game(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """A whole game.

    `setup` makes the ready-made cast and opening, `empty` a table with nothing on it yet. `cast` says who plays a
    character, `give` hands one to another player, `names` says what to call one in the log. `sit`, for games whose
    state knows the people at the table, is told who sits there whenever that changes. `sheet` is given only what
    `conceal` leaves for the seat, so it cannot show a secret; `secrets` lists what must never reach a seat, for the
    conformance suite.

    `measures` are what its people care about in a state; `foremost` names the few actions a moment calls for, in order.
    `side` says on whose side a character, seat or role chooses: nothing, for a ruling on the fiction, which has no
    best. Where it is left out, the master rules and everybody else is on one side. `look` is how its page looks.

    `lift` makes a state that was kept, as plain data, into one of today's shape, where its fields have changed since.
    `paths` guide people through what has an order: making a character, growing, the end of a session.
    """

    name: str
    title: str
    version: str
    roles: tuple[Role, ...]
    state: type[S]
    rulings: type[Rulings]
    setup: Callable[[Any], Any]
    actions: tuple[Action[Any], ...]
    sheet: Callable[[Any, Viewer], tuple[Panel, ...]]
    cast: Callable[[Any], Mapping[str, str]] = lambda _: {}
    names: Callable[[Any], Mapping[str, str]] = lambda _: {}
    conceal: Callable[[Any, Viewer], Any] = lambda s, _: s
    secrets: Callable[[Any, Viewer], Iterable[str]] = lambda _s, _: ()
    ending: Callable[[Any], str | None] = lambda _: None
    limits: tuple[Invariant, ...] = ()
    policies: Mapping[str, Policy] = {}
    scenarios: tuple[Scenario, ...] = ()
    seats: tuple[Seat, ...] = ()
    empty: Callable[[Any], Any] | None = None
    hand_over: Callable[[Any, str, str], Any] | None = None
    measures: Callable[[Any], Iterable[Measure]] = lambda _: ()
    suggestions: Callable[[Any, Viewer], Iterable[Offer]] = lambda _s, _: ()
    side: Callable[[Any, str], str] | None = None
    on_seats_changed: Callable[[Any, tuple[Seat, ...]], Any] = lambda s, _: s
    theme: Theme = Theme()
    guides: tuple[Guide, ...] = ()
    migrate_state: Callable[[dict[str, Any]], dict[str, Any]] | None = None

    def __repr__(self) -> str:
        return f"<{self.title} ({self.name} {self.version}): {len(self.actions)} actions>"

    @cached_property
    def _actions(self) -> Mapping[str, Action[Any]]:
        return {a.name: a for a in self.actions}

    def action(self, name: str) -> Action[Any]:
        """The action of this name; refused with the nearest."""
        found = self._actions.get(name.replace("-", "_"))
        if found is None:
            raise UnknownName(f"action in {self.title}", name, self._actions)
        return found

    def scenario(self, name: str) -> Scenario:
        """The scenario of this name; refused with those there are."""
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise UnknownName(f"scenario in {self.title}", name, (s.name for s in self.scenarios))

    def path(self, name: str) -> Guide:
        """The guided path of this name; refused with those there are."""
        for path in self.guides:
            if path.name == name:
                return path
        raise UnknownName(f"path in {self.title}", name, (p.name for p in self.guides))

    def policy(self, name: str) -> Policy:
        """The policy of this name; refused with those there are."""
        if name not in self.policies:
            raise UnknownName(f"policy in {self.title}", name, self.policies)
        return self.policies[name]

    @cached_property
    def all_roles(self) -> tuple[Role, ...]:
        """Those of the game, and who only looks on."""
        own = any(role.name == SPECTATOR.name for role in self.roles)
        return self.roles if own else (*self.roles, SPECTATOR)

    def role(self, name: str) -> Role:
        """The role of this name; refused with those there are."""
        for role in self.all_roles:
            if role.name == name:
                return role
        raise UnknownName(f"role in {self.title}", name, (r.name for r in self.all_roles))

    def is_master(self, seat: Seat) -> bool:
        """Whether this seat sees and may do everything."""
        return self.role(seat.role).master

    @cached_property
    def has_master(self) -> bool:
        """Whether there is anybody who does."""
        return any(role.master for role in self.roles)

    def may_play(self, seat: Seat) -> bool:
        """Whether this seat does more than look on."""
        return self.role(seat.role) is not SPECTATOR

    @cached_property
    def ruling_form(self) -> Form:
        """The house rulings, each with its question and its default."""
        return Form.of_rulings(self.title, self.rulings)

    def parse_rulings(self, chosen: Mapping[str, Any]) -> Rulings:
        """The house rulings meant by a form, flags or JSON."""
        fields = {f.name: f for f in self.ruling_form.fields}
        for name in chosen:
            if name not in fields:
                raise UnknownName(f"house ruling in {self.title}", name, fields)
        return self.rulings(**self.ruling_form.read(chosen))

    @cached_property
    def _actions_by_role(self) -> Mapping[str, tuple[Action[Any], ...]]:
        return {
            role.name: tuple(a for a in self.actions if role.master or not a.by or role.name in a.by)
            for role in self.all_roles
        }

    def actions_for(self, seat: Seat) -> tuple[Action[Any], ...]:
        """The actions that are for this seat's role, in the game's order; all of them for a master."""
        return self._actions_by_role[self.role(seat.role).name]

    def looks_on_reason(self, seat: Seat) -> str:
        """Say that this seat only looks on; `""` for a seat that plays."""
        return "" if self.may_play(seat) else f"{seat.title} only looks on."

    def check_may_take(self, seat: Seat, action: Action[Any]) -> None:
        """Refuse an action that is not for this seat's role."""
        if why_not := self.looks_on_reason(seat):
            raise Refused(why_not)
        if action not in self.actions_for(seat):
            whose = " or ".join(self.role(name).called for name in action.by)
            raise Refused(f"{action.title} is for the {whose}; {seat.title} is {self.role(seat.role).called}.")

    def check_may_act(
        self,
        seat: Seat,
        action: Action[Any],
        state: Any,
        params: Mapping[str, Any],
        seats: Mapping[str, Seat] = MappingProxyType({}),
    ) -> None:
        """Refused if this seat may not take this action with these parameters; whose it is, is said by name."""
        if self.is_master(seat):
            return
        self.check_may_take(seat, action)
        cast = self.cast(state)
        for field in action.fields:
            given = params.get(field.name) if field.param.mine else None
            for who in given if isinstance(given, tuple) else (given,):
                if who is not None and cast.get(who) not in (seat.id, None, ""):
                    mine = self.display_names(state, *(name for name, player in cast.items() if player == seat.id))
                    player = seats[cast[who]].title if cast[who] in seats else "somebody who has left"
                    name = self.display_names(state, who)
                    raise Refused(f"{name} is played by {player}; {seat.title} plays {mine or 'nobody'}.")

    def viewer(self, state: Any, seat: Seat) -> Viewer:
        """The seat as it looks at this state."""
        plays = frozenset(who for who, player in self.cast(state).items() if player == seat.id)
        return Viewer(seat.id, seat.role, seat.name, self.is_master(seat), plays)

    def may_answer(self, seat: Seat, by: str | tuple[str, ...], state: Any) -> bool:
        """Whether a question for these names (seats, roles, characters; anyone, if none) is for this seat."""
        return self.may_play(seat) and self.viewer(state, seat).sees((by,) if isinstance(by, str) else by)

    def may_see(self, seat: Seat, audience: tuple[str, ...], state: Any) -> bool:
        """Whether a line, a roll or a note for these names is for this seat. The master sees all."""
        return self.viewer(state, seat).sees(audience)

    def visible_state(self, state: Any, seat: Seat) -> Any:
        """The state as far as this seat may know it."""
        return self.conceal(state, self.viewer(state, seat))

    def side_of(self, state: Any, name: str) -> str:
        """On whose side this name chooses; nothing, where it is a ruling."""
        if self.side is not None:
            return self.side(state, name)
        masters = {role.name for role in self.roles if role.master}
        return "" if name in masters else "the players"

    def display_names(self, state: Any, *ids: str) -> str:
        """Characters, seats or roles as people call them."""
        names = self.names(state)
        return ", ".join(names.get(id, id) for id in ids if id)

    def view(self, state: Any, seat: Seat) -> tuple[Panel, ...]:
        """The sheet of this seat, drawn from what it may know of the state."""
        viewer = self.viewer(state, seat)
        return self.panels(self.conceal(state, viewer), viewer)

    def panels(self, visible: Any, viewer: Viewer) -> tuple[Panel, ...]:
        """The sheet of a viewer, from the state it may know. A spectator is offered nothing."""
        panels = self.sheet(visible, viewer)
        return panels if self.may_play(viewer) else tuple(map(strip_offers, panels))
