"""Common actions of a turn: waiting, moving, running, drawing and dropping things, standing up, making ready."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Outcome, Param, Refused, Rule, action, cites, swap, tell

from .armors import SHIELD
from .fight import Who
from .health import must_be_able
from .missiles import reloaded, unready
from .options import VeridiaRulings
from .rolling import Tally, in_words, pool, rank, works
from .skills import hindered, skill_pool
from .state import Character, Item, Veridia, fighter, put, put_fighter, the
from .turns import METERS, begin_turn, must_act_now, no_fight, pass_on, settle_turn, spend_free, spend_main, waited
from .weapons import MODES, has, kind_of, spoken, why_not_held

PLAYED = ("gm", "player")


def item_ids(s: Veridia) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.id for c in s.characters for item in c.items))


ItemId = Annotated[str, Param("Which of the things they have", among=item_ids)]


def own(c: Character, item: str) -> Item:
    found = c.item(item)
    if found is None:
        have = ", ".join(i.id for i in c.items) or "nothing"
        raise Refused(f"{c.name} has no {item}. They have: {have}.")
    return found


# the turn


@action("combat.wait", "combat.wait.limit", title="Wait", by=PLAYED, when=no_fight, group="Turn")
def wait(
    s: Veridia, who: Who, places: Annotated[int, Param("How many places later", min=1, max=30)] = 1
) -> Rule[Veridia]:
    """Puts one's turn off by some places, at most to the end of the round."""
    must_act_now(s, who)
    s = waited(s, who, places)
    yield tell("combat.wait", "{name} waits.", name=the(s, who).name)
    now = the(s, s.fight.order[s.fight.turn].id) if s.fight else the(s, who)
    yield tell("turn.start", "It is {who}'s turn.", who=now.name)
    return s


@action("turn.end", title="End the turn", by=PLAYED, when=no_fight, group="Turn")
def end_turn(s: Veridia, who: Who) -> Rule[Veridia]:
    """Ends one's turn, whatever is left of it. A reaction set aside stays until the round ends."""
    must_act_now(s, who)
    yield tell("turn.end", "{name}'s turn is over.", name=the(s, who).name)
    return (yield from pass_on(s))


@action("free.one", "free.second", "free.no_roll", title="Free action", by=PLAYED, when=no_fight, group="Turn")
def free_action(
    s: Veridia, who: Who, what: Annotated[str, Param("What is done", examples=("drop the torch", "shout a warning"))]
) -> Rule[Veridia]:
    """Something short that needs no roll: one a turn, or two and nothing else."""
    must_act_now(s, who)
    s = yield from spend_free(s, who)
    yield tell("free.no_roll", "{name}: {what}", name=the(s, who).name, what=what)
    return (yield from settle_turn(s, who))


@action(
    "instant.any_time",
    "instant.no_limit",
    "turn.start.instant",
    title="Instant action",
    by=PLAYED,
    instant=True,
    group="Turn",
)
def instant_action(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=lambda s: tuple(c.id for c in s.characters), mine=True)],
    what: Annotated[str, Param("What is done", examples=("a trait's instant ability",))],
) -> Rule[Veridia]:
    """Something done at any moment, as often as one likes; it opens no turn and takes no slot."""
    must_be_able(s, the(s, who))
    yield tell("instant.any_time", "{name}, at once: {what}", name=the(s, who).name, what=what)
    return s


# movement


@action("combat.move", "combat.move.split", title="Move", by=PLAYED, when=no_fight, group="Turn")
def move(
    s: Veridia,
    who: Who,
    meters: Annotated[int, Param("How far", min=1, max=60)],
    away: Annotated[bool, Param("Out of close combat")] = False,
) -> Rule[Veridia]:
    """Moves some of the turn's meters, before or after other actions."""
    must_act_now(s, who)
    f = fighter(s, who)
    assert f is not None
    if f.moved + meters > f.reach:
        raise Refused(f"{the(s, who).name} can move {f.reach - f.moved} m more this turn.")
    if the(s, who).prone:
        raise Refused(f"{the(s, who).name} lies prone and must stand up first.")
    s = yield from begin_turn(s, who)
    f = fighter(s, who) or f
    yield tell("combat.move", "{name} moves {n} m.", name=the(s, who).name, n=meters)
    s = put_fighter(s, f.but(moved=f.moved + meters))
    return disengaged(s, who) if away else s


