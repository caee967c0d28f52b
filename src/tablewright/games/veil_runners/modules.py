"""Module types: specialised CORE capabilities, additional capabilities and passive modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from tablewright.rules import FieldOption, Param, State, cite, cites
from tablewright.rules.kit import check_title

from .shunts import core_picks
from .state import CORES, Core, Mission, Module, ModuleKind, Slot

#: By type: its effect, and whether it goes on when destroyed.
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


def slots(s: Mission) -> tuple[FieldOption, ...]:
    """The four slots by number, each with its module."""
    return tuple(FieldOption(m.id, f"#{m.id} {m.name}", "destroyed" if m.destroyed else m.kind) for m in s.ship.modules)


WhichSlot = Annotated[Slot, Param("Which module slot", among=slots)]


@cites("ship.modules.slots", "module.slots")
def make_module(
    slot: str, name: str, kind: ModuleKind, core: Core | None = None, uses: int | None = None, note: str = ""
) -> Module:
    """Build a module for a slot. Specialised ones need a CORE system, additional ones may have uses."""
    most = uses if kind == "additional" else None
    return Module(
        slot, check_title(name), kind, (core or CORES[0]) if kind == "specialised" else None, most, most, note
    )


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


OWN = "our own"
UNNAMED = "UNNAMED MODULE"


def book_modules(s: Mission) -> Iterator[FieldOption]:
    """The book's modules with type, uses and effect, then an entry for a module of the table's invention."""
    yield FieldOption(OWN, "one of your own", "you say what it is")
    for m in EXAMPLES:
        yield FieldOption(m.name, m.name, f"{kind_words(m)}: {m.note}")


def kind_words(module: Module) -> str:
    """A module's type, with its CORE system or its uses."""
    if module.core:
        return f"{module.kind}, {module.core}"
    return f"{module.kind}, {module.most} uses" if module.most is not None else module.kind


def types(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(kind, kind, does) for kind, does in TYPES.items())


def is_own(s: Mission, given: Mapping[str, Any]) -> bool:
    """True if the module is not from the book, so that the form asks for all of it."""
    return bool(given.get("module", OWN) == OWN)


def own_of(kind: ModuleKind) -> Callable[[Mission, Mapping[str, Any]], bool]:
    """A test: the module is invented, and of this type."""
    return lambda s, given: is_own(s, given) and given.get("kind") == kind


FromBook = Annotated[
    str, Param("A module of the book, or one of your own", among=book_modules, label="module", main=True)
]
OwnName = Annotated[
    str, Param("What it is called", examples=("TRACTOR BEAM", "DECOY", "STAR CHARTS"), applies=is_own, main=True)
]
OwnKind = Annotated[ModuleKind, Param("Its type", among=types, applies=is_own, label="type", main=True)]
OwnNote = Annotated[str, Param("What it does", applies=is_own)]
OwnCore = Annotated[
    Core | None,
    Param(
        "The CORE system of a specialised module: CPU, if left out",
        among=core_picks,
        applies=own_of("specialised"),
        label="system",
        main=True,
    ),
]
_USUAL = f"{', '.join(map(str, USUAL_USES[:-1]))} or {USUAL_USES[-1]}"
OwnUses = Annotated[
    int | None,
    Param(
        f"Uses, usually {_USUAL}; none means as often as one likes",
        min=1,
        max=12,
        applies=own_of("additional"),
        main=True,
    ),
]


class Wanted(State, frozen=True):
    """A module as a form asks for it: one of the book's by name, or a description."""

    module: str
    name: str
    kind: ModuleKind
    core: Core | None
    uses: int | None
    note: str


@cites("module.examples", "module.slots")
def wanted_module(slot: str, wanted: Wanted) -> Module:
    """The module a form asks for: the book's with its note, type and uses, or the one described."""
    if wanted.module != OWN:
        return example(wanted.module, slot)
    return make_module(slot, wanted.name, wanted.kind, wanted.core, wanted.uses, wanted.note)
