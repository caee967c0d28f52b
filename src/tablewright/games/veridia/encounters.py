"""Encounters: when a fight begins and ends, surprise, mounts that take fright, effects that last."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Outcome, Param, Refused, Rule, action, cites, fresh_id, tell

from .checks import SkillId
from .common import PLAYED
from .contests import contest
from .fight import fighters
from .health import must_be_able, unable
from .rolling import in_words, pool, rank, works
from .skills import hindered, skill_pool
from .state import Character, Effect, Fight, Fighter, Veridia, character_ids, fighter, put, the
from .turns import acting, fighting, lasting, no_fight, pass_on, roll_order, start_fight, without

People = Annotated[tuple[str, ...], Param("Who takes part", among=character_ids)]


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
    """From now on people act in turns: everybody rolls initiative, once for the whole fight."""
    names = ready(s, who)
    yield Outcome("the fight begins", 0, "init.when")
    order = yield from roll_order(s, names)
    yield tell("turn.start", "It is {who}'s turn.", who=the(s, order[0]).name)
    return start_fight(s, order)


@action("surprise.when", "surprise.round", title="Spring an ambush", by="gm", when=a_fight, group="Encounter")
def ambush(
    s: Veridia,
    attackers: Annotated[tuple[str, ...], Param("Who lies in wait", among=character_ids)],
    victims: Annotated[tuple[str, ...], Param("Who walks into it", among=character_ids)],
    skill: SkillId = "alertness",
    hiding: Annotated[bool, Param("A contest against the agility and stealth of the best hidden")] = False,
) -> Rule[Veridia]:
    """Those who fail to notice are caught off guard; the attackers have a round to themselves before initiative."""
    hidden = tuple(name for name in dict.fromkeys(attackers) if unable(s, the(s, name)) is None)
    caught = tuple(name for name in dict.fromkeys(victims) if name not in hidden)
    if not hidden or not caught:
        raise Refused("An ambush needs somebody who lies in wait and somebody who walks into it.")
    ready(s, (*hidden, *caught))
    yield Outcome("the ambush is sprung", 0, "surprise.round")
    surprised = []
    for name in caught:
        c = the(s, name)
        if unable(s, c):
            continue
        if not (yield from notices(s, c, skill, stealthiest(s, hidden) if hiding else None)):
            surprised.append(name)
            yield tell("surprise.when", "{name} is caught off guard.", name=c.name)
    order = tuple(Fighter(name) for name in hidden)
    late = tuple(Fighter(name, over=True, surprised=name in surprised) for name in caught)
    yield tell("surprise.round", "The attackers have this round to themselves.")
    yield tell("turn.start", "It is {who}'s turn.", who=the(s, hidden[0]).name)
    return s.but(fight=Fight((*order, *late), (*hidden, *caught), bonus=True))


def stealthiest(s: Veridia, names: tuple[str, ...]) -> Character:
    """Whoever of them hides best."""
    return max((the(s, name) for name in names), key=lambda c: skill_pool(s, c, "agility", "stealth").dice)


@cites("surprise.when")
def notices(s: Veridia, c: Character, skill: str, hidden: Character | None) -> Rule[bool]:
    """Whether somebody notices an ambush: one success will do, or more of them than whoever hides has."""
    dice = skill_pool(s, c, "perception", skill).dice
    if hidden is None:
        return works((yield from pool(dice, 0, c.id, "Notice the danger", s.rulings)))
    against = skill_pool(s, hidden, "agility", "stealth").dice
    words = ("Notice the danger", "Hide")
    found = yield from contest(dice, against, 0, 0, c.id, hidden.id, *words, s.rulings)
    return found.margin > 0


@action("init.when", title="Join the fight", by="gm", when=no_fight, group="Encounter")
def join_fight(s: Veridia, who: Annotated[str, Param("Who joins", among=character_ids)]) -> Rule[Veridia]:
    """Somebody joins and acts last until initiative is rolled anew."""
    if fighter(s, who):
        raise Refused(f"{the(s, who).name} is in the fight already.")
    must_be_able(s, the(s, who))
    yield tell("init.when", "{name} joins the fight.", name=the(s, who).name)
    fight = fighting(s)
    return s.but(fight=fight.but(order=(*fight.order, Fighter(who)), rolled=(*fight.rolled, who)))


@action("init.when", title="Leave the fight", by="gm", when=no_fight, group="Encounter")
def leave_fight(s: Veridia, who: Annotated[str, Param("Who leaves", among=fighters)]) -> Rule[Veridia]:
    """Somebody is out of the fight."""
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
    """From now on people act in no fixed order again."""
    yield tell("init.free_order", "The fight is over; people act as they agree.")
    return s.but(fight=None)


@action("duration.expire", "duration.one", title="Lasting effect", by="gm", when=no_fight, group="Encounter")
def add_effect(
    s: Veridia,
    on: Annotated[str, Param("On whom", among=fighters)],
    name: Annotated[str, Param("What it is", examples=("blinded by sand", "inspired"))],
    turns: Annotated[int, Param("How many turns of theirs it lasts", min=1, max=20)] = 1,
    dice: Annotated[int, Param("Dice on everything they roll", min=-6, max=6)] = 0,
    difficulty: Annotated[int, Param("Difficulty on everything they roll", min=0, max=6)] = 0,
) -> Rule[Veridia]:
    """Something that lasts some turns of whom it is on, and then ends by itself."""
    fight = fighting(s)
    if len(fight.effects) >= 20:
        raise Refused("Twenty effects are enough for one fight.")
    effect = Effect(
        fresh_id(name, (e.id for e in fight.effects)), on, name[:60], lasting(s, on, turns), dice, difficulty
    )
    lasts = "1 turn" if turns == 1 else f"{turns} turns"
    yield tell(
        "duration.expire", "{name}: {effect}, for {lasts}.", name=the(s, on).name, effect=effect.name, lasts=lasts
    )
    return s.but(fight=fight.but(effects=(*fight.effects, effect)))


# mounts


@action("mount.cap", title="Mount or dismount", by=PLAYED, group="Encounter")
def ride(
    s: Veridia,
    who: Annotated[str, Param("Who rides", among=character_ids, mine=True)],
    mount: Annotated[str | None, Param("On what; nothing means dismount", among=character_ids)] = None,
) -> Rule[Veridia]:
    """Mounts an animal, or gets down."""
    c = the(s, who)
    must_be_able(s, c)
    if mount is None:
        yield tell("mount.cap", "{name} is on foot.", name=c.name)
        return put(s, c.but(mount=""))
    beast = the(s, mount)
    if mount == who or beast.mount or beast.player or any(x.mount == mount for x in s.characters) or c.prone:
        raise Refused(f"{c.name} cannot ride {beast.name} now.")
    must_be_able(s, beast)
    yield tell("mount.cap", "{name} rides {beast}.", name=c.name, beast=beast.name)
    return put(s, c.but(mount=mount))


def riders(s: Veridia) -> tuple[str, ...]:
    return tuple(c.id for c in s.characters if c.mount)


@action("mount.scare", "mount.fall", title="The mount takes fright", by="gm", group="Encounter")
def scare_mount(s: Veridia, who: Annotated[str, Param("Whose mount", among=riders)]) -> Rule[Veridia]:
    """The rider rolls agility and animal handling, and is thrown on a failure."""
    c = the(s, who)
    must_be_able(s, c)
    dice = fright_pool(s, c)
    result = yield from pool(dice, hindered(s, c), who, "Keep the saddle", s.rulings)
    yield Outcome(in_words(result), rank(result), "mount.scare")
    if works(result):
        yield tell("mount.scare", "{name} keeps the saddle.", name=c.name)
        return s
    yield tell("mount.fall", "{name} is thrown to the ground.", name=c.name)
    return put(s, c.but(mount="", prone=True))


def fright_pool(s: Veridia, c: Character) -> int:
    return skill_pool(s, c, "agility", "animal-handling").dice


ENCOUNTERS = (begin_fight, ambush, join_fight, leave_fight, end_fight, add_effect, ride, scare_mount)
