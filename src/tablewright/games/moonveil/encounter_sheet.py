"""An encounter in widgets: the Round, the ground, insights, enemies and their Hit Tracks."""

from __future__ import annotations

from collections.abc import Iterable

from tablewright.rules import Viewer, cites
from tablewright.rules.widgets import (
    AnyWidget,
    CardWidget,
    FieldWidget,
    Offer,
    Panel,
    RulerWidget,
    TextWidget,
    TurnOrderWidget,
)

from .blows import WEAPONS
from .hit_track import TOTALS, Lines, lines, zones
from .people import Enemy, Turn
from .places import distance
from .starting_list import working
from .state import Veil


@cites("create.hittrack", "defense.marker")
def hit_track(drawn: Lines, pocket: int) -> RulerWidget:
    """The totals with a line right of Evade and one left of Limit, and the Pocket die on Defense."""
    words = ("miss", in_the_middle(drawn), "critical")
    there = [(word, some) for word, some in zip(words, zones(drawn), strict=True) if some]
    cuts, said = tuple(some[0] for _, some in there[1:]), tuple(word for word, _ in there)
    return RulerWidget("Hit Track", TOTALS[0], TOTALS[-1], cuts, drawn.defense, pocket, said, cites="create.hittrack")


def in_the_middle(drawn: Lines) -> str:
    """The tier of totals between the two lines: a Weak Hit below the die, a Strong one from there on."""
    if drawn.defense >= drawn.limit:
        return "weak hit"
    return "strong hit" if drawn.defense <= drawn.evade + 1 else "weak, strong from the die"


def counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def in_slots(n: int) -> str:
    return counted(n, "slot")


PHASES = {"first": "Seekers who rolled 4 or more", "enemies": "the enemies", "last": "the other Seekers"}


def in_turn(turn: Turn) -> str:
    """Actions and Moves left in a turn, in words."""
    left = [counted(turn.actions, "Action")] * bool(turn.actions) + [counted(turn.moves, "Move")] * bool(turn.moves)
    return f"{' and '.join(left)} left" if left else "done"


@cites("enc.end", "enc.turn")
def encounter_panel(s: Veil, seat: Viewer) -> Panel:
    """The Round in its three phases and what each Seeker has left to do. Without enemies it offers the end."""
    words: list[AnyWidget] = [
        TurnOrderWidget("Round", tuple(PHASES.values()), list(PHASES).index(s.phase), s.round, cites="init.enemies")
    ]
    if not s.foes:
        offer = Offer("end_encounter", {}, "End the encounter") if seat.master else None
        words.append(
            FieldWidget("Nobody stands against you", "the Guide can end the encounter", offer, cites="enc.end")
        )
    for seeker in s.living:
        when = "before" if seeker.turn.first else "after"
        words.append(
            FieldWidget(seeker.name, f"place {seeker.at}, {when} the enemies, {in_turn(seeker.turn)}", cites="enc.turn")
        )
    return Panel("Encounter", (*words, *ground_words(s)))


@cites("obst.hinder", "obst.disadvantage", "obst.bypass")
def ground_words(s: Veil) -> tuple[AnyWidget, ...]:
    """Places where moving is not simple."""
    kinds = (
        ("Difficult ground", s.ground.rough, "obst.hinder"),
        ("Narrow", s.ground.narrow, "obst.disadvantage"),
        ("Room to go around", s.ground.roomy, "obst.bypass"),
        ("Friends hinder", s.ground.crowded, "obst.hinder"),
    )
    return tuple(
        FieldWidget(label, f"at place {in_list(map(str, at))}", cites=cited) for label, at, cited in kinds if at
    )


def in_list(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def insight_words(s: Veil) -> tuple[AnyWidget, ...]:
    names = {enemy.id: enemy.name for enemy in s.enemies}
    what = {"advantage": "An Advantage over", "relief": "No longer a Disadvantage:"}
    return tuple(
        TextWidget(f"{what[insight.kind]} {names.get(insight.of, insight.of)}", "good", cites="deduction.effect")
        for insight in s.insights
    )


@cites("move.measure", "move.nearby")
def in_moves(s: Veil, enemy: Enemy, seat: Viewer) -> str:
    """The place of an enemy, and for a player its distance from their Seeker."""
    mine = next((seeker for seeker in s.living if seeker.id in seat.plays), None)
    if mine is None or not s.fighting:
        return f"at place {enemy.at}"
    away = distance(mine, enemy)
    return f"at place {enemy.at}, {counted(away, 'Move') + ' away' if away else 'nearby'}"


def enemy_word(s: Veil, enemy: Enemy, seat: Viewer) -> CardWidget:
    drawn = lines(s, enemy)
    numbers = f"Evade {drawn.evade}, Defense {drawn.defense}, Limit {drawn.limit}; Pocket {enemy.pocket}"
    state = f"{enemy.hp} of {enemy.full} HP" if enemy.alive else "fallen"
    if enemy.alive:
        state += f", {in_moves(s, enemy, seat)}" + (", asleep" if enemy.asleep else "")
        state += f", in a {enemy.position} position" if enemy.position != "even" else ""
        state += (", busy" if enemy.busy else "") + (", in the way" if s.fighting and enemy.bars else "")
        state += ", hidden: only you know of it" if enemy.hidden else ""
    weapon = "".join(f" · {what}" for what in bearing(enemy))
    offer = Offer("enemy_strikes", {"enemy": enemy.id}, "Attack") if seat.master and enemy.alive else None
    note = f" · {enemy.note}" if enemy.note else ""
    return CardWidget(enemy.name, numbers + weapon + note, state, offer, cites="attack.enemy-stats")


@cites("enemy.gear", "enemy.magic")
def bearing(enemy: Enemy) -> tuple[str, ...]:
    """The weapon and gear of an enemy, and the magic it has left."""
    found = [WEAPONS[enemy.weapon]] if enemy.weapon != "plain" else []
    found += ["under Dawn Arm: +d6"] if enemy.dawn else []
    found += ["Shield: +1 Evade while the Pocket shows 4 or more"] if enemy.shield else []
    found += ["Cloak: may reroll its Pocket on a Move"] if enemy.cloak else []
    found += [f"takes {enemy.armor} less damage"] if enemy.armor else []
    known = [working(magic.id).name for magic in enemy.magic if not magic.lost]
    return (*found, f"knows {in_list(known)}") if known else tuple(found)
