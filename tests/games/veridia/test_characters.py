"""Skills, specialties, traits, assets, creation and experience."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.assets import PARTS
from tablewright.games.veridia.attributes import at_minimum
from tablewright.games.veridia.checks import checked
from tablewright.games.veridia.creation import COMPETENCE, STEPS, newborn, step_of
from tablewright.games.veridia.experience import PRICES, bought, price, why_not
from tablewright.games.veridia.health import most
from tablewright.games.veridia.master import PACE
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import party
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
from tablewright.games.veridia.state import Character, Specialty, Trait
from tablewright.games.veridia.traits import usable
from tablewright.games.veridia.turns import initiative_pool
from tablewright.games.veridia.virtues import willpower
from tablewright.kernel import Refused
from tablewright.table import Table

from .people import act, chance, dice_of, first_question, person, refused, rows, ruled, table, through

F = Fraction
RICH = 1000


def learner(**changes: Any) -> Character:
    """A human in creation with more experience than anybody needs."""
    return newborn("ada", "Ada", experience=RICH).but(**changes)


def spent(c: Character) -> int:
    return RICH - c.experience


def buy(c: Character, point: str, steps: int = 1) -> Character:
    return act(table(c), "advance", who="ada", point=point, steps=steps).c("ada")


# skills


@pytest.mark.example("skill.roll", 0)
@pytest.mark.example("skill.untrained", 0, 1)
@pytest.mark.example("skill.list", 0)
@pytest.mark.example("skill.free_pairing", 0)
def test_a_pool_is_attribute_and_skill() -> None:
    """3 + 4 is 7; untrained is the attribute alone; any pairing can be rolled."""
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
    """5 is expert; 8 is not to be had."""
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


# specialties


@pytest.mark.example("spec.training", 0)
def test_training_is_for_the_table_to_judge() -> None:
    """The program checks range, cap and price, and nothing else."""
    c = buy(buy(learner(), "arcana", 2), "white")
    assert c.special("white") == 1


@pytest.mark.example("spec.range", 0, 1)
@pytest.mark.example("spec.pool", 0)
def test_a_specialty_goes_from_one_to_five_and_opens_a_pool() -> None:
    """The first branch brings Mana; six is too much; not learned is nothing."""
    c = buy(learner(), "arcana", 7)
    assert (c.special("white"), pool_most(c, "mana"), c.mana) == (0, 0, 0)
    c = buy(c, "white")
    assert (pool_most(c, "mana"), c.mana) == (9, 9)
    c = buy(c, "white", 4)
    assert "5 at most" in refused(table(c), "advance", who="ada", point="white")
    assert spec_out_of_range(c.but(specialties=(Specialty("white", 6),))) is not None


@pytest.mark.exercises("spec.no_roll")
def test_pools_are_spent_as_the_table_says() -> None:
    """Points go, the spell is told, and more than there is cannot be spent."""
    c = buy(buy(learner(), "arcana", 2), "white")
    done = act(table(c), "spend_resource", who="ada", resource="mana", points=3, what="a light")
    assert done.c("ada").mana == c.mana - 3
    assert done.said("spends 3 Mana: a light")
    assert "has 4 Mana" in refused(table(c), "spend_resource", who="ada", resource="mana", points=5)


@pytest.mark.example("spec.pool.recover", 0, 1, 2)
@pytest.mark.example("spec.pool.disrupted", 0, 1)
def test_rest_gives_back_half_the_pool() -> None:
    """Rounded up and never above the maximum; disturbed, half of that."""
    assert [recovered(most, left, False, LEDGER) for most, left in ((9, 2), (9, 7), (8, 0))] == [7, 9, 4]
    assert [recovered(most, 0, True, LEDGER) for most in (9, 8)] == [3, 2]
    assert recovered(9, 0, True, ruled(disturbed_rest="down")) == 2
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
    """Integrity 5 allows 4, integrity 1 none; blood 2 and sun 2 need 5."""
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
    """Courage, persuasion and perception, one above each; five is the end."""
    assert highest(person().but(courage=2), "feral") == 3
    assert highest(person().but(courage=5), "feral") == 5
    assert highest(person(persuasion=1), "devil") == 2
    assert highest(person(perception=3), "myth") == 4
    c = buy(learner(), "devil", 2)
    assert "2 at most" in refused(table(c), "advance", who="ada", point="devil")


# traits and assets


@pytest.mark.example("trait.record", 0)
@pytest.mark.example("trait.custom", 0)
@pytest.mark.example("xp.trait", 0)
def test_traits_are_records_with_a_price() -> None:
    """Night eyes for 8; one that the player wrote for 10."""
    s = table(person().but(experience=20))
    done = act(s, "add_trait", who="ada", name="Night eyes", text="Sees in the dark.", cost=8)
    assert done.c("ada").experience == 12
    assert done.c("ada").traits[0].text == "Sees in the dark."
    own = act(done.state, "add_trait", who="ada", name="Salt in the blood", cost=10).c("ada")
    assert own.experience == 2
    assert "2 left" in refused(
        act(done.state, "add_trait", who="ada", name="X", cost=10).state, "add_trait", who="ada", name="Y", cost=3
    )


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


# creation


@pytest.mark.example("create.steps", 0)
def test_creation_has_five_steps() -> None:
    """After the racial minimums comes experience on attributes, skills and specialties."""
    done = act(table(), "new_character", name="Ada", concept="a ferryman")
    c = done.c("ada")
    assert len(STEPS) == 5
    assert STEPS[step_of(c) - 1] == "Spend experience on attributes, skills and specialties"
    assert done.said(STEPS[2])
    assert step_of(buy(c, "law")) == 4
    assert not act(done.state, "finish_character", who="ada").c("ada").creating


@pytest.mark.example("create.minimum", 0, 1)
@pytest.mark.example("virtue.start", 0)
@pytest.mark.example("race.orc", 2)
@pytest.mark.example("race.small_orc", 0)
def test_a_new_character_is_at_the_racial_minimum() -> None:
    """Humans have eight ones; an orc has constitution and strength 2, and 9 health points."""
    human, orc = (act(table(), "new_character", name="Ada", race=race).c("ada") for race in ("human", "orc"))
    assert [a.level for a in human.attributes] == [1] * 8
    assert {a.id: a.level for a in orc.attributes if a.level > 1} == {"constitution": 2, "strength": 2}
    assert len(at_minimum("orc")) == 8
    assert willpower(human) == 1
    assert most(orc) == orc.health == 9
    small = act(table(), "new_character", name="Ada", race="small orc").c("ada")
    assert initiative_pool(table(small), small).dice == 4


@pytest.mark.example("create.experience", 0)
@pytest.mark.example("create.experience.indicative", 0)
def test_competence_says_how_much_there_is_to_spend() -> None:
    """A journeyman has 250; the table may set 200."""
    assert {k.capitalize(): v for k, v in COMPETENCE.items()} == {
        r["competence"]: r["experience"] for r in rows("create.experience")
    }
    assert act(table(), "new_character", name="Ada", competence="journeyman").c("ada").experience == 250
    assert act(table(), "new_character", name="Ada", experience=200).c("ada").experience == 200


@pytest.mark.example("create.background", 0, 1)
@pytest.mark.example("create.money", 0, 1)
@pytest.mark.example("create.buy", 0)
def test_a_background_at_most_and_its_money() -> None:
    """300 and a trait of -50 are 250 deli; 100 less 40 are 60; a second background is refused."""
    s = act(table(learner()), "take_background", who="ada", name="Heir", money=300).state
    s = act(s, "add_trait", who="ada", name="Debts", money=-50).state
    assert s.characters[0].purse == 250
    assert "has a background already" in refused(s, "take_background", who="ada", name="Monk")
    plain = act(table(learner()), "finish_character", who="ada").c("ada")
    assert plain.purse == 0
    bought_one = act(table(learner(purse=100)), "get_item", who="ada", kind="Sword", price=40)
    assert bought_one.c("ada").purse == 60
    in_debt = table(learner(purse=-10))
    assert "cannot be paid" in refused(in_debt, "get_item", who="ada", kind="Sword", price=40)


@pytest.mark.example("race.orc", 0, 1)
@pytest.mark.example("race.small_orc", 1)
def test_races_have_other_maxima() -> None:
    """An orc may have strength 6 and not intuition 5; a small orc not strength 5."""
    orc = newborn("ada", "Ada", "orc", RICH)
    assert buy(orc, "strength", 4).of("strength") == 6
    assert "intuition 4 at most" in refused(table(buy(orc, "intuition", 3)), "advance", who="ada", point="intuition")
    small = newborn("ada", "Ada", "small orc", RICH)
    assert "strength 4 at most" in refused(table(buy(small, "strength", 3)), "advance", who="ada", point="strength")


# experience


@pytest.mark.example("xp.table", 0, 1, 2)
def test_what_a_point_costs() -> None:
    """A skill to 4 costs 4, an attribute 8, a specialty 12."""
    words = {"attribute": "2 x level", "courage": "2 x level", "skill": "1 x level"}
    listed = {row["point"]: row["cost"] for row in rows("xp.table")}
    assert all(listed[name] == f"{PRICES[name]} x level" for name in words)
    assert price(buy(learner(), "law", 3), "law") == 4
    assert price(buy(learner(), "agility", 2), "agility") == 8
    assert price(buy(buy(learner(), "arcana", 5), "white", 3), "white") == 12


@pytest.mark.example("xp.steps", 0, 1, 2, 3)
@pytest.mark.example("xp.attribute", 0, 1, 2)
@pytest.mark.example("xp.courage", 0)
@pytest.mark.example("xp.integrity", 0)
@pytest.mark.example("xp.skill", 0)
@pytest.mark.example("xp.specialty", 0, 1)
@pytest.mark.example("xp.way", 0, 1, 2)
@pytest.mark.parametrize(
    ("race", "before", "point", "steps", "cost"),
    [
        ("human", {}, "strength", 2, 10),
        ("human", {}, "law", 3, 6),
        ("human", {}, "strength", 4, 28),
        ("human", {}, "law", 7, 28),
        ("human", {"strength": 1}, "strength", 1, 6),
        ("orc", {}, "constitution", 1, 6),
        ("orc", {"strength": 3}, "strength", 1, 12),
        ("human", {}, "courage", 2, 10),
        ("human", {}, "integrity", 4, 10),
        ("human", {}, "law", 5, 15),
        ("human", {"arcana": 4}, "white", 3, 18),
        ("human", {"arcana": 6}, "white", 5, 45),
        ("human", {"integrity": 7}, "blood", 1, 3),
        ("human", {"integrity": 7, "blood": 2}, "sun", 1, 9),
    ],
)
def test_every_step_is_paid_on_its_own(race: Any, before: dict[str, int], point: str, steps: int, cost: int) -> None:
    """Each point at the price of the level it reaches."""
    c = newborn("ada", "Ada", race, RICH)
    for name, n in before.items():
        c = buy(c, name, n)
    assert c.experience - buy(c, point, steps).experience == cost


def test_six_way_points_cost_63() -> None:
    """3 + 6 + 9 + 12 + 15 + 18, whichever ways they are."""
    c = buy(learner(), "integrity", 7)
    after = buy(buy(buy(c, "blood", 2), "sun", 2), "time", 2)
    assert c.experience - after.experience == 63


@pytest.mark.example("xp.integrity", 1)
def test_integrity_is_bought_only_at_creation() -> None:
    """From 4 to 5 later is not possible with experience."""
    s = act(table(buy(learner(), "integrity", 4)), "finish_character", who="ada").state
    assert "only while a character is created" in refused(s, "advance", who="ada", point="integrity")


@pytest.mark.example("reward.experience", 0)
def test_ten_sessions_at_the_suggested_pace() -> None:
    """20 to 50 points, which the master gives as he likes."""
    gained = []
    for much in PACE:
        s = table(person())
        for _ in range(10):
            s = act(s, "give_experience", who=["ada"], much=much).state
        gained.append(s.characters[0].experience)
    assert gained == [20, 50]


def test_points_can_be_taken_back_while_creating() -> None:
    """For what they cost; not below the minimum, not what something else rests on, not later."""
    c = buy(learner(), "arcana", 3)
    back = act(table(c), "take_back", who="ada", point="arcana")
    assert spent(back.c("ada")) == 3
    branch = buy(c, "white", 2)
    assert "above its cap" in refused(table(branch), "take_back", who="ada", point="arcana")
    assert "no point" in refused(table(c), "take_back", who="ada", point="strength")
    assert "stays learned" in refused(table(c.but(creating=False)), "take_back", who="ada", point="arcana")


def test_what_is_missing_is_said() -> None:
    """The price, and what is left."""
    poor = learner(experience=3)
    assert "Strength 2 costs 4 experience; Ada has 3 left." in refused(
        table(poor), "advance", who="ada", point="strength"
    )
    assert why_not(poor, "strength") is None
    with pytest.raises(Refused):
        bought(poor, "strength")


def test_the_party_is_made_by_the_rules() -> None:
    """Three journeymen, nobody beyond their experience."""
    for c in party():
        assert c.earned == 250
        assert 0 <= c.experience < 60
        assert GAME.limits[0].broken(table(c)) is None


def test_a_roll_tells_its_pool() -> None:
    """Where the dice come from stands in the log."""
    c = person(intuition=3, skills={"law": 2}).but(health=7)
    done = through(lambda: checked(table(c), c, "intuition", "law", 1, 0, "know it"), [[1, 2, 3, 9]])
    assert done.said("4 dice (3 intuition, 2 law, -2 hurt, 1 circumstances)")
    assert first_question(table(c), "use_skill", who="ada", use="know a regulation").dice == 3


def test_a_new_character_is_played_by_whoever_makes_it() -> None:
    """Unless the game master does; and its id is nobody's seat."""
    table_ = Table.open(GAME, seats=GAME.seats, seed="new")
    table_.act("ann", "new_character", {"name": "Bob"})
    table_.act("gm", "new_character", {"name": "Ann"})
    mine, masters = table_.state.characters[-2:]
    assert (mine.player, masters.player) == ("ann", "")
    assert not {mine.id, masters.id} & {seat.id for seat in GAME.seats[:3]}
