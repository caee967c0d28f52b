"""Creating a character, and experience."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.advancement import why_kept
from tablewright.games.veridia.attributes import ATTRIBUTES, at_minimum
from tablewright.games.veridia.checks import checked
from tablewright.games.veridia.creation import COMPETENCE, STEPS, newborn, step_of
from tablewright.games.veridia.experience import PRICES, bought, price, why_not
from tablewright.games.veridia.health import most
from tablewright.games.veridia.initiative import initiative_pool
from tablewright.games.veridia.master import PACE
from tablewright.games.veridia.people import party
from tablewright.games.veridia.skills import basic_skills
from tablewright.games.veridia.state import Specialty
from tablewright.games.veridia.virtues import willpower
from tablewright.rules import Refused, Seat
from tablewright.table import SeatView, Table
from tablewright.table.seat.guides import GuideView, next_guide

from .learning import RICH, buy, learner, spent
from .people import act, first_question, person, refused, rows, table, through


@pytest.mark.example("create.steps", 0)
def test_creation_has_five_steps() -> None:
    """After the racial minimums comes experience on attributes, skills and specialties, which takes a while."""
    done = act(table(), "new_character", name="Ada", concept="a ferryman")
    c = done.c("ada")
    assert len(STEPS) == 5
    assert STEPS[step_of(c) - 1] == "Spend experience on attributes, skills and specialties"
    assert done.said(STEPS[2])
    begun = buy(c, "law")
    assert step_of(begun) == 3
    assert step_of(begun.but(experience=0)) == 4
    assert step_of(act(table(begun), "take_background", who="ada", name="Ferryman").c("ada")) == 5
    assert step_of(act(table(begun), "get_item", who="ada", kind="Club").c("ada")) == 6
    flawed = act(table(c), "add_trait", who="ada", name="Lame", cost=-5).c("ada")
    assert flawed.experience > flawed.earned
    assert step_of(flawed) == 5
    assert not act(done.state, "finish_character", who="ada").c("ada").creating


@pytest.mark.exercises("create.steps", "xp.steps")
def test_the_rest_may_be_left_to_chance() -> None:
    """The drawn values are bought point by point until none is affordable. All others stay the same."""
    strong = ("strength", "agility", "reaction", "constitution")
    good = ("melee", "parry", "athletics", "brawl", "alertness", "ride")
    cards = [list(ATTRIBUTES).index(a) + 1 for a in strong], [list(basic_skills()).index(skill) + 1 for skill in good]
    s = table(newborn("ada", "Ada", experience=60))
    done = act(s, "leave_to_chance", cards, who="ada")
    c = done.c("ada")
    assert [int(c.of(a)) for a in strong] == [3, 3, 3, 3]
    assert [c.skilled(skill) for skill in good] == [2, 2, 2, 2, 2, 1]
    assert (c.courage, int(c.of("charisma")), c.experience) == (2, 1, 0)
    assert done.said("strength 3, agility 3")
    assert "no experience left" in refused(done.state, "leave_to_chance", who="ada")
    ready = act(done.state, "finish_character", who="ada").state
    assert "stays learned" in refused(ready, "leave_to_chance", who="ada")


@pytest.mark.example("create.minimum", 0, 1)
@pytest.mark.example("virtue.start", 0)
@pytest.mark.example("race.orc", 2)
@pytest.mark.example("race.small_orc", 0)
def test_a_new_character_is_at_the_racial_minimum() -> None:
    """Humans have eight ones. An orc has constitution and strength 2, and 9 health points."""
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
    """A journeyman has 250. The table may set 200."""
    assert {k.capitalize(): v for k, v in COMPETENCE.items()} == {
        r["competence"]: r["experience"] for r in rows("create.experience")
    }
    assert act(table(), "new_character", name="Ada", competence="journeyman").c("ada").experience == 250
    assert act(table(), "new_character", name="Ada", experience=200).c("ada").experience == 200


@pytest.mark.example("create.background", 0, 1)
@pytest.mark.example("create.money", 0, 1)
@pytest.mark.example("create.buy", 0)
def test_a_background_at_most_and_its_money() -> None:
    """300 and a trait of -50 are 250 deli, 100 less 40 are 60. A second background is refused."""
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
    """An orc may have strength 6 and not intuition 5. A small orc may not have strength 5."""
    orc = newborn("ada", "Ada", "orc", RICH)
    assert buy(orc, "strength", 4).of("strength") == 6
    assert "intuition 4 at most" in refused(table(buy(orc, "intuition", 3)), "advance", who="ada", point="intuition")
    small = newborn("ada", "Ada", "small orc", RICH)
    assert "strength 4 at most" in refused(table(buy(small, "strength", 3)), "advance", who="ada", point="strength")


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
    """3 + 6 + 9 + 12 + 15 + 18, for any ways."""
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
        gained.append((s.characters[0].experience, s.characters[0].earned))
    assert gained == [(20, 20), (50, 50)]


@pytest.mark.exercises("reward.experience")
def test_a_session_is_worth_three_points_where_nothing_else_is_said() -> None:
    """Within what suits most campaigns."""
    assert act(table(person()), "give_experience", who=["ada"]).c("ada").experience == 3
    assert PACE[0] <= 3 <= PACE[1]


@pytest.mark.exercises("magic.cap", "path.feral.cap")
def test_what_stands_above_its_cap_goes_no_higher() -> None:
    """A path rises to its cap, and not after the attribute behind the cap was lost."""
    feral = learner(courage=2).but(specialties=(Specialty("feral", 2),))
    assert why_not(feral, "feral") is None
    for courage in (1, 0):
        assert "at most" in (why_not(feral.but(courage=courage), "feral") or "")


def test_points_can_be_taken_back_while_creating() -> None:
    """A point returns its price. Refused below the minimum, under something learned, and later."""
    c = buy(learner(), "arcana", 3)
    back = act(table(c), "take_back", who="ada", point="arcana")
    assert spent(back.c("ada")) == 3
    branch = buy(c, "white", 2)
    assert "above its cap" in refused(table(branch), "take_back", who="ada", point="arcana")
    assert "no point" in refused(table(c), "take_back", who="ada", point="strength")
    assert "stays learned" in refused(table(c.but(creating=False)), "take_back", who="ada", point="arcana")
    brave = buy(buy(learner(), "courage"), "law")
    back = act(act(table(brave), "take_back", who="ada", point="courage").state, "take_back", who="ada", point="law")
    assert (back.c("ada").courage, back.c("ada").skilled("law"), spent(back.c("ada"))) == (1, 0, 0)
    assert [bool(why_kept(c, "courage")) for c in (brave, back.c("ada"))] == [False, True]
    assert why_kept(back.c("ada"), "law") == "Ada has no point of law to give back."


@pytest.mark.exercises("xp.way")
def test_of_a_way_the_latest_point_is_given_back() -> None:
    """The others stay in the order in which they were bought, for that is how integrity carries them."""
    c = learner(integrity=6).but(ways=("blood", "sun", "blood", "mage"))
    for point, left in (("blood", ("blood", "sun", "mage")), ("sun", ("blood", "blood", "mage"))):
        assert act(table(c), "take_back", who="ada", point=point).c("ada").ways == left


def test_what_is_missing_is_said() -> None:
    """The price, and what is left."""
    poor = learner(experience=3)
    assert "Strength 2 costs 4 experience; Ada has 3 left." in refused(
        table(poor), "advance", who="ada", point="strength"
    )
    assert why_not(poor, "strength") is None
    assert [why_not(learner(courage=n), "courage") is None for n in (4, 5, 6)] == [True, False, False]
    assert why_not(poor, "glassblowing") == "Ada has no skill called glassblowing: add it first."
    with pytest.raises(Refused):
        bought(poor, "strength")


def test_the_party_is_made_by_the_rules() -> None:
    """Three journeymen, each within their experience."""
    for c in party():
        assert c.earned == 250
        assert 0 <= c.experience < 60
        assert GAME.limits[0].broken(table(c)) is None


def test_the_party_have_some_experience_left_to_spend() -> None:
    """The numbers are those of take_ready_made: every point that was bought is paid for."""
    assert {c.id: c.experience for c in party()} == {"mirel": 16, "dorrak": 22, "sefa": 19}


def test_a_roll_tells_its_pool() -> None:
    """The log lists the sources of the dice."""
    c = person(intuition=3, skills={"law": 2}).but(health=7)
    done = through(lambda: checked(table(c), c, "intuition", "law", 1, 0, "know it"), [[1, 2, 3, 9]])
    assert done.said("4 dice (3 intuition, 2 law, -2 hurt, 1 circumstances)")
    assert first_question(table(c), "use_skill", who="ada", use="know a regulation").dice == 3


def test_a_new_character_is_played_by_whoever_makes_it() -> None:
    """A player plays it, unlike the game master. Its id differs from every seat's."""
    table_ = Table.open(GAME, seats=GAME.seats, seed="new")
    table_.act("ann", "new_character", {"name": "Bob"})
    table_.act("gm", "new_character", {"name": "Ann"})
    mine, masters = table_.state.characters[-2:]
    assert (mine.player, masters.player) == ("ann", "")
    assert not {mine.id, masters.id} & {seat.id for seat in GAME.seats[:3]}


