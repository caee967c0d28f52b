"""Rolls of skills: example uses and other pairings, contests called by either side, rolls skipped at leisure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cites, tell

from .attributes import ATTRIBUTES
from .choices import Given, cannot_act, no_main_action, not_now_if_fighting, others, people, whose
from .common import PLAYED
from .contests import contest
from .fight import Advantage, Harder
from .health import must_be_able
from .outcomes import of_check, of_contest
from .rolling import MATCHES, Result, Tally, at_difficulty, automatic, from_set, in_words, match_worth, pool
from .skills import (
    basic_skills,
    counted,
    hindered,
    known_skills,
    many_pools,
    own_uses,
    skill_name,
    skill_names,
    skill_pool,
    uses,
    uses_of,
)
from .state import Character, Veridia, fighter, the
from .turns import must_act_now, settle_turn, spend_main

Attribute = Literal[
    "agility", "constitution", "reaction", "strength", "charisma", "intuition", "perception", "persuasion"
]
Picks = Callable[[Veridia, Given], tuple[FieldOption, ...]]


def uses_for(field: str) -> Picks:
    """Uses of skills, with the dice of the character named before, best first."""

    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        named = whose(s, given, field)
        if len(named) != 1:
            own = {use: pair for c in named for use, pair in own_uses(c).items()}
            return tuple(FieldOption(use) for use in (*uses(), *own))
        (c,) = named
        those, names = uses_of(c), skill_names(c)
        pools = many_pools(s, c, those.values())
        return tuple(
            FieldOption(use, use, f"{pools[pair]} dice: {pair[0]} and {names[pair[1]].lower()}")
            for use, pair in sorted(those.items(), key=lambda found: -pools[found[1]])
        )

    return found


def attributes_of(field: str) -> Picks:
    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        named = whose(s, given, field)
        return tuple(FieldOption(a, a, str(named[0].of(a)) if len(named) == 1 else "") for a in ATTRIBUTES)

    return found


def skills_of(field: str) -> Picks:
    """All skills with their present levels, the learned ones first."""

    def found(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
        named = whose(s, given, field)
        if len(named) > 1:
            names = dict(basic_skills()) | {x.id: x.name for c in named for x in c.skills}
            return tuple(FieldOption(id, name) for id, name in names.items())
        (c,) = named
        levels = {id: counted(s, c, id) for id in known_skills(c)}
        order = sorted(levels, key=lambda id: -levels[id])
        return tuple(
            FieldOption(id, skill_name(c, id), f"level {levels[id]}" if levels[id] else "untrained") for id in order
        )

    return found


Roller = Annotated[str, Param("Who rolls", among=people(cannot_act), mine=True, label="who")]
Actor = Annotated[
    str, Param("Who rolls", among=people(not_now_if_fighting, no_main_action("skill")), mine=True, label="who")
]
Use = Annotated[str, Param("A listed use of a skill, or one of one's own", among=uses_for("who"), label="to do what")]
SkillId = Annotated[str, Param("Which skill", among=skills_of("who"), label="skill")]
Opponent = Annotated[str, Param("Against whom", among=others("who", cannot_act), label="against")]
TheirDice = Annotated[
    int, Param("Dice more or less for the other side", min=-6, max=6, label="their dice by circumstances")
]
TheirHarder = Annotated[
    int, Param("Difficulty for the other side, as the game master says", min=0, max=6, label="their added difficulty")
]


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
    """Roll attribute and skill, or the dice set aside in a concurrent set, and tell the parts of the pool."""
    dice = skill_pool(s, c, attribute, skill, [(advantage, "circumstances")]) if kept is None else from_set(kept)
    hard = difficulty + hindered(s, c)
    words = "{name}, {why}: {pool}{hard}."
    yield tell("skill.roll", words, name=c.name, why=why, pool=dice, hard=at_difficulty(hard))
    if not dice.dice:
        yield tell("pool.zero", "Nothing is rolled: it fails.")
    return (yield from pool(dice.dice, hard, c.id, why.capitalize(), s.rulings))


@cites("roll.match.side_effect", "roll.critical.effect", "roll.match.meaning")
def told(c: Character, result: Result) -> Rule[None]:
    """Point out a match or a critical failure. The game master decides what it brings about."""
    if result.critical:
        words = "{name} fails critically: the game master may let something bad happen."
        yield tell("roll.critical.effect", words, name=c.name)
    elif match_worth(result.size):
        words = "A {size} match of {face}: a side effect, if a rule or the game master knows one."
        yield tell("roll.match.side_effect", words, size=MATCHES.get(result.size, "large"), face=result.face)


def as_action(s: Veridia, who: str) -> Rule[tuple[Veridia, int | None]]:
    """Spend the turn's main action on a roll in a fight, or return the dice set aside for it in a concurrent set."""
    if fighter(s, who) is None:
        must_be_able(s, the(s, who))
        return s, None
    must_act_now(s, who)
    return (yield from spend_main(s, who, "skill"))


