"""Encounters: Rounds, Split Initiative, and the Actions and Moves of a turn."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    Choose,
    FieldOption,
    Gather,
    Outcome,
    Param,
    Refused,
    Rule,
    action,
    cite,
    cites,
    rule,
    tell,
)

from .advantage import Edge, burden, one_die
from .people import ONE_EACH, Enemy, Seeker, Turn
from .pips import mark, unmarked
from .state import Veil

FIRST_FROM = cite("init.first", 4)


def in_encounter(s: Veil) -> str | None:
    return None if s.fighting else "there is no encounter. The Guide begins one."


def no_encounter(s: Veil) -> str | None:
    return "an encounter goes on. The Guide ends it first." if s.fighting else None


@rule("init.roll", "init.reroll", "init.first", "init.after")
def initiative(who: str, edge: Edge, pips: int, pull: int) -> Rule[tuple[bool, int]]:
    """Roll a d6, once more for a Dexterity pip. Return whether it comes before the enemies, and the pips it cost."""
    die = yield from one_die(who, edge, "Initiative")
    if pips and die + pull < FIRST_FROM:
        question = "Not before the enemies. Mark Dexterity and reroll?"
        if (yield from Choose(who, question, (False, True), (0, 1), cites="init.reroll", about=die)):
            die = yield from one_die(who, edge, "Initiative, once more")
            return die + pull >= FIRST_FROM, 1
    return die + pull >= FIRST_FROM, 0


@cites("enc.rounds", "init.roll", "enc.turn")
def begin_round(s: Veil) -> Rule[Veil]:
    """Begin a Round: every Seeker who is up rolls initiative and has one Action and one Move."""
    idle = tuple(seeker.but(turn=Turn()) for seeker in s.seekers)
    s = s.but(round=s.round + 1, phase="first", seekers=idle)
    yield tell("enc.rounds", "Round {n}.", n=s.round)
    up = tuple(seeker for seeker in s.living if not seeker.asleep)
    pull = s.pull("initiative")
    asks = tuple(initiative(x.id, burden(s, x), min(1, unmarked(x, "dexterity")), pull) for x in up)
    rolled = (yield from Gather(asks)) if asks else ()
    early = sum(first for first, _ in rolled)
    yield Outcome(early, None, "init.first", unit=f"of {len(up)} act first")
    for seeker, (first, marked) in zip(up, rolled, strict=True):
        if first:
            yield tell("init.first", "{who} can act before the enemies.", who=seeker.name)
        else:
            yield tell("init.after", "{who} acts after the enemies.", who=seeker.name)
        turn = Turn(first, "", ONE_EACH, ONE_EACH)
        s = s.having(mark(seeker, "dexterity", marked).but(turn=turn))
    s = s.but(enemies=tuple(enemy.but(actions=0, moves=0) for enemy in s.enemies))
    return s if any(seeker.turn.first for seeker in s.living) else (yield from enemies_phase(s))


@cites("init.enemies")
def enemies_phase(s: Veil) -> Rule[Veil]:
    """Begin the phase in which all enemies act, in an order the Guide picks."""
    yield tell("init.enemies", "The enemies act.")
    up = tuple(e.but(actions=ONE_EACH, moves=ONE_EACH) if e.alive and not e.asleep else e for e in s.enemies)
    return s.but(phase="enemies", enemies=up)


@cites("init.first", "init.after", "init.same-phase")
def why_not_now(s: Veil, seeker: Seeker) -> str | None:
    """The reason why a Seeker cannot act now, or None.

    A high roll lets them act before the enemies or wait, once. The others act after. Within a phase any order goes.
    """
    if not s.fighting:
        return "There is no encounter: the Guide begins one first."
    if seeker.dead or seeker.asleep:
        return f"{seeker.name} is {'dead' if seeker.dead else 'asleep'}."
    if s.phase == "enemies":
        return "The enemies are acting: the Guide goes on when they are done."
    if s.phase == "first" and not seeker.turn.first:
        return f"{seeker.name} acts after the enemies this Round."
    if s.phase == "last" and seeker.turn.begun == "first":
        return f"{seeker.name} has already acted before the enemies this Round."
    return None


@cites("enc.turn", "special.cost")
def spend(s: Veil, seeker: Seeker, *, actions: int = 0, moves: int = 0) -> Seeker:
    """The Seeker after paying in Actions and Moves. Refused if it is not their time or nothing is left."""
    not_now = why_not_now(s, seeker)
    if not_now:
        raise Refused(not_now)
    turn = seeker.turn
    if turn.actions < actions:
        left = "A Move is still left." if turn.moves else "Their turn is over."
        raise Refused(f"{seeker.name} has no Action left this Round. {left}")
    if turn.moves < moves:
        left = "Their Action can become a Move: Quick Move." if turn.actions else "Their turn is over."
        raise Refused(f"{seeker.name} has no Move left this Round. {left}")
    turn = turn.but(begun=s.phase, actions=turn.actions - actions, moves=turn.moves - moves)
    return seeker.but(turn=turn)


@cites("enc.turn", "special.exploration")
def paid(s: Veil, seeker: Seeker, *, actions: int = 0, moves: int = 0) -> Seeker:
    """The Seeker after paying, which only an encounter asks for. Refused if they are asleep."""
    if seeker.asleep:
        raise Refused(f"{seeker.name} is asleep. Somebody must wake them first.")
    return spend(s, seeker, actions=actions, moves=moves) if s.fighting else seeker


@cites("enc.turn")
def no_action_left(s: Veil) -> str | None:
    """The reason why no Seeker can spend an Action now, or None."""
    up = any(x.turn.actions and why_not_now(s, x) is None for x in s.living)
    return in_encounter(s) or (None if up else "no Seeker whose time it is has an Action left.")


@cites("enc.turn")
def no_move_left(s: Veil) -> str | None:
    up = any(x.turn.moves and why_not_now(s, x) is None for x in s.living)
    return in_encounter(s) or (None if up else "no Seeker whose time it is has a Move left.")


@cites("init.enemies")
def spend_enemy(s: Veil, enemy: Enemy, *, actions: int = 0, moves: int = 0, more: bool = False) -> Enemy:
    """The enemy after paying: one Action and one Move, in the enemies' phase. The Guide may give it more."""
    if not s.fighting:
        raise Refused("There is no encounter: begin one first.")
    if not enemy.alive or enemy.asleep:
        raise Refused(f"{enemy.name} is {'asleep' if enemy.alive else 'no longer standing'}.")
    if more:
        return enemy
    if s.phase != "enemies":
        raise Refused("The enemies act in the middle of the Round. Give them more to do, if that is meant.")
    if enemy.actions < actions or enemy.moves < moves:
        raise Refused(f"{enemy.name} has had its {'Action' if actions else 'Move'}. Give it more, if that is meant.")
    return enemy.but(actions=enemy.actions - actions, moves=enemy.moves - moves)