@pytest.mark.exercises("create.steps")
def test_a_path_leads_from_nobody_to_somebody_of_ones_own() -> None:
    """Steps show their choices and the experience left. The character belongs to their maker."""
    t = Table.open(GAME, seed="path", empty=True, seats=GAME.seats)
    assert [offer.action for offer in SeatView(t, "ann").guide("creation").ready] == ["take_ready_made"]
    t.act("ann", "new_character", {"name": "Ada", "race": "orc", "competence": "novice"})
    t.act("ann", "write_concept", {"who": "ada", "concept": "a ferryman"})
    t.act("ann", "advance", {"who": "ada", "point": "law", "steps": 2})
    t.act("ann", "take_background", {"who": "ada", "name": "Ferryman", "money": 90})
    t.act("ann", "get_item", {"who": "ada", "kind": "Club", "price": 20})
    guide = SeatView(t, "ann").guide("creation", "ada")
    assert [(step.stage, step.chosen, step.left) for step in guide.steps] == [
        ("done", "Ada, orc", ""),
        ("done", "a ferryman", ""),
        ("done", "3 spent", "147 experience left"),
        ("done", "Ferryman", "147 experience left"),
        ("done", "club", "70 deli"),
        ("now", "", ""),
    ]
    assert [step.title for step in guide.steps if not step.optional] == ["Begin", "Ready"]
    t.act("ann", "finish_character", {"who": "ada"})
    assert t.state.characters[0].player == "ann"
    assert [(g.name, g.subject) for g in SeatView(t, "ann").guides] == [("growth", "ada")]
    assert [g.name for g in SeatView(t, "gm").guides] == ["session"]


