"""Wounds: barrier, armor and health after a blow, and its consequences."""

from __future__ import annotations

from tablewright.rules import Rule, cites, tell

from . import health
from .attack import Blow
from .state import Veridia, put, the


@cites("defense.barrier", "wear.mark", "health.death", "health.overflow")
def wounded(s: Veridia, target: str, blow: Blow) -> Rule[Veridia]:
    """Apply a blow to barrier, armor and health, with its consequences for the target."""
    t = the(s, target)
    if blow.barrier:
        yield tell("defense.barrier", "{name}'s barrier takes {n}.", name=t.name, n=blow.barrier)
    if blow.wear:
        yield tell("wear.mark", "{name}'s armor is worn by it.", name=t.name)
    suit = t.suit.but(wear=min(40, t.suit.wear + 1)) if blow.wear else t.suit
    return (yield from hurt(put(s, t.but(barrier=t.barrier - blow.barrier, suit=suit)), target, blow.net))


@cites("health.death", "health.zero", "health.levels")
def hurt(s: Veridia, target: str, damage: int) -> Rule[Veridia]:
    """Lose health points, and tell the level they lead to."""
    before = the(s, target)
    if not damage or before.dead:
        return s
    after = health.lose(before, damage)
    s = put(s, after)
    if after.dead:
        yield tell("health.death", "{name} dies.", name=after.name)
    else:
        then, now = health.level(health.most(before), before.health, s.rulings), health.level_now(s, after)
        words = "{name} loses {n} and is {level} now." if then != now else "{name} loses {n} and stays {level}."
        loss = "1 health point" if damage == 1 else f"{damage} health points"
        yield tell("health.levels", words, name=after.name, n=loss, level=now.name.lower())
    return (yield from dismounted(s, target)) if health.unable(s, after) else s


@cites("mount.target")
def dismounted(s: Veridia, mount: str) -> Rule[Veridia]:
    """Put the rider of a mount that is down on foot."""
    for rider in s.characters:
        if rider.mount == mount:
            words = "{mount} is down: {rider} is on foot."
            yield tell("mount.target", words, mount=the(s, mount).name, rider=rider.name)
            s = put(s, rider.but(mount=""))
    return s
