"""What a game declares: one folder, one `GAME` value, named nowhere else."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from .effects import Call, Choose
from .errors import Faulty, Refused, Unknown
from .params import Field, Param, _field
from .rule import Action
from .state import State
from .view import Panel

#: How a choice is made when nobody is there to ask. None leaves it to the reader (the best, or the first option).
Policy = Callable[[Choose[Any]], Any]


class Role(msgspec.Struct, frozen=True):
    """A kind of seat. The master may take any action, answer for anyone and override any value."""

    name: str
    doc: str
    master: bool = False
    fewest: int = 0
    most: int = 12


class Seat(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    id: str
    role: str
    name: str = ""

    @property
    def title(self) -> str:
        return self.name or self.id

    def among(self, names: tuple[str, ...]) -> bool:
        """Whether an audience of these seats and roles (everyone, if none) includes this seat."""
        return not any(names) or self.id in names or self.role in names

    def sees(self, master: str) -> Callable[[tuple[str, ...]], bool]:
        """Which audiences this seat belongs to, where this role sees everything."""
        return lambda audience: self.role == master or self.among(audience)


class Rulings(State, frozen=True):
    """House rulings: a frozen struct of typed, documented options; the ledger's reading is each one's default.

    `group_critical: Annotated[Literal["kept", "lost"], Ruling("group.critical", "Does …?")] = "kept"`
    """


class Ruling(msgspec.Struct, frozen=True):
    """What stands beside a house ruling's type: the ledger id it turns, and the question it answers."""

    cites: str
    doc: str
    min: int | None = None
    max: int | None = None


class RulingField(msgspec.Struct, frozen=True):
    """One house ruling, as a form shows it."""

    field: Field
    cites: str

    @property
    def name(self) -> str:
        return self.field.name


class Limit(msgspec.Struct, frozen=True):
    """Something that is true of every state of the game. `broken` says in words how it is not, or None."""

    cites: str
    broken: Callable[[Any], str | None]


class Scenario(msgspec.Struct, frozen=True):
    """Something the lab can run to its end: a start, a step that is a rule, and when it is over.

    `start(params)` makes the first state; `step(state)` is a call of a rule that returns the next; `ending(state)`
    names how it ended, or None while it goes on; `count` gives what is left at the end, by name; `value` is what an
    ending is worth. `from_table(state)` makes a start of the table's state, so that people can ask how it is likely to
    go from here; refused if there is nothing to go on from.
    """

    name: str
    title: str
    doc: str
    start: Callable[..., Any]
    step: Callable[[Any], Call[Any]]
    ending: Callable[[Any], str | None]
    policies: Mapping[str, Policy] = {}
    count: Callable[[Any], Mapping[str, float]] | None = None
    value: Callable[[Any], float] | None = None
    from_table: Callable[[Any], Any] | None = None
    cites: str = ""

    @property
    def fields(self) -> tuple[Field, ...]:
        from .params import fields_of

        return fields_of(_with_state(self.start))[0]


def _with_state(start: Callable[..., Any]) -> Callable[..., Any]:
    import inspect

    signature = inspect.signature(start)
    first = inspect.Parameter("_", inspect.Parameter.POSITIONAL_ONLY)

    def shifted(*args: Any, **kwargs: Any) -> Any:
        return start(*args[1:], **kwargs)

    shifted.__signature__ = signature.replace(parameters=[first, *signature.parameters.values()])  # type: ignore[attr-defined]
    shifted.__annotations__ = typing.get_type_hints(start, include_extras=True)
    shifted.__qualname__ = start.__qualname__
    return shifted


