"""A character in widgets: all of it for its player, the looks of it for all others."""

from __future__ import annotations

from tablewright.rules.widgets import (
    AnyWidget,
    CardWidget,
    FieldWidget,
    Offer,
    Panel,
    PoolWidget,
    TableWidget,
    TextWidget,
    TokenWidget,
    TrackWidget,
)

from .armors import GARMENTS, outer_armor, stage, works_still
from .assets import COIN, PARTS
from .attack import attack_pool
from .attributes import ATTRIBUTES, label
from .creation import STEPS, step_of
from .experience import point_label, price, why_not, worth
from .health import LEVELS, dealt, level_now, most, unable
from .initiative import initiative_pool
from .maneuvers import defence_pool, parrying_weapon
from .recovery import days_to_full
from .rolling import Tally
from .skills import LABELS, hindered
from .specialties import BRANCHES, PATHS, POOLS, pool_most, usable_ways
from .state import Character, Item, Veridia, fighter, the
from .traits import usable
from .virtues import willpower
from .weapons import can_parry, damage_of, has, in_hand, kind_of, spoken

SPECIALTY = {branch: f"{branch.capitalize()} magic" for branch in BRANCHES} | {
    path: f"{path.capitalize()} path" for path in PATHS
}
LIQUIDITY, INCOME, PROPERTIES = (part.capitalize() for part in PARTS)


def health_words(s: Veridia, c: Character) -> list[AnyWidget]:
    """The four levels, each with its points left."""
    if c.dead:
        return [TextWidget("Dead", "bad", "health.death")]
    left, words = c.health, list[AnyWidget]()
    for level, size in reversed(list(zip(LEVELS, dealt(most(c)), strict=True))):
        here = min(left, size)
        left -= here
        off = f" (-{level.penalty} dice)" if level.penalty else ""
        words.insert(0, TrackWidget(level.name + off, here, size, cites="health.levels"))
    now = level_now(s, c)
    state = "knocked out" if c.knocked_out else now.name.lower()
    well = not now.penalty and now.can_act
    words.append(TextWidget(f"Now {state}, {c.health} of {most(c)}", "good" if well else "bad", "health.current"))
    days = days_to_full(c, True, s.rulings) if c.health < most(c) and not s.fight else 0
    if days:
        words.append(FieldWidget("Full health", f"after {days} days of rest" if days > 1 else "after a day of rest"))
    if c.barrier:
        words.append(FieldWidget("Barrier", str(c.barrier), cites="defense.barrier"))
    return words


def glimpse(s: Veridia, c: Character, master: bool) -> Panel:
    """The visible facts of another's character. The game master sees numbers too."""
    held = [spoken(item) for item in (c.item(c.main), c.item(c.off)) if item is not None]
    words: list[AnyWidget] = [FieldWidget("In hand", " and ".join(held) or "nothing", cites="combat.unsheath")]
    words += [FieldWidget("Wears", c.suit.kind.lower(), cites="armor.table")] if c.suit.kind != "Robes" else []
    if master:
        words += health_words(s, c)
        words += pool_words(s, c)
        words += [FieldWidget("Secret", c.secret)] if c.secret else []
    else:
        why = unable(s, c)
        state = "dead" if c.dead else level_now(s, c).name.lower() if why is None else "down"
        words.append(FieldWidget("Looks", state, cites="health.levels"))
    words += condition_words(s, c)
    return Panel(c.name, tuple(words), of=c.id, note=c.side)


def condition_words(s: Veridia, c: Character) -> list[AnyWidget]:
    f = fighter(s, c.id)
    words: list[AnyWidget] = [
        TokenWidget(name.capitalize(), True, cites=cites)
        for name, on, cites in (
            ("prone", c.prone, "combat.stand"),
            ("bound", c.bound, "grapple.hand"),
            ("surprised", f is not None and f.surprised, "surprise.no_contest"),
        )
        if on
    ]
    if c.mount:
        words.append(FieldWidget("Rides", the(s, c.mount).name, cites="mount.cap"))
    if c.cover:
        words.append(FieldWidget("Cover", f"{c.cover}/4", cites="cover.table"))
    if hindered(s, c):
        words.append(FieldWidget("Hindered", f"+{hindered(s, c)} difficulty", cites="grapple.lock"))
    return words


def character_panels(s: Veridia, c: Character, master: bool) -> list[Panel]:
    note = f"{c.race}, {c.concept}" if c.concept else c.race
    words = (*health_words(s, c), *condition_words(s, c), *pool_words(s, c), *virtue_words(c), *resource_words(c))
    panels = [
        Panel(c.name, words, of=c.id, note=note),
        Panel(f"{c.name}: abilities", (attribute_table(c), *skill_words(c), *trait_words(c)), of=c.id, folded=True),
        Panel(f"{c.name}: belongings", tuple(gear_words(s, c)), of=c.id, folded=True),
    ]
    if c.creating or (c.experience and not master and not s.fight):
        panels.append(experience_panel(c))
    return panels


def pool_words(s: Veridia, c: Character) -> list[AnyWidget]:
    """The dice of the most common rolls in a fight. None for a character who cannot act."""
    if unable(s, c):
        return []
    dice = attack_pool(s, c, c.but(id="", main="", off=""), in_hand(c), 0)
    name = spoken(in_hand(c))
    pools: list[tuple[str, Tally, str, Offer | None]] = [("Initiative", initiative_pool(s, c), "init.roll", None)]
    pools.append((f"Attack, {name}", dice, "attack.roll", Offer("attack", {"who": c.id}, "Attack")))
    pools.append(("Dodge", defence_pool(s, c, "dodge"), "defend.dodge", None))
    if can_parry(parrying_weapon(c)):
        pools.append(("Parry", defence_pool(s, c, "parry"), "defend.parry", None))
    return [PoolWidget(title, t.dice, 12, t.reasons, offer=offer, cites=cites) for title, t, cites, offer in pools]


