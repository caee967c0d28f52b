"""Dice pools: the dice of a roll, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tablewright.rules import Refused, State, cite, cites

from .rolls import MOST_DICE
from .state import VITALITY, Core, Member, Mission, Module, System

ToolSlot = Literal["primary", "secondary", "auxiliary"]

PRIMARY_DICE = cite("suit.primary", 2)
SECONDARY_DICE = cite("suit.secondary", 1)
OVERSIZED_DICE = cite("upgrade.oversized", 2)
AUXILIARY_DICE = cite("upgrade.auxiliary", 1)
EXPERT_DICE = cite("quality.expert", 1)
LIMITER_DICE = cite("upgrade.limiter.die", 1)
MODULE_DICE = cite("module.type.specialised", 1)
RELENTLESS_DICE = cite("quality.relentless", 1)
RESOURCEFUL_DICE = cite("quality.resourceful", VITALITY)

#: The suit system that carries each tool.
CARRIED_BY: dict[ToolSlot, System] = {
    "primary": "primary tool",
    "secondary": "secondary tool",
    "auxiliary": "life support",
}


class Pool(State, frozen=True):
    """Dice with their sources. Those above the cap are counted, but not rolled."""

    parts: tuple[tuple[int, str], ...]
    cap: bool = True

    @property
    def counted(self) -> int:
        return sum(n for n, _ in self.parts)

    @property
    @cites("needs.dice-cap")
    def dice(self) -> int:
        return min(MOST_DICE, self.counted) if self.cap else self.counted

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(f"{n} {why}" for n, why in self.parts if n)

    def __str__(self) -> str:
        words = " + ".join(self.reasons) or "no dice"
        return words if self.dice == self.counted else f"{words} ({self.dice} of {self.counted} are rolled)"


def works(m: Member, system: System) -> bool:
    """True while a suit system is not lost."""
    return {
        "life support": m.life_support,
        "primary tool": m.primary_works,
        "secondary tool": m.secondary_works,
    }[system]


@cites("module.destroyed", "module.type.passive")
def module_works(module: Module) -> bool:
    """True unless the module is destroyed. Passive modules work even then."""
    return module.kind != "empty" and (not module.destroyed or module.kind == "passive")


@cites("module.type.specialised", "roll.pool.ship.modules")
def module_helps(module: Module, core: Core) -> bool:
    """True for a working specialised module in a roll of its CORE system, which gets a die for it."""
    return module.kind == "specialised" and module.core == core and module_works(module)


@cites("roll.pool.ship", "roll.pool.ship.modules")
def ship_pool(s: Mission, core: Core, modules: Iterable[Module] = (), expert: bool = False) -> Pool:
    """The dice in the CORE system, and one for each module that suits the action and can help."""
    parts: list[tuple[int, str]] = [(s.ship.dice(core), core)]
    parts += [(MODULE_DICE, module.name) for module in modules if module_helps(module, core)]
    if expert and s.rulings.expert_on_ship:
        parts.append((EXPERT_DICE, "Expert"))
    return Pool(tuple(parts), s.rulings.dice_cap)


@cites("roll.pool.crew", "quality.resourceful", "quality.relentless")
def body_dice(m: Member) -> tuple[int, str]:
    """Vitality dice: always three for the Resourceful, and still one for a Relentless member who is Down and Out."""
    if "Resourceful" in m.qualities:
        return RESOURCEFUL_DICE, "Resourceful"
    if m.down and "Relentless" in m.qualities:
        return RELENTLESS_DICE, "Relentless"
    return m.vitality, "Vitality"


@cites("roll.pool.crew.equipment", "suit.lost", "upgrade.auxiliary", "upgrade.oversized")
def tool_dice(m: Member, slot: ToolSlot) -> tuple[int, str]:
    """The dice of a tool that fits. None once the system that carries it is lost."""
    if not works(m, CARRIED_BY[slot]):
        return 0, "lost tool"
    if slot == "primary":
        return PRIMARY_DICE, m.primary.name
    if slot == "secondary":
        return OVERSIZED_DICE if "Oversized Systems" in m.suit else SECONDARY_DICE, m.secondary.name
    return (AUXILIARY_DICE if "Auxiliary Arm" in m.suit else 0), m.auxiliary.name


@cites("roll.pool.crew", "roll.pool.crew.equipment", "quality.expert", "upgrade.limiter.die")
def crew_pool(s: Mission, m: Member, tools: Iterable[ToolSlot] = (), expert: bool = False) -> Pool:
    """Vitality dice, and the dice of tools, field and upgrades that suit the action."""
    parts = [body_dice(m), *(tool_dice(m, slot) for slot in tools)]
    if expert and "Expert" in m.qualities:
        parts.append((EXPERT_DICE, m.expertise or "Expert"))
    if "Limiter Override" in m.suit:
        parts.append((LIMITER_DICE, "Limiter Override"))
    return Pool(tuple(parts), s.rulings.dice_cap)


@cites("crew.sheet.systems", "upgrade.auxiliary")
def slots_of(m: Member) -> tuple[ToolSlot, ...]:
    """The tools a member carries: two, and a third on an Auxiliary Arm."""
    return ("primary", "secondary", "auxiliary") if "Auxiliary Arm" in m.suit else ("primary", "secondary")


@cites("suit.lost")
def why_no_tool(m: Member, slot: ToolSlot) -> str:
    """The reason why a tool cannot help, or an empty string."""
    return "" if works(m, CARRIED_BY[slot]) else f"{m.name} has lost the {CARRIED_BY[slot]}: roll without it."


@cites("roll.pool.crew.equipment")
def check_tools(s: Mission, m: Member, tools: tuple[ToolSlot, ...], expert: bool) -> tuple[ToolSlot, ...]:
    """The tools named, once each. Refused if one of them cannot help."""
    tools = tuple(dict.fromkeys(tools))
    for slot in tools:
        why = why_no_tool(m, slot)
        if why:
            raise Refused(why, "tools")
    if len(tools) > 1 and not s.rulings.both_tools:
        raise Refused("At this table one tool helps a roll: name the one that fits best.")
    if expert and "Expert" not in m.qualities:
        raise Refused(f"{m.name} is no Expert: roll without a field.")
    return tools
