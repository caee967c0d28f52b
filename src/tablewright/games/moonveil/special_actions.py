"""Special Actions: Quick Move, Footing, Stagger, Deduction, Rally."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Choose, FieldOption, Outcome, Param, Refused, Rule, action, cites, tell, unique_id

from . import picks
from .advantage import burden, edge_of, one_die
from .death import healed
from .dice_checks import dc_roll, outcome_of
from .encounters import no_action_left, paid, spend
from .hit_track import defense
from .people import Seeker, Stat
from .pips import erase, mark, need_pip
from .places import foes_nearby, insight_into
from .pocket_roll import after_roll, fitting_stat, use_of
from .slip_checks import slip_check
from .state import Insight, Veil

Striker = Annotated[str, Param("Which Seeker", among=picks.striking, mine=True, label="Seeker")]
Stepper = Annotated[str, Param("Which Seeker", among=picks.stepping, mine=True, label="Seeker")]


@cites("special.exploration", "footing.exploration")
def in_time(s: Veil, seeker: Seeker, what: str) -> Rule[bool]:
    """Ask the Guide whether there is time, outside encounters."""
    if s.fighting:
        return True
    there = yield from Choose("guide", f"Is there time for {what}?", (True, False), cites="special.exploration")
    if not there:
        yield tell("special.exploration", "There is no time for {what} now.", what=what)
    return there


@action("quick.move", "special.cost", title="Quick Move", by="seeker", when=no_action_left, group="Special actions")
def quick_move(s: Veil, who: Striker) -> Rule[Veil]:
    """Turn an Action into a Move, in combat."""
    seeker = spend(s, s.seeker(who), actions=1)
    moves = seeker.turn.moves + 1
    yield tell(
        "quick.move", "{who} hurries: {n} to make now.", who=seeker.name, n="1 Move" if moves == 1 else f"{moves} Moves"
    )
    return s.having(seeker.but(turn=seeker.turn.but(moves=moves)))


@cites("footing.effect", "footing.encounter")
def regain_footing(s: Veil, who: str) -> Rule[Veil]:
    seeker = paid(s, s.seeker(who), moves=1)
    if not (yield from in_time(s, seeker, "Footing")):
        return s
    pocket = yield from one_die(who, burden(s, seeker), "Footing")
    yield Outcome(pocket, None, "footing.effect", unit="in the Pocket")
    yield tell("footing.effect", "{who} finds their footing: Pocket {n}.", who=seeker.name, n=pocket)
    return s.having(seeker.but(pocket=pocket))


@action(
    "footing.effect", "footing.encounter", "footing.exploration", title="Footing", by="seeker", group="Special actions"
)
def footing(s: Veil, who: Stepper) -> Rule[Veil]:
    """Reroll the Pocket and keep the new number: for a Move in an encounter, else if the Guide grants the time."""
    return (yield from regain_footing(s, who))


@cites("stagger.roll", "slip.when")
def seeker_stagger(s: Veil, who: str, target: str, mark: Stat | None) -> Rule[Veil]:
    """A Pocket Roll with the target's Defense as its DC. It deals no damage."""
    seeker = spend(s, s.seeker(who), actions=1)
    near = foes_nearby(s, seeker)
    if target not in [foe.id for foe in near]:
        raise Refused(picks.out_of_hand(s, seeker), "target")
    foe = s.enemy(target)
    stat = yield from fitting_stat(seeker, "strength", mark)
    dc, edge = defense(s, foe), edge_of(s, seeker, stat, insight_into(s, foe))
    checked = yield from dc_roll(who, edge, use_of(s, seeker, stat, (dc,)), dc, "Stagger")
    seeker = after_roll(seeker, checked, stat)
    yield outcome_of(seeker, stat, checked.success, "stagger.roll")
    s = s.having(seeker)
    if not checked.success:
        yield tell("stagger.roll", "{foe} stands firm.", foe=foe.name)
        return s
    yield tell("stagger.roll", "{foe} staggers.", foe=foe.name)
    return (yield from slip_check(s, foe))


@action("stagger.roll", title="Stagger", by="seeker", when=no_action_left, group="Special actions")
def stagger(
    s: Veil,
    who: Striker,
    target: Annotated[str, Param("Which nearby enemy", among=picks.nearby)],
    mark: Annotated[
        Stat | None,
        Param(
            "The stat a reroll marks: Strength, another if the Guide agrees",
            among=picks.rerolls(lambda _s, _given: "strength"),
            label="reroll with",
        ),
    ] = None,
) -> Rule[Veil]:
    """Spend an Action in combat: reach the target's Defense, and it makes a Slip Check."""
    return (yield from seeker_stagger(s, who, target, mark))


