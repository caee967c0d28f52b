"""Growth: milestones and levels."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, Outcome, Param, Rule, action, cites, rule, tell

from .advantage import Edge, burden, one_die
from .people import STATS, Seeker, Stat
from .seeker_creation import HP_PER_STRENGTH
from .state import Veil, living_ids


@rule("growth.hp")
def growth_hp(who: str, edge: Edge, strength: bool, how: str) -> Rule[int]:
    """Roll the rise in Hit Points, from the formula of creation and Rest: a d6, and 3 if Strength rose."""
    die = (yield from one_die(who, edge, "New Hit Points")) if how != "Strength only" else 0
    return die + (HP_PER_STRENGTH if strength and how != "die only" else 0)


@cites("growth.trigger", "growth.stat")
def level_up(s: Veil, who: str, stat: Stat) -> Rule[Veil]:
    """Raise level and one stat by 1. The new pip is unmarked, and current and full HP rise by the same number."""
    seeker: Seeker = s.seeker(who)
    more = yield from growth_hp(who, burden(s, seeker), stat == "strength", s.rulings.growth)
    yield Outcome(more, None, "growth.hp", unit="Hit Points more")
    stats = seeker.stats.put(stat, seeker.stats.of(stat) + 1)
    words = "{who} is level {n}: {stat} {value}, Hit Points +{more}."
    yield tell(
        "growth.trigger", words, who=seeker.name, n=seeker.level + 1, stat=stat.title(), value=stats.of(stat), more=more
    )
    return s.having(seeker.but(level=seeker.level + 1, stats=stats, hp=seeker.hp + more, full=seeker.full + more))


@action("growth.trigger", "growth.stat", "growth.hp", title="Milestone", by="guide", group="Growth")
def milestone(s: Veil, who: Annotated[str, Param("Which Seeker", among=living_ids, label="Seeker")]) -> Rule[Veil]:
    """Declare a milestone. The Seeker's player picks the stat that rises."""
    seeker = s.seeker(who)
    yield tell("growth.trigger", "{who} has reached a milestone.", who=seeker.name)
    question = "Which stat rises?"
    stat = yield from Choose(who, question, STATS, label=str.title, cites="growth.stat")
    return (yield from level_up(s, who, stat))


ACTIONS = (milestone,)