@action("skill.roll", "skill.list", "skill.untrained", "roll.pool", title="Use a skill", by=PLAYED, group="Rolls")
def use_skill(s: Veridia, who: Actor, use: Use, advantage: Advantage = 0, difficulty: Harder = 0) -> Rule[Veridia]:
    """Roll a listed use of a skill, or one of your own."""
    return (yield from _roll(s, who, *pair_of(s, who, use), advantage, difficulty, use))


def pair_of(s: Veridia, who: str, use: str) -> tuple[str, str]:
    """The attribute and the skill of a use. Refused for a skill only another character has."""
    c = the(s, who)
    if use not in uses_of(c):
        raise Refused(f"{c.name} has no skill of that name: {use}.", "use")
    return uses_of(c)[use]


def known(s: Veridia, who: str, skill: str) -> str:
    """The name of a skill this character can roll."""
    c = the(s, who)
    if skill not in known_skills(c):
        raise Refused(f"{c.name} has no skill of that name.", "skill")
    return skill_name(c, skill).lower()


@action("skill.free_pairing", "pool.who", title="Roll attribute and skill", by=PLAYED, group="Rolls")
def roll_skill(
    s: Veridia,
    who: Actor,
    attribute: Annotated[Attribute, Param("Which attribute", among=attributes_of("who"))],
    skill: SkillId,
    advantage: Advantage = 0,
    difficulty: Harder = 0,
) -> Rule[Veridia]:
    """Roll any attribute with any skill, as the table sees fit."""
    why = f"{attribute} and {known(s, who, skill)}"
    return (yield from _roll(s, who, attribute, skill, advantage, difficulty, why))


def _roll(s: Veridia, who: str, attribute: str, skill: str, advantage: int, difficulty: int, why: str) -> Rule[Veridia]:
    s, kept = yield from as_action(s, who)
    c = the(s, who)
    result = yield from checked(s, c, attribute, skill, advantage, difficulty, why, kept)
    yield of_check(result, "diff.succeed")
    yield from told(c, result)
    return (yield from settle_turn(s, who))


def pressing(s: Veridia) -> str | None:
    return "In a fight everything is rolled." if s.fight else None


@action("auto.when", "auto.count", "auto.no_match", title="Skip a roll", by=PLAYED, when=pressing, group="Rolls")
def skip_roll(s: Veridia, who: Roller, use: Use, advantage: Advantage = 0, difficulty: Harder = 0) -> Rule[Veridia]:
    """Take a quarter of the pool in successes without rolling, at leisure and with the game master's leave."""
    c = the(s, who)
    must_be_able(s, c)
    dice = skill_pool(s, c, *pair_of(s, who, use), [(advantage, "circumstances")])
    hard = difficulty + hindered(s, c)
    result = automatic(dice.dice, hard, s.rulings)
    question = f"Nothing is pressing: may {c.name} skip the roll to {use}? It comes to {in_words(result)}."
    leave = yield from Choose("gm", question, (True, False), cites="auto.when")
    if not leave:
        yield tell("auto.when", "{name} has to roll for it.", name=c.name)
        return s
    yield of_check(result, "auto.count")
    words = "{name}, {use}, without rolling: {pool}{hard}, {result}."
    yield tell("auto.count", words, name=c.name, use=use, pool=dice, hard=at_difficulty(hard), result=in_words(result))
    return s


