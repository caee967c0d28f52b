"""Rolls of skills: the example uses and any other pairing, contests called by either side, rolls skipped at leisure."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Choose, Outcome, Param, Refused, Rule, action, cites, tell

from .common import PLAYED
from .contests import contest
from .fight import Advantage, Hardness
from .health import must_be_able
from .rolling import MATCHES, Result, at_difficulty, automatic, from_set, in_words, match_worth, pool, rank
from .skills import basic_skills, hindered, known_skills, skill_name, skill_pool, uses
from .state import Character, Veridia, character_ids, fighter, the
from .turns import must_act_now, settle_turn, spend_main

Attribute = Literal[
    "agility", "constitution", "reaction", "strength", "charisma", "intuition", "perception", "persuasion"
]


def all_skills(s: Veridia) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*basic_skills(), *(skill for c in s.characters for skill in known_skills(c)))))


Roller = Annotated[str, Param("Who rolls", among=character_ids, mine=True)]
Use = Annotated[str, Param("What for", among=lambda _: tuple(uses()))]
SkillId = Annotated[str, Param("Which skill", among=all_skills)]


@cites("roll.pool", "pool.who", "diff.meaning", "concurrent.split")
def checked(
    s: Veridia,
    c: Character,
    attribute: str,
    skill: str,
    advantage: int,
    difficulty: int,
    why: str,
    kept: int | None = None,
) -> Rule[Result]:
    """One roll of attribute and skill, told with what its pool is made of; or of the dice kept for it in a set."""
    dice = skill_pool(s, c, attribute, skill, [(advantage, "circumstances")]) if kept is None else from_set(kept)
    hard = difficulty + hindered(s, c)
    words = "{name}, {why}: {pool}{hard}."
    yield tell("skill.roll", words, name=c.name, why=why, pool=dice, hard=at_difficulty(hard))
    if not dice.dice:
        yield tell("pool.zero", "Nothing is rolled: it fails.")
    return (yield from pool(dice.dice, hard, c.id, why.capitalize(), s.rulings))


@cites("roll.match.side_effect", "roll.critical.effect", "roll.match.meaning")
def told(c: Character, result: Result) -> Rule[None]:
    """A match or a critical failure is pointed out: what it brings about is the game master's to say."""
    if result.critical:
        words = "{name} fails critically: the game master may let something bad happen."
        yield tell("roll.critical.effect", words, name=c.name)
    elif match_worth(result.size):
        words = "A {size} match of {face}: a side effect, if a rule or the game master knows one."
        yield tell("roll.match.side_effect", words, size=MATCHES.get(result.size, "large"), face=result.face)


def as_action(s: Veridia, who: str) -> Rule[tuple[Veridia, int | None]]:
    """In a fight a roll of one's own is the turn's main action, or what was set aside for it in a concurrent set."""
    if fighter(s, who) is None:
        must_be_able(s, the(s, who))
        return s, None
    must_act_now(s, who)
    return (yield from spend_main(s, who, "skill"))


@action("skill.roll", "skill.list", "skill.untrained", "roll.pool", title="Use a skill", by=PLAYED, group="Rolls")
def use_skill(s: Veridia, who: Roller, use: Use, advantage: Advantage = 0, difficulty: Hardness = 0) -> Rule[Veridia]:
    """Rolls one of the listed uses of a skill."""
    attribute, skill = uses()[use]
    return (yield from _roll(s, who, attribute, skill, advantage, difficulty, use))


@action("skill.free_pairing", "pool.who", title="Roll attribute and skill", by=PLAYED, group="Rolls")
def roll_skill(
    s: Veridia,
    who: Roller,
    attribute: Annotated[Attribute, Param("Which attribute")],
    skill: SkillId,
    advantage: Advantage = 0,
    difficulty: Hardness = 0,
) -> Rule[Veridia]:
    """Rolls any attribute with any skill, as the table sees fit."""
    name = skill_name(the(s, who), skill).lower()
    return (yield from _roll(s, who, attribute, skill, advantage, difficulty, f"{attribute} and {name}"))


def _roll(s: Veridia, who: str, attribute: str, skill: str, advantage: int, difficulty: int, why: str) -> Rule[Veridia]:
    s, kept = yield from as_action(s, who)
    c = the(s, who)
    result = yield from checked(s, c, attribute, skill, advantage, difficulty, why, kept)
    yield Outcome(in_words(result), rank(result), "diff.succeed")
    yield from told(c, result)
    return (yield from settle_turn(s, who))


def pressing(s: Veridia) -> str | None:
    return "In a fight everything is rolled." if s.fight else None


@action("auto.when", "auto.count", "auto.no_match", title="Skip a roll", by=PLAYED, when=pressing, group="Rolls")
def skip_roll(s: Veridia, who: Roller, use: Use, advantage: Advantage = 0, difficulty: Hardness = 0) -> Rule[Veridia]:
    """At leisure and with the game master's leave: a quarter of the pool in successes, without rolling."""
    c = the(s, who)
    must_be_able(s, c)
    leave = yield from Choose("gm", "Nothing is pressing: skip this roll?", (True, False), cites="auto.when")
    if not leave:
        yield tell("auto.when", "{name} has to roll for it.", name=c.name)
        return s
    dice = skill_pool(s, c, *uses()[use], [(advantage, "circumstances")])
    result = automatic(dice.dice, difficulty + hindered(s, c), s.rulings)
    yield Outcome(in_words(result), rank(result), "auto.count")
    words = "{name}, {use}, without rolling: {pool}, {result}."
    yield tell("auto.count", words, name=c.name, use=use, pool=dice, result=in_words(result))
    return s


@action("contest.start", "contest.roll", "contest.win", "contest.tie", title="Call a contest", by=PLAYED, group="Rolls")
def call_contest(
    s: Veridia,
    who: Roller,
    use: Use,
    other: Annotated[str, Param("Against whom", among=character_ids)],
    other_use: Annotated[str, Param("With what they oppose it", among=lambda _: tuple(uses()))],
    advantage: Advantage = 0,
    difficulty: Hardness = 0,
) -> Rule[Veridia]:
    """Either side may call it: both roll, and whoever has a success left wins."""
    if who == other:
        raise Refused("A contest is with somebody else.")
    must_be_able(s, the(s, other))
    s, kept = yield from as_action(s, who)
    a, b = the(s, who), the(s, other)
    own = skill_pool(s, a, *uses()[use], [(advantage, "circumstances")])
    mine = own if kept is None else from_set(kept)
    theirs = skill_pool(s, b, *uses()[other_use])
    found = yield from contest(
        mine.dice,
        theirs.dice,
        difficulty + hindered(s, a),
        hindered(s, b),
        a.id,
        b.id,
        use.capitalize(),
        other_use.capitalize(),
        s.rulings,
        True,
    )
    for c, failed in ((a, found.fumbled), (b, found.other_fumbled)):
        yield from told(c, Result(0, critical=failed))
    winner = a if found.margin > 0 else b
    if found.margin:
        yield Outcome(f"{winner.name} by {abs(found.margin)}", found.margin, "contest.win")
        yield tell("contest.win", "{name} wins: {result}.", name=winner.name, result=in_words(found.winning))
    else:
        yield Outcome("level", 0, "contest.tie")
        yield tell("contest.tie", "Nobody wins: all stays as it is.")
    return (yield from settle_turn(s, who))


CHECKS = (use_skill, roll_skill, skip_roll, call_contest)
