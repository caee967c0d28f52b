"""The sheet of each seat, in widgets."""

from __future__ import annotations

from tablewright.rules import Viewer, cites
from tablewright.rules.kit import Part, conceal_kit, kit_panels, kit_secrets
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

from .blows import WEAPONS
from .capacity import MOST_SLOTS, capacity, encumbered, slots
from .checks import in_check
from .creation_steps import NEXT
from .encounter_sheet import encounter_panel, enemy_word, hit_track, in_slots, insight_words
from .hiding import without_hidden
from .hit_track import lines
from .items import EFFECTS, KINDS, in_kind, needs_name
from .magic import dc_of
from .moon_list import in_lever
from .people import STATS, Item, Seeker
from .pips import unmarked
from .starting_list import working
from .state import Veil

KIT: tuple[Part, ...] = ("clocks", "decks", "charts", "notes", "tray")


def conceal(s: Veil, seat: Viewer) -> Veil:
    """The table as a seat knows it, without the Guide's secrets."""
    return (s if seat.master else without_hidden(s)).but(kit=conceal_kit(s.kit, seat.sees))


def secrets(s: Veil, seat: Viewer) -> tuple[str, ...]:
    hidden = () if seat.master else tuple(enemy.id for enemy in s.enemies if enemy.hidden)
    return (*kit_secrets(s.kit, seat.sees), *hidden)


def sheet(s: Veil, seat: Viewer) -> tuple[Panel, ...]:
    guide = seat.master
    panels = (
        *([encounter_panel(s, seat)] if s.fighting else []),
        *([check_panel(s, seat)] if s.check else []),
        *([Panel("Insights", insight_words(s))] if s.insights else []),
        *(seeker_panel(s, seeker) for seeker in s.seekers if guide or (seeker.id in seat.plays and seeker.alive)),
        *(draft_panel(s, draft) for draft in s.drafts if guide or draft.id in seat.plays),
        *([no_seeker()] if seat.role == "seeker" and not plays_somebody(s, seat) else []),
        *companions(s, seat, guide),
        *([Panel("Enemies", tuple(enemy_word(s, enemy, seat) for enemy in s.enemies))] if s.enemies else []),
        *([moon_panel(s)] if s.moons else []),
        *([moon_list_panel(s)] if guide else []),
        *([floor_panel(s)] if s.floor else []),
    )
    return (*panels, *kit_panels(s.kit, seat.sees, master=guide, plays=seat.role == "seeker", parts=KIT))


def seeker_panel(s: Veil, seeker: Seeker) -> Panel:
    who = {"who": seeker.id}
    burdened = (TextWidget("Encumbered: Disadvantage on everything.", "bad", cites="cap.encumbered"),)
    dead = (TextWidget("Dead. A new Seeker takes their place.", "bad", cites="death.zero"),)
    words: tuple[AnyWidget, ...] = (
        *(dead if seeker.dead else ()),
        *((TextWidget("Asleep.", "bad", cites="spell.sleepsand"),) if seeker.asleep else ()),
        *((TextWidget(f"In a {seeker.position} position.", cites="adv.trigger"),) if seeker.position != "even" else ()),
        TrackWidget("Hit Points", max(0, seeker.hp), max(seeker.full, seeker.hp), cites="create.hp"),
        PoolWidget("Pocket", 1, faces=(seeker.pocket,), offer=Offer("footing", who, "Footing"), cites="pocket.die"),
        hit_track(lines(s, seeker), seeker.pocket),
        *(
            TrackWidget(stat.title(), unmarked(seeker, stat), seeker.stats.of(stat), cites="pips.meaning")
            for stat in STATS
        ),
        *magic_words(s, seeker),
        *(burdened if encumbered(s, seeker) else ()),
        backpack(s, seeker),
    )
    return Panel(seeker.name, words, seeker.id, whose(seeker))


@cites("ally.npc")
def whose(seeker: Seeker) -> str:
    """The person who speaks for a Seeker or an ally. A seat shows the name of the player itself."""
    if seeker.npc and not seeker.player:
        return f"an ally, run by the Guide{f': {seeker.note}' if seeker.note else ''}"
    return f"level {seeker.level}{'' if seeker.player else ', played by nobody'}"


def plays_somebody(s: Veil, seat: Viewer) -> bool:
    return any(seeker.id in seat.plays for seeker in (*s.living, *s.drafts))


