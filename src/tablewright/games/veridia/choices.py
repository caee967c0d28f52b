"""What can be chosen in a form: people, weapons and things as the table calls them, each with why not."""

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
"""Why somebody cannot do it now, if they cannot."""


# people


def looks(s: Veridia, c: Character) -> str:
    """What anybody sees of somebody: how they are, whose they are."""
    how = "dead" if c.dead else "down" if unable(s, c) else level_now(s, c).name.lower()
    return f"{c.side}, {how}"


def person(s: Veridia, c: Character, why: str | None = None) -> FieldOption:
    return FieldOption(c.id, c.name, looks(s, c), why or "")


def first_reason(s: Veridia, c: Character, reasons: Iterable[Why]) -> str | None:
    return next((why for reason in reasons if (why := reason(s, c))), None)


def people(*reasons: Why) -> Callable[[Veridia], tuple[FieldOption, ...]]:
    """Everybody on the table, with the first reason against each."""
    return lambda s: tuple(person(s, c, first_reason(s, c, reasons)) for c in s.characters)


def others(field: str, *reasons: Why) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """Everybody but whoever is named in a field before."""
    return lambda s, given: tuple(
        person(s, c, first_reason(s, c, reasons)) for c in s.characters if c.id != given.get(field)
    )


def in_fight(*reasons: Why) -> Callable[[Veridia], tuple[FieldOption, ...]]:
    """Everybody who takes part in the fight, in the order of their turns."""

    def found(s: Veridia) -> tuple[FieldOption, ...]:
        by_id = {c.id: c for c in s.characters}
        order = s.fight.order if s.fight else ()
        return tuple(person(s, by_id[f.id], first_reason(s, by_id[f.id], reasons)) for f in order)

    return found


def others_in_fight(field: str) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """Everybody in the fight but whoever is named in a field before."""
    return lambda s, given: tuple(pick for pick in in_fight()(s) if pick.value != given.get(field))


def is_dead(s: Veridia, c: Character) -> str | None:
    return f"{c.name} is dead." if c.dead else None


def cannot_act(s: Veridia, c: Character) -> str | None:
    return unable(s, c)


def not_now(s: Veridia, c: Character) -> str | None:
    return why_not_now(s, c.id)


def not_now_if_fighting(s: Veridia, c: Character) -> str | None:
    """Who takes no part in a fight is free to do something else meanwhile."""
    return why_not_now(s, c.id) if fighter(s, c.id) else unable(s, c)


def no_free_action(s: Veridia, c: Character) -> str | None:
    return why_no_free(s, c.id)


def no_main_action(action: str) -> Why:
    """Why the turn's main action, or dice set aside for this one, cannot be had."""
    return lambda s, c: why_no_main(s, c.id, action)


def targets(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Everybody alive in the fight but oneself, and their mounts: those of other sides first."""
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
    """Those an attack or a grapple can be for: whom it was declared against, if it was."""

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
    """Whoever is named in a field before; anybody, while nobody is."""
    named = tuple(c for c in s.characters if c.id == given.get(field))
    return named or s.characters


def place_of(c: Character, item: Item) -> str:
    """Where a thing is, as its owner would say."""
    if item.dropped:
        return "on the ground"
    return "in the main hand" if item.id == c.main else "in the off hand" if item.id == c.off else "at the belt"


def thing(c: Character, item: Item, why: str | None = None) -> FieldOption:
    state = ", broken" if item.broken else ""
    return FieldOption(item.id, called(c, item), place_of(c, item) + state, why or "")


def called(c: Character, item: Item) -> str:
    """What a thing is called among its owner's: numbered where there are several alike."""
    alike = [i for i in c.items if spoken(i) == spoken(item)]
    number = f" {alike.index(item) + 1}" if len(alike) > 1 and item in alike else ""
    return spoken(item).capitalize() + number


def things(
    wanted: Callable[[Character, Item], bool], field: str = "who"
) -> Callable[[Veridia, Given], tuple[FieldOption, ...]]:
    """The things of whoever is named before, as far as they are wanted."""

    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        picks = {i.id: thing(c, i) for c in reversed(whose(s, given, field)) for i in c.items if wanted(c, i)}
        return tuple(picks.values())

    return found


def hands(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """The two hands, by what strikes or shoots in them."""
    (c, *more) = whose(s, given)
    if more:
        return FieldOption("main"), FieldOption("off")
    return tuple(
        FieldOption(hand, f"{hand} hand: {spoken(item)}", f"damage {damage_of(item)}")
        for hand in ("main", "off")
        for item in [in_hand(c, hand)]
    )


def two_armed(s: Veridia, given: Given) -> bool:
    """Whether there is anything in the off hand to choose."""
    return any(c.off and in_hand(c, "off").id == c.off for c in whose(s, given))
