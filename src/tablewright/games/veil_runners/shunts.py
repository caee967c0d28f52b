"""CORE systems: four dice mapped over three of them, and the system shunts that move them."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

from tablewright.kernel import Param, Refused, Rule, action, cite, cites, rule, tell

from .focus import ship_pays
from .state import CORE_DICE, CORES, CREW, Core, Mission, mission_over, with_ship

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
    if pay == "downtime":
        if s.scene != "downtime":
            raise Refused(
                "This is no downtime: shunt after a Critical Success, with a Focus Token or with Engineering."
            )
        return s, "shunt.when.downtime"
    if pay == "engineering":
        if s.ship.engineering != "held":
            raise Refused("Engineering is gone: shunt after a Critical Success, with a Focus Token or in downtime.")
        return with_ship(s, engineering="spent"), "shunt.when.engineering"
    if pay == "critical":
        if s.rolled != "critical":
            raise Refused("The last roll was no Critical Success, or its shunt has been made.")
        return s.but(rolled="roll"), "shunt.when.critical"
    if not s.rolled:
        raise Refused("A Focus Token pays for a shunt after a roll, and nobody has rolled yet.")
    return ship_pays(s, 1), "shunt.when.focus"
