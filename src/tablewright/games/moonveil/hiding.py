"""Hidden enemies: the Guide alone knows of them, until they show themselves."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import EVERYONE, FieldOption, Param, Rule, action, cites, tell

from .hit_track import lines
from .people import Enemy, Seeker
from .state import Veil

GUIDE = ("guide",)


@cites("enemy.hidden")
def who_hears(one: Seeker | Enemy) -> tuple[str, ...]:
    """The audience for news of a creature: the Guide alone while it is hidden, else everyone."""
    return GUIDE if isinstance(one, Enemy) and one.hidden else EVERYONE


@cites("enemy.hidden")
def without_hidden(s: Veil) -> Veil:
    """The table as the Seekers know it: no hidden enemy, and nothing that points to one."""
    hidden = {enemy.id for enemy in s.enemies if enemy.hidden}
    if not hidden:
        return s
    return s.but(
        enemies=tuple(enemy for enemy in s.enemies if enemy.id not in hidden),
        insights=tuple(insight for insight in s.insights if insight.of not in hidden),
        seekers=tuple(x.but(past=tuple(id for id in x.past if id not in hidden)) for x in s.seekers),
    )


def numbered(s: Veil, words: str, hidden: bool = False) -> str:
    """A name that no other enemy has, with a number if needed.

    Hidden enemies count only for another hidden one, or the numbers would reveal them.
    """
    taken = {enemy.name for enemy in s.enemies if hidden or not enemy.hidden}
    n, name, bare = 1, words, words.rstrip(" 0123456789") or words
    while name in taken:
        n += 1
        name = f"{bare} {n}"
    return name


@cites("enemy.hidden", "attack.enemy-stats")
def shown(s: Veil, id: str) -> Rule[Veil]:
    """The table after an enemy has come out of hiding, if it was hidden."""
    foe = s.enemy(id)
    if not foe.hidden:
        return s
    others = s.but(enemies=tuple(enemy for enemy in s.enemies if enemy.id != id))
    foe = foe.but(hidden=False, name=numbered(others, foe.name))
    drawn = lines(s, foe)
    yield tell(
        "enemy.hidden",
        "{name} comes out of hiding: Evade {evade}, Defense {defense}, Limit {limit}.",
        name=foe.name,
        evade=drawn.evade,
        defense=drawn.defense,
        limit=drawn.limit,
    )
    return s.having(foe)


def lurking(s: Veil) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(foe.id, foe.name, f"at {foe.at}") for foe in s.standing if foe.hidden)


def nobody_hides(s: Veil) -> str | None:
    return None if lurking(s) else "no enemy is hidden."


@action(
    "enemy.hidden",
    title="Reveal an enemy",
    by="guide",
    instant=True,
    when=nobody_hides,
    group="Enemies",
    late="Not in the middle of that: what has been rolled already would no longer fit. Reveal it when that is done.",
)
def reveal_enemy(s: Veil, enemy: Annotated[str, Param("Which", among=lurking)]) -> Rule[Veil]:
    """Show a hidden enemy to everyone."""
    return (yield from shown(s, enemy))


ACTIONS = (reveal_enemy,)
