"""Random play that is kept where the dice are: rolls, KISSes, Peers, consequences, learning and debriefs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablewright.check.play.odds_agree import ODDS_BUDGET
from tablewright.check.play.random_player import RandomPlayer
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.options import VenusRulings
from tablewright.games.venus_engine.starter import new_table
from tablewright.games.venus_engine.state import Venus
from tablewright.rules import Action

ROLLING = (
    "state_agenda",
    "call_check",
    "call_task",
    "call_fight",
    "state_stakes",
    "raise_difficulty",
    "roll_check",
    "bring_factor",
    "call_off",
    "rewind_check",
    "offer_aid",
    "perform_task",
    "bring_insight",
    "point_to",
    "stunt",
    "veto_stunt",
    "word_consequence",
    "strike_wording",
    "word_subversion",
    "start_learning",
    "qualify",
    "end_chapter",
    "debrief",
    "begin_chapter",
    "begin_session",
    "establish_fact",
    "pause",
    "play_on",
)


def eager(rulings: VenusRulings) -> Venus:
    """A table where every player's character has an agenda, Lots and Ego."""
    s = new_table(rulings)
    return s.but(characters=tuple(c if c.npc else c.but(agenda="Everything", ego=True, lots=5) for c in s.characters))


DICE = msgspec.structs.replace(GAME, setup=eager, actions=tuple(a for a in GAME.actions if a.name in ROLLING))


class Keen(RandomPlayer):
    """A stranger who fills in forms so that something is rolled: the right character, job and thing to point to."""

    def params(self, action: Action[Any], state: Any) -> dict[str, Any]:
        given = super().params(action, state)
        if action.name in {"call_check", "call_task"}:
            given |= {"because": "tension", "obvious": True, "who": self.rng.choice(("ida", "bo", "cleo"))}
        if state.call is None or "who" not in given:
            return given
        taking_part = [state.call.who, *(aid.id for aid in state.call.offers)]
        if action.name in {"roll_check", "perform_task", "bring_factor"}:
            given["who"] = state.call.who
        elif action.name in {"point_to", "bring_insight", "stunt"}:
            given["who"] = self.rng.choice(taking_part)
        elif action.name == "offer_aid":
            given |= self.rng.choice(({"who": "bo", "job": "courier"}, {"who": "pim", "job": "tinker"}))
        character = state.character(given["who"])
        if "attribute" in given and character.attributes:
            given["attribute"] = self.rng.choice(character.attributes).id
        fitting = [job.id for job in character.jobs if state.call.ability in job.abilities]
        if action.name == "perform_task" and fitting:
            given["job"] = self.rng.choice(fitting)
        return given


@pytest.mark.exercises("lot.cap", "task.threshold.cap", "check.target.range", "learn.complete", "specialty.cap")
@pytest.mark.parametrize(
    "rulings", [{}, {"peers": "fc rules", "kiss_rounds": "several", "repeats": "tertiaries repeat"}]
)
def test_limits_hold_wherever_dice_lead(rulings: dict[str, str]) -> None:
    """Thousands of steps among rolls: no rule raises, no limit breaks, every action is met, all of it replays."""
    stranger = Keen(DICE, 3, rulings)
    for _ in range(2500):
        stranger.step()
        broken = [text for limit in DICE.limits if (text := limit.broken(stranger.table.state))]
        assert not broken
    assert set(stranger.taken) == set(ROLLING)
    table = stranger.table
    again = table.reducer.replay_all(table.metadata.length - 1, table.metadata.timeline)
    assert again.state == table.state


@pytest.mark.exercises("check.odds", "task.variable")
def test_every_roll_that_comes_up_can_be_counted() -> None:
    """In random play all odds are exact, total one and stay within the budget of `check`."""
    stranger, counted = Keen(DICE, 8), 0
    for _ in range(1500):
        stranger.step()
        s = stranger.table.state
        if s.call is None or not (s.call.stakes or s.call.obvious):
            continue
        actor = s.character(s.call.who)
        form: dict[str, Any] = {"who": actor.id}
        if s.call.kind == "task":
            jobs = [job.id for job in actor.jobs if s.call.ability in job.abilities]
            if not jobs:
                continue
            form |= {"job": jobs[0], "accept": [aid.id for aid in s.call.offers][:2]}
        found = action_odds_of(
            DICE, s, {"check": "roll_check", "task": "perform_task"}[s.call.kind], form, budget=ODDS_BUDGET
        )
        for dist in (found.plain, found.best):
            assert dist.whole()
        counted += 1
    assert counted > 100
