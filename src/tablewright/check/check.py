"""The conformance suite: what every game must hold, tried on the game itself.

Public as `tablewright check GAME`, and run by the tests on every game found.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from tablewright.kernel.errors import Refused, TooLarge
from tablewright.kernel.game import Scenario, Seat
from tablewright.kernel.kit import KIT_LEDGER
from tablewright.kernel.view import offers_in
from tablewright.lab.trial import run_trial
from tablewright.run.bulk import Bulk
from tablewright.run.exact import spend_nothing
from tablewright.run.odds import Odds, maker, odds
from tablewright.run.shelf import Boxed
from tablewright.table import Table, from_line, to_lines
from tablewright.table.transcript import play

from .citations import strangers, uncited
from .random_play import Stranger

STEPS = 3_000
SAMPLES = 1_500
ODDS_BUDGET = 60_000


class Finding(msgspec.Struct, frozen=True):
    """One thing checked: what is wrong (nothing, if it holds) and what was seen."""

    name: str
    wrong: tuple[str, ...] = ()
    seen: str = ""

    @property
    def holds(self) -> bool:
        return not self.wrong


def check(box: Boxed, steps: int = STEPS, seed: int = 1) -> Iterator[Finding]:
    """Every finding, one after the other."""
    yield from (declared(box), set_up(box))
    played = RandomPlay(box, steps, seed)
    yield from played.findings()
    yield from odds_hold(box, played.met)
    yield scenarios_run(box)
    yield golden_match(box)


def declared(box: Boxed) -> Finding:
    """The game says everything about itself that people and programs will ask."""
    game, wrong = box.game, []
    if box.ledger.game != game.name:
        wrong.append(f"the ledger is of {box.ledger.game}, the game is {game.name}")
    if not any(role.master for role in game.roles):
        wrong.append("no role is the master's")
    for words in ("independent implementation", "in our own words"):
        if words not in " ".join(box.readme.split()):
            wrong.append(f"README.md does not say that this is an {words!r}" if "indep" in words else words)
    names = Counter(a.name for a in game.actions)
    wrong += [f"two actions are called {name}" for name, n in names.items() if n > 1]
    for action in game.actions:
        wrong += [] if action.doc else [f"{action.name} has no docstring"]
        wrong += [f"{action.name}.{f.name} is not documented" for f in action.fields if not f.doc]
        wrong += [
            f"{action.name} is for {r}, which is no role" for r in action.by if r not in {x.name for x in game.roles}
        ]
        wrong += [f"{action.name} cites {id}, which is in no ledger" for id in _strangers(box, " ".join(action.cites))]
    for ruling in game.ruling_fields():
        wrong += [f"the ruling {ruling.name} has no question" for _ in [0] if not ruling.field.doc]
        wrong += [f"the ruling {ruling.name} cites {id}" for id in _strangers(box, ruling.cites)]
    for limit in game.limits:
        wrong += [f"a limit cites {id}, which is in no ledger" for id in _strangers(box, limit.cites)]
    wrong += [f"unbuilt.txt names {id}, which is not in the ledger" for id in box.unbuilt() if id not in box.ledger]
    wrong += [f"nothing cites {id}" for id in uncited(box)]
    built = len(box.ledger.played) - len(box.unbuilt())
    return Finding(
        "declares itself", tuple(wrong), f"{len(game.actions)} actions, {built} of {len(box.ledger.played)} rules"
    )


def _strangers(box: Boxed, cites: str) -> list[str]:
    return strangers(box.ledger, KIT_LEDGER, cites)


def set_up(box: Boxed) -> Finding:
    """A table can be set up with every value of every house ruling, and every seat can look at it."""
    game, wrong, tried = box.game, [], 0
    for chosen in ruling_choices(box):
        tried += 1
        try:
            table = Table.open(game, seats=Stranger(game, 0).table.opened.seats, rulings=chosen, seed="set-up")
            for seat in table.seats:
                msgspec.json.encode(table.view(seat))
        except Exception as error:  # noqa: BLE001 (whatever a game raises is its finding)
            wrong.append(f"with {chosen or 'no ruling'}: {type(error).__name__}: {error}")
    return Finding("sets up", tuple(wrong), f"{tried} ways")


def ruling_choices(box: Boxed) -> list[dict[str, Any]]:
    """The defaults, and every value of every ruling on its own."""
    out: list[dict[str, Any]] = [{}]
    for ruling in box.game.ruling_fields():
        choices = ruling.field.choices(None)
        values = (
            choices
            if choices is not None and len(choices) <= 12
            else (choices or ())[:: max(1, len(choices or ()) - 1)]
        )
        out += [{ruling.name: value} for value in values]
    return out


class RandomPlay:
    """Thousands of random legal steps, with everything that must hold on the way."""

    def __init__(self, box: Boxed, steps: int, seed: int) -> None:
        self.box, self.steps = box, steps
        self.wrong: dict[str, list[str]] = {
            k: [] for k in ("never raises", "limits", "replays", "json", "secrets", "cites")
        }
        self.met: list[tuple[Any, str]] = []
        """States on the way, with a seat, to ask the odds in."""
        self.rng = random.Random(seed)
        rulings = ruling_choices(box)
        each = max(60, steps // len(rulings)) if len(rulings) > 1 else steps
        self.done = 0
        self.taken: Counter[str] = Counter()
        for i, chosen in enumerate(rulings):
            self._play(
                Stranger(box.game, seed * 1000 + i, chosen), steps // 2 if not chosen and len(rulings) > 1 else each
            )

    def _play(self, stranger: Stranger, steps: int) -> None:
        table = stranger.table
        for i in range(steps):
            try:
                stranger.step()
            except Exception as error:  # noqa: BLE001 (whatever a game raises is its finding)
                last = [type(e).__name__ + " " + getattr(e, "action", "") for e in table.journal[-3:]]
                self._note("never raises", f"{type(error).__name__}: {error} (after {', '.join(last)})")
                stranger.table = stranger.open()
            self.done += 1
            if stranger.table is not table:
                self._replays(table)
                table = stranger.table
            self._limits(table)
            if i % 10 == 0:
                self._json(table)
                self._secrets(table)
                self.met.append((table.state, self.rng.choice(list(table.seats))))
        self._replays(table)
        self.taken += stranger.taken

    def _note(self, what: str, text: str) -> None:
        if len(self.wrong[what]) < 5 and text not in self.wrong[what]:
            self.wrong[what].append(text)

    def _limits(self, table: Table) -> None:
        for limit in self.box.game.limits:
            broken = limit.broken(table.state)
            if broken:
                self._note("limits", f"{limit.cites}: {broken}")
        for ended in table.now.ended:
            for line in ended.lines:
                for id in _strangers(self.box, line.cites):
                    self._note("cites", f"{id}, which is in no ledger: {line.text}")
                if line.kind == "tell" and not line.cites:
                    self._note("cites", f"no rule is cited by: {line.text}")

    def _replays(self, table: Table) -> None:
        text = to_lines(table.journal)
        try:
            again = Table.replay(table.game, [from_line(line, i) for i, line in enumerate(text.splitlines())])
        except Refused as refused:
            self._note("replays", str(refused))
            return
        if again.state != table.state or again.now.waiting() != table.now.waiting() or to_lines(again.journal) != text:
            self._note("replays", f"a journal of {len(table.journal)} entries replays to another state")

    def _json(self, table: Table) -> None:
        text = msgspec.json.encode(table.state)
        if msgspec.json.decode(text, type=self.box.game.state) != table.state:
            self._note("json", "a state does not survive JSON")
        for _, q in table.now.waiting():
            if msgspec.json.decode(msgspec.json.encode(q), type=type(q)) != q:
                self._note("json", f"a question does not survive JSON: {q.question}")

    def _secrets(self, table: Table) -> None:
        game, state = self.box.game, table.state
        for seat in table.seats.values():
            hidden = [secret for secret in game.secrets(state, seat) if secret]
            panels = game.view(state, seat)
            for offer in (o for panel in panels for o in offers_in(panel)):
                if offer.action not in {a.name for a in game.actions}:
                    self._note("never raises", f"the sheet offers {offer.action}, which is no action")
            if not hidden:
                continue
            shown = json.dumps(msgspec.to_builtins(panels), ensure_ascii=False)
            shown += " ".join(line.text for line in table.log(seat.id))
            for secret in hidden:
                if json.dumps(secret, ensure_ascii=False)[1:-1] in shown:
                    self._note("secrets", f"{seat.id} ({seat.role}) can read {secret!r}")

    def findings(self) -> Iterator[Finding]:
        names = {a.name for a in self.box.game.actions}
        rare = sorted(names - set(self.taken))
        seen = f"{self.done} steps, {len(names) - len(rare)} of {len(names)} actions taken"
        seen += f"; never: {', '.join(rare)}" if rare else ""
        yield Finding("random play never raises", tuple(self.wrong["never raises"]), seen)
        yield Finding("keeps every limit", tuple(self.wrong["limits"]), f"{len(self.box.game.limits)} limits")
        yield Finding("replays to the same state", tuple(self.wrong["replays"]))
        yield Finding("survives JSON both ways", tuple(self.wrong["json"]))
        yield Finding("shows nobody a secret", tuple(self.wrong["secrets"]))
        yield Finding("every line cites a rule", tuple(self.wrong["cites"]))


def odds_hold(box: Boxed, met: list[tuple[Any, str]], each: int = 6) -> Iterator[Finding]:
    """Odds of every action total one, and random plays fall as they say.

    An outcome's share in the samples may miss its chance by five standard deviations: a sound game fails about once
    in a million outcomes.
    """
    game, rng = box.game, random.Random(5)
    wrong_sum, wrong_share, large = [], [], Counter[str]()
    counted = sampled = 0
    stranger = Stranger(game, 5)
    for action in game.actions:
        found, fair_tries = 0, 0
        for state, seat_id in rng.sample(met, min(len(met), 60)):
            if found >= each or fair_tries >= 60:
                break
            fair_tries += 1
            seat = stranger.table.seats.get(seat_id) or next(iter(stranger.table.seats.values()))
            try:
                if action.when and action.when(state):
                    continue
                params = stranger.params(action, state)
                seen = odds(game, state, action, params, seat=seat, budget=ODDS_BUDGET)
            except TooLarge:
                large[action.name] += 1
                continue
            except Refused:
                continue
            found += 1
            counted += 1
            for dist in (seen.plain, seen.best):
                if not dist.whole() or sum((p for _, p in dist.items()), Fraction(0)) != 1:
                    wrong_sum.append(f"{action.name}{params}: the chances do not total one")
            if len(seen.plain) > 1 and found <= 2:
                sampled += 1
                wrong_share += _samples(box, state, action.name, params, seat, seen)
    note = f"{counted} odds; too large to count: {', '.join(large)}" if large else f"{counted} odds"
    yield Finding("odds total one", tuple(wrong_sum), note)
    yield Finding("random plays fall as the odds say", tuple(wrong_share), f"{sampled} actions, {SAMPLES} plays each")


def _samples(box: Boxed, state: Any, name: str, params: dict[str, Any], seat: Seat, seen: Odds) -> list[str]:
    action = box.game.action(name)
    make = maker(action, state, action.read(params, state), seat)
    bulk = Bulk(spend_nothing, seed=11)
    falls = Counter(bulk.outcome(make()) for _ in range(SAMPLES))
    wrong = []
    for value, chance in seen.plain.items():
        p = float(chance)
        if abs(falls[value] / SAMPLES - p) > 5 * (p * (1 - p) / SAMPLES) ** 0.5 + 3 / SAMPLES:
            wrong.append(f"{name}{params}: {value} came {falls[value] / SAMPLES:.3f}, its chance is {p:.3f}")
    return wrong


def scenarios_run(box: Boxed) -> Finding:
    """Every scenario of the lab runs to its end with its defaults, under each of its policies."""
    wrong, names = [], []
    for scenario in box.game.scenarios:
        names.append(scenario.name)
        for policy in (None, *scenario.policies):
            wrong += _runs(box, scenario, policy)
    return Finding("scenarios run", tuple(wrong), ", ".join(names))


def _runs(box: Boxed, scenario: Scenario, policy: str | None) -> list[str]:
    try:
        trial = run_trial(box, scenario.name, {}, policy=policy, plays=2_000, cores=1, states=3_000)
    except Refused as refused:
        return [f"{scenario.name} ({policy}): {refused}"]
    total = sum(trial.chances.values())
    return [] if abs(total - 1) < 1e-6 else [f"{scenario.name} ({policy}): the endings' chances total {total}"]


def golden_match(box: Boxed) -> Finding:
    """The golden transcripts play as they are written; a game without any fails."""
    golden, wrong = box.golden(), []
    if not golden:
        wrong.append("there is no golden transcript: write one in golden/")
    for name, text in golden.items():
        again = play(box.game, text).text
        if again != text:
            wrong.append(f"{name} plays differently now: {first_difference(text, again)}")
    return Finding("golden transcripts match", tuple(wrong), ", ".join(golden))


def first_difference(old: str, new: str) -> str:
    for n, (a, b) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {n} was {a.strip()!r} and is {b.strip()!r}"
    return "one is longer than the other"


Check = Callable[[Boxed], Iterator[Finding]]
