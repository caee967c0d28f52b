"""Recovering health: days of rest by level, poor rest, treatment, and the limits of magic."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, action, cites, tell

from .checks import Roller, checked
from .choices import Given, is_dead, people, person
from .common import PLAYED
from .health import LEVELS, current_place, dealt, level_of_point, most, must_be_able
from .options import VeridiaRulings
from .outcomes import of_roll
from .rolling import works
from .specialties import POOLS, rested_pools
from .state import Character, Veridia, put, the

Patient = Annotated[str, Param("Who is treated", among=people(is_dead), label="patient")]


def past_rest(s: Veridia, c: Character) -> str | None:
    return f"{c.name} is dead, and only who is alive rests." if c.dead else None


def wounds_of(s: Veridia, given: Given) -> str:
    """The missing health of those who rest, in words."""
    return "; ".join(resting(s, the(s, name)) for name in given.get("who") or ())


def resting(s: Veridia, c: Character) -> str:
    need = next_point(c)
    if need is None:
        return f"{c.name}: nothing to heal"
    days = days_for(need, c.of("constitution"), c.treatment, True, s.rulings)
    left = f"after {days - c.rested} day{'s' if days - c.rested > 1 else ''}"
    after = "at once" if days <= c.rested else "after a day" if days == 1 else left
    return f"{c.name}: the next point {after}"


@cites("heal.days", "heal.days.table", "heal.poor_rest", "heal.treatment.bonus", "heal.zero_days")
def days_for(level: int, constitution: Fraction, treatment: int, proper: bool, rulings: VeridiaRulings) -> int:
    """Days of rest for a point of a level. Treatment counts as constitution, and poor rest takes twice as long."""
    share = Fraction(LEVELS[level].days) / (constitution + treatment)
    slow = 1 if proper else 2
    days = floor(slow * share) if rulings.poor_rest == "before rounding" else slow * floor(share)
    return max(rulings.least_days, days)


@cites("heal.order")
def next_point(c: Character) -> int | None:
    """The level of the next point to come back, just above those left. None if no point is missing."""
    return None if c.health >= most(c) else level_of_point(most(c), c.health + 1)


@cites("heal.order", "heal.zero_days")
def healed(c: Character, days: int, proper: bool, rulings: VeridiaRulings) -> Character:
    """Restore points one by one from the bottom. A point that needs no day returns with any rest at all."""
    if c.dead:
        return c
    left = c.rested + days
    while (place := next_point(c)) is not None:
        need = days_for(place, c.of("constitution"), c.treatment, proper, rulings)
        if need > left:
            return c.but(rested=left)
        left -= need
        c = c.but(health=c.health + 1)
    return c.but(rested=0, treatment=0)


@cites("heal.days.table")
def days_to_full(c: Character, proper: bool, rulings: VeridiaRulings) -> int:
    """Days of rest until no point is missing."""
    days, points = 0, most(c)
    for number in range(c.health + 1, points + 1):
        days += days_for(level_of_point(points, number), c.of("constitution"), c.treatment, proper, rulings)
    return days


def regained(before: Character, after: Character) -> str:
    """The points regained in the resource pools, as the log adds them."""
    back = [(getattr(after, p) - getattr(before, p), p.capitalize()) for p in POOLS]
    return "".join(f", {n} {name}" for n, name in back if n)


def at_peace(s: Veridia) -> str | None:
    return "Nobody rests during a fight." if s.fight else None


@action(
    "heal.days",
    "heal.order",
    "heal.poor_rest",
    "spec.pool.recover",
    "spec.pool.disrupted",
    title="Rest",
    by=PLAYED,
    when=at_peace,
    group="Recovery",
)
def rest(
    s: Veridia,
    who: Annotated[tuple[str, ...], Param("Who rests", among=people(past_rest), label="who")],
    days: Annotated[
        int,
        Param("Days; 0 for a moment's rest, which is all some points need", min=0, max=60, main=True, budget=wounds_of),
    ] = 1,
    disturbed: Annotated[bool, Param("Not a proper rest", label="badly", main=True)] = False,
) -> Rule[Veridia]:
    """Rest for some days: health comes back by level, and each day half of every resource pool."""
    if not any(not the(s, name).dead for name in who):
        raise Refused("Say who rests: somebody who is alive.", "who")
    if not days and not any(healed(the(s, name), 0, not disturbed, s.rulings) != the(s, name) for name in who):
        raise Refused("Nobody gains anything by a moment's rest: rest for a day or more.", "days")
    for name in dict.fromkeys(who):
        c = the(s, name)
        if c.dead:
            continue
        after = healed(c, days, not disturbed, s.rulings)
        for _ in range(min(days, 8)):
            after = rested_pools(after, disturbed, s.rulings)
        words = "{name} rests{well}: {gain}{health} of {most} health points{pools}."
        yield tell(
            "heal.days" if days else "heal.zero_days",
            words,
            name=c.name,
            well=" badly" if disturbed else "" if days else " for a moment",
            gain=f"{after.health - c.health} back, " if after.health > c.health else "",
            health=after.health,
            most=most(c),
            pools=regained(c, after),
        )
        s = put(s, after)
    if days:
        yield tell("heal.days", "Day {day}.", day=s.day + days)
    return s.but(day=s.day + days)


@action(
    "heal.treatment.roll", "heal.treatment.bonus", title="Treat a patient", by=PLAYED, when=at_peace, group="Recovery"
)
def treat(s: Veridia, who: Roller, patient: Patient) -> Rule[Veridia]:
    """Roll intuition and medicine: each success counts as a point of constitution while the patient recovers."""
    healer, c = the(s, who), the(s, patient)
    must_be_able(s, healer)
    if c.dead:
        raise Refused(f"{c.name} is beyond treatment.")
    result = yield from checked(s, healer, "intuition", "medicine", 0, 0, "treat injury or illness")
    yield Outcome(result.successes, cites="heal.treatment.roll", unit="constitution more while they recover")
    helps = "{name} recovers as if with {n} more constitution."
    words = helps if result.successes else "The treatment does {name} no good."
    yield tell("heal.treatment.bonus", words, name=c.name, n=result.successes)
    return put(s, the(s, patient).but(treatment=result.successes))


@cites("heal.magic.level", "heal.magic.natural")
def magic_most(c: Character, rulings: VeridiaRulings) -> int:
    """The most health points magic can restore a character to: all of their present level, none of the next."""
    points = most(c)
    return sum(dealt(points)[current_place(points, c.health, rulings) :])


def magic_can(s: Veridia, given: Given) -> str:
    """The number of points magic could restore at the patient's present level, in words."""
    if not given.get("patient"):
        return ""
    c = the(s, given["patient"])
    return f"at most {max(0, magic_most(c, s.rulings) - c.health)} at {c.name}'s level"