@cites("death.new", "role.seeker")
def no_seeker() -> Panel:
    """An invitation to make a Seeker, for a player without a living one."""
    offer = Offer("begin_seeker", {}, "Begin a Seeker")
    return Panel("Your Seeker", (FieldWidget("Nobody yet", "make a new Seeker", offer, cites="death.new"),))


def companions(s: Veil, seat: Viewer, guide: bool) -> tuple[Panel, ...]:
    """The other Seekers, in a line each for players. Spectators get small sheets, the Guide full ones elsewhere."""
    others = [x for x in s.seekers if not guide and (x.id not in seat.plays or x.dead)]
    if seat.role != "seeker":
        return tuple(glimpse(s, seeker) for seeker in others)
    words = tuple(FieldWidget(seeker.name, in_brief(s, seeker), cites="role.seeker") for seeker in others)
    return (Panel("Companions", words),) if words else ()


def glimpse(s: Veil, seeker: Seeker) -> Panel:
    """A Seeker as companions know them."""
    words: tuple[AnyWidget, ...] = (
        TrackWidget("Hit Points", max(0, seeker.hp), max(seeker.full, seeker.hp), cites="create.hp"),
        PoolWidget("Pocket", 1, faces=(seeker.pocket,), cites="pocket.die"),
        FieldWidget("Defense", str(lines(s, seeker).defense), cites="defense.marker"),
        *((TextWidget("Asleep.", "bad", cites="spell.sleepsand"),) if seeker.asleep else ()),
    )
    dead = (TextWidget("Dead.", "bad", cites="death.zero"),)
    return Panel(seeker.name, dead if seeker.dead else words, seeker.id, "an ally" if seeker.npc else "")


def in_brief(s: Veil, seeker: Seeker) -> str:
    if seeker.dead:
        return "dead"
    drawn = lines(s, seeker)
    state = (", asleep" if seeker.asleep else "") + (", an ally" if seeker.npc else "")
    return f"{seeker.hp} of {seeker.full} HP, Pocket {seeker.pocket}, Defense {drawn.defense}{state}"


def magic_words(s: Veil, seeker: Seeker) -> tuple[AnyWidget, ...]:
    words = []
    for known in seeker.magic:
        magic = working(known.id)
        state = "lost until a Rest" if known.lost else f"DC {dc_of(s, magic)} {magic.stat.title()}"
        note = f"{magic.form.title()}, {state}: {magic.text}"
        offer = Offer("cast", {"who": seeker.id, "magic": magic.id}, "Cast")
        words.append(TokenWidget(magic.name, not known.lost, note, None if known.lost else offer, cites="magic.forms"))
    return tuple(words)


@cites("inv.track", "inv.extra", "penance.slots")
def backpack(s: Veil, seeker: Seeker) -> Panel:
    """Equipment & Backpack: everything carried, with the slots it fills."""
    most = max(MOST_SLOTS, slots(seeker))
    words: list[AnyWidget] = [
        TrackWidget("Slots", slots(seeker), most, ((capacity(s, seeker), "capacity"),), cites="cap.capacity"),
        *item_words(seeker),
    ]
    if seeker.guilt:
        words.append(FieldWidget("Guilt", in_slots(seeker.guilt), cites="penance.slots"))
    if seeker.carries:
        words.append(FieldWidget("Carries", f"{s.seeker(seeker.carries).name}, {in_slots(6)}", cites="carry.ally"))
    extra = ", ".join((f"{seeker.coin} Coin", *seeker.extras))
    words.append(FieldWidget("Extra", extra, cites="inv.extra"))
    return Panel("Equipment & Backpack", tuple(words))


@cites("dgear.slot")
def item_words(seeker: Seeker) -> list[CardWidget]:
    """Things one by one. All Dungeon Gear is alike, so it is shown together."""
    gear = [item for item in seeker.items if item.kind == "dungeon gear"]
    words = [item_word(seeker, item) for item in seeker.items if item not in gear]
    if len(gear) > 1:
        title, slots = f"{len(gear)} Dungeon Gear", in_slots(sum(item.slots for item in gear))
        return [
            *words,
            CardWidget(title, EFFECTS[gear[0].kind], slots, item_offer(seeker, gear[0]), cites="dgear.slot"),
        ]
    return [*words, *(item_word(seeker, item) for item in gear)]