def virtue_words(c: Character) -> list[AnyWidget]:
    return [
        FieldWidget(
            "Willpower", f"{willpower(c)} (courage {c.courage}, integrity {c.integrity})", cites="virtue.willpower"
        )
    ]


def resource_words(c: Character) -> list[AnyWidget]:
    return [
        TrackWidget(
            name.capitalize(),
            getattr(c, name),
            pool_most(c, name),
            offer=Offer("spend_resource", {"who": c.id, "resource": name}, "Spend"),
            cites="spec.pool",
        )
        for name in POOLS
        if pool_most(c, name)
    ]


def attribute_table(c: Character) -> TableWidget:
    rows = tuple((name.capitalize(), str(c.of(name)), label(c.of(name))) for name in ATTRIBUTES)
    return TableWidget("Attributes", ("attribute", "value", "in words"), rows, cites="attr.list")


def skill_words(c: Character) -> list[AnyWidget]:
    known = sorted((x for x in c.skills if x.level), key=lambda x: (-x.level, x.name))
    words: list[AnyWidget] = [
        TableWidget(
            "Skills",
            ("skill", "level", "in words"),
            tuple((x.name, str(x.level), LABELS[min(7, x.level)]) for x in known),
            Offer("use_skill", {"who": c.id}, "Use a skill"),
            cites="skill.list",
        )
    ]
    levels = [f"{SPECIALTY[x.id]} {x.level}" for x in c.specialties]
    ways = usable_ways(c)
    for way in dict.fromkeys(c.ways):
        bought = c.ways.count(way)
        lost = bought - ways.get(way, 0)
        levels.append(f"Way of the {way} {bought}" + (f" ({lost} suspended)" if lost else ""))
    return [*words, FieldWidget("Specialties", ", ".join(levels), cites="spec.range")] if levels else words


def trait_words(c: Character) -> list[AnyWidget]:
    records = ([c.background] if c.background else []) + list(c.traits)
    return [
        CardWidget(
            t.name,
            t.text,
            "background" if t is c.background else "trait" if usable(c, t) else "suspended",
            cites="trait.record",
        )
        for t in records
    ]


def gear_words(s: Veridia, c: Character) -> list[AnyWidget]:
    suit = c.suit
    worn = f"{suit.kind}, protection {outer_armor(suit)}, {stage(suit).name.lower()} ({suit.wear} wear)"
    words: list[AnyWidget] = [FieldWidget("Armor", worn, cites="wear.stages")]
    words += [item_card(c, item) for item in c.items]
    words += [
        CardWidget(g.kind, state="works" if works_still(g.months) else "enchantment lost", cites="gear.reinforce")
        for g in c.garments
        if g.kind in GARMENTS
    ]
    words.append(FieldWidget(LIQUIDITY, f"{c.purse} {COIN}", cites="asset.liquidity"))
    words += [FieldWidget(INCOME, f"{c.income} {COIN} a month", cites="asset.income")] if c.income else []
    words += [
        FieldWidget(PROPERTIES, p.name + (f" ({p.note})" if p.note else ""), cites="asset.properties")
        for p in c.properties
    ]
    words += [FieldWidget("Crystals", str(c.crystals), cites="ammo.crystals")] if c.crystals else []
    if c.ammunition and s.rulings.count_ammunition:
        words.append(FieldWidget("To shoot", str(c.ammunition), cites="ammo.optional"))
    return words


def item_card(c: Character, item: Item) -> CardWidget:
    kind = kind_of(item)
    facts = [f"damage {damage_of(item)}"] if item.kind != "Shield" else ["attackers at +1 difficulty"]
    facts += [f"{kind.reach} m"] if kind.reach else []
    facts += [q for q in kind.quirks if has(item, q)] if item.kind != "Shield" else []
    facts += [f"{item.loaded} of {kind.size} loaded"] if kind.size else []
    facts += [item.note] if item.note else []
    place = "main hand" if item.id == c.main else "off hand" if item.id == c.off else "at the belt"
    state = "broken" if item.broken else "on the ground" if item.dropped else place
    offer = None if item.id in (c.main, c.off) else Offer("unsheathe", {"who": c.id, "item": item.id}, "Take in hand")
    return CardWidget(spoken(item).capitalize(), ", ".join(facts), state, offer, cites="weapon.melee")


def experience_panel(c: Character) -> Panel:
    """Experience left, and the price of each next point or the reason why it cannot rise."""
    words: list[AnyWidget] = [FieldWidget("Experience", f"{c.experience} left of {c.earned}", cites="xp.table")]
    if c.creating:
        here = step_of(c)
        words += [
            TokenWidget(f"{i}. {step}", i < here, "next" if i == here else "", cites="create.steps")
            for i, step in enumerate(STEPS, 1)
        ]
    points = [*ATTRIBUTES, "courage", *(["integrity"] if c.creating else []), *(x.id for x in c.skills)]
    points += [*(x.id for x in c.specialties), *dict.fromkeys(c.ways)]
    rows = tuple(
        (point_label(c, point), str(worth(c, point)), why_not(c, point) or f"{price(c, point)} experience")
        for point in points
        if c.creating or (not why_not(c, point) and price(c, point) <= c.experience)
    )
    offer = Offer("advance", {"who": c.id}, "Spend experience")
    words.append(
        TableWidget(
            "Next point" if c.creating else "Within reach", ("what", "now", "costs"), rows, offer, cites="xp.table"
        )
    )
    return Panel(f"{c.name}: experience", tuple(words), of=c.id, folded=not c.creating)
