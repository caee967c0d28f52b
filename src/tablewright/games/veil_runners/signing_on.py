"""Signing on: the members of the crew, their names and tools, and how they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import ActingSeat, FieldOption, Param, Refused, Rule, action, cites, rule, tell, unique_id
from tablewright.rules.kit import check_title

from .advancement import DOES, MOST_ITEMS, QUALITIES, SUIT_UPGRADES
from .content import CREWS, TOOLS
from .crew_damage import all_down
from .modules import OWN
from .pools import AUXILIARY_DICE, OVERSIZED_DICE, PRIMARY_DICE, SECONDARY_DICE
from .setting_up import flying, table_size
from .state import (
    CREW,
    SHIP,
    WAYFINDER,
    Member,
    Mission,
    Quality,
    SuitUpgrade,
    Tool,
    living,
    living_ids,
    member,
    with_member,
)

MOST_ABOARD = 12
UNNAMED = "UNNAMED TOOL"

NewName = Annotated[str, Param("Their name", examples=("Ada", "Bo", "Cyl", "Dov", "Esk", "Fen"))]
BOOK_TOOLS = f"{', '.join(TOOLS)}, or one of your own; left out, a ready-made one"
FirstTool = Annotated[str, Param(f"Primary tool, worth two dice: {BOOK_TOOLS}", examples=tuple(TOOLS), main=True)]
SecondTool = Annotated[
    str, Param(f"Secondary tool, worth one die: {BOOK_TOOLS}", examples=tuple(TOOLS)[::-1], main=True)
]


@cites("equipment.examples", "crew.sheet.tool-notes")
def tool_called(name: str) -> Tool:
    """A tool of the book with its note, or a tool of the player's invention."""
    return TOOLS.get(check_title(name).upper(), Tool(check_title(name)))


@action("role.crew", "crew.sheet.systems", title="Bring a crew member", by=CREW, group="Setting up")
def bring_crew(
    s: Mission,
    name: NewName,
    primary: FirstTool = "",
    secondary: SecondTool = "",
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Mission]:
    """Bring a crew member for yourself, whole and with three Vitality. Each player has one."""
    return (yield from joins_crew(s, name, primary, secondary, me))


@action("role.crew", "crew.sheet.systems", title="Add to the crew", by=WAYFINDER, group="Setting up")
def add_crew(
    s: Mission,
    name: NewName,
    primary: FirstTool = "",
    secondary: SecondTool = "",
) -> Rule[Mission]:
    """Add a crew member without a player, for a player to take over."""
    return (yield from joins_crew(s, name, primary, secondary, ""))


@rule("role.crew", "crew.sheet.vitality", "crew.sheet.systems", "intro.table-size")
def joins_crew(s: Mission, name: str, primary: str, secondary: str, player: str) -> Rule[Mission]:
    """Add a whole member with two tools. A ready-made name brings its tools."""
    mine = played_by(s, player)
    if mine is not None:
        raise Refused(f"You play {mine.name} already: each player has one crew member.")
    if len(s.crew) >= MOST_ABOARD:
        raise Refused(f"{MOST_ABOARD} are as many as fit aboard.")
    ready = next((m for m in CREWS if m.name.casefold() == name.strip().casefold()), CREWS[len(s.crew) % len(CREWS)])
    tools = (
        tool_called(primary) if primary else ready.primary,
        tool_called(secondary) if secondary else ready.secondary,
    )
    taken = (WAYFINDER, CREW, SHIP, player, *(id for m in s.crew for id in (m.id, m.player)))
    new = Member(unique_id(check_title(name), taken), check_title(name), player, *tools, advanced=s.phase == "after")
    words = "{name} joins the crew with {primary} and {secondary}."
    yield tell("crew.sheet.systems", words, name=new.name, primary=new.primary.name, secondary=new.secondary.name)
    s = s.but(crew=(*s.crew, new))
    warning = table_size(len(living(s)))
    if warning:
        yield tell("intro.table-size", "{warning}", warning=warning)
    return s


