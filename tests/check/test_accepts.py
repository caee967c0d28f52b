"""What is sound is not found fault with, however oddly it is written."""

from __future__ import annotations

from pathlib import Path

from .broken import FOLLOWED, HEADLINE, STEADY, STEP_ROLL, broken, found

SOUND = '''

def oil_for(who: str) -> Choose[bool]:
    """An effect made here is yielded elsewhere."""
    return Choose(who, "Oil?", (False, True))


BOTH = Reading(0, lambda hits, face, k: hits + k * (face > 3), lambda hits, n: hits)


@cache
def above(low: int) -> Reading[int]:
    return Reading(0, lambda hits, face, k: hits + k * (face > low), lambda hits, n: hits)


@rule("oil.pour")
def gift(who: str, left: int) -> Rule[int]:
    """Calls itself, and comes to an end; a way out of every branch."""
    if not left:
        return 0
    while True:
        pours = yield from oil_for(who)
        match pours:
            case True:
                return 1 + (yield from gift(who, left - 1))
            case False:
                return (yield from Roll(2, 6, BOTH if left > 1 else above(4), by=who))


@rule("oil.pour")
def murmur() -> Rule[None]:
    """Returns nothing, and nobody minds."""
    yield tell("oil.pour", "Hm.")


def asked(s: Walk) -> Rule[Walk]:
    """Part of an action: plain, and yielded from."""
    asks = tuple(oil_for(walker.id) for walker in s.walkers)
    first, last = s.walkers[0].id, s.walkers[-1].id
    given = yield from Gather((*asks, gift(first, 2)))
    thrown = roll(1, by=first)
    dice = yield thrown
    ask = oil_for(last) if sum(given) else thrown
    yield ask
    return s.but(light=min(LIGHT_MOST, max(s.light, dice[0])))


def bold(ask: Choose[Any]) -> Any:
    return ask.options[-1]


@action("oil.pour", title="Share the oil", by="guide", group="The lantern")
def share_oil(s: Walk) -> Rule[Walk]:
    """Plays another action on the way, which has its own headline, by a policy and by hand."""
    if not s.walkers:
        raise Refused("Nobody walks.")
    yield from murmur()
    yield Outcome(1)
    s = yield from asked(s)
    if over(s) is None:
        s = yield from with_policy(led(s).begin(), bold)
        s = yield from led(s)
    try:
        return s
    finally:
        pass


@rule("step.roll")
def led(s: Walk) -> Rule[Walk]:
    return (yield from take_step(s, s.walkers[0].id))


ACTIONS = (share_oil, take_step,'''


def test_sound_rules_are_not_found_fault_with(tmp_path: Path) -> None:
    """Effects made in one place and yielded in another, readings kept, circles that end, actions inside actions."""
    folder = broken(
        tmp_path,
        "rules.py",
        ("from typing import Annotated", "from functools import cache\nfrom typing import Annotated, Any"),
        ("\nfrom .state", "\nfrom tablewright.rules import Reading, Roll, Gather, with_policy\nfrom .state"),
        ("\nACTIONS = (take_step,", SOUND),
    )
    assert found(folder, steps=600) == {}


def test_words_of_the_template_that_tests_change_are_in_it(tmp_path: Path) -> None:
    """Changed to themselves they break nothing."""
    same = [(words, words) for words in (FOLLOWED, HEADLINE, STEADY, STEP_ROLL)]
    assert found(broken(tmp_path, "rules.py", *same), steps=60) == {}
