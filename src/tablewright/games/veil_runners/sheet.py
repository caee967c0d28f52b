"""What each seat sees, in view words: the mission, the ship, the crew, and what lies between them."""

from __future__ import annotations

from collections.abc import Callable

from tablewright.kernel import Seat
from tablewright.kernel.kit import conceal_kit, kit_panels, kit_secrets
from tablewright.kernel.view import AnyWord, Card, Field, Offer, Panel, Pool, Text, Token, Track

from .advancement import DOES, prep_words
from .content import PRINTED
from .crew_damage import can_act
from .exposed import why_exposed
from .pools import crew_pool, module_works, ship_pool, works
from .positions import crew_forced, in_force, ship_forced
from .setting_up import dice_supply, table_size
from .ship_tokens import can_use, no_engineering, no_life_support
from .shunts import COVERS
from .state import (
    CORES,
    FOCUS_MOST,
    SYSTEMS,
    VITALITY,
    WAYFINDER,
    Core,
    Member,
    Mission,
    Module,
    Position,
    System,
    living,
    mission_over,
)


def sees(seat: Seat) -> Callable[[tuple[str, ...]], bool]:
    return lambda audience: seat.role == WAYFINDER or seat.among(audience)


def conceal(s: Mission, seat: Seat) -> Mission:
    """Without what the kit hides from this seat; what cards will do is the wayfinder's to know."""
    hidden = s.but(kit=conceal_kit(s.kit, sees(seat)))
    return hidden if seat.role == WAYFINDER else hidden.but(card_ties=())


def secrets(s: Mission, seat: Seat) -> tuple[str, ...]:
    """What must never reach this seat. What the ready-made content says is in print, wherever it lies hidden."""
    return tuple(text for text in kit_secrets(s.kit, sees(seat)) if text not in PRINTED)


def sheet(s: Mission, seat: Seat) -> tuple[Panel, ...]:
    own = [m for m in s.crew if m.player == seat.id]
    others = [m for m in s.crew if m.player != seat.id]
    crew = tuple(member_panel(s, m, plays(seat, m)) for m in (*own, *others))
    kit = kit_panels(s.kit, sees(seat), master=seat.role == WAYFINDER)
    return (mission_panel(s, seat), ship_panel(s), *crew, *kit)


ENDINGS = {
    "success": "over: a success",
    "failure": "over: a failure",
    "wrecked": "over: the ship is Wrecked",
    "everyone down": "over: nobody in the crew stands",
}
SCENES = {"action": "action scene", "safe": "out of danger for the moment", "downtime": "downtime"}


def mission_panel(s: Mission, seat: Seat) -> Panel:
    way, over = seat.role == WAYFINDER, mission_over(s) is not None
    scene = Offer("set_scene", {}, "Change") if way and not over else None
    position = Offer("call_position", {}, "Call") if way and not over else None
    begin = Offer("begin_mission", {}, "Begin the next") if way and over else None
    words: list[AnyWord] = [
        Field(
            "Mission", ENDINGS.get(s.ending, s.phase), begin, "wrecked.end" if s.ending == "wrecked" else "role.flow"
        ),
        Field("Scene", SCENES[s.scene], scene, "shunt.when.downtime"),
        Field("Position", s.position, position, "roll.position"),
    ]
    if s.situation:
        words.append(Text(s.situation, cites="role.flow"))
    if s.station is not None:
        words.append(Field("Station", station_words(s), cites="decks.power"))
    warning = table_size(len(living(s)))
    if warning:
        words.append(Text(warning, "bad", "intro.table-size"))
    if way and s.phase == "preparing":
        words.append(Field("Dice to have at hand", f"{dice_supply(len(living(s)))} six-sided ones", cites="needs.dice"))
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
    forced = ship_forced(s)
    position = position_words(in_force(s, s.ship.position, forced), forced)
    words: tuple[AnyWord, ...] = (
        *(core_word(s, core) for core in CORES),
        *shunt_due(s),
        Field("Ship rolls are", position, cites="roll.position"),
        *token_words(s),
        Track("Focus", s.ship.focus, FOCUS_MOST, cites="ship.focus.slots"),
        *(module_word(s, module) for module in s.ship.modules),
        *upgrade_due(s),
    )
    return Panel(s.ship.name, words, of="ship", note="Wrecked" if s.ending == "wrecked" else "")


NO_DICE_WORDS = ("no dice: throw two, read the lowest",)


def core_word(s: Mission, core: Core) -> Pool:
    label = f"{core} ({', '.join(COVERS[core])})"
    reasons = ship_pool(s, core).reasons or NO_DICE_WORDS
    offer = None if mission_over(s) else Offer("ship_roll", {"core": core}, f"Roll {core}")
    return Pool(label, s.ship.dice(core), 6, reasons, (), offer, "roll.pool.ship")


def token_words(s: Mission) -> tuple[Token, ...]:
    ship = s.ship
    spend = None if no_life_support(s) else Offer("spend_life_support", {}, "Spend to heal all aboard")
    repair = None if no_engineering(s) else Offer("repair_module", {}, "Spend to repair a module")
    instead = None if mission_over(s) or ship.integrity != "held" else Offer("ship_roll", {"how": "integrity"}, "Spend")
    return (
        Token("Life Support", ship.life_support == "held", gone(ship.life_support), spend, "token.life.spend"),
        Token("Integrity", ship.integrity == "held", gone(ship.integrity), instead, "token.integrity.first"),
        Token("Engineering", ship.engineering == "held", gone(ship.engineering), repair, "token.engineering.lost"),
    )


