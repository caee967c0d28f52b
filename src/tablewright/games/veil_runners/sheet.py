"""The sheet of each seat, in widgets: the mission, the ship, the crew and their tables and decks."""

from __future__ import annotations

from tablewright.rules import Viewer, cites
from tablewright.rules.kit import Deck, conceal_kit, kit_panels, kit_secrets
from tablewright.rules.widgets import (
    AnyWidget,
    CardWidget,
    FieldWidget,
    Offer,
    Panel,
    PoolWidget,
    TextWidget,
    TokenWidget,
    TrackWidget,
)

from .advancement import DOES, prep_words
from .content import PRINTED
from .crew_damage import can_act
from .exposed import why_exposed
from .pools import crew_pool, module_works, ship_pool, works
from .positions import crew_forced, in_force, ship_forced
from .setting_up import dice_supply, table_size
from .ship_tokens import can_use, destroyed, no_life_support
from .shunts import COVERS, as_they_lie, no_engineering, ways_to_pay
from .state import (
    CORES,
    CREW,
    FOCUS_MOST,
    SYSTEMS,
    VITALITY,
    Core,
    Member,
    Mission,
    Module,
    Position,
    System,
    living,
    mission_over,
)


def conceal(s: Mission, seat: Viewer) -> Mission:
    """The table as a seat knows it. Effects of cards and unseen clocks are the wayfinder's to know."""
    kit = conceal_kit(s.kit, seat.sees)
    return s.but(kit=kit if seat.master else kit.but(decks=tuple(map(untold, kit.decks))))


def untold(deck: Deck) -> Deck:
    """A deck without the effects of its cards."""
    cards, drawn = (tuple(card.but(brings=()) for card in pile) for pile in (deck.cards, deck.drawn))
    return deck.but(cards=cards, drawn=drawn)


def secrets(s: Mission, seat: Viewer) -> tuple[str, ...]:
    """Texts that must never reach this seat. Ready-made content is in print, so it is no secret."""
    return tuple(text for text in kit_secrets(s.kit, seat.sees) if text not in PRINTED)


def sheet(s: Mission, seat: Viewer) -> tuple[Panel, ...]:
    own = [m for m in s.crew if m.id in seat.plays]
    others = [m for m in s.crew if m.id not in seat.plays]
    joining = seat.role == CREW and all(m.dead for m in own)
    crew = tuple(member_panel(s, m, plays(seat, m)) for m in (*own, *others))
    kit = kit_panels(s.kit, seat.sees, master=seat.master, plays=seat.role == CREW)
    return (mission_panel(s, seat), ship_panel(s), *((newcomer_panel(),) if joining else ()), *crew, *kit)


@cites("role.crew")
def newcomer_panel() -> Panel:
    """An invitation to join, for a player without a living crew member."""
    offer = Offer("bring_crew", {}, "Bring a crew member")
    word = FieldWidget("Nobody yet", "bring somebody of your own, or take over who has no player", offer, "role.crew")
    return Panel("Your crew member", (word,))


ENDINGS = {
    "success": "over: a success",
    "failure": "over: a failure",
    "wrecked": "over: the ship is Wrecked",
    "everyone down": "over: nobody in the crew stands",
}
SCENES = {"action": "action scene", "safe": "out of danger for the moment", "downtime": "downtime"}


def mission_panel(s: Mission, seat: Viewer) -> Panel:
    way, over = seat.master, mission_over(s) is not None
    scene = Offer("set_scene", {}, "Change") if way and not over else None
    position = Offer("call_position", {}, "Call") if way and not over else None
    begin = Offer("begin_mission", {}, "Begin the next") if way and over else None
    words: list[AnyWidget] = [
        FieldWidget(
            "Mission", ENDINGS.get(s.ending, s.phase), begin, "wrecked.end" if s.ending == "wrecked" else "role.flow"
        ),
    ]
    if not over:
        words.append(FieldWidget("Scene", SCENES[s.scene], scene, "shunt.when.downtime"))
        words.append(FieldWidget("Position", s.position, position, "roll.position"))
    if s.situation:
        words.append(TextWidget(s.situation, cites="role.flow"))
    if s.station is not None:
        words.append(FieldWidget("Station", station_words(s), cites="decks.power"))
    warning = table_size(len(living(s)))
    if warning:
        words.append(TextWidget(warning, "bad", "intro.table-size"))
    if way and s.phase == "preparing":
        words.append(
            FieldWidget("Dice to have at hand", f"{dice_supply(len(living(s)))} six-sided ones", cites="needs.dice")
        )
    return Panel("The mission", tuple(words))


