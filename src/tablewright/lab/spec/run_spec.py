"""A question to the lab: all its answer depends on, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, get_args

import msgspec

from tablewright.catalog import InstalledGame, find_game, installed_games, is_game_path, load_declared_game
from tablewright.rules import Refused, Scenario, UnknownName, to_json_value

By = Literal["chain", "bulk", ""]
AnyGame: TypeAlias = str | PathLike[str] | InstalledGame  # a game's name, the path of its folder, or the game itself
BEST = "best"
ERROR = 0.01  # half the widest 95 % interval of a chance at which sampling stops by default
MAX_PLAYS = 1_000_000_000
MAX_STEPS = 100_000


NOBODY = "none"  # as a policy: take the first free option


class StartState(msgspec.Struct, frozen=True):
    """A state to begin with, and its origin: a table and entry, or a file."""

    state: Any
    named: str
    of: Literal["table", "scenario"]


class RunOptions(TypedDict, total=False):
    """Options of every question to the lab.

    `settings` are fields of the scenario, or values of its start by path (`"crew.ada.focus": 2`). `rulings` are rulings
    of the game. `policy` is one of the scenario or the game, or "best". `state` is a table's state to go on from, a
    start, or a `StartState` with its origin.

    `by` insists on solving ("chain") or sampling ("bulk"). Sampling goes on until every chance is known within `error`,
    or for so many `plays`, with the seed `seed`. A play longer than `limit` steps counts as an ending of its own.
    `measures` counts the game's measures at the end, beside what the scenario counts.
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


