"""Quick actions: the few that come first in this moment, for this viewer."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Viewer
from tablewright.rules.widgets import Offer

from .characters import Character
from .paths import CREATION, GROWTH, SESSION
from .personalized import plainly
from .state import Call, Venus


def foremost(s: Venus, eyes: Viewer) -> Iterator[Offer]:
    """Quick actions of a pause, a roll in hand, the debrief, a scene or between scenes, and of the last roll.

    A character comes first: to make one, and the parts it lacks while it is assembled.
    """
    mine = [c for c in s.characters if c.id in eyes.plays and not c.npc]
    for of in list(CREATION.when(s, eyes))[:1]:
        yield from (*CREATION.now(s, of), *(CREATION.ready(s, of) if not of else ()))
    if s.paused:
        yield Offer("play_on")
    elif s.call is not None:
        yield from at_a_roll(s, s.call, eyes, mine)
    elif s.debriefing:
        yield from at_the_debrief(s, eyes)
    else:
        yield from after_a_roll(s, eyes)
        yield from (in_a_scene if s.now else between_scenes)(s, eyes, mine)


def at_a_roll(s: Venus, call: Call, eyes: Viewer, mine: list[Character]) -> Iterator[Offer]:
    """State the stakes first. Then the roller rolls, and the others help."""
    actor, check = s.character(call.who), call.kind == "check"
    if eyes.master and not call.stakes and not call.obvious:
        yield Offer("state_stakes")
    if call.who in eyes.plays or (eyes.master and actor.npc):
        yield from own_check(call) if check else own_task(s, call, actor)
        yield Offer("call_off")
    elif not check:
        yield from others_task(s, call, mine, actor)
    if eyes.master:
        if check:
            yield Offer("raise_difficulty")
        elif call.stunts:
            yield Offer("veto_stunt", {"who": call.stunts[-1].by})
        yield Offer("call_off")
        yield Offer("roll_check" if check else "perform_task", {"who": call.who})


def own_check(call: Call) -> Iterator[Offer]:
    yield Offer("roll_check", {"who": call.who})
    yield Offer("bring_factor", {"who": call.who})


def own_task(s: Venus, call: Call, actor: Character) -> Iterator[Offer]:
    """Perform the task with the only job that fits, if there is just one, and bring in the means to KISS."""
    fit = [job.id for job in actor.jobs if call.ability in job.abilities]
    if fit:
        yield Offer("perform_task", {"who": actor.id} | ({"job": fit[0]} if len(fit) == 1 else {}))
    yield from to_kiss_with(s, call, actor)


def to_kiss_with(s: Venus, call: Call, who: Character) -> Iterator[Offer]:
    if who.attributes:
        yield Offer("point_to", {"who": who.id})
    if len(s.facts) > len(call.insights):
        yield Offer("bring_insight", {"who": who.id})
    if all(stunt.by != who.id for stunt in call.stunts):
        yield Offer("stunt", {"who": who.id})


def others_task(s: Venus, call: Call, mine: list[Character], actor: Character) -> Iterator[Offer]:
    """Allies offer aid, and then help to KISS. Peers name a job where none fits."""
    offered = {aid.id for aid in call.offers}
    if not any(call.ability in job.abilities for job in actor.jobs):
        yield Offer("start_learning", {"who": actor.id})
    for character in mine:
        if character.id in offered:
            yield from to_kiss_with(s, call, character)
        elif any(job.level for job in character.jobs):
            yield Offer("offer_aid", {"who": character.id})


def at_the_debrief(s: Venus, eyes: Viewer) -> Iterator[Offer]:
    """Debrief each character once, then go on with the story."""
    for path in (GROWTH, SESSION):
        for of in path.when(s, eyes):
            yield from path.now(s, of)


def after_a_roll(s: Venus, eyes: Viewer) -> Iterator[Offer]:
    """Word the consequences of the last roll, or think it over."""
    last = s.last
    if last is None:
        return
    open_ = [b.id for b in last.bought if not b.words and (b.id != "surprise" or last.who not in eyes.plays)]
    if open_:
        what = plainly(open_[0], s.character(last.who))
        yield Offer("word_consequence", {"consequence": open_[0]}, f"Word “{what}”")
    if eyes.master and last.turned:
        yield Offer("word_subversion", {"turned": last.turned[0]})
    if eyes.master and last.kind == "check" and not last.passed:
        yield Offer("rewind_check")


def in_a_scene(s: Venus, eyes: Viewer, mine: list[Character]) -> Iterator[Offer]:
    """The turn: an agenda, a call for dice by the FC, and passing it on."""
    if eyes.master:
        yield from scene_of_the_fc(s)
        return
    for character in mine[:2]:
        if s.turn == eyes.id or not character.agenda:
            yield Offer("state_agenda", {"who": character.id})
        if s.turn == eyes.id and character.attributes:
            yield Offer("use_attribute", {"who": character.id})
    if s.turn == eyes.id:
        yield Offer("pass_turn")
    yield Offer("establish_fact")


def scene_of_the_fc(s: Venus) -> Iterator[Offer]:
    if not s.turn:
        yield from (Offer("next_round"), Offer("end_scene"), Offer("set_scene"))
        return
    wanting = [c for c in s.characters if c.agenda and not c.npc]
    first = [c.id for c in wanting if c.player == s.turn] or [c.id for c in wanting]
    named = {"who": first[0]} if first else {}
    if first:
        yield Offer("call_check", named)
        yield Offer("call_task", named)
    yield from (Offer("call_fight", named), Offer("pass_turn"), Offer("end_scene"))


def between_scenes(s: Venus, eyes: Viewer, mine: list[Character]) -> Iterator[Offer]:
    """Introduce the next scene, or finish characters that are still being made."""
    if eyes.master:
        yield from (Offer("allow_scene", {"player": offer.id}) for offer in s.offers[:2])
        yield Offer("set_scene")
        yield from (Offer("make_character"), Offer("begin_session"), Offer("end_chapter"))
        return
    yield Offer("offer_scene")
    yield Offer("establish_fact")
