"""Actions and turns: the actions of a turn, rounds, durations, waiting."""

from __future__ import annotations

from collections.abc import Collection

from tablewright.rules import Refused, Rule, cite, cites, tell

from . import health
from .initiative import roll_order
from .state import Effect, Fight, Fighter, Veridia, fighter, put_fighter, the

SECONDS = cite("round.length", 6)
METERS = cite("combat.move", 9)


# The present turn


def no_fight(s: Veridia) -> str | None:
    return None if s.fight else "There is no fight. Outside of one, people act as they agree."


def acting(s: Veridia) -> str:
    """The fighter with the turn, or an empty string outside a fight."""
    return s.fight.order[s.fight.turn].id if s.fight else ""


def why_not_now(s: Veridia, who: str) -> str | None:
    """The reason why a character cannot act now, or None: they are unable, or it is another's turn."""
    c = the(s, who)
    why = health.unable(s, c)
    if why or s.fight is None:
        return why
    if fighter(s, who) is None:
        return f"{c.name} takes no part in the fight: let them join it first."
    if acting(s) != who:
        return f"It is {the(s, acting(s)).name}'s turn: {c.name} can wait for theirs, or react."
    return None


def must_act_now(s: Veridia, who: str) -> None:
    """Refuse a character who cannot act now."""
    why = why_not_now(s, who)
    if why:
        raise Refused(why, "who")


@cites("turn.start", "duration.expire", "duration.one")
def begin_turn(s: Veridia, who: str) -> Rule[Veridia]:
    """Open a turn, early if need be, and end the effects that have lasted their turns."""
    f = fighter(s, who)
    if s.fight is None or f is None or f.began:
        return s
    for effect in s.fight.effects:
        if effect.on == who and effect.left <= 0:
            yield tell("duration.expire", "{effect} on {who} is over.", effect=effect.name, who=the(s, who).name)
    return opened(s, who)


@cites("turn.start", "duration.expire", "duration.one")
def opened(s: Veridia, who: str) -> Veridia:
    """The table with a turn opened. Pools of its actions are counted from then on."""
    f = fighter(s, who)
    if s.fight is None or f is None or f.began:
        return s
    kept: list[Effect] = []
    for effect in s.fight.effects:
        if effect.on != who:
            kept.append(effect)
        elif effect.left > 0:
            kept.append(effect.but(left=effect.left - 1))
    s = s.but(fight=s.fight.but(effects=tuple(kept)))
    return put_fighter(s, f.but(began=True))


@cites("combat.move", "combat.run", "mount.speed")
def meters_of(s: Veridia, f: Fighter) -> int:
    """The meters a fighter can go this turn: on foot, running, or carried by a mount."""
    return max(f.reach, s.rulings.mounted_meters) if the(s, f.id).mount else f.reach


@cites("turn.free_slot", "free.one", "free.second", "free.no_roll", "turn.main_slot")
def spend_free(s: Veridia, who: str) -> Rule[Veridia]:
    """Spend a free action, which needs no roll: one a turn beside the main action, a second one instead of it."""
    f = fighter(s, who)
    why = why_no_free(s, who)
    if why:
        raise Refused(why)
    if f is None:
        return s
    s = yield from begin_turn(s, who)
    f = fighter(s, who) or f
    return put_fighter(s, f.but(free=f.free + 1, main="a second free action" if f.free else f.main))


@cites("turn.free_slot", "free.one", "free.second")
def why_no_free(s: Veridia, who: str) -> str | None:
    """The reason why a turn has no free action left, or None."""
    f = fighter(s, who)
    if f is None or not (f.free and f.main):
        return None
    return "There is one free action in a turn, and another only instead of a main action."


@cites("turn.main_slot", "turn.once_per_round", "exchange.slot")
def why_no_main(s: Veridia, who: str, action: str) -> str | None:
    """The reason why a fighter has no main action left for this, or None. An attack owed in answer is still left."""
    f = fighter(s, who)
    owed = f is not None and f.answers and action in ("", "attack", "grapple")
    if f is None or not f.main or owed or any(k.action == action for k in f.kept):
        return None
    did = f"{the(s, who).name} has used this turn's main action: {f.main}."
    return did + (f" Still set aside: {', '.join(k.action for k in f.kept)}." if f.kept else "")


@cites("turn.main_slot", "turn.once_per_round", "concurrent.declare", "attack.turn", "exchange.slot")
def spend_main(s: Veridia, who: str, action: str, against: str = "") -> Rule[tuple[Veridia, int | None]]:
    """Spend the main slot on an action. Return the dice set aside for it in a concurrent set, else None."""
    f = fighter(s, who)
    if f is None:
        return s, None
    kept = next((k for k in f.kept if k.action == action), None)
    aim = why_not_declared(s, who, action, against)
    if aim:
        raise Refused(aim, "target")
    if kept is not None:
        return put_fighter(s, f.but(kept=tuple(k for k in f.kept if k is not kept))), kept.dice
    why = why_no_main(s, who, action)
    if why:
        raise Refused(why)
    s = yield from begin_turn(s, who)
    f = fighter(s, who) or f
    return put_fighter(s, f.but(main=action, answers="")), None


@cites("concurrent.declare", "attack.answer")
def why_not_declared(s: Veridia, who: str, action: str, against: str) -> str | None:
    """The reason why an attack was declared against another target, in a set or in answer, or None.

    An attack of a set may change its target as soon as the declared one can no longer fight.
    """
    f = fighter(s, who)
    if f is None:
        return None
    kept = next((k for k in f.kept if k.action == action), None)
    if kept is not None:
        if kept.target in ("", against) or health.unable(s, the(s, kept.target)):
            return None
        return f"The {kept.action} of this set was declared against {the(s, kept.target).name}."
    if action in ("attack", "grapple") and f.main and f.answers not in ("", against):
        return f"{the(s, who).name} is to attack in turn: {the(s, f.answers).name}, and nobody else."
    return None


