"""The conformance suite walks a game's guided paths, and says what is wrong with them."""

from __future__ import annotations

from typing import Any

import msgspec

from tablewright.catalog.installed import load_declared_game
from tablewright.check.play.guides import CALLED, WALKED, check_guides
from tablewright.rules import Action, Guide, GuideStep, Rule, action, tell
from tests.example_games.school import CREATION, TERM, School, begin, enrol, take_wilma


def found(*paths: Guide, **changes: Any) -> dict[str, tuple[str, ...]]:
    """What is wrong with the school when its paths are these."""
    box = load_declared_game("tests.example_games.school")
    box.game = msgspec.structs.replace(box.game, guides=paths, **changes)
    return {finding.name: finding.wrong for finding in check_guides(box, steps=40) if finding.wrong}


def with_step(place: int, **changes: Any) -> Guide:
    """Making a pupil, with one step otherwise."""
    steps = list(CREATION.steps)
    steps[place] = msgspec.structs.replace(steps[place], **changes)
    return msgspec.structs.replace(CREATION, steps=tuple(steps))


@action("school.begin", title="Stray")
def stray(s: School) -> Rule[School]:
    """No action of the school."""
    yield tell("school.begin", "Stray.")
    return s


def test_paths_that_hold_are_walked_to_their_end() -> None:
    """Both of the school's, by whoever they are open to."""
    assert found(CREATION, TERM) == {}


def test_a_path_that_names_no_action_of_the_game_is_caught() -> None:
    """In a step, or among what is left to chance."""
    acts: tuple[Action[Any], ...] = (stray,)
    assert "names stray" in found(with_step(0, actions=acts))[WALKED][0]
    assert "leaves to chance what it does not have" in found(with_step(0, chance=(enrol,)))[WALKED][0]


def test_a_step_without_an_end_in_the_middle_is_caught() -> None:
    """What comes after it would never be reached."""
    assert "“Name” never ends" in found(with_step(0, done=None))[WALKED][0]


def test_a_path_that_cannot_be_walked_is_caught() -> None:
    """A step nobody can take, one that is never done, and a path that is open to nobody."""
    barred = found(with_step(2, actions=(begin,), offers=lambda _s, _: ()))[WALKED]
    assert "Chance has nothing to say about “Things”" in barred[0]
    endless = found(with_step(1, done=lambda _s, _: False))[WALKED]
    assert "“House” of creation goes on after" in endless[0]
    closed = found(msgspec.structs.replace(CREATION, when=lambda _s, _: ()))[WALKED]
    assert closed == ("nobody ever came to the end of creation",)


def test_a_moment_that_never_calls_for_a_step_is_caught() -> None:
    """What a path stands at is among what a moment calls for."""
    wrong = found(CREATION, suggestions=lambda _s, _: ())[CALLED]
    assert "creation: nothing ever calls for “Name”" in wrong


def test_a_path_may_be_one_step_with_something_ready_made() -> None:
    """It needs no more."""
    whole = Guide("w", "W", "", (GuideStep("All", "", (take_wilma,)),), lambda s, _: ("",) if len(s.pupils) < 3 else ())
    assert found(whole)[CALLED] == ("w: nothing ever calls for “All”",)
