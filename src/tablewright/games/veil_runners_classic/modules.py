"""Modules: four of them, numbered. The text says no more, so the table describes them."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, cites, find_by_id, replace_by_id, tell

from .state import WAYFINDER, Module, Run, over

NUMBERS: tuple[str, ...] = cite("modules.number", ("1", "2", "3", "4"))


def places(s: Run) -> tuple[FieldOption, ...]:
    """The four places, each with its present module."""
    return tuple(
        FieldOption(m.id, f"#{m.id} {m.name}", "destroyed" if m.destroyed else "working") for m in s.ship.modules
    )


Number = Annotated[str, Param("Which place", among=places, label="place")]


def intact(s: Run) -> tuple[str, ...]:
    return tuple(module.id for module in s.ship.modules if not module.destroyed)


@cites("modules.proficiency")
def helpful(s: Run) -> tuple[str, ...]:
    """The modules that can give proficiency: those not destroyed, unless the house rules otherwise."""
    return NUMBERS if s.rulings.wrecked_modules == "help" else intact(s)


def module_picks(s: Run) -> tuple[FieldOption, ...]:
    """The modules by name. A destroyed one is listed with the reason."""
    return tuple(FieldOption(m.id, m.name, m.text, _wrecked(s, m) if m.destroyed else "") for m in s.ship.modules)


def helpful_picks(s: Run) -> tuple[FieldOption, ...]:
    """The modules by name that can give proficiency."""
    able = helpful(s)
    return tuple(FieldOption(m.id, m.name, m.text, "" if m.id in able else _wrecked(s, m)) for m in s.ship.modules)


def _wrecked(s: Run, module: Module) -> str:
    return f"The {module.name} is destroyed. Still working: {_working(s)}."


@cites("modules.proficiency")
def helpful_module(s: Run, number: str) -> Module:
    """A module to draw proficiency from. Refused if it cannot help."""
    module = find_by_id(s.ship.modules, number, "module")
    if number not in helpful(s):
        raise Refused(_wrecked(s, module), "modules")
    return module


@cites("modules.roll")
def module_to_roll(s: Run, number: str) -> Module:
    """A module to rely on. Refused if it is destroyed."""
    module = find_by_id(s.ship.modules, number, "module")
    if module.destroyed:
        raise Refused(_wrecked(s, module))
    return module


def _working(s: Run) -> str:
    return ", ".join(f"{m.id} {m.name}" for m in s.ship.modules if not m.destroyed) or "none"


@action("modules.number", title="Fit a module", by=WAYFINDER, group="The ship")
def fit_module(
    s: Run,
    number: Number,
    name: Annotated[str, Param("What it is called", examples=("Cargo winch", "Decoy launcher"))],
    text: Annotated[
        str, Param("What it does", examples=("Hauls wrecks and hapless crew alike.",), label="what it does", main=True)
    ] = "",
) -> Rule[Run]:
    """Put a new module, in working order, in one of the four places."""
    if not name.strip():
        raise Refused("A module needs a name.", "name")
    module = Module(number, " ".join(name.split())[:60], text)
    yield tell("modules.number", "Module {number} is now the {name}.", number=number, name=module.name)
    return s.but(ship=s.ship.but(modules=replace_by_id(s.ship.modules, module)))


@cites("modules.repair")
def no_refit(s: Run) -> str | None:
    """The reason why no module can be refitted now, or None."""
    if over(s):
        return over(s)
    if not any(module.destroyed for module in s.ship.modules):
        return "no module is destroyed."
    if s.place != "a station" and s.rulings.refit == "station":
        return "a module is refitted at a station: dock first."
    return None


def wrecks(s: Run) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(module.id, module.name, module.text) for module in s.ship.modules if module.destroyed)


@action("modules.repair", title="Refit a module", by=WAYFINDER, when=no_refit, group="The ship")
def refit_module(s: Run, module: Annotated[str, Param("Which wreck", among=wrecks)]) -> Rule[Run]:
    """Put a destroyed module back in working order."""
    mended = find_by_id(s.ship.modules, module, "module").but(destroyed=False)
    yield tell("modules.repair", "The {name} works again.", name=mended.name)
    return s.but(ship=s.ship.but(modules=replace_by_id(s.ship.modules, mended)))
