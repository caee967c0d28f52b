"""Things that change hands, enchanted weapons, elemental blows, and pools counted once the turn is open."""

from __future__ import annotations

import pytest

from tablewright.games.veridia.people import ready_made
from tablewright.games.veridia.state import Effect, Item, Property, Veridia
from tablewright.games.veridia.weapons import damage_of

from .people import act, dice_of, fight, first_question, person, refused, ruled, table


def blinded(s: Veridia, on: str, left: int = 0) -> Veridia:
    """A fight with an effect that ends when this fighter's turn starts."""
    assert s.fight is not None
    effect = Effect("blind", on, "blinded", left, -2, 1)
    return s.but(fight=s.fight.but(effects=(effect,)))


# pools are counted once the turn is open


@pytest.mark.exercises("duration.expire", "turn.start")
@pytest.mark.parametrize("action", ["attack", "run", "grapple"])
def test_what_ends_with_the_start_of_a_turn_does_not_bite_in_it(action: str) -> None:
    """The turn is opened first, and the dice are counted then."""
    s = fight(person("ada"), person("bo", side="foes"))
    params, defence = ({"who": "ada"}, []) if action == "run" else ({"who": "ada", "target": "bo"}, ["nothing"])
    assert dice_of(blinded(s, "ada"), action, defence, **params) == dice_of(s, action, defence, **params) == 3
    assert dice_of(blinded(s, "ada", 1), action, defence, **params) == 1


@pytest.mark.exercises("duration.expire", "turn.start")
def test_a_defence_opens_the_turn_before_its_dice_are_counted() -> None:
    """Dodge and exchange are offered with the dice they will have, and thrown with them."""
    s = fight(person("ada"), person("bo", side="foes"))
    asked = first_question(blinded(s, "bo"), "attack", who="ada", target="bo")
    labels = {option.key: option.label for option in asked.options}
    assert labels["dodge"].startswith("dodge (3 dice")
    assert labels["exchange"].startswith("attack in turn, as an exchange (2 dice")
    done = act(blinded(s, "bo"), "attack", [[9, 2, 3], [9, 2, 3]], ["dodge"], who="ada", target="bo")
    assert done.said("blinded on Bo is over")
    assert done.c("bo").health == 11
    done = act(blinded(s, "bo"), "attack", [[2, 3], [9, 10]], ["exchange"], who="ada", target="bo")
    assert done.c("ada").health == 9


@pytest.mark.exercises("duration.expire", "concurrent.smallest")
def test_a_set_is_shared_out_once_the_turn_is_open() -> None:
    """Two pools of three dice leave two to share. Effects that end with the turn's start do not count."""
    s = blinded(fight(person("ada"), person("bo", side="foes")), "ada")
    done = act(s, "concurrent", who="ada", actions=["dodge", "run"], dice=[1, 1])
    assert [k.dice for k in done.f("ada").kept] == [1, 1]
    assert "2 dice to share" in refused(s, "concurrent", who="ada", actions=["dodge", "run"], dice=[2, 1])


# rest without a day


@pytest.mark.exercises("heal.zero_days")
def test_a_point_of_no_days_returns_in_a_moment() -> None:
    """A scratch of a strong body heals without a day. If a day is needed, a moment is refused."""
    scratched = person("ada", constitution=3).but(health=10)
    done = act(table(scratched), "rest", who=["ada"], days=0)
    assert done.c("ada").health == 11
    assert done.state.day == 1
    assert done.said("for a moment")
    weak = person("ada", constitution=1)
    assert "a day or more" in refused(table(weak.but(health=1)), "rest", who=["ada"], days=0)


# a knock out by an exchange


@pytest.mark.exercises("knockout.roll", "exchange.maneuver")
def test_a_knock_out_by_an_exchange_speaks_of_no_damage() -> None:
    """A compared amount is called force, and no health is lost. The headline names the result."""
    s = fight(person("ada", main="Club"), person("bo", side="foes", main="Club"))
    dice = [[9, 10], [2, 3]]
    done = act(s, "attack", dice, ["exchange"], who="ada", target="bo", knock_out=True)
    assert done.said("3 force, all of it past the defences")
    assert not any("damage" in line for line in done.lines if "hits" in line or "lose" in line)
    assert done.outcome is not None
    assert done.outcome.value == "shaken off"
    assert done.c("bo").health == 11


# things


