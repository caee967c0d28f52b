"""The sheet of each seat, in widgets."""

from __future__ import annotations

from tablewright.rules import Viewer, cites
from tablewright.rules.kit import Part, conceal_kit, kit_panels, kit_secrets
from tablewright.rules.widgets import AnyWidget, FieldWidget, Offer, Panel, TableWidget, TextWidget, TurnOrderWidget

from .character_sheet import character_panels, glimpse
from .distances import known_distances
from .health import unable
from .master import IDEAS, PACE, VERSION, group_hint, version_parts
from .sides import decided
from .state import Character, Veridia, fighter, the
from .turns import acting, meters_of

KIT_PARTS: tuple[Part, ...] = ("clocks", "decks", "charts", "notes", "tray")


def conceal(s: Veridia, seat: Viewer) -> Veridia:
    """The table as a seat knows it. Secrets of characters are for the game master alone."""
    s = s.but(kit=conceal_kit(s.kit, seat.sees))
    if seat.master:
        return s
    return s.but(characters=tuple(c.but(secret="") if c.secret else c for c in s.characters))


def secrets(s: Veridia, seat: Viewer) -> tuple[str, ...]:
    kit = kit_secrets(s.kit, seat.sees)
    if seat.master:
        return kit
    shown = " ".join(text for c in s.characters for text in (c.name, c.concept))
    return (*kit, *dict.fromkeys(c.secret for c in s.characters if len(c.secret) > 3 and c.secret not in shown))


def sheet(s: Veridia, seat: Viewer) -> tuple[Panel, ...]:
    master = seat.master
    panels = [fight_panel(s, seat)] if s.fight else []
    panels += [newcomer_panel()] if seat.role == "player" and not seat.plays else []
    for c in s.characters:
        full, made = master or c.id in seat.plays, c.player or c.creating or c.earned
        panels += character_panels(s, c, master) if full and made else [glimpse(s, c, full)]
    panels += [table_panel(s)] if master else []
    kit = kit_panels(s.kit, seat.sees, master=master, plays=seat.role == "player", parts=KIT_PARTS)
    return (*panels, *kit)


@cites("create.steps")
def newcomer_panel() -> Panel:
    """An invitation to make a character, for a player without one."""
    offer = Offer("new_character", {}, "New character")
    word = FieldWidget("Nobody yet", "make somebody of your own, or take over who has no player", offer, "create.steps")
    return Panel("Your character", (word,))


# the fight


def fight_panel(s: Veridia, seat: Viewer) -> Panel:
    assert s.fight is not None
    names = tuple(in_the_order(s, the(s, f.id)) for f in s.fight.order)
    words: list[AnyWidget] = [TurnOrderWidget("Order", names, s.fight.turn, s.fight.round, cites="init.roll")]
    words += [over_field(seat)] if decided(s) else []
    words += [turn_field(s, seat)]
    words += [
        TextWidget(
            f"{the(s, g.holder).name} holds {the(s, g.id).name}: grip {g.grip}, lock {g.lock}.", cites="grapple.lasts"
        )
        for g in s.fight.grapples
    ]
    words += [TextWidget(f"{the(s, e.on).name}: {e.name}.", cites="duration.expire") for e in s.fight.effects]
    words += [TextWidget(f"{known}.", cites="combat.distance") for known in known_distances(s)]
    title = "The fight: a round for the attackers alone" if s.fight.bonus else "The fight"
    return Panel(title, tuple(words))


def in_the_order(s: Veridia, c: Character) -> str:
    """A name in the order of turns, marked if its turn is only passed over."""
    return f"{c.name} (dead)" if c.dead else f"{c.name} (down)" if unable(s, c) else c.name


@cites("init.free_order")
def over_field(seat: Viewer) -> FieldWidget:
    """A note that no foe is left. The game master decides when the fight is over."""
    offer = Offer("end_fight", {}, "End the fight") if seat.master else None
    return FieldWidget("No foe stands", "the fight is over when the game master says so", offer, "init.free_order")


def turn_field(s: Veridia, seat: Viewer) -> FieldWidget:
    """The present turn, and the actions left in it."""
    who = acting(s)
    f = fighter(s, who)
    left = []
    if f is not None:
        left += [] if f.main else ["the main action"]
        left += [f"{k.action} with {k.dice}" for k in f.kept]
        left += [] if f.free else ["a free action"]
        left += [f"{meters_of(s, f) - f.moved} m"] if f.moved < meters_of(s, f) else []
    text = f"{the(s, who).name} has {', '.join(left) or 'nothing'} left"
    offer = Offer("end_turn", {"who": who}, "End the turn") if seat.master or who in seat.plays else None
    return FieldWidget("Now", text, offer, cites="turn.main_slot")


def table_panel(s: Veridia) -> Panel:
    """The game master's panel: the day, the size of the group, ideas for a campaign."""
    version = version_parts(VERSION)
    stated = "unknown" if version is None else "major {}, minor {}, errata {}".format(*version)
    words: list[AnyWidget] = [
        FieldWidget("Day", str(s.day)),
        FieldWidget("Rules version", stated, cites="meta.version"),
    ]
    words.append(FieldWidget("Pace", "{} to {} experience a session".format(*PACE), cites="reward.experience"))
    hint = group_hint(len(s.players))
    words += [TextWidget(hint, "quiet", "table.group")] if hint else []
    words.append(TableWidget("Campaign ideas", ("year", "idea", "themes"), IDEAS, cites="campaign.ideas"))
    return Panel("The table", tuple(words), folded=True)