@cites("create.start.name")
def item_word(seeker: Seeker, item: Item) -> CardWidget:
    """A thing. While it has no name, the sheet asks for one."""
    about = " · ".join(part for part in (item.note, EFFECTS[item.kind]) if part)
    state = in_slots(item.slots) + (", under Dawn Arm: +d6" if item.dawn else "")
    if needs_name(item):
        ask = Offer("name_item", {"who": seeker.id, "item": item.id}, "Give it a name")
        return CardWidget(KINDS[item.kind], about, f"{state}; needs a name", ask, cites="create.start.name")
    return CardWidget(in_kind(item), about, state, item_offer(seeker, item), cites="inv.track")


def item_offer(seeker: Seeker, item: Item) -> Offer | None:
    who = {"who": seeker.id}
    if item.kind in WEAPONS:
        return Offer("attack", {**who, "weapon": item.id}, "Attack")
    if item.kind == "bomb":
        return Offer("throw_bomb", {**who, "bomb": item.id}, "Throw")
    return Offer("use_gear", who, "Pull out a tool") if item.kind == "dungeon gear" else None


def draft_panel(s: Veil, draft: Seeker) -> Panel:
    who = {"who": draft.id}
    step = draft.step
    past_pocket = step in ("first pick", "second pick", "coin")
    action = {"stats": "roll_stats", "hp": "roll_hp", "pocket": "roll_pocket", "coin": "take_coin"}.get(
        step, "roll_start"
    )
    return Panel(
        draft.name,
        (
            FieldWidget("Next", NEXT[step], Offer(action, who, "Roll"), cites="create.order"),
            *by_hand(draft),
            *(FieldWidget(stat.title(), str(draft.stats.of(stat))) for stat in STATS if draft.stats.of(stat)),
            *((FieldWidget("Hit Points", str(draft.full), cites="create.hp"),) if draft.full else ()),
            *((FieldWidget("Pocket", str(draft.pocket), cites="create.pocket"),) if past_pocket else ()),
            *((hit_track(lines(s, draft), draft.pocket),) if past_pocket else ()),
            *(item_word(draft, item) for item in draft.items),
            *magic_words(s, draft),
        ),
        draft.id,
        "being made",
    )


@cites("create.stats.choose-method", "create.start.choose-or-roll")
def by_hand(draft: Seeker) -> tuple[AnyWidget, ...]:
    """The choice that replaces a roll in this step."""
    who = {"who": draft.id}
    if draft.step == "stats":
        offer = Offer("set_stats", who, "Assign")
        return (FieldWidget("Or", "assign the numbers yourself", offer, cites="create.stats.choose-method"),)
    if draft.step in ("first pick", "second pick"):
        offer = Offer("choose_start", who, "Choose")
        return (FieldWidget("Or", "pick it from the list", offer, cites="create.start.choose-or-roll"),)
    return ()


def check_panel(s: Veil, seat: Viewer) -> Panel:
    assert s.check is not None
    check = s.check
    mine = seat.master or check.who in seat.plays
    offer = Offer("make_roll", {"who": check.who}, "Roll") if mine else None
    word = FieldWidget(s.seeker(check.who).name, in_check(check), offer, cites="roll.dc")
    meanings = (("On a success", check.success), ("On a failure", check.failure), ("Insight", check.insight))
    said = tuple(FieldWidget(label, text, cites="role.guide.dice") for label, text in meanings if text)
    return Panel("A roll is called for", (word, *said), note=f"position {check.position}")


@cites("moon.stack")
def moon_panel(s: Veil) -> Panel:
    """The effects in force, for everyone."""
    return Panel(
        "The moon", tuple(CardWidget(moon.title, moon.text, in_lever(moon), cites="moon.stack") for moon in s.moons)
    )


@cites("moon.table")
def moon_list_panel(s: Veil) -> Panel:
    """The whole list, for the Guide to look up and to edit."""
    rows = tuple((str(moon.place), moon.title, in_lever(moon)) for moon in s.moon_list)
    label = "Moon Effects, our own list: edit any" if s.moon_on else "Moon Effects (switched off)"
    table = TableWidget(label, ("d66", "effect", "what it does"), rows, Offer("edit_moon", {}, "Edit"), "moon.table")
    return Panel("The moon's list", (table,), folded=True)


def floor_panel(s: Veil) -> Panel:
    return Panel(
        "On the ground",
        tuple(CardWidget(in_kind(item), item.note or EFFECTS[item.kind], in_slots(item.slots)) for item in s.floor),
    )