@pytest.mark.exercises("combat.pickup.whose", "goods.drop")
def test_whoever_takes_the_turn_picks_it_up() -> None:
    """Ada drops her sword, Bo takes it up and holds it, and Ada has it no more."""
    s = fight(person("ada", main="Sword"), person("bo", side="foes"))
    s = act(s, "drop_thing", who="ada", item="sword").state
    s = act(s, "end_turn", who="ada").state
    done = act(s, "pick_up", who="bo", item="sword")
    assert done.said("Bo picks up Ada's sword.")
    assert (done.c("bo").main, done.c("ada").items) == ("sword", ())


@pytest.mark.exercises("grapple.disarm", "combat.pickup.whose")
def test_what_somebody_was_disarmed_of_can_be_picked_up_by_another() -> None:
    """Ada wrests the axe from Bo. Cy, who is next, takes it up."""
    s = fight(person("ada"), person("cy"), person("bo", side="foes", main="Axe"))
    dice, answers = [[9, 10, 2]], ["nothing", "disarm for 1 and lock for 1"]
    s = act(s, "grapple", dice, answers, who="ada", target="bo").state
    s = act(s, "end_turn", who="ada").state
    done = act(s, "pick_up", who="cy", item="axe")
    assert (done.c("cy").main, done.c("bo").items) == ("axe", ())


@pytest.mark.exercises("goods.give")
def test_a_thing_is_given_from_hand_to_belt() -> None:
    """A free action in a fight. A second sword gets a different id."""
    s = fight(person("ada", main="Sword"), person("bo", main="Sword"))
    done = act(s, "give_thing", who="ada", item="sword", to="bo")
    assert [i.id for i in done.c("bo").items] == ["sword", "sword-2"]
    assert (done.c("ada").main, done.f("ada").free) == ("", 1)


@pytest.mark.exercises("goods.loot")
def test_only_who_cannot_object_is_looted() -> None:
    """The fallen are, the standing are not. In a fight it takes the turn."""
    down = person("bo", side="foes", main="Axe").but(knocked_out=True)
    s = fight(person("ada"), down, person("cy", side="foes", main="Bow"))
    assert "can still object" in refused(s, "take_thing", who="ada", owner="cy", item="bow")
    done = act(s, "take_thing", who="ada", owner="bo", item="axe")
    assert [i.kind for i in done.c("ada").items] == ["Axe"]
    assert done.f("ada").main == "pick up"


@pytest.mark.exercises("goods.sell", "goods.give")
def test_things_and_money_change_hands_at_peace() -> None:
    """A sword sold is money at hand, and money can be given away as far as it goes."""
    s = act(table(person("ada", main="Sword"), person("bo")), "sell_thing", who="ada", item="sword", price=40).state
    assert "Ada has 40 deli" in refused(s, "give_money", who="ada", to="bo", deli=41)
    done = act(s, "give_money", who="ada", to="bo", deli=15)
    assert (done.c("ada").purse, done.c("bo").purse, done.c("ada").main) == (25, 15, "")
    for left in (0, -10):
        assert "Ada has no money" in refused(
            table(person("ada").but(purse=left), person("bo")), "give_money", who="ada", to="bo", deli=1
        )


@pytest.mark.exercises("asset.liquidity")
def test_money_that_comes_or_goes_is_told_with_what_is_left() -> None:
    """Ada has ten deli: five more are fifteen, three fewer are seven."""
    s = table(person("ada").but(purse=10))
    assert act(s, "pay", who="ada", deli=5).said("Ada gains 5 deli: 15 at hand.")
    assert act(s, "pay", who="ada", deli=-3, what="a room").said("Ada spends 3 deli for a room: 7 at hand.")


@pytest.mark.exercises("asset.properties")
@pytest.mark.parametrize("owned", [59, 60, 61])
def test_sixty_properties_are_enough(owned: int) -> None:
    """The sixtieth is written down, none after it."""
    s = table(person("ada").but(properties=tuple(Property(f"p{n}", f"Field {n}") for n in range(owned))))
    if owned < 60:
        assert len(act(s, "add_property", who="ada", name="a mill").c("ada").properties) == 60
    else:
        assert "sixty of them are enough" in refused(s, "add_property", who="ada", name="a mill")


# enchanted weapons, elemental blows


@pytest.mark.example("magicitem.weapon", 0, 1)
def test_an_enchanted_weapon_needs_upkeep() -> None:
    """Damage 3 for six months, 2 after that, and then no upkeep helps."""
    s = act(table(person("ada")), "get_item", who="ada", kind="Sword", enchantment=1).state
    s = act(s, "pass_months", months=6).state
    assert damage_of(s.characters[0].items[0]) == 3
    mended = act(s, "reinforce", who="ada", what="sword").state
    assert mended.characters[0].items[0].months == 0
    late = act(s, "pass_months", months=1).state
    assert damage_of(late.characters[0].items[0]) == 2
    assert "lost for good" in refused(late, "reinforce", who="ada", what="sword")