def disengaged(s: Veridia, who: str) -> Veridia:
    """Nobody is at close quarters with them any more."""
    assert s.fight is not None
    order = tuple(f.but(foe="") if who in (f.id, f.foe) else f for f in s.fight.order)
    return s.but(fight=s.fight.but(order=order))


@cites("combat.run")
def run_reach(successes: int, rulings: VeridiaRulings) -> int:
    """The meters of a turn spent running."""
    return METERS + successes + (METERS if rulings.run_distance == "on top" else 0)


@action("combat.run", "armor.athletics", title="Run", by=PLAYED, when=no_fight, group="Turn")
def run(s: Veridia, who: Who) -> Rule[Veridia]:
    """Agility and athletics: each success is a meter more to move this turn."""
    must_act_now(s, who)
    c = the(s, who)
    full = skill_pool(s, c, "agility", "athletics")
    s, kept = yield from spend_main(s, who, "run")
    result = yield from pool(full.dice if kept is None else kept, hindered(s, c), who, "Run", s.rulings)
    reach = run_reach(result.successes, s.rulings)
    yield Outcome(f"{reach} m", reach, "combat.run")
    yield tell("combat.run", "{name} runs: {reach} m in this turn.", name=c.name, reach=reach)
    f = fighter(s, who)
    assert f is not None
    return (yield from settle_turn(put_fighter(s, f.but(reach=reach)), who))


# things


@action("combat.unsheath", "quirk.two_handed", "dual.what", title="Draw or put away", by=PLAYED, group="Turn")
def unsheathe(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=lambda s: tuple(c.id for c in s.characters), mine=True)],
    item: Annotated[str | None, Param("What to take in hand; nothing empties it", among=item_ids)] = None,
    hand: Annotated[Literal["main", "off"], Param("Which hand")] = "main",
) -> Rule[Veridia]:
    """A free action: takes something in hand, or empties the hand."""
    must_act_now(s, who)
    c = the(s, who)
    taken = own(c, item) if item else None
    if taken is not None and taken.dropped:
        raise Refused(f"The {spoken(taken)} lies on the ground: pick it up.")
    other = c.item(c.off if hand == "main" else c.main)
    if taken is not None and other is not None and taken.id == other.id:
        other = None
    pair = (taken, other) if hand == "main" else (other, taken)
    why = why_not_held(*pair)
    if why:
        raise Refused(why)
    s = yield from spend_free(s, who)
    words = "{name} takes the {item} in hand." if taken else "{name} empties a hand."
    yield tell("combat.unsheath", words, name=c.name, item=spoken(taken) if taken else "")
    c = unready(c).but(main=pair[0].id if pair[0] else "", off=pair[1].id if pair[1] else "")
    return (yield from settle_turn(put(s, c), who))


@action("quirk.dual_mode", title="Switch mode", by=PLAYED, group="Turn")
def switch_mode(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=lambda s: tuple(c.id for c in s.characters), mine=True)],
    item: ItemId,
) -> Rule[Veridia]:
    """A free action: a gun-sword from edge to pistol or back."""
    must_act_now(s, who)
    c = the(s, who)
    found = own(c, item)
    if not has(found, "dual mode"):
        raise Refused(f"A {spoken(found)} has one mode only.")
    s = yield from spend_free(s, who)
    yield tell("quirk.dual_mode", "{name} switches to {mode}.", name=c.name, mode=MODES[found.kind].lower())
    s = put(s, c.but(items=swap(c.items, found.but(kind=MODES[found.kind]))))
    return (yield from settle_turn(s, who))


@cites("combat.pickup", "combat.pickup.concurrent")
def lying(s: Veridia) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i.id for c in s.characters for i in c.items if i.dropped))


@action(
    "combat.pickup",
    "combat.pickup.concurrent",
    "quirk.disposable",
    title="Pick up",
    by=PLAYED,
    when=no_fight,
    group="Turn",
)
def pick_up(s: Veridia, who: Who, item: Annotated[str, Param("What lies there", among=lying)]) -> Rule[Veridia]:
    """Takes the turn; in a concurrent set it needs strength and athletics."""
    must_act_now(s, who)
    c = the(s, who)
    found = own(c, item)
    if not found.dropped:
        raise Refused(f"The {spoken(found)} does not lie on the ground.")
    hands = (found, c.item(c.off)) if not c.main else (c.item(c.main), found)
    if c.main and c.off:
        raise Refused(f"{c.name}'s hands are full.")
    if why_not_held(*hands):
        raise Refused(why_not_held(*hands) or "")
    s, ok = yield from done_or_rolled(s, who, "pick up", "Pick up", "combat.pickup.concurrent")
    if ok:
        yield tell("combat.pickup", "{name} picks up the {item}.", name=c.name, item=spoken(found))
        hand = "off" if c.main or found.kind == SHIELD else "main"
        s = put(s, c.but(items=swap(c.items, found.but(dropped=False)), **{hand: item}))
    return (yield from settle_turn(s, who))


