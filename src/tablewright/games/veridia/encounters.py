"""Encounters: the beginning and end of a fight, surprise, mounts that take fright, effects that last."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, action, rule, tell, unique_id

from .checks import skills_of
from .choices import Given, cannot_act, in_fight, people, person, whose
from .common import PLAYED
from .contests import contest
from .health import must_be_able, unable
from .initiative import roll_order
from .options import VeridiaRulings
from .outcomes import of_roll
from .rolling import Tally, at_difficulty, pool, works
from .skills import hindered, skill_pool
from .state import Character, Effect, Fight, Fighter, Veridia, fighter, put, the
from .turns import acting, fighting, lasting, no_fight, pass_on, start_fight, without

People = Annotated[tuple[str, ...], Param("Who takes part", among=people(cannot_act), label="who")]


def victims_of(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Characters who do not lie in wait."""
    return tuple(person(s, c) for c in s.characters if c.id not in (given.get("attackers") or ()))


def a_fight(s: Veridia) -> str | None:
    return "There is a fight already." if s.fight else None


def ready(s: Veridia, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who can act, each once."""
    found = tuple(name for name in dict.fromkeys(names) if unable(s, the(s, name)) is None)
    if len(found) < 2:
        raise Refused("A fight needs two or more who can act.")
    return found


@action("init.when", "init.roll", "init.free_order", title="Begin a fight", by="gm", when=a_fight, group="Encounter")
def begin_fight(s: Veridia, who: People) -> Rule[Veridia]:
    """Begin a fight, in which people act in turns. All roll initiative, once for the whole fight."""
    names = ready(s, who)
    yield tell("init.when", "A fight begins: {names}.", names=", ".join(the(s, name).name for name in names))
    order = yield from roll_order(s, names)
    first = f"{the(s, order[0]).name} goes first"
    yield Outcome(first, 0, "init.when", group=first)
    yield tell("turn.start", "It is {who}'s turn.", who=the(s, order[0]).name)
    return start_fight(s, order)


@action("surprise.when", "surprise.round", title="Spring an ambush", by="gm", when=a_fight, group="Encounter")
def ambush(
    s: Veridia,
    attackers: Annotated[tuple[str, ...], Param("Who lies in wait", among=people(cannot_act), label="in wait")],
    victims: Annotated[tuple[str, ...], Param("Who walks into it", among=victims_of, label="walk into it")],
    skill: Annotated[str, Param("With what they may notice it", among=skills_of(""), label="noticed by")] = "alertness",
    hiding: Annotated[
        bool, Param("A contest against the agility and stealth of the best hidden", label="against stealth", main=True)
    ] = False,
) -> Rule[Veridia]:
    """Spring an ambush. Those who fail to notice are caught off guard. The attackers act alone for a round."""
    hidden = tuple(name for name in dict.fromkeys(attackers) if unable(s, the(s, name)) is None)
    caught = tuple(name for name in dict.fromkeys(victims) if name not in hidden)
    if not hidden or not caught:
        raise Refused("An ambush needs somebody who lies in wait and somebody who walks into it.")
    ready(s, (*hidden, *caught))
    surprised = []
    for name in caught:
        c = the(s, name)
        if unable(s, c):
            continue
        dice = skill_pool(s, c, "perception", skill)
        yield tell("surprise.when", "{name} may notice it: {pool}.", name=c.name, pool=dice)
        best = stealthiest(s, hidden) if hiding else None
        against = skill_pool(s, best, "agility", "stealth").dice if best else -1
        if not (yield from notices(dice.dice, against, name, best.id if best else "", s.rulings)):
            surprised.append(name)
            yield tell("surprise.when", "{name} is caught off guard.", name=c.name)
    yield Outcome(len(surprised), cites="surprise.round", unit="caught off guard")
    order = tuple(Fighter(name) for name in hidden)
    late = tuple(Fighter(name, over=True, surprised=name in surprised) for name in caught)
    yield tell("surprise.round", "The attackers have this round to themselves.")
    yield tell("turn.start", "It is {who}'s turn.", who=the(s, hidden[0]).name)
    return s.but(fight=Fight((*order, *late), (*hidden, *caught), bonus=True))


def stealthiest(s: Veridia, names: tuple[str, ...]) -> Character:
    """The best hider of these."""
    return max((the(s, name) for name in names), key=lambda c: skill_pool(s, c, "agility", "stealth").dice)


@rule("surprise.when")
def notices(dice: int, against: int, by: str, hidden: str, rulings: VeridiaRulings) -> Rule[bool]:
    """True if a character notices an ambush: with one success, or with more of them than the hider has.

    Without a hider the other pool is -1.
    """
    if against < 0:
        return works((yield from pool(dice, 0, by, "Notice the danger", rulings)))
    found = yield from contest(dice, against, 0, 0, by, hidden, "Notice the danger", "Hide", rulings)
    return found.margin > 0


def outside(s: Veridia) -> tuple[FieldOption, ...]:
    """Characters who are not in the fight yet."""
    return tuple(person(s, c, unable(s, c)) for c in s.characters if not fighter(s, c.id))


@action("init.when", title="Join the fight", by="gm", when=no_fight, group="Encounter")
def join_fight(s: Veridia, who: Annotated[str, Param("Who joins", among=outside, label="who")]) -> Rule[Veridia]:
    """Join the fight, and act last until initiative is rolled anew."""
    if fighter(s, who):
        raise Refused(f"{the(s, who).name} is in the fight already.")
    must_be_able(s, the(s, who))
    yield tell("init.when", "{name} joins the fight.", name=the(s, who).name)
    fight = fighting(s)
    return s.but(fight=fight.but(order=(*fight.order, Fighter(who)), rolled=(*fight.rolled, who)))


@action("init.when", title="Leave the fight", by="gm", when=no_fight, group="Encounter")
def leave_fight(s: Veridia, who: Annotated[str, Param("Who leaves", among=in_fight(), label="who")]) -> Rule[Veridia]:
    """Take a fighter out of the fight."""
    fight = fighting(s)
    if len(fight.order) <= 2:
        raise Refused("With one left there is no fight: end it instead.")
    yield tell("init.when", "{name} leaves the fight.", name=the(s, who).name)
    if acting(s) == who:
        s = yield from pass_on(s)
        fight = fighting(s)
    now = acting(s)
    order = tuple(without(f, (who,)) for f in fight.order if f.id != who)
    place = next((i for i, f in enumerate(order) if f.id == now), 0)
    grapples = tuple(g for g in fight.grapples if who not in (g.id, g.holder))
    return s.but(
        fight=fight.but(order=order, turn=place, rolled=tuple(x for x in fight.rolled if x != who), grapples=grapples)
    )


@action("init.free_order", title="End the fight", by="gm", when=no_fight, group="Encounter")
def end_fight(s: Veridia) -> Rule[Veridia]:
    """End the fight. People act in no fixed order again."""
    yield tell("init.free_order", "The fight is over; people act as they agree.")
    return s.but(fight=None)


@action("duration.expire", "duration.one", title="Lasting effect", by="gm", when=no_fight, group="Encounter")
def add_effect(
    s: Veridia,
    on: Annotated[str, Param("On whom", among=in_fight(), label="on")],
    name: Annotated[str, Param("What it is", examples=("blinded by sand", "inspired"), label="effect")],
    turns: Annotated[int, Param("How many turns of theirs it lasts", min=1, max=20, main=True)] = 1,
    dice: Annotated[int, Param("Dice on everything they roll", min=-6, max=6, main=True)] = 0,
    difficulty: Annotated[int, Param("Difficulty on everything they roll", min=0, max=6, main=True)] = 0,
) -> Rule[Veridia]:
    """Add an effect that lasts some turns of its bearer, and then ends by itself."""
    fight = fighting(s)
    if len(fight.effects) >= 20:
        raise Refused("Twenty effects are enough for one fight.")
    effect = Effect(
        unique_id(name, (e.id for e in fight.effects)), on, name[:60], lasting(s, on, turns), dice, difficulty
    )
    lasts = "1 turn" if turns == 1 else f"{turns} turns"
    yield tell(
        "duration.expire", "{name}: {effect}, for {lasts}.", name=the(s, on).name, effect=effect.name, lasts=lasts
    )
    return s.but(fight=fight.but(effects=(*fight.effects, effect)))


# mounts


def why_not_ridden(s: Veridia, c: Character, beast: Character) -> str | None:
    """The reason why a character cannot get on an animal now, or None."""
    rider = next((x for x in s.characters if x.mount == beast.id), None)
    if rider is not None:
        return f"{c.name} cannot ride {beast.name} now: {rider.name} does."
    if beast.id == c.id or beast.race != "beast" or beast.player or c.prone:
        return f"{c.name} cannot ride {beast.name} now."
    return unable(s, beast)


def mounts(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """All animals that could carry a rider, but none that a player plays."""
    named = whose(s, given)
    beasts = [c for c in s.characters if c.race == "beast" and not c.player and c.id != given.get("who")]
    return tuple(person(s, b, why_not_ridden(s, named[0], b) if len(named) == 1 else None) for b in beasts)


def no_rider(s: Veridia, c: Character) -> str | None:
    return f"{c.name} is an animal." if c.race == "beast" else None


@action("mount.cap", title="Mount or dismount", by=PLAYED, group="Encounter")
def ride(
    s: Veridia,
    who: Annotated[str, Param("Who rides", among=people(cannot_act, no_rider), mine=True, label="who")],
    mount: Annotated[
        str | None, Param("On what; nothing means dismount", among=mounts, label="rides", main=True)
    ] = None,
) -> Rule[Veridia]:
    """Mount an animal, which is on its rider's side from then on, or get down."""
    c = the(s, who)
    must_be_able(s, c)
    if mount is None:
        if not c.mount:
            raise Refused(f"{c.name} is on foot.", "mount")
        yield tell("mount.cap", "{name} gets down from {beast}.", name=c.name, beast=the(s, c.mount).name)
        return put(s, c.but(mount=""))
    beast = the(s, mount)
    why = why_not_ridden(s, c, beast)
    if why:
        raise Refused(why, "mount")
    yield tell("mount.cap", "{name} rides {beast}.", name=c.name, beast=beast.name)
    return put(put(s, beast.but(side=c.side)), c.but(mount=mount))


def riders(s: Veridia) -> tuple[FieldOption, ...]:
    return tuple(person(s, c, unable(s, c)) for c in s.characters if c.mount)


def nobody_rides(s: Veridia) -> str | None:
    return None if riders(s) else "Nobody rides."


@action("mount.scare", "mount.fall", title="The mount takes fright", by="gm", when=nobody_rides, group="Encounter")
def scare_mount(s: Veridia, who: Annotated[str, Param("Whose mount", among=riders, label="rider")]) -> Rule[Veridia]:
    """Frighten a mount. The rider rolls agility and animal handling, and is thrown on a failure."""
    c = the(s, who)
    must_be_able(s, c)
    dice, hard = fright_tally(s, c), hindered(s, c)
    words = "{beast} takes fright. {name} tries to keep the saddle: {pool}{hard}."
    beast = the(s, c.mount).name
    yield tell("mount.scare", words, beast=beast, name=c.name, pool=dice, hard=at_difficulty(hard))
    result = yield from pool(dice.dice, hard, who, "Keep the saddle", s.rulings)
    yield of_roll(result, "mount.scare", "keeps the saddle", "is thrown")
    if works(result):
        yield tell("mount.scare", "{name} keeps the saddle.", name=c.name)
        return s
    yield tell("mount.fall", "{name} is thrown to the ground.", name=c.name)
    return put(s, c.but(mount="", prone=True))


def fright_pool(s: Veridia, c: Character) -> int:
    return fright_tally(s, c).dice


def fright_tally(s: Veridia, c: Character) -> Tally:
    return skill_pool(s, c, "agility", "animal-handling")


ENCOUNTERS = (begin_fight, ambush, join_fight, leave_fight, end_fight, add_effect, ride, scare_mount)