class Game(msgspec.Struct, frozen=True, dict=True):
    """A whole game.

    `cast` says who plays a character, `names` what to call one in the log. `sheet` is given only what `conceal` leaves
    for the seat, so it cannot show a secret; `secrets` lists what must never reach a seat, for the conformance suite.
    """

    name: str
    title: str
    version: str
    roles: tuple[Role, ...]
    state: type[State]
    rulings: type[Rulings]
    setup: Callable[[Any], Any]
    actions: tuple[Action[Any], ...]
    sheet: Callable[[Any, Seat], tuple[Panel, ...]]
    cast: Callable[[Any], Mapping[str, str]] = lambda _: {}
    names: Callable[[Any], Mapping[str, str]] = lambda _: {}
    conceal: Callable[[Any, Seat], Any] = lambda s, _: s
    secrets: Callable[[Any, Seat], Iterable[str]] = lambda _s, _: ()
    over: Callable[[Any], str | None] = lambda _: None
    limits: tuple[Limit, ...] = ()
    policies: Mapping[str, Policy] = {}
    scenarios: tuple[Scenario, ...] = ()
    seats: tuple[Seat, ...] = ()

    def action(self, name: str) -> Action[Any]:
        by_name = {a.name: a for a in self.actions}
        if name in by_name:
            return by_name[name]
        alias = {a.name.replace("_", "-"): a for a in self.actions}
        if name in alias:
            return alias[name]
        raise Unknown(f"action in {self.title}", name, by_name)

    def scenario(self, name: str) -> Scenario:
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise Unknown(f"scenario in {self.title}", name, (s.name for s in self.scenarios))

    def policy(self, name: str) -> Policy:
        if name not in self.policies:
            raise Unknown(f"policy in {self.title}", name, self.policies)
        return self.policies[name]

    def role(self, name: str) -> Role:
        for role in self.roles:
            if role.name == name:
                return role
        raise Unknown(f"role in {self.title}", name, (r.name for r in self.roles))

    def is_master(self, seat: Seat) -> bool:
        return self.role(seat.role).master

    def ruling_fields(self) -> tuple[RulingField, ...]:
        """The house rulings, each with its question and its default."""
        import inspect

        hints = typing.get_type_hints(self.rulings, include_extras=True)
        infos = {f.name: f for f in msgspec.structs.fields(self.rulings)}
        out = []
        for name, hint in hints.items():
            if name not in infos:
                continue
            note = next((n for n in getattr(hint, "__metadata__", ()) if isinstance(n, Ruling)), None)
            if note is None:
                raise Faulty(f"{self.rulings.__qualname__}.{name} needs a Ruling that says what it decides.")
            parameter = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=infos[name].default)
            param = Param(note.doc, note.min, note.max)
            out.append(RulingField(_field(self.rulings, parameter, typing.get_args(hint)[0], param), note.cites))
        return tuple(out)

    def rule_on(self, chosen: Mapping[str, Any]) -> Rulings:
        """The house rulings meant by a form, flags or JSON."""
        fields = {r.name: r.field for r in self.ruling_fields()}
        for name in chosen:
            if name not in fields:
                raise Unknown(f"house ruling in {self.title}", name, fields)
        return self.rulings(**{name: fields[name].read(raw, None) for name, raw in chosen.items()})

    def may_take(self, seat: Seat, action: Action[Any]) -> None:
        """Refused if this action is not for this seat's role."""
        if action.by and seat.role not in action.by and not self.is_master(seat):
            raise Refused(f"{action.title} is for {' or '.join(action.by)}; {seat.title} is {seat.role}.")

    def may_act(self, seat: Seat, action: Action[Any], state: Any, params: Mapping[str, Any]) -> None:
        """Refused if this seat may not take this action with these parameters."""
        if self.is_master(seat):
            return
        self.may_take(seat, action)
        cast = self.cast(state)
        for field in action.fields:
            given = params.get(field.name) if field.param.mine else None
            for who in given if isinstance(given, tuple) else (given,):
                if who is not None and cast.get(who) not in (seat.id, None, ""):
                    mine = [name for name, player in cast.items() if player == seat.id]
                    plays = f"plays {', '.join(mine)}" if mine else "plays nobody"
                    raise Refused(f"{who} is played by {cast[who]}; {seat.title} {plays}.")

    def may_answer(self, seat: Seat, by: str | tuple[str, ...], state: Any) -> bool:
        """Whether a question for these names (seats, roles, characters; anyone, if none) is for this seat."""
        names = (by,) if isinstance(by, str) else by
        if not any(names) or self.is_master(seat):
            return True
        cast = self.cast(state)
        return any(name in (seat.id, seat.role) or cast.get(name) == seat.id for name in names)

    def may_see(self, seat: Seat, audience: tuple[str, ...], state: Any) -> bool:
        """Whether a line, a roll or a note for these names is for this seat. The master sees all."""
        return self.may_answer(seat, audience, state)

    def call(self, state: Any, *ids: str) -> str:
        """Characters, seats or roles as people call them."""
        names = self.names(state)
        return ", ".join(names.get(id, id) for id in ids if id)

    def view(self, state: Any, seat: Seat) -> tuple[Panel, ...]:
        """What this seat sees."""
        return self.sheet(self.conceal(state, seat), seat)