def gone(held: str) -> str:
    return "" if held == "held" else held


def shunt_due(s: Mission) -> tuple[AnyWord, ...]:
    """An offer to shunt, when something other than Engineering pays for it."""
    if mission_over(s):
        return ()
    if s.scene == "downtime":
        return (Field("System shunt", "free in downtime", Offer("shunt", {"pay": "downtime"}), "shunt.when.downtime"),)
    if s.rolled == "critical":
        return (
            Field(
                "System shunt", "free after the Critical", Offer("shunt", {"pay": "critical"}), "shunt.when.critical"
            ),
        )
    if s.rolled and s.ship.focus:
        return (Field("System shunt", "for a Focus Token", Offer("shunt", {"pay": "focus"}), "shunt.when.focus"),)
    return ()


def upgrade_due(s: Mission) -> tuple[AnyWord, ...]:
    if s.phase != "after" or not s.ship_upgrades:
        return ()
    return (Field("Upgrade", "one is due", Offer("upgrade_ship"), "adv.ship"),)


def position_words(position: Position, forced: tuple[str, ...]) -> str:
    return f"{position} ({', '.join(forced)})" if forced else position


def module_word(s: Mission, module: Module) -> Card:
    kind = f"{module.kind}, {module.core}" if module.core else module.kind
    if module.most is not None:
        kind += f", {module.uses} of {module.most} uses left"
    if module.destroyed:
        kind += ", destroyed but working" if module_works(module) else ", destroyed"
    offer = Offer("use_module", {"slot": module.id}, "Use") if can_use(module) and not mission_over(s) else None
    return Card(f"#{module.id} {module.name}", module.note, kind, offer, "module.slots")


def plays(seat: Seat, m: Member) -> bool:
    """Whether this seat may act for a member: its own, or one that nobody plays."""
    return seat.role == WAYFINDER or m.player in ("", seat.id)


def member_panel(s: Mission, m: Member, mine: bool) -> Panel:
    if m.dead:
        return Panel(m.name, (Text("Dead. The sheet is burned.", "bad", "quality.relentless.death"),), of=m.id)
    forced = crew_forced(s, m)
    position = position_words(in_force(s, m.position, forced), forced)
    words: tuple[AnyWord, ...] = (
        Track("Vitality", m.vitality, VITALITY, cites="crew.sheet.vitality"),
        *roll_words(s, m, mine),
        Field("Crew rolls are", position, cites="roll.position"),
        *(system_word(m, system) for system in SYSTEMS),
        Track("Focus", m.focus, max(FOCUS_MOST, m.focus), cites="crew.sheet.focus"),
        *extras(m),
        *advancement_words(s, m, mine),
    )
    return Panel(m.name, words, of=m.id, note=condition(s, m))


def roll_words(s: Mission, m: Member, mine: bool) -> tuple[AnyWord, ...]:
    """The dice of a crew roll before tools, offered while a mission is on; the Down and Out may only talk."""
    if mission_over(s):
        return ()
    pool, talks = crew_pool(s, m), not can_act(m)
    offer = Offer("crew_roll", {"who": m.id, "talking": talks}, "Talk" if talks else "Roll") if mine else None
    label = "Talking is all that is left" if talks else "Crew roll"
    return (Pool(label, pool.dice, 6, pool.reasons or NO_DICE_WORDS, (), offer, "roll.pool.crew"),)


def condition(s: Mission, m: Member) -> str:
    where = m.where if m.where != "aboard" else ""
    why = why_exposed(s, m)
    return ", ".join(filter(None, ("Down and Out" if m.down else "", where, f"Exposed: {why}" if why else "")))


def system_word(m: Member, system: System) -> Token:
    tool = {"primary tool": m.primary, "secondary tool": m.secondary}.get(system)
    if tool is None:
        note = m.auxiliary.name if "Auxiliary Arm" in m.suit else ""
    else:
        note = f"{tool.name}, {tool.note}" if tool.note else tool.name
    label = "Suit life support" if tool is None else system.capitalize()
    return Token(label, works(m, system), note, cites="crew.sheet.systems")


def extras(m: Member) -> tuple[AnyWord, ...]:
    """What the sheet makes room for only when somebody has it."""
    words: list[AnyWord] = [
        Card(item, DOES[item], m.expertise if item == "Expert" else "") for item in (*m.qualities, *m.suit)
    ]
    if "Ablative Armour" in m.suit:
        words.append(Token("Personal Integrity", m.armour, cites="upgrade.ablative"))
    tokens = (("Ingenuity", m.ingenuity), ("Foresight", m.foresight), ("Care", m.care), ("Willpower", m.willpower))
    words += [Field(f"{name} Tokens", str(n), cites="prep.table") for name, n in tokens if n]
    if m.dread:
        words.append(Field("Sheer Dread", f"{m.dread} more Focus for a Fiasco", cites="prep.dread"))
    return tuple(words)


def advancement_words(s: Mission, m: Member, mine: bool) -> tuple[AnyWord, ...]:
    if s.phase != "after":
        return ()
    if not m.advanced:
        offer = Offer("upgrade", {"who": m.id}, "Upgrade") if mine else None
        return (Field("Advancement", "an Upgrade or Mission Prep", offer, "adv.crew.choice"),)
    if m.prep:
        return (Field("Prepared", prep_words(m.prep), cites="prep.duration"),)
    return (Field("Advancement", "done", cites="adv.crew"),)
