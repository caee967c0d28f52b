"""The ship's status tokens, and its modules in use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, get_args

from tablewright.rules import (
    Choose,
    FieldOption,
    Gather,
    Param,
    Rule,
    action,
    cites,
    find_by_id,
    replace_by_id,
    rule,
    tell,
)

from .crew_damage import lost_systems, set_system
from .exposed import exposed
from .modules import (
    OWN,
    UNNAMED,
    FromBook,
    OwnCore,
    OwnKind,
    OwnName,
    OwnNote,
    OwnUses,
    Wanted,
    WhichSlot,
    kind_words,
    wanted_module,
)
from .pools import module_works
from .shunts import no_engineering
from .state import (
    ABOARD,
    CREW,
    VITALITY,
    WAYFINDER,
    Member,
    Mission,
    Module,
    ShipToken,
    Slot,
    living,
    member,
    mission_over,
    with_member,
    with_ship,
)


def no_life_support(s: Mission) -> str | None:
    return mission_over(s) or (None if s.ship.life_support == "held" else "Life Support is gone.")


@action("token.life.spend", title="Spend Life Support", by=CREW, when=no_life_support, group="Ship")
def spend_life_support(s: Mission) -> Rule[Mission]:
    """Give up the ship's Life Support to mend everyone aboard at once."""
    aboard = tuple(m.id for m in living(s) if m.where == ABOARD)
    yield tell("token.life.spend", "{ship} gives up its Life Support.", ship=s.ship.name)
    s = yield from restore(with_ship(s, life_support="spent"), aboard)
    return (yield from crew_exposed(s))


@rule("token.life.heal.down", "token.life.heal.other", "suit.repair")
def restore(s: Mission, who: tuple[str, ...]) -> Rule[Mission]:
    """Wake the Down and Out with full Vitality. All others choose Vitality or one suit system, all at once."""
    patients = tuple(member(s, id) for id in who)
    picks = yield from Gather(tuple(restored(m.id, m.down, lost_systems(m)) for m in patients))
    for m, pick in zip(patients, picks, strict=True):
        if whole(m):
            yield tell("token.life.heal.other", "{name} has nothing to mend.", name=m.name)
        elif pick == "vitality":
            cite = "token.life.heal.down" if m.down else "token.life.heal.other"
            yield tell(cite, "{name} is back to {n} Vitality.", name=m.name, n=VITALITY)
            s = with_member(s, m.but(vitality=VITALITY))
        else:
            yield tell("token.life.heal.other", "The {system} of {name} works again.", system=pick, name=m.name)
            s = with_member(s, set_system(m, pick, True))
    return s


@rule("token.life.heal.down", "token.life.heal.other")
def restored(who: str, down: bool, lost: tuple[str, ...]) -> Rule[str]:
    """The one thing a member gets, even if it changes nothing."""
    if down or not lost:
        return "vitality"
    return (yield from Choose(who, "Vitality, or which system?", ("vitality", *lost), cites="token.life.heal.other"))


@rule("token.life.lost")
def crew_exposed(s: Mission) -> Rule[Mission]:
    """Report who aboard is Exposed without Life Support."""
    names = ", ".join(m.name for m in living(s) if m.where == ABOARD and exposed(s, m))
    if names:
        yield tell("token.life.lost", "Exposed aboard: {names}.", names=names)
    return s


def no_repair(s: Mission) -> str | None:
    return no_engineering(s) or (None if destroyed(s) else "no module is destroyed.")


def wrecks(s: Mission) -> Iterator[FieldOption]:
    """The ship's modules. Those that are not destroyed are listed with the reason."""
    for m in s.ship.modules:
        yield FieldOption(
            m.id, f"#{m.id} {m.name}", kind_words(m), "" if m.destroyed else f"{m.name} is not destroyed."
        )


@action("token.engineering.repair", title="Repair a module", by=CREW, when=no_repair, group="Ship")
def repair_module(s: Mission, slot: Annotated[Slot, Param("Which wreck", among=wrecks)]) -> Rule[Mission]:
    """Spend Engineering: one destroyed module works again, with the uses it had left."""
    module = find_by_id(s.ship.modules, slot, "module")
    yield tell("token.engineering.repair", "{name} works again. Engineering is spent.", name=module.name)
    return with_ship(s, engineering="spent", modules=replace_by_id(s.ship.modules, module.but(destroyed=False)))


