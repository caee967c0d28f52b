"""Healing a crew mate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import Choose, FieldOption, Param, Rule, action, cite, cites, rule, tell

from .crew_damage import can_act
from .focus import crew_pays, earn_for_roll
from .happenings import clocks_follow, crew_damage
from .instead import instead, without_rolling
from .pools import check_tools, crew_pool
from .positions import crew_forced, foreseen, foresight_now
from .rolling import DOWN_WORDS, Expertise, Foresight, Tools, able, called, outcome, recklessness
from .rolls import hurts, pool_roll
from .shunts import roll_done
from .state import CREW, VITALITY, Member, Mission, Position, Result, living, member, mission_over, with_member

REGAINED: dict[Result, int] = cite(
    "heal.critical heal.success heal.drawback heal.fiasco heal.odds",
    {Result.CRITICAL: 2, Result.SUCCESS: 1, Result.DRAWBACK: 1, Result.FIASCO: 0},
)
WHISPER = 1e-7
"""The weight of the result among equal cures. It only breaks ties: Vitality and costs are measured themselves."""
Way = Literal["roll", "care", "ingenuity", "reckless"]
PRICED: dict[Result, str] = {Result.DRAWBACK: "heal.drawback", Result.FIASCO: "heal.fiasco"}


@cites("heal.when")
def in_danger(s: Mission) -> str | None:
    """The reason why healing has to wait, or None: the table must call the scene safe."""
    why = "healing is only possible out of danger: the wayfinder says when it is safe."
    return mission_over(s) or (why if s.scene == "action" else None)


@cites("heal.cost", "down.cannot")
def healers(s: Mission) -> Iterator[FieldOption]:
    """Members who can act and have a token for the attempt."""
    for m in living(s):
        poor = "" if m.focus else f"{m.name} has no Focus Token, and an attempt costs one."
        yield FieldOption(m.id, m.name, f"{m.focus} Focus", poor if can_act(m) else DOWN_WORDS.format(m.name))


@cites("heal.who")
def patients(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """Living crew mates of the healer."""
    for m in living(s):
        if m.id != given["who"]:
            yield FieldOption(m.id, m.name, f"Vitality {m.vitality} of {VITALITY}")


@cites("prep.care")
def ways(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """Rolling, and the healer's ways to do without. A Care Token serves only for healing."""
    m = member(s, given["who"])
    yield FieldOption("roll", "roll the dice")
    if m.care:
        yield FieldOption("care", "spend a Care Token", "a Success without dice")
    yield from without_rolling(m)


def has_ways(s: Mission, given: Mapping[str, Any]) -> bool:
    """True if the healer could do without the dice."""
    return "who" in given and len(list(ways(s, given))) > 1


@cites("heal.position", "roll.position.forced")
def healing_position(healer: Member, forced: tuple[str, ...]) -> Position:
    """Standard out of danger, unless the wayfinder called the healer's next roll otherwise or a rule forces it."""
    return "desperate" if forced else healer.position or "standard"


@action(
    "heal.when",
    "heal.who",
    "heal.cost",
    "focus.uses",
    "focus.use.heal",
    title="Heal a crew mate",
    by=CREW,
    when=in_danger,
    group="Crew",
)
def heal(
    s: Mission,
    who: Annotated[str, Param("Who heals", among=healers, mine=True)],
    patient: Annotated[str, Param("Who is treated", among=patients)],
    tools: Tools = (),
    expertise: Expertise = False,
    how: Annotated[Way, Param("Roll, or what is done instead of rolling", among=ways, applies=has_ways)] = "roll",
    foresight: Foresight = False,
) -> Rule[Mission]:
    """Spend a Focus Token on a crew roll that may restore a crew mate's Vitality."""
    healer, treated = able(s, who), member(s, patient)
    tools = check_tools(s, healer, tools, expertise)
    forced = crew_forced(s, healer)
    position = healing_position(healer, forced)
    s, position = yield from foreseen(s, healer, position, foresight)
    s = crew_pays(s, who, 1)
    yield tell("heal.cost", "{name} spends a Focus Token to treat {patient}.", name=healer.name, patient=treated.name)
    if how == "care":
        s, result = yield from with_care(s, who)
    elif how != "roll":
        s, result = yield from instead(s, who, how, position)
    else:
        pool = crew_pool(s, healer, tools, expertise)
        yield called(healer.name, pool, position, forced)
        result, spent = yield from pool_roll(who, pool.dice, member(s, who).focus, "Forceful" in healer.qualities)
        s = crew_pays(s, who, spent)
    yield outcome(result, min(REGAINED[result], VITALITY - treated.vitality) + WHISPER * result)
    s = yield from roll_done(with_member(s, member(s, who).but(position=None)), result, by_ship=False)
    s = yield from recklessness(s, who, how)
    s = yield from earn_for_roll(s, who, result)
    s = yield from treat(s, patient, result)
    s = yield from healer_suffers(s, who, result, position)
    return (yield from clocks_follow(s, result))


@rule("prep.care")
def with_care(s: Mission, who: str) -> Rule[tuple[Mission, Result]]:
    """Spend a Care Token for a Success without rolling, at any position."""
    m = member(s, who)
    yield tell("prep.care", "A Care Token makes sure of it.")
    return with_member(s, m.but(care=m.care - 1)), Result.SUCCESS


@rule("heal.critical", "heal.success", "heal.drawback", "heal.revive", "heal.suit", "crew.vitality.max")
def treat(s: Mission, patient: str, result: Result) -> Rule[Mission]:
    """Restore Vitality, to at most three, but no suit systems. A patient above 0 is no longer Down and Out."""
    m = member(s, patient)
    after = m.but(vitality=min(VITALITY, m.vitality + REGAINED[result]))
    if after.vitality > m.vitality:
        cite = "heal.critical" if result is Result.CRITICAL else "heal.success"
        yield tell(cite, "{name} is at {n} Vitality.", name=m.name, n=after.vitality)
    else:
        yield tell(
            "heal.fiasco" if result is Result.FIASCO else "crew.vitality.max", "{name} regains nothing.", name=m.name
        )
    if m.down and not after.down:
        yield tell("heal.revive", "{name} is back on their feet.", name=m.name)
    return with_member(s, after)


@rule("heal.drawback", "heal.fiasco", "heal.position")
def healer_suffers(s: Mission, who: str, result: Result, position: Position) -> Rule[Mission]:
    """Deal the damage of a Risky or Desperate roll first. Then take the price of healing: one more token, or damage."""
    s, position = yield from foresight_now(s, who, result, position)
    if hurts(result, position) and s.rulings.healing_damage:
        s = yield from crew_damage(s, who)
    if result not in PRICED or s.phase == "after" or member(s, who).dead:
        return s
    able_to_pay = bool(member(s, who).focus)
    if (yield from heal_price(who, able_to_pay, PRICED[result])) == "token":
        return crew_pays(s, who, 1)
    if not able_to_pay:
        yield tell(PRICED[result], "{name} has no token left to pay with, so it is damage.", name=member(s, who).name)
    return (yield from crew_damage(s, who))


@rule("heal.drawback", "heal.fiasco")
def heal_price(who: str, can_pay: bool, cite: str) -> Rule[str]:
    """Let the healer choose the price. Without a token left it is damage."""
    if not can_pay:
        return "damage"
    return (yield from Choose(who, "Spend another token, or take damage?", ("token", "damage"), (1, 0), cites=cite))
