"""CORE systems: four dice mapped over three of them, and the system shunts that move them."""

from __future__ import annotations

from collections import abc
from itertools import product
from typing import Annotated, Any, Literal, TypeAlias

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, cites, rule, tell

from .focus import ship_pays
from .state import CORE_DICE, CORES, CREW, Core, Mission, Result, mission_over, with_ship

Mapping = tuple[int, int, int]
Given: TypeAlias = abc.Mapping[str, Any]

#: The purpose of each CORE system.
COVERS: dict[Core, tuple[str, ...]] = cite(
    "core.cpu core.hul core.nav",
    {
        "CPU": ("communicate", "detect", "compute"),
        "HUL": ("resist", "sustain", "survive"),
        "NAV": ("navigate", "avoid", "manoeuvre"),
    },
)


def core_picks(s: Mission) -> tuple[FieldOption, ...]:
    """The CORE systems, each with its dice and its purpose."""
    counts = {core: s.ship.dice(core) for core in CORES}
    dice = {core: f"{n or 'no'} {'die' if n == 1 else 'dice'}" for core, n in counts.items()}
    return tuple(FieldOption(core, core, f"{dice[core]}: {', '.join(COVERS[core])}") for core in CORES)


MAPPINGS: tuple[Mapping, ...] = tuple(
    (c, h, n) for c, h, n in product(range(CORE_DICE, -1, -1), repeat=3) if c + h + n == CORE_DICE
)


@cites("core.dice", "ship.core.slot-cap")
def check_mapping(mapping: Mapping) -> Mapping:
    """Refuse a mapping unless all four dice are placed, none to four in each system."""
    if mapping not in MAPPINGS:
        raise Refused(
            f"All {CORE_DICE} dice are placed, 0 to {CORE_DICE} in each system; that was {sum(mapping)}.", "nav"
        )
    return mapping


def mapping_words(mapping: Mapping) -> str:
    return ", ".join(f"{core} {n}" for core, n in zip(CORES, mapping, strict=True))


#: The cost of a shunt, by the rule that allows it.
PAID = {"shunt.when.engineering": " for the Engineering Token", "shunt.when.focus": " for a Focus Token of the ship"}


@rule("shunt.what")
def remap(s: Mission, mapping: Mapping, why: str) -> Rule[Mission]:
    """Move the dice to another mapping. Any legal one may follow."""
    words = "System shunt{paid}: {mapping}."
    yield tell(why, words, paid=PAID.get(why, ""), mapping=mapping_words(mapping))
    cpu, hul, nav = mapping
    return with_ship(s, cpu=cpu, hul=hul, nav=nav)


Payment = Literal["critical", "focus", "engineering", "downtime"]


def as_they_lie(s: Mission) -> dict[str, int]:
    """The present dice, from which a shunt begins."""
    return {"cpu": s.ship.cpu, "hul": s.ship.hul, "nav": s.ship.nav}


def left_to_place(s: Mission, given: Given) -> str:
    left = CORE_DICE - sum(given.get(core.lower()) or 0 for core in CORES)
    return f"{left} of {CORE_DICE} dice left to place"


def dice_in(core: Core) -> Param:
    what = f"Dice in {core}: {', '.join(COVERS[core])}"
    return Param(what, min=0, max=CORE_DICE, label=core, budget=left_to_place, main=True)


Cpu = Annotated[int, dice_in("CPU")]
Hul = Annotated[int, dice_in("HUL")]
Nav = Annotated[int, dice_in("NAV")]


def payments(s: Mission) -> abc.Iterator[FieldOption]:
    """Payments for a shunt. Those not open now are listed with the reason."""
    open_now = ways_to_pay(s)
    for pay, words in WAYS.items():
        yield FieldOption(pay, words, "", "" if pay in open_now else why_not(s, pay))


def no_shunt(s: Mission) -> str | None:
    return mission_over(s) or (None if ways_to_pay(s) else "nothing pays for a shunt now.")


@action("shunt.what", title="System shunt", by=CREW, when=no_shunt, group="Ship")
def shunt(
    s: Mission,
    cpu: Cpu,
    hul: Hul,
    nav: Nav,
    pay: Annotated[Payment, Param("How it is paid for", among=payments, label="paid")],
) -> Rule[Mission]:
    """Move the CORE dice. The players do it together, and any of them may enter it."""
    mapping = check_mapping((cpu, hul, nav))
    s, why = pay_for_shunt(s, pay)
    return (yield from remap(s, mapping, why))


@rule("shunt.when.critical", "shunt.when.focus")
def roll_done(s: Mission, result: Result, by_ship: bool, aside: bool = False) -> Rule[Mission]:
    """Record a roll, so that a shunt may follow: free after a Critical, else for one of the ship's tokens.

    A Defender's roll takes nothing from the roll that led to it.
    """
    free = result is Result.CRITICAL and (by_ship or s.rulings.critical_shunt == "any roll")
    if free:
        yield tell("shunt.when.critical", "The Critical Success allows a system shunt.")
    kept = aside and s.rolled == "critical"
    return s.but(rolled="critical" if free or kept else "roll", phase="under way")


def no_engineering(s: Mission) -> str | None:
    return mission_over(s) or (None if s.ship.engineering == "held" else "Engineering is gone.")


@action(
    "shunt.when.engineering",
    "token.engineering.shunt",
    title="Engineering shunt",
    by=CREW,
    when=no_engineering,
    instant=True,
    late="What is being asked needs the Engineering Token: answer that first.",
    group="Ship",
)
def shunt_at_once(s: Mission, cpu: Cpu, hul: Hul, nav: Nav) -> Rule[Mission]:
    """Spend Engineering to move the CORE dice at any time, even during a question. A roll stays as thrown."""
    mapping = check_mapping((cpu, hul, nav))
    s, why = pay_for_shunt(s, "engineering")
    return (yield from remap(s, mapping, why))


#: Payments for a shunt.
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
    """The payments open for a shunt now, cheapest first."""
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
    """The ship after paying, and the rule that allows it."""
    if pay == "critical":
        return s.but(rolled="roll"), "shunt.when.critical"
    if pay == "focus":
        return ship_pays(s, 1), "shunt.when.focus"
    if pay == "engineering":
        return with_ship(s, engineering="spent"), "shunt.when.engineering"
    return s, "shunt.when.downtime"
