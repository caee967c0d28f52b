"""Rolls the Guide calls for, from How To Play: the Guide settles what is rolled and what it means, then the player
rolls.
"""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, action, cites, tell

from . import picks
from .advantage import edge_of
from .dice_checks import in_result, outcome_of, succeeds
from .people import Position, Seeker, Stat
from .pocket_roll import after_roll, fitting_stat, must_fit, pocket_roll, use_of
from .slip_checks import slip_check
from .state import Check, Veil, living_ids
from .thresholds import MOST_SAID, WHICH, comes_to, in_steps, thresholds_in

AnyStat = Annotated[Stat | None, Param("The stat it is about: the one a reroll marks", among=picks.stats, main=True)]
Text = Annotated[str, Param("In words", examples=("The rope holds.", "The door creaks open."))]


@cites("deduction.effect")
def challenges(s: Veil) -> tuple[str, ...]:
    """Challenges, other than enemies, that a Deduction gives Advantage over."""
    foes = {enemy.id for enemy in s.enemies}
    return tuple(dict.fromkeys(i.of for i in s.insights if i.kind == "advantage" and i.of not in foes))


def no_check(s: Veil) -> str | None:
    return None if s.check else "The Guide has not called for a roll."


@action(
    "play.order-decide-then-roll",
    "role.guide.dice",
    "roll.trigger",
    "roll.multi",
    title="Call for a roll",
    by="guide",
    group="Rolls",
)
def call_for_roll(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, label="Seeker")],
    dc: Annotated[
        int | None,
        Param("This total or more succeeds; nothing, for thresholds of your own", min=2, max=12, label="DC", main=True),
    ] = None,
    thresholds: Annotated[
        str,
        Param(
            "Totals and what each means, such as “7: you get in; 10: and nobody hears you”",
            max=MOST_SAID,
            label="thresholds",
            main=True,
            examples=("7: you get in; 10: and nobody hears you",),
            applies=lambda _, given: given.get("dc") is None,
        ),
    ] = "",
    stat: AnyStat = None,
    position: Annotated[
        Position,
        Param("A strong position gives Advantage, a weak one Disadvantage", main=True),
    ] = "even",
    success: Text = "",
    failure: Text = "",
    insight: Annotated[str | None, Param("An insight that gives Advantage here", among=challenges)] = None,
) -> Rule[Veil]:
    """Settle a roll before it is made: who rolls, against what, and what the results mean."""
    steps = thresholds_in(thresholds)
    if bool(steps) == (dc is not None):
        raise Refused(WHICH, "thresholds" if steps else "dc")
    lowest = steps[0].at if steps else dc or 0
    check = Check(who, lowest, stat, position, success, failure, insight or "", steps)
    cited = "roll.multi" if steps else "play.order-decide-then-roll"
    yield tell(cited, "{who} is to roll: {against}.", who=s.seeker(who).name, against=in_check(check))
    if success or failure:
        yield tell("role.guide.dice", "{meanings}", meanings=in_meanings(check))
    return s.but(check=check)


def in_check(check: Check) -> str:
    """The DC or thresholds of a check and its stat, in words."""
    if check.thresholds:
        return f"{check.stat.title()}, {in_steps(check.thresholds)}" if check.stat else in_steps(check.thresholds)
    return f"DC {check.dc} {check.stat.title()}" if check.stat else f"DC {check.dc}"


def in_meanings(check: Check) -> str:
    """The meanings the Guide gave to the results, where they are more than thresholds."""
    if check.thresholds:
        return f"Below {check.dc}: {check.failure or check.success}"
    return f"On a success: {check.success or 'as it goes.'} On a failure: {check.failure or 'as it goes.'}"


@cites("adv.trigger", "adv.cancel", "deduction.effect")
def reasons(check: Check) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pros = (*(("a strong position",) if check.position == "strong" else ()), *filter(None, (check.insight,)))
    cons = ("a weak position",) if check.position == "weak" else ()
    return pros, cons


