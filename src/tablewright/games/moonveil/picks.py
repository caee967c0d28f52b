"""Options of forms: Seekers whose time it is, their things and their targets, each by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from tablewright.rules import FieldOption, Refused

from .blows import WEAPONS
from .encounters import paid, spend
from .hit_track import defense
from .items import EFFECTS, KINDS, in_kind
from .people import STATS, Enemy, Item, Seeker, Stat
from .pips import need_pip, unmarked
from .places import distance, foes_nearby, is_weapon
from .state import Veil, creatures

Given: TypeAlias = Mapping[str, Any]
Listing: TypeAlias = Callable[[Veil], Iterable[FieldOption]]


def refusal(tried: Callable[[], object]) -> str:
    """The sentence a rule refuses with, or an empty string if it doesn't."""
    try:
        tried()
    except Refused as refused:
        return str(refused)
    return ""


def acting(s: Veil) -> tuple[FieldOption, ...]:
    """Living Seekers, with a reason for each who has no Action to spend where one is needed."""
    return tuple(FieldOption(x.id, why_not=refusal(lambda x=x: paid(s, x, actions=1))) for x in s.living)  # type: ignore[misc]


def striking(s: Veil) -> tuple[FieldOption, ...]:
    """Living Seekers as in `acting`, for actions of an encounter only."""
    return tuple(FieldOption(x.id, why_not=refusal(lambda x=x: spend(s, x, actions=1))) for x in s.living)  # type: ignore[misc]


def moving(s: Veil) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(x.id, why_not=refusal(lambda x=x: spend(s, x, moves=1))) for x in s.living)  # type: ignore[misc]


def stepping(s: Veil) -> tuple[FieldOption, ...]:
    """Living Seekers, with a reason for each who has no Move to spend where one is needed."""
    return tuple(FieldOption(x.id, why_not=refusal(lambda x=x: paid(s, x, moves=1))) for x in s.living)  # type: ignore[misc]


def marking(stat: Stat, what: str) -> Listing:
    """Seekers who can act and have a pip of this stat to mark for it."""

    def among(s: Veil) -> Iterator[FieldOption]:
        for pick in acting(s):
            seeker = s.seeker(pick.value)
            left = f"{unmarked(seeker, stat)} {stat.title()} left"
            why_not = refusal(lambda seeker=seeker: need_pip(seeker, stat, what))  # type: ignore[misc]
            yield FieldOption(pick.value, note=left, why_not=why_not or pick.why_not)

    return among


def the(s: Veil, given: Given) -> Seeker | None:
    """The acting Seeker, once the form names one."""
    who = given.get("who")
    return next((one for one in (*s.seekers, *s.drafts) if one.id == who), None)


def others(s: Veil, given: Given) -> tuple[str, ...]:
    """Living Seekers other than the one who acts."""
    return tuple(one.id for one in s.living if one.id != given.get("who"))


# Things


def listed(items: Iterable[Item], of: str = "") -> Iterator[FieldOption]:
    """Things by name. Those of the same name get a number."""
    seen: Counter[str] = Counter()
    for item in items:
        name = in_kind(item)
        seen[name] += 1
        label = f"{name} ({seen[name]})" if seen[name] > 1 else name
        yield FieldOption(item.id, label[:1].upper() + label[1:] + of, EFFECTS[item.kind])