def destroyed(s: Mission) -> tuple[str, ...]:
    """Names of the destroyed modules, as a refusal lists them."""
    return tuple(f"#{m.id} {m.name}" for m in s.ship.modules if m.destroyed)


@action("token.engineering.juryrig", title="Jury-rig a module", by=CREW, when=no_engineering, group="Ship")
def juryrig_module(
    s: Mission,
    slot: WhichSlot,
    module: FromBook = OWN,
    name: OwnName = UNNAMED,
    kind: OwnKind = "additional",
    core: OwnCore = None,
    uses: OwnUses = 1,
    note: OwnNote = "",
) -> Rule[Mission]:
    """Spend Engineering to give a module another function. A destroyed module stays destroyed."""
    old = find_by_id(s.ship.modules, slot, "module")
    new = wanted_module(slot, Wanted(module, name, kind, core, uses, note)).but(destroyed=old.destroyed)
    words = "{old} becomes {new}. Engineering is spent."
    yield tell("token.engineering.juryrig", words, old=old.name, new=new.name)
    return with_ship(s, engineering="spent", modules=replace_by_id(s.ship.modules, new))


@cites("module.type.additional", "module.destroyed")
def can_use(module: Module) -> bool:
    """True for an additional capability that works and has uses left, or needs none."""
    return module.kind == "additional" and module_works(module) and module.uses != 0


def no_module(s: Mission) -> str | None:
    return mission_over(s) or (None if any(map(can_use, s.ship.modules)) else "no module can be used now.")


def usable(s: Mission) -> Iterator[FieldOption]:
    """The ship's modules. Those that cannot be used now are listed with the reason."""
    not_used = {"empty": "is empty", "passive": "is always on", "specialised": "adds a die instead"}
    for m in s.ship.modules:
        left = "as often as one likes" if m.uses is None else f"{m.uses} of {m.most} uses left"
        why = not_used.get(m.kind) or ("is destroyed" if m.destroyed else "" if can_use(m) else "has no uses left")
        note = f"{m.note}; {left}" if m.note else left
        yield FieldOption(m.id, f"#{m.id} {m.name}", note, f"{m.name} {why}." if why else "")


@action("module.type.additional", title="Use a module", by=CREW, when=no_module, group="Ship")
def use_module(s: Mission, slot: Annotated[Slot, Param("Which module", among=usable)]) -> Rule[Mission]:
    """Use an additional capability. It costs one use if the module has a number of uses."""
    module = find_by_id(s.ship.modules, slot, "module")
    left = None if module.uses is None else module.uses - 1
    how_many = "" if left is None else f" {left} {'use' if left == 1 else 'uses'} left."
    yield tell("module.type.additional", "{name}!{left}", name=module.name, left=how_many)
    return with_ship(s, modules=replace_by_id(s.ship.modules, module.but(uses=left)))


def field_of(token: ShipToken) -> str:
    return token.lower().replace(" ", "_")


def tokens_held(s: Mission) -> Iterator[FieldOption]:
    for token in get_args(ShipToken):
        held = getattr(s.ship, field_of(token)) == "held"
        yield FieldOption(token, token, WITHOUT[token], "" if held else f"{token} is gone already.")


#: The state of the ship without each token.
WITHOUT: dict[ShipToken, str] = {
    "Life Support": "without it everyone aboard is Exposed",
    "Integrity": "without it damage finds the modules",
    "Engineering": "without it ship rolls are Desperate",
}


@action(
    "narrative.effects", "token.life.lost", title="Lose a status token", by=WAYFINDER, when=mission_over, group="Ship"
)
def lose_token(s: Mission, token: Annotated[ShipToken, Param("Which token", among=tokens_held)]) -> Rule[Mission]:
    """Take one of the ship's tokens for the story."""
    field = field_of(token)
    yield tell("narrative.effects", "{ship} loses {token}.", ship=s.ship.name, token=token)
    s = with_ship(s, **{field: "lost"})
    return (yield from crew_exposed(s)) if token == "Life Support" else s


def whole(m: Member) -> bool:
    """True if there is nothing to restore."""
    return m.vitality == VITALITY and not lost_systems(m)
