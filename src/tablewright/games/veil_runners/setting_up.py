"""What you need to play, and making the ship and the crew."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Me, Param, Refused, Rule, action, cite, cites, fresh_id, rule, swap, tell
from tablewright.kernel.kit.kit import titled

from .advancement import MOST_ITEMS
from .content import CREWS, SHIPS
from .crew_damage import all_down
from .modules import MODULE_USES, TYPES, Kind, make_module
from .options import VeilRulings
from .ship_tokens import WhichSlot
from .shunts import Dice, check_mapping, mapping_words
from .state import (
    CREW,
    SHIP,
    SLOTS,
    WAYFINDER,
    Core,
    Member,
    Mission,
    Quality,
    Ship,
    SuitUpgrade,
    Tool,
    living,
    living_ids,
    member,
    with_member,
    with_ship,
)

FEWEST_PLAYERS, MOST_PLAYERS = cite("intro.table-size", (3, 6))
MOST_ABOARD = 12
DICE_EACH, DICE_FOR_THE_SHIP = cite("needs.dice", (6, 10))


@cites("intro.table-size")
def table_size(players: int) -> str:
    """What to say about a table of so many players beside the wayfinder: nothing, if it is as intended."""
    if players < FEWEST_PLAYERS:
        return f"{players} in the crew: the game is meant for {FEWEST_PLAYERS} or more."
    return f"{players} in the crew: the game is meant for {MOST_PLAYERS} or fewer." if players > MOST_PLAYERS else ""


@cites("needs.dice")
def dice_supply(players: int) -> int:
    """Dice to have at hand: only six-sided ones are needed."""
    return DICE_EACH * players + DICE_FOR_THE_SHIP


@cites("ship.tokens.start", "focus.start", "crew.vitality.start")
def new_mission(rulings: VeilRulings) -> Mission:
    """A ready-made ship and three of the crew, who can begin at once or change whatever they like."""
    return Mission(rulings, SHIPS["Patient Heron"], CREWS[:FEWEST_PLAYERS])


@cites("core.dice", "ship.tokens.start", "module.slots")
def empty_mission(rulings: VeilRulings) -> Mission:
    """A ship nobody has named, its four CORE dice placed and its four slots empty; the crew is still to come."""
    slots = tuple(make_module(slot, "EMPTY SLOT", "empty") for slot in SLOTS)
    return Mission(rulings, Ship("Unnamed Ship", 1, 1, 2, slots), ())


def flying(s: Mission) -> str | None:
    return "the mission is under way; ship and crew are made before it." if s.phase == "under way" else None


def yard_closed(s: Mission) -> str | None:
    """Ships are built before their first mission, or anew after a wreck; in between there are upgrades."""
    later = s.flown > 0 and s.ending != "wrecked"
    return flying(s) or ("the ship has flown; it changes by upgrades after a mission." if later else None)


ShipName = Literal["Patient Heron", "Old Grudge", "Moth Behind Glass"]


@action(
    "ship.modules.slots",
    "ship.tokens.start",
    title="Take a ready-made ship",
    by=CREW,
    when=yard_closed,
    group="Setting up",
)
def take_ship(s: Mission, ship: Annotated[ShipName, Param("Which")]) -> Rule[Mission]:
    """Exchanges the ship for a ready-made one."""
    yield tell("ship.modules.slots", "The ship is {ship} now.", ship=ship)
    return s.but(ship=SHIPS[ship])


@action("core.dice", title="Name and map the ship", by=CREW, when=yard_closed, group="Setting up")
def make_ship(
    s: Mission,
    name: Annotated[str, Param("The ship's name", examples=("Patient Heron",))],
    cpu: Dice = 1,
    hul: Dice = 1,
    nav: Dice = 2,
) -> Rule[Mission]:
    """Names the ship and places its four CORE dice; they stay there until a shunt."""
    mapping = check_mapping((cpu, hul, nav))
    yield tell("core.dice", "{ship} flies with {mapping}.", ship=titled(name), mapping=mapping_words(mapping))
    return with_ship(s, name=titled(name), cpu=cpu, hul=hul, nav=nav)


@action("ship.modules.slots", "module.slots", title="Fit a module", by=CREW, when=yard_closed, group="Setting up")
def fit_module(
    s: Mission,
    slot: WhichSlot,
    name: Annotated[str, Param("Its name", examples=("BIOSCANNER", "CLOAK", "CARGOHULL"))],
    kind: Kind = "passive",
    core: Annotated[Core | None, Param("The CORE system of a specialised module")] = None,
    uses: MODULE_USES = None,
    note: Annotated[str, Param("What it does")] = "",
) -> Rule[Mission]:
    """Puts a module into one of the four slots."""
    module = make_module(slot, name, kind, core, uses, note)
    yield tell(
        "module.slots", "#{slot} is {name}, {kind}: {does}.", slot=slot, name=module.name, kind=kind, does=TYPES[kind]
    )
    return with_ship(s, modules=swap(s.ship.modules, module))


NewName = Annotated[str, Param("Their name", examples=("Ada", "Bo", "Cyl", "Dov", "Esk", "Fen"))]
FirstTool = Annotated[str, Param("Primary tool; left out, a ready-made one", examples=("IMPACT DRILL",))]
SecondTool = Annotated[str, Param("Secondary tool; left out, a ready-made one", examples=("MEDKIT",))]


@action("role.crew", "crew.sheet.systems", title="Bring a crew member", by=CREW, group="Setting up")
def bring_crew(
    s: Mission, name: NewName, primary: FirstTool = "", secondary: SecondTool = "", me: Annotated[str, Me()] = ""
) -> Rule[Mission]:
    """A crew member of one's own joins, whole and with three Vitality. Each player has one."""
    return (yield from joins_crew(s, name, primary, secondary, me))


