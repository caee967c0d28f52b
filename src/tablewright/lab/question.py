"""A question to the lab: everything its answer depends on, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any, Literal, TypedDict, get_args

import msgspec

from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.field import writable
from tablewright.kernel.scenario import Scenario
from tablewright.run.shelf import Boxed, find, is_path, shelf, unbox

By = Literal["chain", "bulk", ""]
BEST = "best"
ERROR = 0.01
"""Half the widest 95 % interval of a chance that sampling stops at, unless somebody says how many plays."""
MOST_PLAYS = 1_000_000_000
MOST_STEPS = 100_000


NOBODY = "none"
"""As a policy: the first free option is taken."""


class Beginning(msgspec.Struct, frozen=True):
    """A state to begin with, and where it is from: a table after so many entries, or a file."""

    state: Any
    named: str
    of: Literal["table", "scenario"]


class How(TypedDict, total=False):
    """What may be said with every question to the lab.

    `settings` are fields of the scenario, or values of its start by path (`"crew.ada.focus": 2`); `rulings` house
    rulings; `policy` a policy of the scenario or the game, or "best". `state` is a table's state to go on from, or a
    start made elsewhere; a `Beginning`, where it is known from where. `by` insists on solving ("chain") or sampling
    ("bulk"). Sampling goes on until every chance is known to within `error`, or for so many `plays`, by the number
    `seed`; a play longer than `limit` steps is an ending of its own. `measures` counts what the game's people care
    about at the end, beside what the scenario does.
    """

    settings: Mapping[str, Any]
    rulings: Mapping[str, Any]
    policy: str | None
    state: Any
    by: By
    plays: int | None
    error: float | None
    seed: int
    limit: int | None
    measures: bool


class Question(msgspec.Struct, frozen=True):
    """What is asked. It is plain data: another process or machine can be asked the same."""

    game: str
    """A game's name, or the path of its folder."""
    scenario: str
    settings: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    policy: str | None = None
    start: str = ""
    """A state to begin with, as JSON."""
    start_of: Literal["", "table", "scenario"] = ""
    """Whose state that is: a table's, made a start by the scenario; or a start as the scenario makes them."""
    start_named: str = ""
    """Where that state is from, if that is known."""
    by: By = ""
    plays: int | None = None
    error: float = ERROR
    seed: int = 0
    limit: int | None = None
    measures: bool = False

    def but(self, **changes: Any) -> Question:
        """This, with something else asked."""
        return msgspec.structs.replace(self, **changes)


def box_of(game: str) -> Boxed:
    """The game a question is about: on the shelf, in a folder, or in a package that stands nowhere else."""
    return unbox(game) if "." in game and not is_path(game) else find(game)


def named(box: Boxed) -> str:
    """What a question calls a game, so that it is found again."""
    known = not box.on_shelf or shelf().get(box.game.name) is box
    return box.source if known else box.package


def question(game: str | Boxed, scenario: str, how: How, also: Iterable[str] = ()) -> Question:
    """The question meant; refused with what would do. `also` are words that whoever asks takes beside these."""
    _understood(how, also)
    box = game if isinstance(game, Boxed) else find(game)
    plays, error, limit = how.get("plays"), how.get("error"), how.get("limit")
    if plays is not None and not 1 <= plays <= MOST_PLAYS:
        raise Refused(f"{plays:,} plays cannot be sampled: give a number from 1 to {MOST_PLAYS:,}.")
    if error is not None and not (math.isfinite(error) and 0.0001 <= error < 0.5):
        raise Refused(f"An error of {error:.4%} cannot be asked for: give one from 0.01% to 49%.")
    if limit is not None and not 1 <= limit <= MOST_STEPS:
        raise Refused(f"A limit of {limit:,} steps cannot be kept: give a number from 1 to {MOST_STEPS:,}.")
    if how.get("policy") == BEST and (how.get("by") == "bulk" or limit is not None):
        raise Refused("Best play is solved, not sampled: leave out bulk and a limit, or name a policy.")
    if how.get("by") == "chain" and limit is not None:
        raise Refused("A chain is solved to its end: a limit is for sampling.")
    what = box.game.scenario(scenario)
    fields = {field.name for field in what.form.fields}
    start, start_of, start_named = _start(box, what, how.get("state"))
    asked = Question(
        named(box),
        what.name,
        {name: plain(name, value, name in fields) for name, value in how.get("settings", {}).items()},
        {name: plain(name, value, True) for name, value in how.get("rulings", {}).items()},
        None if how.get("policy") == NOBODY else how.get("policy"),
        start,
        start_of,
        start_named,
        how.get("by", ""),
        None if plays is None else int(plays),
        ERROR if error is None else float(error),
        int(how.get("seed", 0)),
        None if limit is None else int(limit),
        how.get("measures", False),
    )
    return _readable(asked)