def acts_last(s: Veil) -> tuple[Seeker, ...]:
    return tuple(seeker for seeker in s.living if not seeker.asleep and seeker.turn.begun != "first")


@action("enc.rounds", "init.roll", title="Begin an encounter", by="guide", when=no_encounter, group="Encounter")
def begin_encounter(s: Veil) -> Rule[Veil]:
    """Begin the Rounds: every Seeker rolls initiative."""
    if not s.standing:
        raise Refused("There is nobody to encounter: place an enemy first.")
    if not s.living:
        raise Refused("No Seeker is alive: make a new one first.")
    yield tell(
        "enc.rounds",
        "An encounter begins: {foes}.",
        foes=", ".join(enemy.name for enemy in s.foes) or "nobody is in sight",
    )
    return (yield from begin_round(s.but(round=0)))


@action("init.enemies", "enc.rounds", title="Go on", by="guide", when=in_encounter, group="Encounter")
def go_on(s: Veil) -> Rule[Veil]:
    """Move on to the enemies, then to the Seekers after them, then to the next Round.

    Seekers who could act first but have not will act last.
    """
    return (yield from next_phase(s))


@cites("init.enemies", "init.after", "init.first", "enc.rounds")
def next_phase(s: Veil) -> Rule[Veil]:
    if s.phase == "first":
        return (yield from enemies_phase(s))
    if s.phase == "enemies" and acts_last(s):
        names = ", ".join(seeker.name for seeker in acts_last(s))
        yield tell("init.after", "Now those who come after the enemies: {names}.", names=names)
        return s.but(phase="last")
    return (yield from begin_round(s))


@action("enc.end", title="End the encounter", by="guide", when=in_encounter, group="Encounter")
def end_encounter(s: Veil) -> Rule[Veil]:
    """Declare the Seekers safe, or everything over. Effects that last an encounter end."""
    yield tell("enc.end", "The encounter is over.")
    ended = scene_ends(s)
    return ended.but(round=0, phase="", enemies=ended.standing)


@cites("miracle.dawn-arm", "deduction.effect", "enc.end")
def scene_ends(s: Veil) -> Veil:
    """The table without insights and the light of Dawn Arm, which last an encounter or a scene."""
    seekers = tuple(
        seeker.but(
            turn=Turn(), past=(), at=0, facing="ahead", items=tuple(item.but(dawn=False) for item in seeker.items)
        )
        for seeker in s.seekers
    )
    enemies = tuple(enemy.but(dawn=False) for enemy in s.enemies)
    return s.but(seekers=seekers, enemies=enemies, insights=(), floor=tuple(item.but(dawn=False) for item in s.floor))


@action("deduction.effect", "miracle.dawn-arm", title="End the scene", by="guide", when=no_encounter, group="Encounter")
def end_scene(s: Veil) -> Rule[Veil]:
    """End the scene outside encounters, and the effects that last a scene."""
    yield tell("deduction.effect", "The scene ends.")
    return scene_ends(s)


TOO_LATE = "Only who can still act before the enemies can wait."


def may_wait(s: Veil, seeker: Seeker) -> bool:
    return s.phase == "first" and seeker.turn.first and not seeker.turn.begun


def waiters(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with a reason for each who can no longer act before the enemies."""
    return tuple(FieldOption(x.id, why_not="" if may_wait(s, x) else TOO_LATE) for x in s.living)


@action("init.first", title="Wait", by="seeker", when=in_encounter, group="Encounter")
def wait(s: Veil, who: Annotated[str, Param("Which Seeker", among=waiters, mine=True, label="Seeker")]) -> Rule[Veil]:
    """Act after the enemies instead of before them."""
    seeker = s.seeker(who)
    if not may_wait(s, seeker):
        raise Refused(TOO_LATE)
    yield tell("init.first", "{who} waits until the enemies have acted.", who=seeker.name)
    return s.having(seeker.but(turn=seeker.turn.but(first=False)))


ACTIONS = (begin_encounter, go_on, wait, end_encounter, end_scene)