def tool_slots(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """The places for a tool, with the tool there now."""
    m = member(s, given["who"])
    yield FieldOption("primary", "primary", f"{PRIMARY_DICE} dice; now {m.primary.name}")
    dice = OVERSIZED_DICE if "Oversized Systems" in m.suit else SECONDARY_DICE
    yield FieldOption("secondary", "secondary", f"{dice} {'die' if dice == 1 else 'dice'}; now {m.secondary.name}")
    if "Auxiliary Arm" in m.suit:
        yield FieldOption("auxiliary", "auxiliary", f"{AUXILIARY_DICE} die; now {m.auxiliary.name}")


def book_tools(s: Mission) -> Iterator[FieldOption]:
    yield FieldOption(OWN, "one of your own", "you say what it is")
    yield from (FieldOption(name, name, tool.note) for name, tool in TOOLS.items())


def own_tool(s: Mission, given: Mapping[str, Any]) -> bool:
    return bool(given.get("tool", OWN) == OWN)


@action("crew.sheet.tool-notes", "equipment.examples", title="Choose a tool", by=CREW, when=flying, group="Setting up")
def choose_tool(
    s: Mission,
    who: Annotated[str, Param("Whose", among=living_ids, mine=True)],
    slot: Annotated[Literal["primary", "secondary", "auxiliary"], Param("Which tool", among=tool_slots)],
    tool: Annotated[str, Param("A tool of the book, or one of your own", among=book_tools, main=True)] = OWN,
    name: Annotated[
        str, Param("Its name", examples=("CODE KNIFE", "GRAPPLE LINE"), applies=own_tool, main=True)
    ] = UNNAMED,
    note: Annotated[str, Param("What it is for", examples=("opens locked systems",), applies=own_tool, main=True)] = "",
) -> Rule[Mission]:
    """Choose any tool, from the book or invented, with a note on its purpose."""
    m = member(s, who)
    taken = TOOLS[tool] if tool != OWN else Tool(check_title(name), note) if note else tool_called(name)
    yield tell("crew.sheet.tool-notes", "{name} takes {tool} as {slot} tool.", name=m.name, tool=taken.name, slot=slot)
    if slot == "primary":
        return with_member(s, m.but(primary=taken))
    return with_member(s, m.but(secondary=taken) if slot == "secondary" else m.but(auxiliary=taken))


def described(items: tuple[str, ...]) -> Callable[[Mission], Iterator[FieldOption]]:
    """Options for these items, each with its effect."""
    return lambda s: (FieldOption(item, item, DOES[item]) for item in items)


def is_expert(s: Mission, given: Mapping[str, Any]) -> bool:
    return "Expert" in given.get("qualities", ())


@action("adv.upgrade.limit", title="Start with upgrades", by=WAYFINDER, when=flying, group="Setting up")
def start_with(
    s: Mission,
    who: Annotated[str, Param("Whose", among=living_ids)],
    qualities: Annotated[
        tuple[Quality, ...], Param("Their qualities, two at most", among=described(QUALITIES), main=True)
    ] = (),
    suit: Annotated[
        tuple[SuitUpgrade, ...],
        Param("Their suit upgrades, two at most", among=described(SUIT_UPGRADES), label="suit upgrades", main=True),
    ] = (),
    expertise: Annotated[
        str, Param("The field of an Expert", examples=("hacking", "biology"), max=40, applies=is_expert)
    ] = "",
) -> Rule[Mission]:
    """Set a member's upgrades, for a crew with missions behind it."""
    m, qualities, suit = member(s, who), tuple(dict.fromkeys(qualities)), tuple(dict.fromkeys(suit))
    counted = (len(qualities) + len(suit),) if s.rulings.upgrade_limit == "in all" else (len(qualities), len(suit))
    if max(counted) > MOST_ITEMS:
        raise Refused(f"Nobody has more than {MOST_ITEMS} upgrades ({s.rulings.upgrade_limit}): name fewer.", "suit")
    items = ", ".join((*qualities, *suit)) or "no upgrades"
    yield tell("adv.upgrade.limit", "{name} starts with {items}.", name=m.name, items=items)
    armour = "Ablative Armour" in suit
    return with_member(s, m.but(qualities=qualities, suit=suit, expertise=expertise, armour=armour))


def everybody(s: Mission) -> tuple[FieldOption, ...]:
    """The living members, and the burned sheets."""
    return tuple(FieldOption(m.id, m.name, "dead" if m.dead else "") for m in s.crew)


@action("role.crew", title="Rename a crew member", by=CREW, group="Setting up")
def rename_crew(
    s: Mission, who: Annotated[str, Param("Who", among=everybody, mine=True)], name: NewName
) -> Rule[Mission]:
    """Give a crew member another name. Everything else stays."""
    m = member(s, who)
    yield tell("role.crew", "{old} is called {new} from now on.", old=m.name, new=check_title(name))
    return with_member(s, m.but(name=check_title(name)))


@action("role.crew", "down.all", title="Retire from the crew", by=CREW, group="Setting up")
def leave_crew(s: Mission, who: Annotated[str, Param("Who", among=everybody, mine=True)]) -> Rule[Mission]:
    """Take a member out of the crew, or put a burned sheet away. If no one left stands, the mission is over."""
    yield tell("role.crew", "{name} leaves the crew.", name=member(s, who).name)
    s = s.but(crew=tuple(m for m in s.crew if m.id != who))
    warning = table_size(len(living(s)))
    if warning:
        yield tell("intro.table-size", "{warning}", warning=warning)
    return (yield from all_down(s)) if s.phase == "under way" and living(s) else s


@cites("role.crew")
def give(s: Mission, who: str, player: str) -> Mission:
    """The crew with a member given to another player. Each player has one, as long as it lives."""
    m, other = member(s, who), played_by(s, player)
    if other is not None and not m.dead:
        raise Refused(f"Each player has one crew member: who takes {m.name} has to let {other.name} go first.")
    return with_member(s, m.but(player=player))


def played_by(s: Mission, player: str) -> Member | None:
    """The living crew member of a player, if any."""
    return next((m for m in living(s) if player and m.player == player), None)
