"""Paths: where their steps stand, and what they offer."""

from __future__ import annotations

from typing import Annotated, Any

from tablewright.rules import Action, Guide, GuideStep, Param, Rule, State, action, tell


class Day(State, frozen=True):
    done: tuple[str, ...] = ()


@action("day.deed", title="Deed")
def deed(s: Day, who: Annotated[str, Param("Who")]) -> Rule[Day]:
    """Something."""
    yield tell("day.deed", "Done.")
    return s


@action("day.rest", title="Rest")
def rest(s: Day) -> Rule[Day]:
    """Everybody."""
    yield tell("day.rest", "Rest.")
    return s


def step(name: str, *actions: Action[Any], optional: bool = False, ends: bool = True) -> GuideStep:
    return GuideStep(name, "", actions or (deed,), (lambda s, _: name in s.done) if ends else None, optional=optional)


def path(*steps: GuideStep) -> Guide:
    return Guide("day", "A day", "", steps, lambda _s, _: ("ada",))


def test_the_first_step_that_is_not_done_is_now() -> None:
    """One that may be left out lets the next one be taken as well, up to the first that may not."""
    day = path(step("a"), step("b", optional=True), step("c", optional=True), step("d"), step("e"))
    assert day.stages(Day(), "") == ("now", "later", "later", "later", "later")
    assert day.stages(Day(("a",)), "") == ("done", "now", "open", "open", "later")
    assert day.stages(Day(("a", "c")), "") == ("done", "now", "done", "open", "later")
    assert day.stages(Day(("a", "b", "c", "d", "e")), "") == ("done",) * 5


def test_whom_it_is_about_is_filled_in_where_an_action_asks() -> None:
    """Not where it does not, and not for one who is still to come."""
    day = path(step("a", deed, rest))
    assert [offer.params for offer in day.now(Day(), "ada")] == [{"who": "ada"}, {}]
    assert [offer.params for offer in day.now(Day(), "")] == [{}, {}]
    assert day.now(Day(("a",)), "ada") == ()


def test_a_step_that_is_never_done_has_no_end() -> None:
    """It is over by being taken, and can be taken again."""
    day = path(step("a"), step("b", ends=False))
    assert day.stages(Day(("a", "b")), "") == ("done", "now")
    assert not day.ends
    assert path(step("a")).ends
