"""CORE systems: four dice mapped over three of them, and the system shunts that move them."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

from tablewright.kernel import Param, Refused, Rule, action, cite, cites, rule, tell

from .focus import ship_pays
from .state import CORE_DICE, CORES, CREW, Core, Mission, Result, mission_over, with_ship

Mapping = tuple[int, int, int]

#: What each CORE system is for.
COVERS: dict[Core, tuple[str, ...]] = cite(
    "core.cpu core.hul core.nav",
    {
        "CPU": ("communicate", "detect", "compute"),
        "HUL": ("resist", "sustain", "survive"),
        "NAV": ("navigate", "avoid", "manoeuvre"),
    },
)

MAPPINGS: tuple[Mapping, ...] = tuple(
    (c, h, n) for c, h, n in product(range(CORE_DICE, -1, -1), repeat=3) if c + h + n == CORE_DICE
)


@cites("core.dice", "ship.core.slot-cap")
def check_mapping(mapping: Mapping) -> Mapping:
    """Refused unless all four dice are placed, none to four in each system."""
    if mapping not in MAPPINGS:
        raise Refused(f"All {CORE_DICE} dice are placed, 0 to {CORE_DICE} in each system; that was {sum(mapping)}.")
    return mapping


def mapping_words(mapping: Mapping) -> str:
    return ", ".join(f"{core} {n}" for core, n in zip(CORES, mapping, strict=True))


@rule("shunt.what")
def remap(s: Mission, mapping: Mapping, why: str) -> Rule[Mission]:
    """Any legal mapping may follow any other."""
    yield tell(why, "System shunt: {mapping}.", mapping=mapping_words(mapping))
    cpu, hul, nav = mapping
    return with_ship(s, cpu=cpu, hul=hul, nav=nav)


Payment = Literal["critical", "focus", "engineering", "downtime"]
Dice = Annotated[int, Param("Dice in this system", min=0, max=4)]


@action("shunt.what", title="System shunt", by=CREW, when=mission_over, group="Ship")
def shunt(
    s: Mission,
    cpu: Dice,
    hul: Dice,
    nav: Dice,
    pay: Annotated[
        Payment, Param("After a Critical Success, with a Focus Token after a roll, with Engineering, or in downtime")
    ],
) -> Rule[Mission]:
    """Moves the CORE dice. The players do it together: any of them may say so."""
    mapping = check_mapping((cpu, hul, nav))
    s, why = pay_for_shunt(s, pay)
    return (yield from remap(s, mapping, why))


@rule("shunt.when.critical", "shunt.when.focus")
def roll_done(s: Mission, result: Result, by_ship: bool, aside: bool = False) -> Rule[Mission]:
    """After a roll the CORE dice may be shunted: for nothing after a Critical, else for one of the ship's tokens.

    A roll made aside, to defend somebody, takes nothing from the roll that led to it.
    """
    free = result is Result.CRITICAL and (by_ship or s.rulings.critical_shunt == "any roll")
    if free:
        yield tell("shunt.when.critical", "The Critical Success allows a system shunt.")
    kept = aside and s.rolled == "critical"
    return s.but(rolled="critical" if free or kept else "roll", phase="under way")


#: How a shunt is paid for, as a refusal names it.
WAYS: dict[Payment, str] = {
    "critical": "for nothing after the Critical Success",
    "downtime": "for nothing in downtime",
    "focus": "with one of the ship's Focus Tokens after a roll",
    "engineering": "with Engineering",
}


def why_not(s: Mission, pay: Payment) -> str:
    if pay == "focus":
        return f"{s.ship.name} has no Focus Tokens." if not s.ship.focus else "Nobody has rolled yet in this scene."
    return {
        "critical": "The last roll was no Critical Success, or its shunt has been made.",
        "downtime": "This is no downtime.",
        "engineering": "Engineering is gone.",
    }[pay]


def ways_to_pay(s: Mission) -> tuple[Payment, ...]:
    """What can pay for a shunt now, cheapest first."""
    can: dict[Payment, bool] = {
        "critical": s.rolled == "critical",
        "downtime": s.scene == "downtime",
        "focus": bool(s.rolled and s.ship.focus),
        "engineering": s.ship.engineering == "held",
    }
    return tuple(pay for pay in WAYS if can[pay])


@cites(
    "shunt.when.critical",
    "shunt.when.focus",
    "focus.use.shunt",
    "shunt.when.engineering",
    "shunt.when.downtime",
    "token.engineering.shunt",
)
def pay_for_shunt(s: Mission, pay: Payment) -> tuple[Mission, str]:
    """The ship after paying, and the rule that allows it. Refused with what else would."""
    ways = ways_to_pay(s)
    if pay not in ways:
        others = " or ".join(WAYS[way] for way in ways)
        raise Refused(f"{why_not(s, pay)} " + (f"Possible now: {others}." if ways else "No shunt is possible now."))
    if pay == "critical":
        return s.but(rolled="roll"), "shunt.when.critical"
    if pay == "focus":
        return ship_pays(s, 1), "shunt.when.focus"
    if pay == "engineering":
        return with_ship(s, engineering="spent"), "shunt.when.engineering"
    return s, "shunt.when.downtime"
