"""How it is likely to go on from a table: soon, then better, and exactly where there is time for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import msgspec
import pytest

from tablewright.engine.sampling.simulation import ScenarioPlayer, play_many
from tablewright.lab.execution import forecast
from tablewright.lab.execution.forecast import CHUNK, ForecastRun
from tablewright.rules import Refused, Rule, Scenario, rule
from tablewright.rules.effects.effect import roll
from tablewright.rules.errors import TooLarge
from tests.example_games.tavern_night import GAME, Inn


@rule("inn.climb")
def up_or_down(s: Inn) -> Rule[Inn]:
    """A step up on a five or six; down on a one."""
    (die,) = yield from roll(1, why="Up")
    return s.but(trap=max(0, s.trap - 1) if die > 4 else s.trap + (die == 1))


def ending(s: Inn) -> str | None:
    return "up" if s.trap == 0 else "down in the cellar" if s.trap > 6 else None


STAIRS = Scenario("climb", "The stairs", "Up, or down.", lambda _: None, up_or_down, ending, from_table=lambda s: s)
START = GAME.setup(GAME.rulings()).but(trap=4)


def ticking(by: float = 1.0) -> Callable[[], float]:
    """A clock that goes on whenever somebody looks at it."""
    times: Iterator[float] = count(0, by)
    return lambda: next(times)


def stopped() -> float:
    return 0.0


def stairs(scenario: Scenario = STAIRS, policy: str | None = None) -> ForecastRun:
    return ForecastRun(GAME, scenario, START, policy)


def test_what_can_be_solved_in_time_is_exact() -> None:
    """Then nothing more can be known, and asking again gives the same."""
    found = stairs()
    trial = found.better(1.0, stopped)
    assert trial.exact
    assert found.known
    # Up is twice as likely as down: the gambler's ruin from 4 of 7.
    assert trial.chances["up"] == pytest.approx((1 - 0.5 ** (7 - 4)) / (1 - 0.5**7))
    assert found.better(1.0, ticking()) is trial


def test_without_time_to_solve_it_it_is_sampled_and_goes_on_where_it_was() -> None:
    """Every round adds plays to those before; the same plays as in one round."""
    found, other = stairs(), stairs()
    first = found.better(4.0, ticking())
    assert not first.exact
    assert first.size >= CHUNK
    second = found.better(4.0, ticking())
    assert second.size > first.size
    assert max(second.wide.values()) < max(first.wide.values())
    while other.tally.plays < second.size:
        again = other.better(1.0, ticking())
    assert again.chances == second.chances
    assert not found.known


def test_every_round_plays_anew() -> None:
    """No play is counted twice: a round goes on with the plays that come next."""
    found = stairs()
    first = found.better(0.0, ticking()).size
    second = found.better(0.0, ticking()).size
    one = ScenarioPlayer(found.begun.scenario, found.begun.policy)
    tally = play_many(one, found.begun.start, second)
    assert 0 < first < second
    assert (found.tally.endings, found.tally.lengths) == (tally.endings, tally.lengths)


def test_what_it_remembers_of_a_long_fight_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many plays its player learns no more; the plays go on."""
    monkeypatch.setattr(forecast, "MAX_LEARNING_PLAYS", 2 * CHUNK)
    found = stairs()
    found.better(0.0, ticking())
    learner = found.player
    while found.tally.plays <= 2 * CHUNK:
        found.better(0.0, ticking())
    assert found.player is not learner
    assert found.tally.plays == sum(found.tally.endings.values()) > 2 * CHUNK


def test_with_more_time_it_is_solved_after_all() -> None:
    """What was sampled first becomes exact."""
    found = stairs()
    assert not found.better(1.0, ticking()).exact
    assert found.better(1.0, stopped).exact


def test_even_without_any_time_something_is_known() -> None:
    """A chunk of plays at least, whatever the clock says."""
    assert stairs().better(0.0, ticking()).size == CHUNK


def test_what_has_too_many_states_is_solved_in_vain_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says why it was sampled, and all the time goes into plays from then on."""
    monkeypatch.setattr(forecast, "STATES", 3)
    found = stairs()
    assert "More than 3 states" in found.better(0.0, stopped_then_late()).note
    monkeypatch.setattr(forecast, "STATES", 20_000)
    assert not found.better(1.0, stopped_then_late()).exact


def stopped_then_late() -> Callable[[], float]:
    """Time enough to solve, and none to sample."""
    looks = count()
    return lambda: 0.0 if next(looks) < 100 else 99.0


def test_plays_end_when_enough_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much time there is: by the interval, or by their number."""
    monkeypatch.setattr(forecast, "STATES", 3)
    for limit, value in (("ERROR", 0.2), ("MAX_SAMPLED", 30)):
        with monkeypatch.context() as here:
            here.setattr(forecast, limit, value)
            found = stairs()
            found.better(1.0, stopped)
            assert found.known
            assert found.tally.plays <= 100


def test_what_may_never_end_is_given_up_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays that go on too long are an ending of their own."""
    monkeypatch.setattr(forecast, "MAX_SAMPLED", 10)
    for_ever = msgspec.structs.replace(STAIRS, ending=lambda s: None)
    once = rule("inn.climb")(_stays)
    trial = stairs(msgspec.structs.replace(for_ever, step=once)).better(1.0, stopped)
    assert list(trial.chances) == ["not over after 1,000 steps"]


def _stays(s: Inn) -> Rule[Inn]:
    yield from roll(1)
    return s


def test_best_play_is_solved_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays at random what was asked to be best."""
    valued = msgspec.structs.replace(STAIRS, value=lambda s: float(s.trap == 0))
    assert stairs(valued, "best").better(1.0, stopped).exact
    with pytest.raises(TooLarge):
        stairs(valued, "best").better(0.0, ticking())


def test_what_cannot_go_on_from_a_table_is_refused() -> None:
    with pytest.raises(Refused, match="cannot go on from a table"):
        stairs(msgspec.structs.replace(STAIRS, from_table=None))
