"""Answering what the table asks: choices with what they do to the odds, words, and dice typed in by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.markup import escape

from tablewright.kernel.errors import Faulty, Refused, TooLarge
from tablewright.run.advice import advise
from tablewright.run.blame import line_in
from tablewright.run.odds import Odds, foes_of, maker, side_of
from tablewright.run.question import Question
from tablewright.table import Running

from .out import percent

if TYPE_CHECKING:
    from .session import Session

Answer = Callable[[], Any]


def ask_choice(session: Session, running: Running, q: Question) -> Answer | None:
    """Shows the options, each with what it does to the odds; the answer, or None if it was an aside."""
    out = session.out
    effects = advice(session, running, q)
    out.print(f"[head]{_whom(session, q)}[/]: {escape(q.question)}")
    for i, option in enumerate(q.options, 1):
        out.print(f"  [head]{i}[/] {escape(option.label)}{effects.get(option.key, '')}")
    text = session.read("? ")
    for i, option in enumerate(q.options, 1):
        if text.casefold() in (str(i), option.key.casefold(), option.label.casefold()):
            return lambda: session.table.answer(session.sitting.answerer(q), running.number, q.at, option.key)
    session.aside(text, "Answer with a number or a word of the list")
    return None


def ask_text(session: Session, running: Running, q: Question) -> Answer | None:
    """Asks for words. A command is one only if nothing else is said."""
    session.out.print(f"[head]{_whom(session, q)}[/]: {escape(q.question)} [quiet](at most {q.most} letters)[/]")
    text = session.read("? ")
    if not text or text in session.commands:
        session.aside(text, "Say it in your own words")
        return None
    return lambda: session.table.answer(session.sitting.answerer(q), running.number, q.at, text)


def ask_dice(session: Session, running: Running, q: Question) -> Answer | None:
    """Asks for dice, or the places of cards, thrown by hand."""
    n = q.dice if q.kind == "roll" else q.cards
    what = f"{n}d{q.sides}" if q.kind == "roll" else f"{n} of {q.sides} cards"
    such = " ".join(str(1 + i % q.sides) for i in range(n))
    session.out.print(f"[head]{_whom(session, q)}[/]: {escape(q.question)}, {what}. Type what fell, such as {such}.")
    text = session.read("! ")
    numbers = text.replace(",", " ").split()
    if n and not (numbers and all(word.isdigit() for word in numbers)):
        session.aside(text, f"Type {n} numbers from 1 to {q.sides}")
        return None
    return lambda: session.table.roll(
        session.sitting.answerer(q), running.number, q.at, [int(word) for word in numbers]
    )


def _whom(session: Session, q: Question) -> str:
    return escape(session.table.called(*q.by) or "anyone")


def advice(session: Session, running: Running, q: Question) -> dict[str, str]:
    """What each option would do to the odds, in brief; nothing where that cannot be said."""
    if running.progress.outcome is not None:
        return {}
    game, state = session.game, session.table.state
    action = game.action(running.action)
    params = action.read(running.params, state)
    whose = side_of(game, action, state, params, running.seat)
    try:
        make, foes = maker(action, state, params, running.seat), foes_of(game, action, state, params, running.seat)
        found = advise(make, running.answers, q.at, whose, foes=foes)
    except (TooLarge, Faulty, Refused):
        return {}
    except Exception as error:  # a fault of the game is said when it is met
        if not line_in(session.box.path, error):
            raise
        return {}
    brief = {key: _brief(odds) for key, odds in found.odds.items()} if found else {}
    if found is None or len(set(brief.values())) < 2:
        return {}
    star = {found.best: " [good]★[/]"}
    return {key: f"  [quiet]→ {escape(text)}[/]{star.get(key, '')}" for key, text in brief.items()}


def _brief(found: Odds) -> str:
    return ", ".join(f"{name} {percent(float(best))}" for name, _, best in found.rows() if best)