def called_for(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with a reason for each the Guide has not called on."""
    return tuple(
        FieldOption(x.id, why_not="" if s.check and s.check.who == x.id else not_called(s, x)) for x in s.living
    )


def not_called(s: Veil, seeker: Seeker) -> str:
    whose = f" It is {s.seeker(s.check.who).name}'s." if s.check else ""
    return f"No roll waits for {seeker.name}.{whose} The Guide calls for one first."


@action(
    "roll.dc",
    "roll.trigger",
    "roll.dc.table",
    "roll.swap.table",
    title="Make the roll",
    by="seeker",
    when=no_check,
    group="Rolls",
)
def make_roll(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=called_for, mine=True, label="Seeker")],
    mark: Annotated[
        Stat | None,
        Param(
            "The stat to mark for a reroll, if the Guide agrees; the roll names none",
            among=picks.rerolls(lambda _s, _given: ""),
            label="reroll with",
            main=True,
            applies=lambda s, _: s.check is not None and s.check.stat is None,
        ),
    ] = None,
) -> Rule[Veil]:
    """Roll the check the Guide has called for."""
    check = s.check
    if check is None or check.who != who:
        raise Refused(not_called(s, s.seeker(who)))
    must_fit(check.stat, mark)
    seeker = s.seeker(who)
    stat = check.stat or (yield from fitting_stat(seeker, None, mark))
    pros, cons = reasons(check)
    edge = edge_of(s, seeker, stat, pros, cons)
    marks = tuple(step.at for step in check.thresholds) or (check.dc,)
    why = in_steps(check.thresholds) or f"DC {check.dc}"
    rolled = yield from pocket_roll(who, edge, use_of(s, seeker, stat, marks), why)
    seeker = after_roll(seeker, rolled, stat)
    if check.thresholds:
        yield from comes_to(seeker, stat, check, rolled.total)
        return s.having(seeker).but(check=None)
    success = succeeds(rolled.total, check.dc)
    yield outcome_of(seeker, stat, success, "roll.dc")
    yield tell("roll.dc", "{total} against DC {dc}: {word}.", total=rolled.total, dc=check.dc, word=in_result(success))
    meaning = check.success if success else check.failure
    if meaning:
        yield tell("role.guide.dice", "{meaning}", meaning=meaning)
    return s.having(seeker).but(check=None)


@action("play.roll-when-open", title="Let the roll go", by="guide", when=no_check, group="Rolls")
def no_roll(s: Veil) -> Rule[Veil]:
    """Cancel the roll: only one outcome is possible after all."""
    yield tell("play.roll-when-open", "There is only one way this can end: no dice.")
    return s.but(check=None)


@action("slip.when", "obst.hinder", title="Call for a Slip Check", by="guide", group="Rolls")
def call_slip(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, label="Seeker")],
    ally: Annotated[
        str | None, Param("An ally who is in the way, if it is one", among=picks.others, label="hindered by", main=True)
    ] = None,
    why: Annotated[str, Param("Or what else hinders them", examples=("wet stairs", "a rope across the way"))] = "",
) -> Rule[Veil]:
    """Call for a d6 against the Pocket: a set-back without real danger. An ally in the way or the place may hinder."""
    name, because = s.seeker(who).name, " ".join(why.split())[:200]
    if ally is not None:
        yield tell("obst.hinder", "{ally} is in the way of {who}.", ally=s.seeker(ally).name, who=name)
    elif because:
        yield tell("obst.hinder", "{who} is hindered: {why}.", who=name, why=because)
    else:
        yield tell("slip.when", "{who} may slip.", who=name)
    s = yield from slip_check(s, s.seeker(who))
    pocket = s.seeker(who).pocket
    yield Outcome(pocket, None, "slip.roll", unit="in the Pocket")
    return s


ACTIONS = (call_for_roll, make_roll, no_roll, call_slip)
