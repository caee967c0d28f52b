"""Common parts of all rolls: who may roll, the tokens that change a roll, and its consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, Tell, Tone, cites, rule, tell

from .crew_damage import can_act
from .happenings import crew_damage
from .pools import Pool, ToolSlot, slots_of, tool_dice, why_no_tool
from .state import Member, Mission, Position, Result, Tool, member


def tools_of(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """The tools of the member who rolls, by name. Unusable ones are listed with the reason."""
    m = member(s, given["who"])
    for slot in slots_of(m):
        tool: Tool = getattr(m, slot)
        dice, _ = tool_dice(m, slot)
        worth = f"{dice} {'die' if dice == 1 else 'dice'}"
        yield FieldOption(slot, tool.name, f"{worth}; {tool.note}" if tool.note else worth, why_no_tool(m, slot))


def is_expert(s: Mission, given: Mapping[str, Any]) -> bool:
    who = given.get("who") or given.get("carrier")
    return who is not None and "Expert" in member(s, who).qualities


def has_foresight(s: Mission, given: Mapping[str, Any]) -> bool:
    who = given.get("who") or given.get("carrier")
    return who is not None and member(s, who).foresight > 0


def can_only_talk(s: Mission, given: Mapping[str, Any]) -> bool:
    who = given.get("who")
    return who is not None and not can_act(member(s, who))


def somebody_down(s: Mission, given: Mapping[str, Any]) -> bool:
    """True if a member can only talk."""
    return any(m.down and not can_act(m) for m in s.crew)


def at_a_station(s: Mission, given: Mapping[str, Any]) -> bool:
    return s.station is not None


Tools = Annotated[tuple[ToolSlot, ...], Param("The tools that fit", among=tools_of, main=True)]
Expertise = Annotated[bool, Param("The field of an Expert applies", applies=is_expert, main=True)]
Exploring = Annotated[bool, Param("Searching a station", applies=at_a_station)]
Foresight = Annotated[
    bool, Param("Spend a Foresight Token at once: a Desperate roll becomes Standard", applies=has_foresight)
]


RESULT_CITES: Mapping[Result, str] = {
    Result.FIASCO: "roll.outcome.fiasco",
    Result.DRAWBACK: "roll.outcome.drawback",
    Result.SUCCESS: "roll.outcome.success",
    Result.CRITICAL: "roll.outcome.critical",
}

#: Things a player would say before the dice fall, and their wording.
GROUPS: Mapping[Result, tuple[str, Tone]] = {
    Result.FIASCO: ("ends in a Fiasco", "bad"),
    Result.DRAWBACK: ("succeeds, with a drawback", "mixed"),
    Result.SUCCESS: ("succeeds", "good"),
    Result.CRITICAL: ("succeeds critically", "great"),
}


def outcome(result: Result, worth: float | None = None) -> Outcome:
    """The headline of a roll. Set `worth` where something other than the result says how good it is."""
    group, tone = GROUPS[result]
    return Outcome(result, worth, cites=RESULT_CITES[result], group=group, tone=tone)


@cites("down.can", "down.cannot", "quality.relentless")
def able(s: Mission, who: str, talking: bool = False) -> Member:
    """The member, if they can act. Down and Out leaves only words, except to the Relentless."""
    m = member(s, who)
    if m.dead:
        raise Refused(f"{m.name} is dead. The player may bring a new crew member.")
    if not talking and not can_act(m):
        raise Refused(DOWN_WORDS.format(m.name), "who")
    return m


DOWN_WORDS = "{} is Down and Out: they can talk, but do nothing physical or expert."


@cites("down.can", "down.cannot")
def words_alone(m: Member, tools: tuple[ToolSlot, ...], expert: bool) -> None:
    """Refuse tools and expertise to a member who is Down and Out."""
    if not can_act(m) and (tools or expert):
        raise Refused(f"{m.name} is Down and Out: words alone, no tools and no field.")


def able_ids(s: Mission) -> tuple[str, ...]:
    return tuple(m.id for m in s.crew if can_act(m))


def called(name: str, pool: Pool, position: Position, forced: tuple[str, ...]) -> Tell:
    why = f" ({', '.join(forced)})" if forced and position == "desperate" else ""
    cite = "roll.position.forced" if why else "roll.steps"
    return tell(cite, "{name}: {pool}; {position}{why}.", name=name, pool=pool, position=position, why=why)


@rule("quality.reckless")
def recklessness(s: Mission, who: str | None, how: str) -> Rule[Mission]:
    """Take the damage of the Reckless way. The Success stands all the same."""
    return (yield from crew_damage(s, who)) if how == "reckless" and who is not None else s
