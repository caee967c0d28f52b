"""Headlines: the outcomes of a roll or a blow in a player's words, best first."""

from __future__ import annotations

from tablewright.rules import Outcome

from .attack import Blow
from .exchange import Clash
from .health import goes_down
from .maneuvers import real_damage
from .rolling import Result, count_in_words, match_worth
from .state import Character, Veridia

DOWN, DEAD = 5, 5
"""The weight, in points of health, of taking a fighter out, and of killing them on top."""
KNOCKED_OUT = 100
"""The rank of a knock out, the best result of a blow meant for it."""
WORSE = "gets the worse of it"


# rolls


def of_roll(result: Result, cites: str, good: str = "succeeds", bad: str = "fails") -> Outcome:
    """The headline of a roll. A match is a separate headline only where it may have a side effect (`of_check`)."""
    if result.critical:
        return Outcome("critical failure", -1, cites, group=f"{bad} critically", tone="bad")
    if not result.successes:
        return Outcome("no success", 0, cites, group=bad, tone="bad")
    return Outcome(count_in_words(result.successes), result.successes, cites, group=good, tone="good")


def of_check(result: Result, cites: str) -> Outcome:
    """The headline of a skill: it works or not, perhaps with a match, which points to a side effect."""
    plain = of_roll(result, cites)
    if not match_worth(result.size):
        return plain
    words = f"{count_in_words(result.successes)} and a match"
    return Outcome(words, result.successes, cites, group="succeeds, with a match", tone="great")


def of_contest(margin: int, one: Character, other: Character) -> Outcome:
    """The winner of a contest, and the margin."""
    if not margin:
        return Outcome("nobody wins", 0, "contest.tie", group="nobody wins", tone="even")
    winner = one if margin > 0 else other
    group = f"{winner.name} wins"
    words = f"{group} by {abs(margin)}"
    return Outcome(words, margin, "contest.win", group=group, tone="good" if margin > 0 else "bad")


# blows


def harm(s: Veridia, target: Character, net: int) -> int:
    """The weight of damage past the defences, capped at the blow that kills, plus being down or dead."""
    dies = net > target.health
    down = net > 0 and goes_down(s, target, net)
    return min(net, target.health + 1) + DOWN * down + DEAD * dies


def of_blow(s: Veridia, target: Character, blow: Blow, cites: str = "attack.reduce") -> Outcome:
    """The effect of an attack on its target."""
    if blow.critical:
        return Outcome("critical failure", -0.2, "roll.critical", group="misses", tone="bad")
    if not blow.hit:
        return Outcome("misses", -0.1, "attack.hit", group="misses", tone="bad")
    rank = harm(s, target, blow.net)
    if not blow.net:
        return Outcome("hits without harm", rank, cites, group="hits without harm", tone="even")
    if blow.net > target.health:
        return Outcome(f"kills, with {blow.net} damage", rank, cites, group="kills", tone="great")
    if goes_down(s, target, blow.net):
        return Outcome(f"takes out, with {blow.net} damage", rank, cites, group="takes out", tone="great")
    return Outcome(f"wounds for {blow.net}", rank, cites, group="wounds", tone="good")


def of_knockout(s: Veridia, target: Character, blow: Blow) -> Outcome:
    """A knock out or no effect, unless a match makes the damage real."""
    if not blow.hit:
        return of_blow(s, target, blow)
    if blow.match:
        return of_blow(s, target, blow._replace(net=real_damage(s, blow)), "knockout.match")
    if goes_down(s, target, blow.net):
        return Outcome("knocked out", KNOCKED_OUT, "knockout.check", group="takes out", tone="great")
    return Outcome("shaken off", 0, "knockout.check", group="hits without harm", tone="even")


def of_exchange(s: Veridia, found: Clash, one: Character, other: Character, knock_out: bool) -> Outcome:
    """The attacker's result of an exchange of blows."""
    if not found.winner:
        return Outcome("level: nobody is hit", -0.1, "exchange.cancel", group="misses", tone="bad")
    if found.winner > 0:
        if found.blow is None:
            return of_hold(found.hold.successes if found.hold else 0, "exchange.maneuver")
        return of_knockout(s, other, found.blow) if knock_out else of_blow(s, other, found.blow, "exchange.damage")
    if found.blow is None:
        return Outcome("is taken hold of", -1, "exchange.maneuver", group=WORSE, tone="bad")
    theirs = of_blow(s, one, found.blow)
    done = {"kills": "is killed", "takes out": "is taken out", "wounds": f"is wounded for {found.blow.net}"}
    words = done.get(theirs.group, "is hit without harm")
    return Outcome(words, -0.3 - theirs.worth(), "exchange.damage", group=WORSE, tone="bad")


def of_hold(successes: int, cites: str = "grapple.roll") -> Outcome:
    """The result of a grapple, which holds on one success. Further successes pay for follow-ups."""
    if not successes:
        return Outcome("gets no hold", -0.1, cites, group="gets no hold", tone="bad")
    return Outcome(f"takes hold, {count_in_words(successes)}", successes, cites, group="takes hold", tone="good")