def liftable(s: Veil) -> tuple[str, ...]:
    """Sources of Disadvantage that a Deduction can lift. Being Encumbered is never one."""
    moons = tuple(dict.fromkeys(moon.title for moon in s.moons if moon.lever.startswith("weak ")))
    return ("a weak position", "several in the way", "a narrow gap", *moons)


@action(
    "deduction.cost", "deduction.effect", "deduction.refund", title="Deduction", by="seeker", group="Special actions"
)
def deduce(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=picks.marking("arcane", "Deduction"), mine=True, label="Seeker")],
    about: Annotated[
        str, Param("What you try to see through", examples=("how it guards its left",), label="idea", main=True)
    ] = "",
    enemy: Annotated[
        str | None, Param("An Advantage over this enemy", among=picks.enemies, label="over", main=True)
    ] = None,
    lift: Annotated[
        str | None,
        Param(
            "Or a Disadvantage to lift from the group",
            among=liftable,
            label="or lift",
            main=True,
            applies=lambda _s, given: not given.get("enemy"),
        ),
    ] = None,
) -> Rule[Veil]:
    """Mark 1 Arcane (and spend the Action in an encounter) for an insight worked out with the Guide."""
    seeker = s.seeker(who)
    need_pip(seeker, "arcane", "Deduction")
    if enemy is not None and lift is not None:
        raise Refused("One insight at a time: an Advantage over an enemy, or a Disadvantage lifted.")
    spent = mark(paid(s, seeker, actions=1), "arcane")
    if not (yield from in_time(s, seeker, "a Deduction")):
        return s
    kind: Literal["advantage", "relief"] = "relief" if lift is not None else "advantage"
    of = lift or enemy or " ".join(about.split())[:200] or "the challenge"
    yield tell("deduction.cost", "{who} thinks it through.", who=seeker.name)
    if not (yield from Choose("guide", "Is the insight of use?", (True, False), cites="deduction.refund")):
        yield tell("deduction.refund", "It is of no use: what {who} spent is given back.", who=seeker.name)
        return s
    named = s.enemy(enemy).name if enemy else of
    words = "An Advantage over {of}, while this lasts." if kind == "advantage" else "No longer a Disadvantage: {of}."
    yield tell("deduction.effect", words, of=named)
    insight = Insight(unique_id("insight", (i.id for i in s.insights)), who, kind, of)
    return s.having(spent).but(insights=(*s.insights, insight))


def insight_picks(s: Veil) -> tuple[FieldOption, ...]:
    names = {enemy.id: enemy.name for enemy in s.enemies}
    what = {"advantage": "an Advantage over", "relief": "no Disadvantage for"}
    return tuple(FieldOption(i.id, f"{what[i.kind]} {names.get(i.of, i.of)}") for i in s.insights)


@action("deduction.effect", title="End an insight", by="guide", group="Special actions")
def end_insight(s: Veil, insight: Annotated[str, Param("Which", among=insight_picks)]) -> Rule[Veil]:
    """End an insight. By default it lasts for the encounter or the scene."""
    yield tell("deduction.effect", "An insight has served its time.")
    return s.but(insights=tuple(i for i in s.insights if i.id != insight))


@cites("rally.cost", "rally.pips", "rally.hp")
def seeker_rally(s: Veil, who: str) -> Rule[Veil]:
    """Erase all marks in Strength, Dexterity and Arcane, and heal a d6 of Hit Points."""
    seeker = s.seeker(who)
    need_pip(seeker, "willpower", "Rally")
    seeker = mark(paid(s, seeker, actions=1), "willpower")
    if not (yield from in_time(s, seeker, "a Rally")):
        return s
    die = yield from one_die(who, burden(s, seeker), "Rally")
    better = erase(seeker, "strength", "dexterity", "arcane").but(hp=healed(s, seeker, die))
    more = better.hp - seeker.hp
    yield Outcome(more, None, "rally.hp", unit="Hit Points back")
    yield tell("rally.pips", "{who} rallies: Strength, Dexterity and Arcane are fresh again.", who=seeker.name)
    yield tell("rally.hp", "{who} has {hp} Hit Points.", who=seeker.name, hp=better.hp)
    return s.having(better)


@action("rally.cost", "rally.pips", "rally.hp", title="Rally", by="seeker", group="Special actions")
def rally(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=picks.marking("willpower", "Rally"), mine=True, label="Seeker")],
) -> Rule[Veil]:
    """Spend an Action and 1 Willpower: erase Strength, Dexterity and Arcane, restore d6 HP."""
    return (yield from seeker_rally(s, who))


ACTIONS = (quick_move, footing, stagger, deduce, end_insight, rally)
