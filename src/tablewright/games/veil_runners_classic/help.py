"""Help: others add a die each, and share the risk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from tablewright.rules import FieldOption, Gather, Param, Refused, Rule, action, cites, tell

from .difficulty import busy
from .modules import helpful_picks
from .proficiency import Background, Skill, agreed, own_factors
from .rolling_dice import TARGETS, Helper, level_words
from .state import Help, Run, able, check_able, crew_ids, name_of


def others(s: Run, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """All members but oneself."""
    yield from (FieldOption(m.id, m.name) for m in s.crew if m.id != given.get("who"))


def with_modules(s: Run, given: Mapping[str, Any]) -> bool:
    return s.rulings.helper_modules


@action("roll.help", "roll.help.proficiency", title="Offer help", by="crew", when=busy, group="Rolls")
def offer_help(
    s: Run,
    who: Annotated[str, Param("Who helps", among=crew_ids, mine=True)],
    to: Annotated[str, Param("Whose next roll", among=others)],
    background: Background = False,
    skill: Skill = False,
    modules: Annotated[
        tuple[str, ...],
        Param("Modules that fit, where the house lets helpers use them", among=helpful_picks, applies=with_modules),
    ] = (),
) -> Rule[Run]:
    """Offer a die for another's roll, and share its risk. Helpers spend no grit."""
    if who == to:
        raise Refused("Nobody helps themselves: offer it to somebody else.", "to")
    check_able(s, who)
    if modules and not s.rulings.helper_modules:
        raise Refused("Helpers draw on their own background and skill only, not on modules.", "modules")
    rest = tuple(offer for offer in s.offers if offer.id != who)
    most = s.rulings.most_helpers
    if sum(offer.to == to for offer in rest) >= most:
        raise Refused(f"At most {most} may help with one roll.", "to")
    offer = Help(who, to, own_factors(s, who, background, skill, modules))
    yield tell(
        "roll.help",
        "{helper} offers {actor} help: {level}.",
        helper=name_of(s, who),
        actor=name_of(s, to),
        level=level_words(offer.level),
    )
    return s.but(offers=(*rest, offer))


def helpers_now(s: Run) -> tuple[str, ...]:
    return tuple(offer.id for offer in s.offers)


def no_offers(s: Run) -> str | None:
    return None if s.offers else "nobody has offered help."


@action("roll.help", title="Withdraw help", by="crew", when=no_offers, group="Rolls")
def withdraw_help(s: Run, who: Annotated[str, Param("Whose offer", among=helpers_now, mine=True)]) -> Rule[Run]:
    """Take an offer back before the dice are thrown."""
    yield tell("roll.help", "{name} takes the offer of help back.", name=name_of(s, who))
    return s.but(offers=tuple(offer for offer in s.offers if offer.id != who))


@cites("roll.help", "roll.help.proficiency")
def help_step(s: Run, to: str) -> Rule[tuple[Helper, ...]]:
    """The helpers of a roll, each with the target of their die. The wayfinder agrees to their factors too."""
    helping = tuple(offer for offer in s.offers if offer.to == to and able(s, offer.id))
    if not helping:
        return ()
    asked = s.rulings.agreement == "wayfinder"
    levels = yield from Gather(tuple(agreed(f"{name_of(s, o.id)}, helping,", o.factors, asked) for o in helping))
    return tuple((offer.id, TARGETS[level]) for offer, level in zip(helping, levels, strict=True))
