"""Difficulty: the wayfinder rates the next action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cites, tell

from .proficiency import Claim
from .rolling_dice import EVERY_RATING, RATINGS, Difficulty, rating_for, rating_words
from .state import WAYFINDER, Run, dice_in_hand, name_of, over
from .wording import dice_words


@cites("roll.consequence")
def busy(s: Run) -> str | None:
    """The reason why no roll can be made now, or None."""
    if over(s):
        return over(s)
    if dice_in_hand(s):
        return f"{dice_words(dice_in_hand(s))} of the last roll must be returned first."
    untold = "the wayfinder has yet to tell what comes of the last roll, or to rate the next action."
    return untold if s.aftermath else None


def ratings(s: Run) -> tuple[FieldOption, ...]:
    """The difficulties, each with the count a roll has to beat."""
    return tuple(
        FieldOption(name, name.title(), f"rated {' or '.join(map(str, numbers))}") for name, numbers in RATINGS.items()
    )


def several(s: Run, given: Mapping[str, Any]) -> bool:
    """True if the difficulty has more than one number to choose from."""
    return len(RATINGS.get(given.get("difficulty", "normal"), ())) > 1


def may_be_called(s: Run, given: Mapping[str, Any]) -> bool:
    return s.rulings.desperate == "called too"


def no_rating(s: Run) -> str | None:
    """The reason why no action can be rated now, or None. Dice in hand go back first."""
    return over(s) or (
        f"{dice_words(dice_in_hand(s))} of the last roll must be returned first." if dice_in_hand(s) else None
    )


@action(
    "roll.difficulty",
    "roll.difficulty.table",
    title="Rate the next action",
    by=WAYFINDER,
    when=no_rating,
    group="Rolls",
)
def rate(
    s: Run,
    difficulty: Annotated[Difficulty, Param("How hard it is", among=ratings)],
    number: Annotated[
        int | None, Param("Which of Impossible's numbers", min=1, max=6, applies=several, main=True)
    ] = None,
    desperate: Annotated[
        bool, Param("A desperate roll, where the house lets the wayfinder say so", applies=may_be_called, main=True)
    ] = False,
) -> Rule[Run]:
    """Rate the next action. A roll that only waited for its consequence is then settled."""
    if desperate and s.rulings.desperate == "engineering":
        raise Refused(
            "Only the loss of engineering makes a roll desperate, unless the house rules otherwise.", "desperate"
        )
    rating = rating_for(difficulty, number)
    words = "{rating}, and desperate." if desperate else "{rating}."
    yield tell("roll.difficulty", "The next action is rated " + words, rating=rating_words(rating))
    return s.but(rating=rating, desperate=desperate, aftermath=None)


def difficulty_step(s: Run, claim: Claim) -> Rule[int]:
    """The rating: given by the wayfinder before or now. A flaw may raise it."""
    rating = s.rating
    if rating is None:
        question = f"How hard is it for {name_of(s, claim.who)}?"
        rating = yield from Choose(WAYFINDER, question, EVERY_RATING, label=rating_words, cites="roll.difficulty")
    if claim.flaw and s.rulings.flaw == "difficulty" and rating < EVERY_RATING[-1]:
        rating += 1
        yield tell("character.flaw", "The flaw makes it {rating}.", rating=rating_words(rating))
    return rating