@pytest.mark.exercises("reward.experience", "xp.steps")
def test_a_session_ends_with_experience_and_experience_is_spent() -> None:
    """The fight ends first. Growth is offered after it, to characters who can pay for a point."""
    t = Table.open(GAME, seed="path")
    t.act("gm", "begin_fight", {"who": [c.id for c in t.state.characters][:4]})
    assert [step.stage for step in SeatView(t, "gm").guide("session").steps] == ["now", "later"]
    assert SeatView(t, "ann").guides == ()
    t.act("gm", "end_fight")
    (offer,) = SeatView(t, "gm").guide("session").steps[1].offers
    assert {c.player for c in t.state.characters if c.id in offer.params["who"]} == {"ann", "bob", "cat"}
    (growth,) = SeatView(t, "ann").guides
    t.edit("gm", f"characters.{growth.subject}.experience", 0)
    assert SeatView(t, "ann").guides == ()


@pytest.mark.exercises("create.steps", "create.buy")
def test_whoever_is_left_to_chance_is_armed_like_the_ready_made() -> None:
    """The draw gives an unused name and a weapon in hand, and the log lists the outfit."""
    t = Table.open(GAME, seats=(*GAME.seats, Seat("eve", "player", "Eve")), seed="chance")
    here = SeatView(t, "eve")
    guide: GuideView | None = here.guide("creation")
    for n in range(40):
        if guide is None:
            break
        here.take_random_step(guide.name, guide.subject, f"nonce {n}")
        before, here = here, SeatView(t, "eve")
        guide = next_guide(guide, before.guides, here.guides)
    made = next(c for c in t.state.characters if c.player == "eve")
    assert not made.creating
    assert made.main
    assert made.name not in ("Mirel", "Dorrak", "Sefa")
    assert any(f"{made.name} has now: " in one.item.text and "armor" in one.item.text for one in here.feed())