@cites("turn.end")
def settle_turn(s: Veridia, who: str) -> Rule[Veridia]:
    """End the turn if main and free action are used and no action of a set is left."""
    f = fighter(s, who)
    done = f is not None and f.main and f.free and not f.kept and not f.answers
    return (yield from pass_on(s)) if done and acting(s) == who else s


@cites("round.end", "turn.end")
def pass_on(s: Veridia) -> Rule[Veridia]:
    """Pass the turn to the next fighter who can act. When all have had theirs, a new round begins."""
    assert s.fight is not None
    s = yield from begin_turn(s, acting(s))
    f = fighter(s, acting(s))
    assert f is not None
    s = put_fighter(s, f.but(over=True, kept=tuple(k for k in f.kept if k.action in REACTIONS)))
    for _ in range(2 * len(fighting(s).order)):
        fight = fighting(s)
        if fight.turn + 1 < len(fight.order):
            s = s.but(fight=fight.but(turn=fight.turn + 1))
        else:
            s = yield from new_round(s)
        now = fighter(s, acting(s))
        assert now is not None
        if now.over:
            continue
        if health.unable(s, the(s, now.id)) is None:
            yield tell("turn.start", "It is {who}'s turn.", who=the(s, now.id).name)
            return s
        s = yield from begin_turn(s, now.id)
        now = fighter(s, now.id) or now
        s = put_fighter(s, now.but(over=True))
    return s


REACTIONS = ("dodge", "parry", "block")


@cites("round.end", "init.keep", "combat.wait", "surprise.round", "round.length")
def new_round(s: Veridia) -> Rule[Veridia]:
    """Begin a round, in the rolled order again. After a bonus round the order is rolled at last."""
    fight = s.fight
    assert fight is not None
    rolled = fight.rolled
    if fight.bonus or s.rulings.initiative_rolled == "each round":
        rolled = yield from roll_order(s, rolled)
    foes = {f.id: f.foe for f in fight.order}
    order = tuple(Fighter(id, foe=foes.get(id, "")) for id in rolled)
    number = 1 if fight.bonus else fight.round + 1
    words = "Round {round} begins." if number == 1 else "Round {round} begins, about {seconds} seconds in."
    yield tell("round.end", words, round=number, seconds=SECONDS * (number - 1))
    return s.but(fight=fight.but(order=order, rolled=rolled, turn=0, round=number, bonus=False))


@cites("combat.wait", "combat.wait.limit")
def waited(s: Veridia, who: str, places: int) -> Veridia:
    """The order with a turn put off, at most to the end of this round."""
    fight = s.fight
    assert fight is not None
    f = fight.order[fight.turn]
    if f.began:
        raise Refused(f"{the(s, who).name}'s turn has begun: only a turn not begun can be put off.")
    passed = fight.order[fight.turn + 1 : fight.turn + 1 + places]
    if len(passed) < places:
        raise Refused(f"Only {len(passed)} are still to act this round: wait at most so many places.")
    mine = fight.rolled.index(who)
    for other in passed:
        if other.waited and fight.rolled.index(other.id) < mine:
            name = the(s, other.id).name
            raise Refused(f"{name} has the higher initiative and already waits to act after {the(s, who).name}.")
    rest = fight.order[fight.turn + 1 + places :]
    order = (*fight.order[: fight.turn], *passed, f.but(waited=True), *rest)
    return s.but(fight=fight.but(order=order))


@cites("duration.expire", "duration.one")
def lasting(s: Veridia, on: str, turns: int) -> int:
    """The number of turn starts an effect outlives. A running turn of its bearer counts as the first."""
    f = fighter(s, on)
    running = acting(s) == on and f is not None and f.began and not f.over
    return turns - 1 if running else turns


@cites("grapple.lasts", "health.incapacitated")
def let_go(s: Veridia) -> Rule[Veridia]:
    """Let fighters who cannot act drop out: they hold no one, have no opponent at close quarters, and no turn."""
    if s.fight is None:
        return s
    out = {f.id for f in s.fight.order if health.unable(s, the(s, f.id))}
    if not out:
        return s
    for g in s.fight.grapples:
        if g.holder in out:
            yield tell("grapple.lasts", "{who} lets go of {held}.", who=the(s, g.holder).name, held=the(s, g.id).name)
    dead = {f.id for f in s.fight.order if the(s, f.id).dead}
    grapples = tuple(g for g in s.fight.grapples if g.holder not in out and g.id not in dead)
    s = s.but(fight=s.fight.but(grapples=grapples, order=tuple(without(f, out) for f in s.fight.order)))
    return (yield from pass_on(s)) if acting(s) in out else s


def without(f: Fighter, out: Collection[str]) -> Fighter:
    """A fighter's part after these dropped out: an answer to one of them is no longer owed."""
    if f.id in out:
        return f.but(foe="", kept=(), answers="")
    owed = f.answers in out
    return f.but(foe="" if f.foe in out else f.foe, answers="" if owed else f.answers, main="" if owed else f.main)


def fighting(s: Veridia) -> Fight:
    """The present fight. Callers know that there is one."""
    assert s.fight is not None
    return s.fight


def start_fight(s: Veridia, rolled: tuple[str, ...]) -> Veridia:
    return s.but(fight=Fight(tuple(Fighter(id) for id in rolled), rolled))