def station_words(s: Mission) -> str:
    station = s.station
    assert station is not None
    words = ["has power" if station.power else "without power, so exploring is Desperate"]
    words += ["survivors found"] if station.survivors else []
    words += ["generator found"] if station.generator and not station.power else []
    words += [f"med bay {station.medbay}"] if station.medbay != "not found" else []
    words += [] if station.radio else ["no radio"]
    return ", ".join(words)


def ship_panel(s: Mission) -> Panel:
    words: tuple[AnyWidget, ...] = (
        *(core_word(s, core) for core in CORES),
        *shunt_due(s),
        *position_word(s, "Ship rolls are", s.ship.position, ship_forced(s)),
        *token_words(s),
        TrackWidget("Focus", s.ship.focus, FOCUS_MOST, cites="ship.focus.slots"),
        *(module_word(s, module) for module in s.ship.modules),
        *upgrade_due(s),
    )
    return Panel(s.ship.name, words, of="ship", note="Wrecked" if s.ending == "wrecked" else "")


NO_DICE_WORDS = ("no dice: throw two, read the lowest",)


def core_word(s: Mission, core: Core) -> PoolWidget:
    label = f"{core} ({', '.join(COVERS[core])})"
    reasons = ship_pool(s, core).reasons or NO_DICE_WORDS
    offer = None if mission_over(s) else Offer("ship_roll", {"core": core}, f"Roll {core}")
    dice = s.ship.dice(core)
    return PoolWidget(label, dice, 6, reasons, (), offer, "roll.pool.ship", core.lower(), shunt_offer(s))


def token_words(s: Mission) -> tuple[TokenWidget, ...]:
    ship = s.ship
    spend = None if no_life_support(s) else Offer("spend_life_support", {}, "Spend to heal all aboard")
    engineer = None if no_engineering(s) else engineering_offer(s)
    instead = None if mission_over(s) or ship.integrity != "held" else Offer("ship_roll", {"how": "integrity"}, "Spend")
    return (
        TokenWidget("Life Support", ship.life_support == "held", gone(ship.life_support), spend, "token.life.spend"),
        TokenWidget("Integrity", ship.integrity == "held", gone(ship.integrity), instead, "token.integrity.first"),
        TokenWidget(
            "Engineering", ship.engineering == "held", gone(ship.engineering), engineer, "token.engineering.lost"
        ),
    )


def engineering_offer(s: Mission) -> Offer:
    """A repair if there is something to repair, else a Success. Shunts and jury-rigging are among the actions."""
    if destroyed(s):
        return Offer("repair_module", {}, "Spend to repair a module")
    return Offer("ship_roll", {"how": "engineering"}, "Spend for a Success")


def gone(held: str) -> str:
    return "" if held == "held" else held


def shunt_offer(s: Mission) -> Offer | None:
    """A shunt, while something pays for it. It names the payment if only one is open, or if one is free."""
    ways = ways_to_pay(s)
    if mission_over(s) or not ways:
        return None
    known = len(ways) == 1 or ways[0] in ("critical", "downtime")
    return Offer("shunt", {"pay": ways[0]} if known else {}, "System shunt")


def shunting(s: Mission, pay: str) -> Offer:
    """A shunt that starts from the present dice."""
    return Offer("shunt", {**as_they_lie(s), "pay": pay}, "Move the dice")


def shunt_due(s: Mission) -> tuple[AnyWidget, ...]:
    """An offer to shunt, when something other than Engineering pays for it."""
    if mission_over(s):
        return ()
    if s.scene == "downtime":
        return (FieldWidget("System shunt", "free in downtime", shunting(s, "downtime"), "shunt.when.downtime"),)
    if s.rolled == "critical":
        return (FieldWidget("System shunt", "free after the Critical", shunting(s, "critical"), "shunt.when.critical"),)
    if s.rolled and s.ship.focus:
        return (FieldWidget("System shunt", "for a Focus Token", shunting(s, "focus"), "shunt.when.focus"),)
    return ()


def upgrade_due(s: Mission) -> tuple[AnyWidget, ...]:
    if s.phase != "after" or not s.ship_upgrades:
        return ()
    return (FieldWidget("Upgrade", "one is due", Offer("upgrade_ship", {}, "Upgrade the ship"), "adv.ship"),)


def position_word(s: Mission, label: str, called: Position | None, forced: tuple[str, ...]) -> tuple[FieldWidget, ...]:
    """The position of the next roll, and its reasons. Empty between missions."""
    if mission_over(s):
        return ()
    position = in_force(s, called, forced)
    words = f"{position} ({', '.join(forced)})" if forced else position
    return (FieldWidget(label, words, cites="roll.position"),)


def module_word(s: Mission, module: Module) -> CardWidget:
    kind = f"{module.kind}, {module.core}" if module.core else module.kind
    if module.most is not None:
        kind += f", {module.uses} of {module.most} uses left"
    if module.destroyed:
        kind += ", destroyed but working" if module_works(module) else ", destroyed"
    offer = Offer("use_module", {"slot": module.id}, "Use") if can_use(module) and not mission_over(s) else None
    return CardWidget(f"#{module.id} {module.name}", module.note, kind, offer, "module.slots")


