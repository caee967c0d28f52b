"""Options of forms: people, weapons and things by the table's names, each with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from tablewright.rules import FieldOption

from .health import level_now, unable
from .state import Character, Item, Veridia, fighter
from .turns import why_no_free, why_no_main, why_not_declared, why_not_now
from .weapons import damage_of, in_hand, spoken

Given: TypeAlias = Mapping[str, Any]
Why: TypeAlias = Callable[[Veridia, Character], str | None]
"""The reason why a character cannot do it now, or None."""


# people


def looks(s: Veridia, c: Character) -> str:
    """The visible state of a character, and their side."""
    how = "dead" if c.dead else "down" if unable(s, c) else level_now(s, c).name.lower()
    return f"{c.side}, {how}"


def person(s: Veridia, c: Character, why: str | None = None) -> FieldOption:
    return FieldOption(c.id, c.name, looks(s, c), why or "")


def first_reason(s: Veridia, c: Character, reasons: Iterable[Why]) -> str | None:
    return next((why for reason in reasons if (why := reason(s, c))), None)


def people(*reasons: Why) -> Callable[[Veridia], tuple[FieldOption, ...]]:
    """All characters on the table, with the first reason against each."""
    return lambda s: tuple(person(s, c, first_reason(s, c, reasons)) for c in s.characters)


def others(field: str, *reasons: Why) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """All characters but the one named in a field before."""
    return lambda s, given: tuple(
        person(s, c, first_reason(s, c, reasons)) for c in s.characters if c.id != given.get(field)
    )


def in_fight(*reasons: Why) -> Callable[[Veridia], tuple[FieldOption, ...]]:
    """All fighters, in the order of their turns."""

    def found(s: Veridia) -> tuple[FieldOption, ...]:
        by_id = {c.id: c for c in s.characters}
        order = s.fight.order if s.fight else ()
        return tuple(person(s, by_id[f.id], first_reason(s, by_id[f.id], reasons)) for f in order)

    return found


def others_in_fight(field: str) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """All fighters but the one named in a field before."""
    return lambda s, given: tuple(pick for pick in in_fight()(s) if pick.value != given.get(field))


def is_dead(s: Veridia, c: Character) -> str | None:
    return f"{c.name} is dead." if c.dead else None


def cannot_act(s: Veridia, c: Character) -> str | None:
    return unable(s, c)


def not_now(s: Veridia, c: Character) -> str | None:
    return why_not_now(s, c.id)


def not_now_if_fighting(s: Veridia, c: Character) -> str | None:
    """The reason why a character cannot act now, or None. Those outside a fight may act meanwhile."""
    return why_not_now(s, c.id) if fighter(s, c.id) else unable(s, c)


def no_free_action(s: Veridia, c: Character) -> str | None:
    return why_no_free(s, c.id)


def no_main_action(action: str) -> Why:
    """A check: the reason why neither the main action nor dice set aside are left for this action."""
    return lambda s, c: why_no_main(s, c.id, action)


def targets(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """All living fighters but oneself, and their mounts. Those of other sides come first."""
    if s.fight is None:
        return ()
    here = {f.id for f in s.fight.order} | {c.mount for c in s.characters if c.mount}
    who = given.get("who")
    side = next((c.side for c in s.characters if c.id == who), "")
    found = [c for c in s.characters if c.id in here and not c.dead and c.id != who]
    found.sort(key=lambda c: (c.side == side, unable(s, c) is not None))
    hidden = "{} is wholly hidden: nothing can hit them directly."
    return tuple(person(s, c, hidden.format(c.name) if c.cover >= 4 else None) for c in found)


def targets_of(action: str) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """Possible targets of an attack or a grapple: only the declared one, if it was declared."""

    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        who = given.get("who")
        picks = targets(s, given)
        return tuple(declared_for(s, who, action, pick) for pick in picks) if who else picks

    return found


def declared_for(s: Veridia, who: str, action: str, pick: FieldOption) -> FieldOption:
    why = why_not_declared(s, who, action, pick.value)
    return FieldOption(pick.value, pick.label, pick.note, pick.why_not or why or "")


# things


def whose(s: Veridia, given: Given, field: str = "who") -> tuple[Character, ...]:
    """The character named in a field before, or all until one is named."""
    named = tuple(c for c in s.characters if c.id == given.get(field))
    return named or s.characters


def place_of(c: Character, item: Item) -> str:
    """The place of a thing, in its owner's words."""
    if item.dropped:
        return "on the ground"
    return "in the main hand" if item.id == c.main else "in the off hand" if item.id == c.off else "at the belt"


def thing(c: Character, item: Item, why: str | None = None) -> FieldOption:
    state = ", broken" if item.broken else ""
    return FieldOption(item.id, called(c, item), place_of(c, item) + state, why or "")


def called(c: Character, item: Item) -> str:
    """The name of a thing among its owner's, with a number if several are alike."""
    alike = [i for i in c.items if spoken(i) == spoken(item)]
    number = f" {alike.index(item) + 1}" if len(alike) > 1 and item in alike else ""
    return spoken(item).capitalize() + number


def things(
    wanted: Callable[[Character, Item], bool], field: str = "who"
) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """The wanted things of the character named before."""

    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        picks = {i.id: thing(c, i) for c in reversed(whose(s, given, field)) for i in c.items if wanted(c, i)}
        return tuple(picks.values())

    return found


def hands(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """The two hands, by the weapon in each."""
    (c, *more) = whose(s, given)
    if more:
        return FieldOption("main"), FieldOption("off")
    return tuple(
        FieldOption(hand, f"{hand} hand: {spoken(item)}", f"damage {damage_of(item)}")
        for hand in ("main", "off")
        for item in [in_hand(c, hand)]
    )


def two_armed(s: Veridia, given: Given) -> bool:
    """True if the off hand holds a weapon to choose."""
    return any(c.off and in_hand(c, "off").id == c.off for c in whose(s, given))