def things(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """The things of the Seeker named before, or of all until one is named."""
    one = the(s, given)
    owners = (one,) if one else (*s.seekers, *s.drafts)
    return tuple(pick for owner in owners for pick in listed(owner.items, "" if one else f", of {owner.name}"))


def lying(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """Things on the ground, and those of the dead and the sleeping."""
    fallen = [x for x in s.seekers if (x.dead or x.asleep) and x.id != given.get("who")]
    theirs = (pick for x in fallen for pick in listed(x.items, f", of {x.name}"))
    return (*listed(s.floor), *theirs)


def arms(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """Bare hands, and the weapons the Seeker can strike with."""
    one = the(s, given)
    owned = [item for owner in ((one,) if one else s.living) for item in owner.items if is_weapon(item)]
    return (FieldOption(None, "bare hands", "no effect"), *listed(owned))


def bombs(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    one = the(s, given)
    return tuple(listed(i for owner in ((one,) if one else s.living) for i in owner.items if i.kind == "bomb"))


def weapons(_: Veil) -> tuple[FieldOption, ...]:
    """Kinds of weapon, with what each does."""
    return tuple(FieldOption(kind, kind.title(), effect) for kind, effect in WEAPONS.items())


def kinds(_: Veil) -> tuple[FieldOption, ...]:
    """Kinds of things, with what each does."""
    return tuple(FieldOption(kind, called[:1].upper() + called[1:], EFFECTS[kind]) for kind, called in KINDS.items())


# Targets


def enemies(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """Enemies still standing, and how far away."""
    one = the(s, given)
    return tuple(FieldOption(foe.id, foe.name, in_short(s, foe, one)) for foe in s.foes)


def all_enemies(s: Veil) -> tuple[FieldOption, ...]:
    """Enemies as the Guide knows them, with hidden ones."""
    return tuple(
        FieldOption(foe.id, foe.name, ("hidden, " if foe.hidden else "") + in_short(s, foe, None)) for foe in s.standing
    )


def nearby(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """Enemies still standing, with a reason for each out of a hand's reach."""
    one = the(s, given)
    far = out_of_hand(s, one) if one else ""
    return tuple(
        FieldOption(foe.id, foe.name, in_short(s, foe, one), far if one and distance(one, foe) else "")
        for foe in s.foes
    )


def out_of_hand(s: Veil, seeker: Seeker) -> str:
    names = ", ".join(foe.name for foe in foes_nearby(s, seeker)) or "nobody"
    return f"Stagger needs a target at 0 Moves. Nearby: {names}."


def in_short(s: Veil, foe: Enemy, one: Seeker | None) -> str:
    away = distance(one, foe) if one and s.fighting else 0
    where = f", {away} {'Move' if away == 1 else 'Moves'} away" if away else ""
    return f"{foe.hp} of {foe.full} HP, Defense {defense(s, foe)}{where}"


def who_is_where(s: Veil, at: int) -> str:
    return who_is_there(s, at) or "nobody"


def who_is_there(s: Veil, at: int) -> str:
    return ", ".join(one.name for one in creatures(s) if one.at == at)


# Stats


def stats(s: Veil, given: Given) -> tuple[FieldOption, ...]:
    """Stats as on the sheet, with the pips left."""
    one = the(s, given)
    return tuple(FieldOption(stat, stat.title(), f"{unmarked(one, stat)} left" if one else "") for stat in STATS)


def rerolls(usual: Callable[[Veil, Given], str]) -> Callable[[Veil, Given], tuple[FieldOption, ...]]:
    """The stats a reroll may mark. The usual one comes first. For any other the Guide is asked."""

    def among(s: Veil, given: Given) -> tuple[FieldOption, ...]:
        fits = usual(s, given)
        listed = {p.value: p for p in stats(s, given)}
        first = (
            FieldOption(None, fits.title(), listed[fits].note) if fits else FieldOption(None, "nothing", "no reroll")
        )
        others = (p for p in listed.values() if p.value != fits)
        return (first, *(FieldOption(p.value, p.label, f"{p.note}; if the Guide agrees".lstrip("; ")) for p in others))

    return among


def wager(stat: Stat, name: str, gains: str) -> Callable[[Veil, Given], tuple[FieldOption, ...]]:
    """A gambit, yes or no, with its possible cost."""

    def among(s: Veil, given: Given) -> tuple[FieldOption, ...]:
        one = the(s, given)
        if one is None:
            return FieldOption(False, "no"), FieldOption(True, "yes", gains)
        price = f"{gains}; a total below 10 marks all {unmarked(one, stat)} {stat.title()}"
        return FieldOption(False, "no"), FieldOption(True, "yes", price, refusal(lambda: need_pip(one, stat, name)))

    return among