@action("role.crew", "crew.sheet.systems", title="Add to the crew", by=WAYFINDER, group="Setting up")
def add_crew(
    s: Mission,
    name: NewName,
    primary: FirstTool = "",
    secondary: SecondTool = "",
) -> Rule[Mission]:
    """Somebody joins the crew whom nobody plays yet, for a player to take over."""
    return (yield from joins_crew(s, name, primary, secondary, ""))


@rule("role.crew", "crew.sheet.vitality", "crew.sheet.systems", "intro.table-size")
def joins_crew(s: Mission, name: str, primary: str, secondary: str, player: str) -> Rule[Mission]:
    """A whole member with two tools. A ready-made name brings its own."""
    mine = played_by(s, player)
    if mine is not None:
        raise Refused(f"You play {mine.name} already: each player has one crew member.")
    if len(s.crew) >= MOST_ABOARD:
        raise Refused(f"{MOST_ABOARD} are as many as fit aboard.")
    ready = next((m for m in CREWS if m.name.casefold() == name.strip().casefold()), CREWS[len(s.crew) % len(CREWS)])
    tools = (
        Tool(titled(primary)) if primary else ready.primary,
        Tool(titled(secondary)) if secondary else ready.secondary,
    )
    taken = (WAYFINDER, CREW, SHIP, player, *(id for m in s.crew for id in (m.id, m.player)))
    new = Member(fresh_id(titled(name), taken), titled(name), player, *tools, advanced=s.phase == "after")
    words = "{name} joins the crew with {primary} and {secondary}."
    yield tell("crew.sheet.systems", words, name=new.name, primary=new.primary.name, secondary=new.secondary.name)
    s = s.but(crew=(*s.crew, new))
    warning = table_size(len(living(s)))
    if warning:
        yield tell("intro.table-size", "{warning}", warning=warning)
    return s


@action("crew.sheet.tool-notes", title="Choose a tool", by=CREW, when=flying, group="Setting up")
def choose_tool(
    s: Mission,
    who: Annotated[str, Param("Whose", among=living_ids, mine=True)],
    slot: Annotated[Literal["primary", "secondary", "auxiliary"], Param("Which tool")],
    name: Annotated[str, Param("Its name", examples=("IMPACT DRILL", "MEDKIT", "CODE KNIFE"))],
    note: Annotated[str, Param("What it is for", examples=("opens locked systems",))] = "",
) -> Rule[Mission]:
    """Any tool, from the examples or invented, with a note on what it is for."""
    m, tool = member(s, who), Tool(titled(name), note)
    if slot == "auxiliary" and "Auxiliary Arm" not in m.suit:
        raise Refused(f"{m.name} has no Auxiliary Arm: choose the primary or the secondary tool.")
    yield tell("crew.sheet.tool-notes", "{name} takes {tool} as {slot} tool.", name=m.name, tool=tool.name, slot=slot)
    if slot == "primary":
        return with_member(s, m.but(primary=tool))
    return with_member(s, m.but(secondary=tool) if slot == "secondary" else m.but(auxiliary=tool))


@action(
    "crew.sheet.extras", "adv.upgrade.limit", title="Start with upgrades", by=WAYFINDER, when=flying, group="Setting up"
)
def start_with(
    s: Mission,
    who: Annotated[str, Param("Whose", among=living_ids)],
    qualities: Annotated[tuple[Quality, ...], Param("Their qualities, two at most")] = (),
    suit: Annotated[tuple[SuitUpgrade, ...], Param("Their suit upgrades, two at most")] = (),
    expertise: Annotated[str, Param("The field of an Expert", examples=("hacking", "biology"), max=40)] = "",
) -> Rule[Mission]:
    """For a crew that has missions behind it already: what somebody has gained so far."""
    m, qualities, suit = member(s, who), tuple(dict.fromkeys(qualities)), tuple(dict.fromkeys(suit))
    counted = (len(qualities) + len(suit),) if s.rulings.upgrade_limit == "in all" else (len(qualities), len(suit))
    if max(counted) > MOST_ITEMS:
        raise Refused(f"Nobody has more than {MOST_ITEMS} upgrades ({s.rulings.upgrade_limit}): name fewer.")
    items = ", ".join((*qualities, *suit)) or "no upgrades"
    yield tell("crew.sheet.extras", "{name} starts with {items}.", name=m.name, items=items)
    armour = "Ablative Armour" in suit
    return with_member(s, m.but(qualities=qualities, suit=suit, expertise=expertise, armour=armour))


@action("role.crew", "down.all", title="Leave the crew", by=CREW, group="Setting up")
def leave_crew(
    s: Mission, who: Annotated[str, Param("Who", among=lambda s: [m.id for m in s.crew], mine=True)]
) -> Rule[Mission]:
    """Somebody goes for good, or a burned sheet is put away. If nobody who is left stands, the mission is over."""
    yield tell("role.crew", "{name} leaves the crew.", name=member(s, who).name)
    s = s.but(crew=tuple(m for m in s.crew if m.id != who))
    warning = table_size(len(living(s)))
    if warning:
        yield tell("intro.table-size", "{warning}", warning=warning)
    return (yield from all_down(s)) if s.phase == "under way" and living(s) else s


@cites("role.crew")
def give(s: Mission, who: str, player: str) -> Mission:
    """A crew member in other hands. Each player has one, as long as it lives."""
    m, other = member(s, who), played_by(s, player)
    if other is not None and not m.dead:
        raise Refused(f"Each player has one crew member: who takes {m.name} has to let {other.name} go first.")
    return with_member(s, m.but(player=player))


def played_by(s: Mission, player: str) -> Member | None:
    """The living crew member of a player, if they have one."""
    return next((m for m in living(s) if player and m.player == player), None)