class RunSpec(msgspec.Struct, frozen=True):
    """A question as plain data, so that another process or machine can answer it."""

    game: str
    """A game's name, or the path of its folder."""
    scenario: str
    settings: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    policy: str | None = None
    start: str = ""
    """A state to begin with, as JSON."""
    start_of: Literal["", "table", "scenario"] = ""
    """The kind of that state: a table's, from which the scenario makes a start, or a start."""
    start_named: str = ""
    """The origin of that state, if known."""
    method: By = ""
    plays: int | None = None
    error: float = ERROR
    seed: int = 0
    limit: int | None = None
    measures: bool = False

    def replace(self, **changes: Any) -> RunSpec:
        """Return the question with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def game_of_spec(game: str) -> InstalledGame:
    """The game of a question: installed, in a folder, or a package that is not installed as a game."""
    return load_declared_game(game) if "." in game and not is_game_path(game) else find_game(game)


def game_reference(box: InstalledGame) -> str:
    """A reference by which `game_of_spec` finds the game again."""
    known = not box.on_shelf or installed_games().get(box.game.name) is box
    return box.source if known else box.package


def any_game(game: AnyGame) -> InstalledGame:
    """Find a game by its name or the path of its folder."""
    if isinstance(game, InstalledGame):
        return game
    if not isinstance(game, str | PathLike):
        raise Refused(f"Name a game or the path of its folder, not {game!r}.")
    return find_game(game if isinstance(game, str) else str(Path(game).absolute()))


def check_named_values(word: str, said: Any) -> None:
    """Refuse anything but a mapping of names to values."""
    if not isinstance(said, Mapping) or not all(isinstance(name, str) for name in said):
        raise Refused(f"{word} is {NAMED_VALUES}, not {said!r}.", word)


def make_spec(game: AnyGame, scenario: str, how: RunOptions, also: Iterable[str] = ()) -> RunSpec:
    """Build the question from options; refuses invalid ones with a remedy. `also` are further options of the caller."""
    _check_options(how, also)
    box = any_game(game)
    plays, error, limit = how.get("plays"), how.get("error"), how.get("limit")
    if plays is not None and not 1 <= plays <= MAX_PLAYS:
        raise Refused(f"{plays:,} plays cannot be sampled: give a number from 1 to {MAX_PLAYS:,}.")
    if error is not None and not (math.isfinite(error) and 0.0001 <= error < 0.5):
        raise Refused(f"An error of {_percent(error)} cannot be asked for: give one from 0.01% to 49%.")
    if plays is not None and error is not None:
        raise Refused("It is sampled for so many plays or until the error is so small: say one of the two.")
    if limit is not None and not 1 <= limit <= MAX_STEPS:
        raise Refused(f"A limit of {limit:,} steps cannot be kept: give a number from 1 to {MAX_STEPS:,}.")
    if how.get("policy") == BEST and (how.get("by") == "bulk" or limit is not None):
        raise Refused("Best play is solved, not sampled: leave out bulk and a limit, or name a policy.")
    if how.get("by") == "chain" and limit is not None:
        raise Refused("A chain is solved to its end: a limit is for sampling.")
    what = box.game.scenario(scenario)
    fields = {field.name for field in what.form.fields}
    start, start_of, start_named = _start(box, what, how.get("state"))
    asked = RunSpec(
        game_reference(box),
        what.name,
        {name: to_json(name, value, name in fields) for name, value in how.get("settings", {}).items()},
        {name: to_json(name, value, True) for name, value in how.get("rulings", {}).items()},
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


def _percent(error: float) -> str:
    """The error as it was given, however small."""
    return (f"{100 * error:.9f}".rstrip("0").rstrip(".") if abs(error) > 1e-9 else f"{100 * error:g}") + "%"


def _readable(asked: RunSpec) -> RunSpec:
    """Refuse a text that UTF-8 cannot encode, such as one from a terminal with another encoding."""
    try:
        msgspec.json.encode(asked)
    except UnicodeEncodeError as error:
        raise Refused(f"{error.object[:40]!a} cannot be read: it is no text in UTF-8.") from None
    return asked


NAMED_VALUES = "a mapping of names to values"
#: Types of options, and their description; a state may be anything.
KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "policy": ((str, type(None)), "a policy's name"),
    "by": ((str,), "chain or bulk"),
    "plays": ((Integral, type(None)), "a whole number"),
    "error": ((Real, type(None)), "a share, such as 0.01"),
    "seed": ((Integral,), "a whole number"),
    "limit": ((Integral, type(None)), "a whole number"),
    "measures": ((bool,), "True or False"),
}
#: Other names for options, as on the command line, or as people guess them.
ELSEWHERE = {"number": "seed", "fields": "settings", "set": "settings", "start": "state", "samples": "plays"}


def _check_options(how: Mapping[str, Any], also: Iterable[str]) -> None:
    """Refuse an unknown option, with the nearest known one, and a value of a wrong type."""
    for name, value in how.items():
        if name in ELSEWHERE:
            raise Refused(f"The lab takes no {name}. Did you mean {ELSEWHERE[name]}?")
        if name not in RunOptions.__annotations__:
            raise UnknownName("word of the lab", name, {*RunOptions.__annotations__, *also, "work"})
        if name in ("settings", "rulings"):
            check_named_values(name, value)
        kinds, words = KINDS.get(name, ((object,), ""))
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds and object not in kinds):
            raise Refused(f"{name} is {words}, not {value!r}.", name)
    if how.get("by", "") not in get_args(By):
        raise Refused(f"by is chain or bulk, not {how['by']!r}.", "by")


def to_json(name: str, value: Any, field: bool) -> Any:
    """Convert a value to JSON: that of a field as a form writes it; structures, and lists of them, as they are."""
    if isinstance(value, list | tuple) and not any(isinstance(one, list | Mapping | msgspec.Struct) for one in value):
        return to_json_value(tuple(value))
    if not isinstance(value, list | tuple | Mapping | msgspec.Struct) or (field and isinstance(value, msgspec.Struct)):
        return to_json_value(value)
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError) as error:
        raise Refused(f"{name} cannot be written as JSON: {error}.", name) from None


def _start(box: InstalledGame, scenario: Scenario, state: Any) -> tuple[str, Literal["", "table", "scenario"], str]:
    """The state as JSON, its kind, and its origin."""
    if state is None:
        return "", "", ""
    if isinstance(state, StartState):
        return msgspec.json.encode(state.state).decode(), state.of, state.named
    try:
        text = msgspec.json.encode(state).decode()
    except TypeError:
        raise Refused(f"The scenario cannot begin with {state!r}: it is no state.", "state") from None
    own = type(state) is not box.game.state or (type(state) is _own(box, scenario) and not scenario.from_table)
    return text, "scenario" if own else "table", ""


def _own(box: InstalledGame, scenario: Scenario) -> type:
    """The type of the scenario's own start."""
    return type(scenario.start(box.game.rulings(), **scenario.form.read({})))