@action("contest.start", "contest.roll", "contest.win", "contest.tie", title="Call a contest", by=PLAYED, group="Rolls")
def call_contest(
    s: Veridia,
    who: Actor,
    use: Use,
    other: Opponent,
    other_use: Annotated[str, Param("With what they oppose it", among=uses_for("other"), label="they")],
    advantage: Advantage = 0,
    difficulty: Harder = 0,
    other_advantage: TheirDice = 0,
    other_difficulty: TheirHarder = 0,
) -> Rule[Veridia]:
    """Call a contest, from either side. Both roll, and the side with a success left wins."""
    mine = Side(who, *pair_of(s, who, use), use, advantage, difficulty)
    theirs = Side(other, *pair_of(s, other, other_use), other_use, other_advantage, other_difficulty)
    return (yield from contested(s, mine, theirs))


@action("contest.start", "skill.free_pairing", title="Contest of any two skills", by=PLAYED, group="Rolls")
def contest_skills(
    s: Veridia,
    who: Actor,
    attribute: Annotated[Attribute, Param("Which attribute", among=attributes_of("who"))],
    skill: SkillId,
    other: Opponent,
    other_attribute: Annotated[Attribute, Param("Their attribute", among=attributes_of("other"))],
    other_skill: Annotated[str, Param("Their skill", among=skills_of("other"))],
    advantage: Advantage = 0,
    difficulty: Harder = 0,
    other_advantage: TheirDice = 0,
    other_difficulty: TheirHarder = 0,
) -> Rule[Veridia]:
    """Call a contest in which each side rolls any attribute with any skill."""
    mine = f"{attribute} and {known(s, who, skill)}"
    theirs = f"{other_attribute} and {known(s, other, other_skill)}"
    one = Side(who, attribute, skill, mine, advantage, difficulty)
    return (
        yield from contested(
            s, one, Side(other, other_attribute, other_skill, theirs, other_advantage, other_difficulty)
        )
    )


class Side(NamedTuple):
    """A side of a contest: the character, the pairing and the circumstances."""

    who: str
    attribute: str
    skill: str
    use: str
    advantage: int = 0
    difficulty: int = 0


@cites("contest.roll", "contest.difficulty", "pool.advantage", "pool.disadvantage")
def contested(s: Veridia, one: Side, other: Side) -> Rule[Veridia]:
    """Roll for both, each with their help and hindrances."""
    if one.who == other.who:
        raise Refused("A contest is with somebody else.", "other")
    must_be_able(s, the(s, other.who))
    s, kept = yield from as_action(s, one.who)
    a, b = the(s, one.who), the(s, other.who)
    mine = pool_of(s, one) if kept is None else from_set(kept)
    theirs = pool_of(s, other)
    hard, hard_other = one.difficulty + hindered(s, a), other.difficulty + hindered(s, b)
    yield tell(
        "contest.roll",
        "{name}, {use}: {pool}{hard}, against {other}, {other_use}: {theirs}{hard_other}.",
        name=a.name,
        use=one.use,
        pool=mine,
        hard=at_difficulty(hard),
        other=b.name,
        other_use=other.use,
        theirs=theirs,
        hard_other=at_difficulty(hard_other),
    )
    whys = (one.use.capitalize(), other.use.capitalize())
    found = yield from contest(
        mine.dice, theirs.dice, hard, hard_other, a.id, b.id, *whys, rulings=s.rulings, fumbles=True
    )
    for c, failed in ((a, found.fumbled), (b, found.other_fumbled)):
        yield from told(c, Result(0, critical=failed))
    winner = a if found.margin > 0 else b
    yield of_contest(found.margin, a, b)
    if found.margin:
        yield tell("contest.win", "{name} wins: {result}.", name=winner.name, result=in_words(found.winning))
    else:
        yield tell("contest.tie", "Nobody wins: all stays as it is.")
    return (yield from settle_turn(s, one.who))


def pool_of(s: Veridia, side: Side) -> Tally:
    return skill_pool(s, the(s, side.who), side.attribute, side.skill, [(side.advantage, "circumstances")])


CHECKS = (use_skill, roll_skill, skip_roll, call_contest, contest_skills)