def _readable(asked: Question) -> Question:
    """Refuses a text that no encoding can hold, such as what a terminal hands on of another one."""
    try:
        msgspec.json.encode(asked)
    except UnicodeEncodeError as error:
        raise Refused(f"{error.object[:40]!a} cannot be read: it is no text in UTF-8.") from None
    return asked


KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "settings": ((Mapping,), "a mapping of names to values"),
    "rulings": ((Mapping,), "a mapping of names to values"),
    "policy": ((str, type(None)), "a policy's name"),
    "by": ((str,), "chain or bulk"),
    "plays": ((Integral, type(None)), "a whole number"),
    "error": ((Real, type(None)), "a share, such as 0.01"),
    "seed": ((Integral,), "a whole number"),
    "limit": ((Integral, type(None)), "a whole number"),
    "measures": ((bool,), "True or False"),
}
"""What has to be said of which kind, and that kind in words; a state may be anything."""
ELSEWHERE = {"number": "seed", "fields": "settings", "set": "settings", "start": "state", "samples": "plays"}
"""What people say for it who come from the command line, or guess."""


def _understood(how: Mapping[str, Any], also: Iterable[str]) -> None:
    """Refuses a word that nobody knows, with the nearest that is known, and a value that cannot be meant."""
    for name, value in how.items():
        if name in ELSEWHERE:
            raise Refused(f"The lab takes no {name}. Did you mean {ELSEWHERE[name]}?")
        if name not in How.__annotations__:
            raise Unknown("word of the lab", name, {*How.__annotations__, *also, "work"})
        kinds, words = KINDS.get(name, ((object,), ""))
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds and object not in kinds):
            raise Refused(f"{name} is {words}, not {value!r}.", name)
    if how.get("by", "") not in get_args(By):
        raise Refused(f"by is chain or bulk, not {how['by']!r}.", "by")


def plain(name: str, value: Any, field: bool) -> Any:
    """A value as JSON: a field's as a form writes it down; whole people, and lists of them, as they are."""
    if isinstance(value, list | tuple) and not any(isinstance(one, list | Mapping | msgspec.Struct) for one in value):
        return writable(tuple(value))
    if not isinstance(value, list | tuple | Mapping | msgspec.Struct) or (field and isinstance(value, msgspec.Struct)):
        return writable(value)
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError) as error:
        raise Refused(f"{name} cannot be written as JSON: {error}.", name) from None


def _start(box: Boxed, scenario: Scenario, state: Any) -> tuple[str, Literal["", "table", "scenario"], str]:
    """A state as JSON; whether it is a table's, one that the scenario makes a start of, if it can; and its name."""
    if state is None:
        return "", "", ""
    if isinstance(state, Beginning):
        return msgspec.json.encode(state.state).decode(), state.of, state.named
    text = msgspec.json.encode(state).decode()
    own = type(state) is not box.game.state or (type(state) is _own(box, scenario) and not scenario.from_table)
    return text, "scenario" if own else "table", ""


def _own(box: Boxed, scenario: Scenario) -> type:
    """What the scenario's own start is."""
    return type(scenario.start(box.game.rulings(), **scenario.form.read({})))