@action("heal.magic.level", "heal.magic.natural", title="Heal by magic", by=PLAYED, group="Recovery")
def magic_healing(
    s: Veridia,
    patient: Patient,
    points: Annotated[int, Param("Points the spell would restore", min=1, max=20, budget=magic_can)],
    unlimited: Annotated[bool, Param("A spell or trait that knows no such limit", label="beyond the level")] = False,
) -> Rule[Veridia]:
    """Restore points of the patient's present level by a spell. The next level's first point must heal naturally."""
    c = the(s, patient)
    if c.dead:
        raise Refused(f"{c.name} is beyond healing.")
    after = c.but(health=max(c.health, min(c.health + points, most(c) if unlimited else magic_most(c, s.rulings))))
    n = after.health - c.health
    words = "Magic restores {n} to {name}{less}." if n else "Magic does nothing for {name} now{less}."
    limit = "" if n == points or after.health == most(c) else ": the next point must heal by itself"
    yield tell("heal.magic.level", words, name=c.name, n="1 point" if n == 1 else f"{n} points", less=limit)
    return put(s, after)


@action("heal.magic.check", title="Would healing magic help?", by=PLAYED, group="Recovery")
def judge_healing(s: Veridia, who: Roller, patient: Patient) -> Rule[Veridia]:
    """Roll perception and medicine to tell whether a healing spell would help."""
    judge, c = the(s, who), the(s, patient)
    must_be_able(s, judge)
    result = yield from checked(s, judge, "perception", "medicine", 0, 0, "judge what magic can do")
    yield of_roll(result, "heal.magic.check", "can tell", "cannot tell")
    if not works(result):
        yield tell("heal.magic.check", "{name} cannot tell.", name=judge.name)
    else:
        helps = "It would help." if magic_most(c, s.rulings) > c.health else "It would do nothing."
        yield tell("heal.magic.check", "{name}: {helps}", name=judge.name, helps=helps)
    return s


def out_cold(s: Veridia) -> tuple[FieldOption, ...]:
    return tuple(person(s, c) for c in s.characters if c.knocked_out and not c.dead)


def nobody_out(s: Veridia) -> str | None:
    return None if out_cold(s) else "Nobody is knocked out."


@action("knockout.check", title="Bring round", by="gm", when=nobody_out, group="Recovery")
def bring_round(s: Veridia, who: Annotated[str, Param("Who comes to", among=out_cold, label="who")]) -> Rule[Veridia]:
    """Bring a knocked-out character round, when the table finds it time."""
    c = the(s, who)
    if not c.knocked_out:
        raise Refused(f"{c.name} is not knocked out.")
    yield tell("knockout.check", "{name} comes to.", name=c.name)
    return put(s, c.but(knocked_out=False))


RECOVERY = (rest, treat, magic_healing, judge_healing, bring_round)
