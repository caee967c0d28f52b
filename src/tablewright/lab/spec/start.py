"""The start of a scenario: its own with any field, ruling or value changed, or a table's state.

Settings that cannot have an effect are refused, not ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Unpack

import msgspec

from tablewright.catalog import InstalledGame, find_game
from tablewright.engine.sampling import SimulationSetup
from tablewright.rules import Game, GameError, Refused, Scenario, UnknownName, source_location, to_key
from tablewright.rules.effects import Call, Choose, Policy
from tablewright.rules.forms import Rulings
from tablewright.rules.state import check_unique_ids, get_path, leaf_paths, parse_value
from tablewright.rules.state import decode_json as as_json

from .end_measures import with_measures
from .ruling_usage import RulingUsage, with_rulings
from .run_spec import BEST, RunOptions, RunSpec, game_of_spec, make_spec
from .start_values import overridden_fields, set_values, split_start_settings
from .state_facts import table_in

DECIDED = "(decided)"  # recorded when a policy has decided something


class PreparedRun(msgspec.Struct, frozen=True):
    """A prepared question: scenario, policy and start."""

    box: InstalledGame | None
    """None for a forecast from a table."""
    scenario: Scenario
    policy: Policy | None
    start: Any
    fields: dict[str, Any]
    """Every field of the scenario with its value, except those overridden by a path; empty for a given state."""
    placed: dict[str, Any]
    """Values of the start that were set by path."""
    rulings: Rulings
    changed: dict[str, Any]
    """Rulings that differ from the ledger's."""
    noticed: set[str]

    def to_play(self) -> SimulationSetup:
        """The setup for sampling."""
        return SimulationSetup(self.scenario, self.policy, self.start, self.noticed)


def prepare(q: RunSpec, strict: bool = True, box: InstalledGame | None = None, watched: bool = True) -> PreparedRun:
    """Prepare a question, for the game `box` if given.

    With `strict`, settings that have no effect are refused. Without `watched`, reads of rulings are not recorded, which
    is faster.
    """
    box = box or game_of_spec(q.game)
    game, scenario = box.game, box.game.scenario(q.scenario)
    rulings = rulings_for(game, q)
    noticed = RulingUsage(rulings)
    policy = _watched(find_policy(game, scenario, q.policy), noticed.read)
    own, values = split_start_settings(scenario, q.settings)
    if own and q.start_of:
        raise Refused(
            f"{', '.join(own)} would change how {scenario.title} begins by itself, and it begins with a state that was "
            "given: set a value of that state by its path."
        )
    given = {} if q.start_of else scenario.form.read(own)
    start = _make_start(game, scenario, q, given, noticed.rulings if watched else rulings)
    noticed.read.clear()  # reads of rulings for the start are not reads in play
    if strict:
        _check_fields_used(scenario, given, own, start, noticed.rulings)
    before = _broken(game, start) if q.start_of != "scenario" else []
    start = set_values(scenario, start, values, strict)
    one = next(iter(values)) if len(values) == 1 else ""
    _check_limits(game, start, before, one)
    silent = overridden_fields(scenario, rulings, given, values)
    if strict:
        _check_overridden(own, silent, values)
        _check_not_over(scenario, start, one)
    check_step_is_rule(scenario, start)
    usual = game.rulings()
    changed = {
        name: getattr(rulings, name)
        for name in rulings.__struct_fields__
        if getattr(rulings, name) != getattr(usual, name)
    }
    if q.measures:
        scenario = with_measures(game, scenario, start)
    claimed = {name: value for name, value in given.items() if name not in silent}
    return PreparedRun(box, scenario, policy, start, claimed, values, rulings, changed, noticed.read)


def prepare_by_reference(q: RunSpec) -> SimulationSetup:
    """Prepare the question in another process."""
    return prepare(q, strict=False).to_play()


def start_of(game: str | InstalledGame, scenario: str, /, **how: Unpack[RunOptions]) -> Any:
    """The start of a scenario with these settings, to be inspected, changed, and passed as `state`."""
    box = game if isinstance(game, InstalledGame) else find_game(game)
    return prepare(make_spec(box, scenario, how), strict=False, box=box, watched=False).start


def rulings_for(game: Game, q: RunSpec) -> Rulings:
    """The rulings in force: those of the given state, if any, changed by those that were set."""
    if q.start_of:
        kind = game.state if q.start_of == "table" else _kind(game, game.scenario(q.scenario))
        there = next(iter(_rulings_in(decode_state(q.start, kind), game.rulings)), None)
        if there is not None:
            now = {name: getattr(there, name) for name in there.__struct_fields__}
            game.parse_rulings(q.rulings)  # refuses unknown rulings
            given = {f.name: f.read(q.rulings[f.name], None) for f in game.ruling_form.fields if f.name in q.rulings}
            return game.rulings(**now | given)
    return game.parse_rulings(q.rulings)


def _kind(game: Game, scenario: Scenario) -> Any:
    """The type of the scenario's own start."""
    return type(scenario.start(game.rulings(), **scenario.form.read({})))


