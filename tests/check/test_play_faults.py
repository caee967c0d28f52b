"""The conformance suite fails a game that breaks what it checks: each test breaks the template in one way."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame, load_declared_game
from tablewright.check import check_game
from tablewright.check.play.random_player import RandomPlayer
from tablewright.rules import Action, Choose, Game, Invariant, Outcome, Rule, Rulings, Seat, action, roll, rule, tell
from tablewright.rules.widgets import FieldWidget, Offer, Panel, TextWidget
from tablewright.template.state import Walk


def broken(**changes: Any) -> dict[str, tuple[str, ...]]:
    """What is found wrong with the template when some of it is changed, by finding."""
    box = load_declared_game("tablewright.template")
    box.game = msgspec.structs.replace(box.game, **changes)
    return {f.name: f.wrong for f in check_game(box, steps=250) if f.wrong}


def with_action(extra: Action[Any]) -> dict[str, tuple[str, ...]]:
    return broken(actions=(extra, *GAME.actions))


GAME: Game = load_declared_game("tablewright.template").game


def test_a_rule_that_raises_is_caught() -> None:
    """An exception in a rule is a finding, not a crash of the suite."""

    @action("step.roll", title="Trip", by="walker")
    def trip(s: Walk) -> Rule[Walk]:
        """Falls over."""
        yield tell("step.roll", "Oh.")
        return s.but(light=1 // 0)

    assert "ZeroDivisionError" in with_action(trip)["random play never raises"][0]


def test_a_broken_limit_is_caught() -> None:
    """A state beyond a declared limit is named with the rule it breaks."""
    wrong = broken(limits=(Invariant("light.most", lambda s: "too bright" if s.light > 1 else None),))
    assert wrong["keeps every limit"] == ("light.most: too bright",)


def test_hidden_randomness_is_caught() -> None:
    """A rule that throws its own dice does not replay to the same state."""

    @action("step.roll", title="Gamble", by="walker")
    def gamble(s: Walk) -> Rule[Walk]:
        """Cheats."""
        yield tell("step.roll", "Hm.")
        return s.but(gone=random.randrange(10**9))

    assert "replays to the same state" in with_action(gamble)


def test_a_leaked_secret_is_caught() -> None:
    """A sheet that shows what a seat may not see is found out."""

    def leaky(s: Walk, seat: Seat) -> tuple[Panel, ...]:
        return (Panel("Notes", tuple(TextWidget(note.text) for note in s.kit.notes)),)

    assert "shows nobody a secret" in broken(sheet=leaky, conceal=lambda s, _: s)


def test_a_line_without_a_rule_is_caught() -> None:
    """Every line of the log cites an id that some ledger holds."""

    @action("step.roll", title="Mutter", by="walker")
    def mutter(s: Walk) -> Rule[Walk]:
        """Says something."""
        yield tell("no.such.rule", "Hm.")
        return s

    assert "no.such.rule" in with_action(mutter)["every line cites a rule"][0]


def test_an_offer_of_nothing_is_caught() -> None:
    """A sheet may only offer actions that exist."""

    def hopeful(s: Walk, seat: Seat) -> tuple[Panel, ...]:
        return (Panel("Hope", (TextWidget("here"), *(Panel("x", ()) for _ in s.walkers))), _offering())

    assert "fly_away" in broken(sheet=hopeful)["random play never raises"][0]


def _offering() -> Panel:
    return Panel("Offer", (FieldWidget("Wings", "none", Offer("fly_away")),))


def test_a_setup_that_fails_is_caught() -> None:
    """A ruling the game cannot start with is named."""

    def picky(rulings: Rulings) -> Walk:
        if getattr(rulings, "stumble", "") == "frightens":
            raise RuntimeError("too scary")
        made: Walk = GAME.setup(rulings)
        return made

    assert "too scary" in " ".join(broken(setup=picky).get("sets up", ()))


def test_odds_that_do_not_fit_the_play_are_caught() -> None:
    """A rule that behaves otherwise when it is sampled than when it is counted is found out."""
    calls = [0]

    @action("step.roll", title="Waver", by="walker")
    def waver(s: Walk) -> Rule[Walk]:
        """Changes its mind."""
        calls[0] += 1
        dice = yield from roll(1)
        yield Outcome(int(dice[0] > (3 if calls[0] % 50 < 25 else 5)))
        return s

    assert "random plays fall as the odds say" in with_action(waver)


def test_an_action_nobody_explained_is_caught() -> None:
    """Docstrings, roles and citations are part of an action."""

    @action("step.rolll", title="Wave", by="stranger")
    def wave(s: Walk) -> Rule[Walk]:
        yield tell("step.roll", "Hello.")
        return s

    wrong = " ".join(with_action(wave)["declares itself"])
    assert "wave has no docstring" in wrong
    assert "stranger, which is no role" in wrong
    assert "step.rolll, which is in no ledger" in wrong


def test_a_game_without_a_golden_transcript_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is not enough, and one that plays differently is named with the first line that differs."""
    monkeypatch.setattr(InstalledGame, "golden", lambda self: {})
    assert "no golden transcript" in broken()["golden transcripts match"][0]
    monkeypatch.setattr(InstalledGame, "golden", lambda self: {"x.txt": "> ann take_step who=ada\n    flies\n"})
    assert "line 2 was 'flies'" in broken()["golden transcripts match"][0]


def test_best_play_that_raises_is_caught() -> None:
    """Policies keep away from it; whoever tries every choice does not."""

    @rule("step.roll")
    def stepped(s: Walk) -> Rule[Walk]:
        lamp = yield from Choose("ada", "Look into the lamp?", (False, True))
        return s.but(light=s.light - 1 // (not lamp))

    def kept_in(ask: Choose[Any]) -> Any:
        return ask.options[0]

    (walk,) = GAME.scenarios
    dangerous = msgspec.structs.replace(walk, step=stepped, policies={"careful": kept_in})
    assert broken(scenarios=(dangerous,))["scenarios run"] == (
        "walk (best): ZeroDivisionError: integer division or modulo by zero",
    )


def test_no_two_texts_written_at_random_are_the_same() -> None:
    """A secret found in public words is a secret out, never somebody else's odd text that happens to read the same."""
    stranger = RandomPlayer(GAME, 3)
    title = next(f for a in GAME.actions if a.name == "write_note" for f in a.fields if f.name == "title")
    texts = [text for text in (stranger._value(title, stranger.table.state, {}) for _ in range(2_000)) if text]
    assert len(set(texts)) == len(texts)
    assert any("{who}" in text for text in texts)
