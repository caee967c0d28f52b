"""A question to the lab: everything its answer depends on, and nothing else."""

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
AnyGame: TypeAlias = str | PathLike[str] | InstalledGame
"""A game by its name, by the path of its folder, or at hand."""
BEST = "best"
ERROR = 0.01
"""Half the widest 95 % interval of a chance that sampling stops at, unless somebody says how many plays."""
MAX_PLAYS = 1_000_000_000
MAX_STEPS = 100_000


NOBODY = "none"
"""As a policy: the first free option is taken."""


class StartState(msgspec.Struct, frozen=True):
    """A state to begin with, and where it is from: a table after so many entries, or a file."""

    state: Any
    named: str
    of: Literal["table", "scenario"]


class RunOptions(TypedDict, total=False):
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


class RunSpec(msgspec.Struct, frozen=True):
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
    method: By = ""
    plays: int | None = None
    error: float = ERROR
    seed: int = 0
    limit: int | None = None
    measures: bool = False

    def replace(self, **changes: Any) -> RunSpec:
        """This, with something else asked."""
        return msgspec.structs.replace(self, **changes)


def game_of_spec(game: str) -> InstalledGame:
    """The game a question is about: on the shelf, in a folder, or in a package that stands nowhere else."""
    return load_declared_game(game) if "." in game and not is_game_path(game) else find_game(game)


def game_reference(box: InstalledGame) -> str:
    """What a question calls a game, so that it is found again."""
    known = not box.on_shelf or installed_games().get(box.game.name) is box
    return box.source if known else box.package


def any_game(game: AnyGame) -> InstalledGame:
    """The game meant, by its name or the path of its folder."""
    if isinstance(game, InstalledGame):
        return game
    if not isinstance(game, str | PathLike):
        raise Refused(f"A game is said by its name or the path of its folder, not {game!r}.")
    return find_game(game if isinstance(game, str) else str(Path(game).absolute()))


def check_named_values(word: str, said: Any) -> None:
    """Refuses what is no mapping of names to values."""
    if not isinstance(said, Mapping) or not all(isinstance(name, str) for name in said):
        raise Refused(f"{word} is {NAMED_VALUES}, not {said!r}.", word)


def make_spec(game: AnyGame, scenario: str, how: RunOptions, also: Iterable[str] = ()) -> RunSpec:
    """The question meant; refused with what would do. `also` are words that whoever asks takes beside these."""
    _understood(how, also)
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
    """As it was said, however small."""
    return (f"{100 * error:.9f}".rstrip("0").rstrip(".") if abs(error) > 1e-9 else f"{100 * error:g}") + "%"


def _readable(asked: RunSpec) -> RunSpec:
    """Refuses a text that no encoding can hold, such as what a terminal hands on of another one."""
    try:
        msgspec.json.encode(asked)
    except UnicodeEncodeError as error:
        raise Refused(f"{error.object[:40]!a} cannot be read: it is no text in UTF-8.") from None
    return asked


NAMED_VALUES = "a mapping of names to values"
KINDS: dict[str, tuple[tuple[type, ...], str]] = {
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
    """A value as JSON: a field's as a form writes it down; whole people, and lists of them, as they are."""
    if isinstance(value, list | tuple) and not any(isinstance(one, list | Mapping | msgspec.Struct) for one in value):
        return to_json_value(tuple(value))
    if not isinstance(value, list | tuple | Mapping | msgspec.Struct) or (field and isinstance(value, msgspec.Struct)):
        return to_json_value(value)
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError) as error:
        raise Refused(f"{name} cannot be written as JSON: {error}.", name) from None


def _start(box: InstalledGame, scenario: Scenario, state: Any) -> tuple[str, Literal["", "table", "scenario"], str]:
    """A state as JSON; whether it is a table's, one that the scenario makes a start of, if it can; and its name."""
    if state is None:
        return "", "", ""
    if isinstance(state, StartState):
        return msgspec.json.encode(state.state).decode(), state.of, state.named
    try:
        text = msgspec.json.encode(state).decode()
    except TypeError:
        raise Refused(f"That cannot be begun with: {state!r} is no state.", "state") from None
    own = type(state) is not box.game.state or (type(state) is _own(box, scenario) and not scenario.from_table)
    return text, "scenario" if own else "table", ""


def _own(box: InstalledGame, scenario: Scenario) -> type:
    """What the scenario's own start is."""
    return type(scenario.start(box.game.rulings(), **scenario.form.read({})))
