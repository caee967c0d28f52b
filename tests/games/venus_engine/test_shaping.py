"""Assembly: players shape new characters until the first roll is called for them."""

from __future__ import annotations

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import best_is, successes
from tablewright.games.venus_engine.foremost import foremost
from tablewright.games.venus_engine.sheet import last_panel
from tablewright.games.venus_engine.state import Last
from tablewright.rules import Refused, Viewer
from tablewright.rules.widgets import TextWidget
from tablewright.table.seat.seat_view import SeatView

from .play import Play


def newcomer() -> Play:
    play = Play()
    play.act("ann", "make_character", name="Tam")
    return play


@pytest.mark.exercises("caliber.meaning", "score.meaning", "task.job.two-abilities")
def test_a_player_sets_abilities_and_begins_with_a_job() -> None:
    """Caliber and score at once, a job of two abilities. Another's character is refused."""
    play = newcomer()
    play.act("ann", "set_ability", who="tam", ability="wits", caliber="gold", score=3)
    play.act("ann", "begin_with_job", who="tam", name="Broker", abilities=["wits", "resolve"], level=2)
    tam = play["tam"]
    assert (tam.ability("wits").caliber, tam.ability("wits").score) == ("gold", 3)
    assert [(job.name, job.level) for job in tam.jobs] == [("Broker", 2)]
    with pytest.raises(Refused):
        play.act("bob", "set_ability", who="tam", ability="wits", caliber="silver")


@pytest.mark.exercises("caliber.meaning")
def test_after_the_first_call_only_the_fc_changes_them_for_a_reason() -> None:
    """Ready-made characters cannot be shaped, and Tam no longer once a check was called for."""
    play = newcomer()
    with pytest.raises(Refused, match="has been assembled"):
        play.act("ann", "set_ability", who="ida", ability="wits", caliber="gold")
    play.change("tam", agenda="Climb").act(
        "fc", "call_check", who="tam", ability="wits", obvious=True, lets="does that stand?"
    )
    assert play["tam"].made
    with pytest.raises(Refused, match="Tam has been assembled"):
        play.act("ann", "begin_with_job", who="tam", name="Broker", abilities=["wits", "resolve"])
    play.act("fc", "call_off")
    play.act("fc", "change_caliber", who="tam", ability="wits", caliber="gold", why="a legendary deed")
    assert play["tam"].ability("wits").caliber == "gold"


@pytest.mark.exercises("caliber.meaning", "task.job.two-abilities")
@pytest.mark.parametrize("action", ["set_ability", "begin_with_job"])
def test_shaping_is_for_somebody_new(action: str) -> None:
    """Impossible while all characters are assembled, possible with Tam."""
    when = GAME.action(action).when
    assert when is not None
    assert when(Play().s) == "nobody is being assembled."
    assert when(newcomer().s) is None


@pytest.mark.exercises("caliber.meaning", "score.meaning")
@pytest.mark.parametrize("action", ["change_caliber", "change_score"])
def test_while_they_are_assembled_that_is_the_only_reason(action: str) -> None:
    """Tam is being assembled. Assembled characters change for the other reasons too."""
    play = newcomer()
    (field,) = [field for field in GAME.action(action).fields if field.name == "why"]
    for who in (character.id for character in play.s.characters):
        reasons = [pick.value for pick in field.picks(play.s, {"who": who}) or ()]
        assert "assembly" in reasons
        assert (len(reasons) == 1) == (who == "tam")


def test_the_moment_leads_a_newcomer_through_what_is_lacking() -> None:
    """Abilities one by one, a job, a description, an attribute and a principle, then no more offers."""
    play = newcomer()
    lacking = ["set_ability", "begin_with_job", "describe_character", "add_attribute", "add_principle"]
    assert [offer.action for offer in SeatView(play.table, "ann").suggestions][:5] == lacking
    for ability in ("finesse", "swiftness", "wits", "resolve"):
        play.act("ann", "set_ability", who="tam", ability=ability, caliber="silver", score=2)
    play.act("ann", "begin_with_job", who="tam", name="Broker", abilities=["wits", "resolve"])
    play.act("ann", "describe_character", who="tam", archetype="drifter")
    play.act("ann", "add_attribute", who="tam", name="Whistle")
    play.act("ann", "add_principle", who="tam", principle="I pay my debts.")
    assert not {offer.action for offer in SeatView(play.table, "ann").suggestions} & set(lacking)


def test_somebody_ready_made_is_offered_to_whoever_has_nobody() -> None:
    """A player who is making a character gets no such offer."""
    play = newcomer()
    for seat, offered in (("ann", False), ("eve", True)):
        eyes = Viewer(seat, "player", plays=frozenset(["tam"] if seat == "ann" else []))
        assert ("take_ready_made" in [offer.action for offer in foremost(play.s, eyes)]) is offered


@pytest.mark.exercises("task.success", "check.bonus.roll")
def test_which_dice_counted_is_said_with_them() -> None:
    """Silver counts 4 and more. Of bonus dice only the best one counts."""
    silver, best = successes("silver").counted, best_is(3).counted
    assert silver is not None
    assert best is not None
    assert silver((6, 4, 3), 6) == (True, True, False)
    assert best((2, 5, 5), 6) == (False, True, False)


@pytest.mark.exercises("personal.describe")
@pytest.mark.parametrize(("passed", "words", "kind"), [(True, "reached the goal", "good"), (False, "failed", "bad")])
def test_the_last_task_says_how_it_ended(passed: bool, words: str, kind: str) -> None:
    """The note stays until the next task, and is good where the goal was reached."""
    panel = last_panel(Play().s, Last("task", "ida", "finesse", passed))
    (end,) = panel.words
    assert isinstance(end, TextWidget)
    assert (end.text, end.kind) == (f"Ida Quill {words}.", kind)
