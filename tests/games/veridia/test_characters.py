"""Skills, specialties, traits and assets."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.assets import PARTS
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import TEMPLATES, opponent
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.skills import LABELS, USES, basic_skills, out_of_range, uses
from tablewright.games.veridia.specialties import (
    BRANCHES,
    PATHS,
    WAYS,
    highest,
    pool_most,
    recovered,
    usable_ways,
    ways_most,
)
from tablewright.games.veridia.specialties import out_of_range as spec_out_of_range
from tablewright.games.veridia.state import Specialty, Trait
from tablewright.games.veridia.traits import usable

from .learning import buy, learner, spent
from .people import act, chance, dice_of, person, refused, rows, ruled, table

F = Fraction


@pytest.mark.example("skill.roll", 0)
@pytest.mark.example("skill.untrained", 0, 1)
@pytest.mark.example("skill.list", 0)
@pytest.mark.example("skill.free_pairing", 0)
def test_a_pool_is_attribute_and_skill() -> None:
    """3 + 4 is 7. Untrained is the attribute alone. Any pairing can be rolled."""
    s = table(person(strength=3, agility=3, intuition=3, constitution=1, skills={"melee": 4, "sleight-of-hand": 2}))
    assert dice_of(s, "use_skill", who="ada", use="strike with a melee weapon") == 7
    assert dice_of(s, "use_skill", who="ada", use="move unnoticed") == 3
    assert dice_of(s, "use_skill", who="ada", use="pick a lock") == 5
    assert dice_of(s, "roll_skill", who="ada", attribute="constitution", skill="athletics") == 1
    assert chance(1, works) == F(1, 3)


@pytest.mark.example("skill.list", 1, 2, 3)
def test_the_list_of_skills_and_their_uses() -> None:
    """36 skills and 90 uses, each with its attribute, and each offered as an action."""
    listed = [(name, use, attribute) for name, those in USES.items() for use, attribute in those.items()]
    assert listed == [tuple(row.values()) for row in rows("skill.list")]
    assert (len(basic_skills()), len(listed)) == (36, 90)
    assert uses()["climb"] == ("strength", "athletics")
    assert uses()["swim"] == ("agility", "athletics")
    field = next(f for f in GAME.action("use_skill").fields if f.name == "use")
    assert field.choices(table()) == tuple(uses())


@pytest.mark.example("skill.range", 0)
@pytest.mark.example("skill.labels", 0)
def test_skills_go_from_none_to_seven() -> None:
    """5 is expert. 8 is refused."""
    assert dict(enumerate(LABELS)) == {row["value"]: row["label"] for row in rows("skill.labels")}
    assert LABELS[5] == "expert"
    assert out_of_range(person(skills={"law": 8})) is not None
    assert "up to 7" in refused(table(buy(learner(), "law", 7)), "advance", who="ada", point="law")


@pytest.mark.example("skill.custom", 0)
def test_a_new_skill_is_like_any_other() -> None:
    """Glassblowing: range and price of any skill, and it can be rolled."""
    c = act(table(learner()), "add_skill", name="Glassblowing", who="ada").c("ada")
    c = buy(c, "glassblowing", 7)
    assert spent(c) == 28
    assert "up to 7" in refused(table(c), "advance", who="ada", point="glassblowing")
    assert dice_of(table(c), "roll_skill", who="ada", attribute="agility", skill="glassblowing") == 8


@pytest.mark.example("spec.training", 0)
def test_training_is_for_the_table_to_judge() -> None:
    """The program checks range, cap and price, and nothing else."""
    c = buy(buy(learner(), "arcana", 2), "white")
    assert c.special("white") == 1


@pytest.mark.example("spec.range", 0, 1)
@pytest.mark.example("spec.pool", 0)
def test_a_specialty_goes_from_one_to_five_and_opens_a_pool() -> None:
    """The first branch brings Mana. Six is too much, and an unlearned one has no level."""
    c = buy(learner(), "arcana", 7)
    assert (c.special("white"), pool_most(c, "mana"), c.mana) == (0, 0, 0)
    c = buy(c, "white")
    assert (pool_most(c, "mana"), c.mana) == (9, 9)
    c = buy(c, "white", 4)
    assert "5 at most" in refused(table(c), "advance", who="ada", point="white")
    assert spec_out_of_range(c.but(specialties=(Specialty("white", 6),))) is not None


@pytest.mark.exercises("spec.no_roll")
def test_pools_are_spent_as_the_table_says() -> None:
    """Points are subtracted, the spell is announced, and spending more points than there are is refused."""
    c = buy(buy(learner(), "arcana", 2), "white")
    done = act(table(c), "spend_resource", who="ada", resource="mana", points=3, what="a light")
    assert done.c("ada").mana == c.mana - 3
    assert done.said("spends 3 Mana: a light")
    assert "has 4 Mana" in refused(table(c), "spend_resource", who="ada", resource="mana", points=5)


@pytest.mark.example("spec.pool.recover", 0, 1, 2)
@pytest.mark.example("spec.pool.disrupted", 0, 1)
def test_rest_gives_back_half_the_pool() -> None:
    """Rounded up and never above the maximum. Disturbed, half of that."""
    assert [recovered(most, left, False, LEDGER) for most, left in ((9, 2), (9, 7), (8, 0))] == [7, 9, 4]
    assert [recovered(most, 0, True, LEDGER) for most in (9, 8, 5, 2, 1, 0)] == [3, 2, 2, 1, 1, 0]
    down = ruled(disturbed_rest="down")
    assert [recovered(most, 0, True, down) for most in (9, 8, 5, 2, 1, 0)] == [2, 2, 1, 0, 0, 0]
    c = buy(buy(learner(), "arcana", 7), "white").but(mana=2)
    assert act(table(c), "rest", who=["ada"]).c("ada").mana == 7
    assert act(table(c.but(mana=0)), "rest", who=["ada"], disturbed=True).c("ada").mana == 3


@pytest.mark.example("magic.cap", 0, 1, 2)
@pytest.mark.parametrize(("arcana", "most_level"), [(4, 3), (1, 0), (7, 5)])
def test_a_branch_stays_below_arcana(arcana: int, most_level: int) -> None:
    """Arcana 4 allows 3, arcana 1 nothing, arcana 7 the 5 of any specialty."""
    c = buy(learner(), "arcana", arcana)
    assert highest(c, "grey") == most_level
    if most_level:
        c = buy(c, "grey", most_level)
    assert f"{most_level} at most" in refused(table(c), "advance", who="ada", point="grey")


@pytest.mark.example("magic.mana", 0, 1, 2)
@pytest.mark.example("way.fervor", 0)
@pytest.mark.example("path.focus", 0, 1)
def test_what_the_pools_hold() -> None:
    """Twice the highest level, and arcana, integrity or intuition."""
    c = buy(learner(), "arcana", 4)
    assert pool_most(buy(buy(c, "white", 2), "grey", 3), "mana") == 10
    assert pool_most(buy(c, "arcana"), "mana") == 0
    assert pool_most(buy(buy(c, "arcana", 3), "black", 5), "mana") == 17
    knight = buy(buy(buy(learner(), "integrity", 4), "blood", 2), "sun")
    assert pool_most(knight, "fervor") == 8
    artist = buy(buy(buy(buy(learner(), "courage", 2), "intuition"), "feral", 3), "myth")
    assert pool_most(artist, "focus") == 8
    assert pool_most(learner(), "focus") == 0


@pytest.mark.example("magic.list", 0)
@pytest.mark.example("way.list", 0)
@pytest.mark.example("path.list", 0)
def test_the_lists_of_specialties() -> None:
    """Seven branches, six ways, three paths."""
    assert {k.capitalize(): v for k, v in BRANCHES.items()} == {r["branch"]: r["field"] for r in rows("magic.list")}
    assert {k.capitalize(): v for k, v in WAYS.items()} == {r["way"]: r["hope_in"] for r in rows("way.list")}
    paths = {k.capitalize(): (f"{cap} + 1", theme) for k, (cap, theme) in PATHS.items()}
    assert paths == {r["path"]: (r["cap"], r["theme"]) for r in rows("path.list")}
    assert (len(BRANCHES), len(WAYS), len(PATHS)) == (7, 6, 3)


@pytest.mark.example("way.cap", 0, 1, 2)
def test_all_ways_together_stay_below_integrity() -> None:
    """Integrity 5 allows 4, integrity 1 none. Blood 2 and sun 2 need 5."""
    assert ways_most(learner(integrity=5)) == 4
    assert "come to 0 at most" in refused(table(learner(integrity=1)), "advance", who="ada", point="blood")
    c = buy(buy(learner(integrity=4), "blood", 2), "sun")
    assert "come to 3 at most" in refused(table(c), "advance", who="ada", point="sun")


@pytest.mark.example("way.loss", 0, 1)
@pytest.mark.example("way.fervor", 1)
def test_lost_integrity_suspends_the_latest_way() -> None:
    """Blood 1, blood 2, sun 1 at integrity 4: at 3 sun is suspended, at 4 it is back."""
    c = buy(buy(learner(integrity=4), "blood", 2), "sun").but(creating=False)
    trait = Trait("dawn", "Dawn", needs="sun", needs_level=1)
    fallen = act(table(c), "change_integrity", who="ada", by=-1)
    assert fallen.said("Ada cannot use the way of the sun at 1")
    lower = fallen.c("ada")
    assert usable_ways(lower) == {"blood": 2}
    assert not usable(lower, trait)
    assert (pool_most(lower, "fervor"), lower.fervor) == (7, 7)
    back = act(fallen.state, "change_integrity", who="ada", by=1).c("ada")
    assert usable_ways(back) == {"blood": 2, "sun": 1}
    assert usable(back, trait)


@pytest.mark.example("path.feral.cap", 0, 1)
@pytest.mark.example("path.devil.cap", 0)
@pytest.mark.example("path.myth.cap", 0)
def test_paths_are_capped_by_what_they_grow_from() -> None:
    """Courage, persuasion and perception, one above each, and five at most."""
    assert highest(person().but(courage=2), "feral") == 3
    assert highest(person().but(courage=5), "feral") == 5
    assert highest(person(persuasion=1), "devil") == 2
    assert highest(person(perception=3), "myth") == 4
    c = buy(learner(), "devil", 2)
    assert "2 at most" in refused(table(c), "advance", who="ada", point="devil")


@pytest.mark.example("trait.record", 0)
@pytest.mark.example("trait.custom", 0)
@pytest.mark.example("xp.trait", 0)
def test_traits_are_records_with_a_price() -> None:
    """Night eyes for 8, and a trait the player wrote for 10."""
    s = table(person().but(experience=20))
    done = act(s, "add_trait", who="ada", name="Night eyes", text="Sees in the dark.", cost=8)
    assert done.c("ada").experience == 12
    assert done.c("ada").traits[0].text == "Sees in the dark."
    assert done.said("for 8 experience")
    lame = act(s, "add_trait", who="ada", name="Lame", cost=-5)
    assert lame.said("Ada has the trait Lame, and gains 5 experience by it.")
    own = act(done.state, "add_trait", who="ada", name="Salt in the blood", cost=10).c("ada")
    assert own.experience == 2
    assert "2 left" in refused(
        act(done.state, "add_trait", who="ada", name="X", cost=10).state, "add_trait", who="ada", name="Y", cost=3
    )


@pytest.mark.exercises("trait.record")
@pytest.mark.parametrize("had", [59, 60, 61])
def test_sixty_traits_are_enough(had: int) -> None:
    """The sixtieth is written down, none after it."""
    s = table(person("ada").but(traits=tuple(Trait(f"t{n}", f"Scar {n}") for n in range(had))))
    if had < 60:
        assert len(act(s, "add_trait", who="ada", name="Lame").c("ada").traits) == 60
    else:
        assert "sixty of them are enough" in refused(s, "add_trait", who="ada", name="Lame")


@pytest.mark.exercises("trait.record", "way.loss")
def test_a_trait_may_need_a_specialty() -> None:
    """The first level by default. A character below it cannot take the trait."""
    c = buy(buy(learner(), "arcana", 2), "white")
    asked = {"who": "ada", "name": "Clear sight", "needs": "white"}
    (trait,) = act(table(c), "add_trait", **asked).c("ada").traits
    assert (trait.needs, trait.needs_level) == ("white", 1)
    assert "needs white magic 2" in refused(table(c), "add_trait", **asked, needs_level=2)


@pytest.mark.example("asset.parts", 0)
@pytest.mark.example("asset.liquidity", 0)
@pytest.mark.example("asset.income", 0)
@pytest.mark.example("asset.properties", 0)
def test_assets_have_three_parts() -> None:
    """120 deli in the purse, 30 a month for two months, a horse and a stored spear."""
    assert len(PARTS) == 3
    s = act(table(person()), "pay", who="ada", deli=120).state
    assert s.characters[0].purse == 120
    s = act(s, "set_income", who="ada", deli=30).state
    s = act(s, "pass_months", months=2).state
    assert s.characters[0].purse == 180
    for name in ("a horse", "a spear, stored"):
        s = act(s, "add_property", who="ada", name=name).state
    assert [p.name for p in s.characters[0].properties] == ["a horse", "a spear, stored"]


@pytest.mark.exercises("asset.income")
def test_months_are_paid_and_counted_in_days() -> None:
    """Two months from the first day: day 61, and two incomes more."""
    done = act(table(person("ada").but(purse=5, income=10)), "pass_months", months=2)
    assert (done.state.day, done.c("ada").purse) == (61, 25)


WORTH = {
    "road bandit": 30,
    "bandit archer": 42,
    "crossbow guard": 51,
    "town guard": 65,
    "spear carrier": 47,
    "duelist": 110,
    "knight": 115,
    "orc raider": 74,
    "small orc scout": 79,
    "wolf": 92,
    "war horse": 110,
    "sewer rat": 55,
}


@pytest.mark.exercises("xp.attribute", "xp.skill")
def test_every_opponent_is_worth_what_it_was() -> None:
    """The price of whole attributes and skills from the lowest: no opponent outdoes a novice."""

    def cost(name: str) -> int:
        c = opponent(name, "x", "X")
        levels = [a.level for a in c.attributes if a.part == 1]
        return sum(2 * n for level in levels for n in range(2, level + 1)) + sum(
            n for skill in c.skills for n in range(1, skill.level + 1)
        )

    assert {name: cost(name) for name in TEMPLATES} == WORTH
    assert max(WORTH.values()) <= 150