@pytest.mark.exercises("attack.physical", "defense.resist")
def test_resist_and_not_armor_stops_an_elemental_blow() -> None:
    """Plate of five stops nothing of it, a resist of one does, and armor is not worn by it."""
    bo = person("bo", side="foes", armor="Plate armor").but(outer_resist=1)
    s = fight(person("ada", main="Club"), bo)
    done = act(s, "attack", [[9, 10, 2]], ["nothing"], who="ada", target="bo", elemental=True)
    assert done.c("bo").health == 11 - 2
    assert done.c("bo").suit.wear == 0


# skills


@pytest.mark.exercises("skill.free_pairing", "skill.custom")
def test_a_skill_of_ones_own_is_used_like_any_other() -> None:
    """Glassblowing has no listed use: any attribute goes with it, in rolls and contests, and for its owner only."""
    s = act(table(person("ada"), person("bo")), "add_skill", who="ada", name="Glassblowing").state
    assert dice_of(s, "use_skill", who="ada", use="agility and glassblowing") == 3
    assert "cannot be 'glassblowing'" in refused(s, "roll_skill", who="bo", attribute="agility", skill="glassblowing")
    contested = {"who": "ada", "attribute": "agility", "skill": "glassblowing", "other": "bo"}
    theirs = {"other_attribute": "strength", "other_skill": "brawl", "other_advantage": 2, "other_difficulty": 1}
    done = act(s, "contest_skills", [[9, 10, 2], [9, 2, 3, 4, 5]], **contested, **theirs)
    assert done.said("5 dice (3 strength, 2 circumstances) at +1 difficulty")
    assert done.outcome is not None
    assert done.outcome.value == "Ada wins by 2"


# crowding


@pytest.mark.exercises("tip.crowd")
def test_crowding_is_for_tables_that_want_it() -> None:
    """No die is lost to the others unless the table rules so."""
    people = (person("ada"), person("bo"), person("cy", side="foes"))

    def second(rulings: dict[str, str]) -> int:
        s = act(fight(*people, rulings=ruled(**rulings)), "attack", [[2, 3, 4]], ["nothing"], who="ada", target="cy")
        s2 = act(s.state, "end_turn", who="ada").state
        return dice_of(s2, "attack", ["nothing"], who="bo", target="cy")

    assert (second({}), second({"crowding": "all"})) == (3, 2)


@pytest.mark.exercises("goods.give")
@pytest.mark.parametrize("has", [29, 30, 31])
def test_thirty_things_are_enough(has: int) -> None:
    """The thirtieth is taken, none after it."""
    s = table(
        person("ada", carried=("Dagger",)), person("bo").but(items=tuple(Item(f"i{n}", "Club") for n in range(has)))
    )
    given = {"who": "ada", "item": "dagger", "to": "bo"}
    if has < 30:
        assert len(act(s, "give_thing", **given).c("bo").items) == 30
    else:
        assert "carries 30 things already" in refused(s, "give_thing", **given)


# people


def test_a_name_has_forty_letters_at_most() -> None:
    """Several blanks become one."""
    named = act(table(), "add_opponents", template="wolf", name=f"Old  {'x' * 50}").state.characters[0]
    assert named.name == f"Old {'x' * 36}"


def test_opponents_come_alone_or_numbered() -> None:
    """A single wolf has no number. The next two get different numbers."""
    one = act(table(), "add_opponents", template="wolf")
    assert one.said("Here comes: Wolf.")
    more = act(one.state, "add_opponents", template="wolf", number=2)
    assert more.said("Here come: Wolf 1, Wolf 2.")
    assert len({c.id for c in more.state.characters}) == 3


@pytest.mark.exercises("create.steps")
def test_a_finished_character_belongs_to_whoever_made_them() -> None:
    """Ready-made ones belong to the player who takes them, and each comes once."""
    s = act(Veridia(), "take_ready_made", which="mirel").state
    assert [c.name for c in s.characters] == ["Mirel Voss"]
    assert [pick.value for pick in ready_made(s)] == ["dorrak", "sefa"]
    s = act(s, "take_ready_made", which="dorrak").state
    assert [c.name for c in s.characters] == ["Mirel Voss", "Dorrak"]