def plays(seat: Viewer, m: Member) -> bool:
    """True if this seat may act for a member: its own, or one without a player."""
    return seat.master or m.id in seat.plays or not m.player


def member_panel(s: Mission, m: Member, mine: bool) -> Panel:
    if m.dead:
        return Panel(m.name, (TextWidget("Dead. The sheet is burned.", "bad", "quality.relentless.death"),), of=m.id)
    words: tuple[AnyWidget, ...] = (
        TrackWidget("Vitality", m.vitality, VITALITY, cites="crew.sheet.vitality"),
        *roll_words(s, m, mine),
        *position_word(s, "Crew rolls are", m.position, crew_forced(s, m)),
        *(system_word(m, system) for system in SYSTEMS),
        TrackWidget("Focus", m.focus, max(FOCUS_MOST, m.focus), cites="crew.sheet.focus"),
        *extras(m, mine),
        *advancement_words(s, m, mine),
        *unplayed(m),
    )
    return Panel(m.name, words, of=m.id, note=condition(s, m))


def unplayed(m: Member) -> tuple[AnyWidget, ...]:
    """A note on a member without a player."""
    return () if m.player else (FieldWidget("Played by", "nobody yet", cites="role.crew"),)


def roll_words(s: Mission, m: Member, mine: bool) -> tuple[AnyWidget, ...]:
    """The dice of a crew roll before tools, offered while a mission is on. The Down and Out may only talk."""
    if mission_over(s):
        return ()
    pool, talks = crew_pool(s, m), not can_act(m)
    offer = Offer("crew_roll", {"who": m.id, "talking": talks}, "Talk" if talks else "Roll") if mine else None
    label = "Talking is all that is left" if talks else "Crew roll"
    return (PoolWidget(label, pool.dice, 6, pool.reasons or NO_DICE_WORDS, (), offer, "roll.pool.crew"),)


def condition(s: Mission, m: Member) -> str:
    where = m.where if m.where != "aboard" else ""
    why = why_exposed(s, m)
    return ", ".join(filter(None, ("Down and Out" if m.down else "", where, f"Exposed: {why}" if why else "")))


def system_word(m: Member, system: System) -> TokenWidget:
    tool = {"primary tool": m.primary, "secondary tool": m.secondary}.get(system)
    if tool is None:
        note = m.auxiliary.name if "Auxiliary Arm" in m.suit else ""
    else:
        note = f"{tool.name}, {tool.note}" if tool.note else tool.name
    label = "Suit life support" if tool is None else system.capitalize()
    return TokenWidget(label, works(m, system), note, cites="crew.sheet.systems")


@cites("crew.sheet.extras")
def extras(m: Member, mine: bool) -> tuple[AnyWidget, ...]:
    """Qualities, suit upgrades and prepared tokens, for a member who has them."""
    words: list[AnyWidget] = [
        expert_word(m, mine) if i == "Expert" else CardWidget(i, DOES[i]) for i in (*m.qualities, *m.suit)
    ]
    if "Ablative Armour" in m.suit:
        words.append(TokenWidget("Personal Integrity", m.armour, cites="upgrade.ablative"))
    tokens = (("Ingenuity", m.ingenuity), ("Foresight", m.foresight), ("Care", m.care), ("Willpower", m.willpower))
    words += [FieldWidget(f"{name} Tokens", str(n), cites="prep.table") for name, n in tokens if n]
    if m.dread:
        words.append(FieldWidget("Sheer Dread", f"{m.dread} more Focus for a Fiasco", cites="prep.dread"))
    return tuple(words)


def expert_word(m: Member, mine: bool) -> CardWidget:
    offer = Offer("name_field", {"who": m.id}, "Name the field") if mine else None
    return CardWidget("Expert", DOES["Expert"], m.expertise or "no field named yet", offer, "quality.expert")


def advancement_words(s: Mission, m: Member, mine: bool) -> tuple[AnyWidget, ...]:
    if s.phase != "after":
        return ()
    if not m.advanced:
        upgrade = Offer("upgrade", {"who": m.id}, "Upgrade") if mine else None
        prep = Offer("mission_prep", {"who": m.id}, "Prepare") if mine else None
        return (
            FieldWidget("Advancement", "an Upgrade", upgrade, "adv.upgrade.list"),
            FieldWidget("or", "Mission Prep", prep, "adv.crew.choice"),
        )
    if m.prep:
        return (FieldWidget("Prepared", prep_words(m.prep), cites="prep.duration"),)
    return (FieldWidget("Advancement", "done", cites="adv.crew"),)
