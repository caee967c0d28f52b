"""Module types: specialised CORE capabilities, additional capabilities, passive modules."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Param, Refused, cite, cites
from tablewright.kernel.kit.kit import titled

from .state import Core, Module, ModuleKind

#: By type: what it does, and whether it goes on when destroyed.
TYPES: dict[ModuleKind, str] = cite(
    "module.type.specialised module.type.additional module.type.passive",
    {
        "specialised": "one die more on suitable rolls of its CORE system",
        "additional": "something special, usually a few times",
        "passive": "always on, even when destroyed",
        "empty": "nothing, but it can be hit",
    },
)

USUAL_USES = cite("module.type.additional", (1, 2, 3, 6))

_USUAL = f"{', '.join(map(str, USUAL_USES[:-1]))} or {USUAL_USES[-1]}"
Kind = Annotated[ModuleKind, Param("specialised adds a die, additional is used, passive is always on")]
MODULE_USES = Annotated[
    int | None,
    Param(f"Uses, usually {_USUAL}; none means as often as one likes", min=1, max=12),
]


@cites("ship.modules.slots", "module.slots")
def make_module(
    slot: str, name: str, kind: ModuleKind, core: Core | None = None, uses: int | None = None, note: str = ""
) -> Module:
    """A module for a slot. Only specialised ones belong to a CORE system, only additional ones have uses."""
    if kind == "specialised" and core is None:
        raise Refused("A specialised module belongs to CPU, HUL or NAV: say which.")
    most = uses if kind == "additional" else None
    return Module(slot, titled(name), kind, core if kind == "specialised" else None, most, most, note)


#: The seven examples of the book.
EXAMPLES: tuple[Module, ...] = cite(
    "module.examples",
    (
        make_module("1", "BIOSCANNER", "specialised", "CPU", note="finds living things"),
        make_module("1", "AFTERBURNERS", "specialised", "NAV", note="hard acceleration in a straight line"),
        make_module("1", "MICROJUMP", "additional", uses=3, note="the ship is elsewhere, as far as 100 km"),
        make_module("1", "CLOAK", "additional", uses=2, note="unseen as long as the ship stays still"),
        make_module("1", "MEDBAYS", "passive", note="medical work is easier"),
        make_module("1", "CRYOBUNKS", "passive", note="long stasis for the crew"),
        make_module("1", "CARGOHULL", "passive", note="more room for cargo"),
    ),
)


def example(name: str, slot: str) -> Module:
    return next(m for m in EXAMPLES if m.name == name).but(id=slot)