def find_policy(game: Game, scenario: Scenario, name: str | None) -> Policy | None:
    """Find a policy of the scenario or the game; None for the first free option or best play."""
    if name is None or name == BEST:
        return None
    known = {**game.policies, **scenario.policies}
    if name not in known:
        raise UnknownName(f"policy in {game.title}", name, policies_of(game, scenario))
    return known[name]


def policies_of(game: Game, scenario: Scenario) -> list[str]:
    """Names of all policies: the scenario's, then the game's, then best play if there is one."""
    best = [BEST] if scenario.value is not None else []
    return [*dict.fromkeys([*scenario.policies, *game.policies]), *best]


def decode_state(text: str, kind: Any) -> Any:
    """Decode a state from JSON; refuses one that does not fit."""
    try:
        return msgspec.json.decode(text.encode(), type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return convert_json(as_json(text, ""), kind)


def convert_json(value: Any, kind: Any) -> Any:
    """Convert decoded JSON that has words as they are shown."""
    try:
        return parse_value(value, kind, "")
    except Refused as refused:
        raise Refused(f"The scenario cannot begin with this state: {refused}", refused.field) from None


def _watched(policy: Policy | None, noticed: set[str]) -> Policy | None:
    if policy is None:
        return None

    def decide(ask: Choose[Any]) -> Any:
        picked = policy(ask)
        if picked is not None:
            noticed.add(DECIDED)
        return picked

    return decide


def _make_start(game: Game, scenario: Scenario, q: RunSpec, given: Mapping[str, Any], rulings: Rulings) -> Any:
    if not q.start_of:
        return scenario.start(rulings, **given)
    if q.start_of == "table":
        start = from_table(game, scenario)(decode_state(q.start, game.state))
    else:
        start = decode_state(q.start, _kind(game, scenario))
    check_unique_ids(start)
    return with_rulings(start, rulings, game.rulings)


def from_table(game: Game, scenario: Scenario) -> Callable[[Any], Any]:
    """The function that makes a start from a table's state; refused, with the scenarios that have one."""
    if scenario.from_table is not None:
        return scenario.from_table
    able = ", ".join(s.name for s in game.scenarios if s.from_table is not None)
    those = f"These can: {able}." if able else "No scenario of this game can."
    raise Refused(f"{scenario.title} cannot go on from a table. {those}")


def settable_values(start: Any) -> list[tuple[str, str]]:
    """Every value of a start as text, with its path. Rulings are left out."""
    ours = (path for path in leaf_paths(start) if not isinstance(get_path(start, path.rpartition(".")[0]), Rulings))
    return [(path, to_key(get_path(start, path))) for path in ours]


def _check_fields_used(
    scenario: Scenario, given: Mapping[str, Any], own: Mapping[str, Any], start: Any, rulings: Rulings
) -> None:
    """Refuse a field that was changed without an effect on the start."""
    for field in scenario.form.fields:
        if field.name not in own or field.required or given[field.name] == field.default:
            continue
        if scenario.start(rulings, **{**given, field.name: field.default}) == start:
            raise Refused(
                f"{field.name}={to_key(given[field.name])} changes nothing here: {scenario.title} begins the same "
                f"without it. ({field.doc.rstrip('.')}.)",
                field.name,
            )


def _check_overridden(own: Mapping[str, Any], silent: Iterable[str], values: Mapping[str, Any]) -> None:
    """Refuse a field that has no effect because its result is set by path."""
    for name in silent:
        if name in own:
            raise Refused(
                f"{name}={to_key(own[name])} changes nothing here: what it makes is set by path "
                f"({', '.join(values)}). Leave one of them out.",
                name,
            )


def _check_not_over(scenario: Scenario, start: Any, path: str) -> None:
    """Refuse a scenario that is over at its start."""
    ending = scenario.ending(start)
    if ending is not None:
        raise Refused(f"{scenario.title} is over before it begins: {ending}.", path)


def _broken(game: Game, start: Any) -> list[tuple[str, str]]:
    """Violated limits of the game in this state: the citation and the violation in words."""
    table = table_in(start, game.state)
    if table is None:
        return []
    return [(limit.cites, words) for limit in game.limits if (words := limit.broken(table))]


def _check_limits(game: Game, start: Any, before: list[tuple[str, str]], path: str = "") -> None:
    """Refuse a start that violates the game's limits, unless the table's state did before."""
    for cites, words in _broken(game, start):
        if (cites, words) not in before:
            raise Refused(f"{game.title} does not allow this start: {words.rstrip('.')} ({cites}).", path)


def check_step_is_rule(scenario: Scenario, start: Any) -> None:
    """Raise `GameError` if the scenario's step is not a rule."""
    step: Any = scenario.step(start) if scenario.ending(start) is None else None
    if step is not None and not isinstance(step, Call):
        raise GameError(
            f"{scenario.name} takes its steps by what is no rule: put @rule(...) above it.",
            source_location(scenario.step),
        )


def _rulings_in(state: Any, kind: type[Rulings]) -> Iterable[Rulings]:
    found: list[Rulings] = []

    def look(value: Any) -> None:
        if isinstance(value, kind):
            found.append(value)
        elif isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                look(getattr(value, name))

    look(state)
    return found
