"""A table to test the kit at: the smallest state that has one, and somebody who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablewright.engine.live.interpreter import RuleProgress, run_rule
from tablewright.engine.log_line import LogLine
from tablewright.engine.prompt import Prompt
from tablewright.rules.actions import Action
from tablewright.rules.kit import Kit, kit_actions
from tablewright.rules.state.state import State

MASTER, PLAYER = "guide", "seeker"


class Bare(State, frozen=True):
    """A game that is nothing but its kit."""

    kit: Kit = Kit()


ACTIONS: Mapping[str, Action[Any]] = {a.name: a for a in kit_actions(MASTER, (PLAYER,))}


def sees_as(*names: str) -> Callable[[tuple[str, ...]], bool]:
    """What somebody with these names may see: what is for one of them, or for all."""
    return lambda audience: not any(audience) or any(name in names for name in audience)


def sees_all(_: tuple[str, ...]) -> bool:
    return True


player = sees_as(PLAYER, "ada")


def fallen(question: Prompt) -> Any:
    """The lowest dice and the uppermost cards. Whoever expects to be asked something answers it."""
    assert question.kind in ("roll", "draw"), f"nobody expected to be asked: {question.question}"
    return list(range(1, question.cards + 1)) if question.kind == "draw" else [1] * question.dice


def keep_first(question: Prompt) -> Any:
    """Of two cards the first; whatever else is asked nobody expects."""
    if question.kind == "choose" and question.cites == "kit.deck.keep":
        return question.options[0].key
    return fallen(question)


def settle(make: Callable[[], Any], answer: Callable[[Prompt], Any] = fallen) -> RuleProgress:
    """Plays a rule to its end."""
    answers: dict[str, Any] = {}
    while not (progress := run_rule(make(), answers)).done:
        answers |= {q.at: answer(q) for q in progress.questions}
    return progress


def act(s: Bare, name: str, answer: Callable[[Prompt], Any] = fallen, /, me: str = "", **params: Any) -> RuleProgress:
    """Takes an action as a form would, and answers all it asks."""
    action = ACTIONS[name]
    given = action.read(params, s)
    if action.me:
        given[action.me] = me
    return settle(lambda: action(s, **given), answer)


def after(s: Bare, name: str, /, me: str = "", **params: Any) -> Bare:
    result = act(s, name, me=me, **params).result
    assert isinstance(result, Bare)
    return result


def read_by(lines: tuple[LogLine, ...], sees: Callable[[tuple[str, ...]], bool]) -> str:
    """The log as a seat reads it."""
    return "\n".join(line.text for line in lines if sees(line.audience))