@action("combat.stand", "combat.stand.concurrent", title="Stand up", by=PLAYED, when=no_fight, group="Turn")
def stand_up(s: Veridia, who: Who) -> Rule[Veridia]:
    """Takes the turn; in a concurrent set it needs agility and athletics."""
    must_act_now(s, who)
    c = the(s, who)
    if not c.prone:
        raise Refused(f"{c.name} stands already.")
    s, ok = yield from done_or_rolled(s, who, "stand up", "Stand up", "combat.stand.concurrent")
    if ok:
        yield tell("combat.stand", "{name} stands up.", name=c.name)
        s = put(s, the(s, who).but(prone=False))
    return (yield from settle_turn(s, who))


@action("quirk.drawn", "quirk.drawn.concurrent", title="Make ready", by=PLAYED, when=no_fight, group="Turn")
def make_ready(s: Veridia, who: Who) -> Rule[Veridia]:
    """Draws a bow or sling for one shot: takes the turn, or strength and athletics in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item = c.item(c.main)
    if item is None or not has(item, "drawn") or item.drawn:
        raise Refused("Only a bow or sling in hand, and not ready yet, is made ready.")
    s, ok = yield from done_or_rolled(s, who, "draw", "Draw", "quirk.drawn.concurrent")
    if ok:
        yield tell("quirk.drawn", "{name}'s {item} is ready.", name=c.name, item=spoken(item))
        s = put(s, c.but(items=swap(c.items, item.but(drawn=True))))
    return (yield from settle_turn(s, who))


@action("quirk.loaded", "quirk.loaded.concurrent", title="Reload", by=PLAYED, when=no_fight, group="Turn")
def reload(
    s: Veridia, who: Who, hand: Annotated[Literal["main", "off"], Param("Which hand")] = "main"
) -> Rule[Veridia]:
    """A turn of reloading: takes the turn, or agility and machinery in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item = c.item(c.main if hand == "main" else c.off)
    if item is None or not kind_of(item).size or (item.loaded >= kind_of(item).size and not item.reloading):
        raise Refused("Only a loaded weapon in hand that is not full is reloaded.")
    s, ok = yield from done_or_rolled(s, who, "reload", "Reload", "quirk.loaded.concurrent")
    if ok:
        after = reloaded(item)
        words = "{name} reloads: the {item} is {state}."
        state = "loaded" if not after.reloading else f"not ready yet, {after.reloading} of {kind_of(item).reload} turns"
        yield tell("quirk.loaded", words, name=c.name, item=spoken(item), state=state)
        s = put(s, c.but(items=swap(c.items, after)))
    return (yield from settle_turn(s, who))


#: The pool of what is done without a roll on its own, and with one in a concurrent set.
IN_A_SET = {
    "pick up": ("strength", "athletics"),
    "stand up": ("agility", "athletics"),
    "draw": ("strength", "athletics"),
    "reload": ("agility", "machinery"),
}


def set_pool(s: Veridia, c: Character, doing: str) -> Tally:
    return skill_pool(s, c, *IN_A_SET[doing])


@cites("combat.pickup.concurrent", "combat.stand.concurrent", "quirk.drawn.concurrent", "quirk.loaded.concurrent")
def done_or_rolled(s: Veridia, who: str, doing: str, why: str, cites: str) -> Rule[tuple[Veridia, bool]]:
    """As the turn's main action it is simply done; with dice of a concurrent set it needs a success."""
    s, kept = yield from spend_main(s, who, doing)
    if kept is None:
        return s, True
    c = the(s, who)
    result = yield from pool(kept, hindered(s, c), who, why, s.rulings)
    yield Outcome(in_words(result), rank(result), cites)
    if not works(result):
        yield tell(cites, "{name} does not manage it.", name=c.name)
    return s, works(result)


COMMON_ACTIONS = (
    wait,
    end_turn,
    move,
    run,
    unsheathe,
    pick_up,
    stand_up,
    make_ready,
    reload,
    switch_mode,
    free_action,
    instant_action,
)
