"""Fights in the lab: policies, scenarios, fights handed over, and fights at random."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tablewright.check.play.random_player import RandomPlayer
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.games.veridia import GAME
from tablewright.games.veridia.armors import ARMORS
from tablewright.games.veridia.bouts import can_hurt, duel_start, ending, from_table, left_over, skirmish_start
from tablewright.games.veridia.grapple import PAYS_FOR, Spend
from tablewright.games.veridia.handover import chosen_target, winner
from tablewright.games.veridia.maneuvers import ATTACKED, MAKE_EXCHANGE, Options
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import TEMPLATES, opponent
from tablewright.games.veridia.policies import POLICIES, TACTIC
from tablewright.games.veridia.state import Veridia
from tablewright.games.veridia.turns import acting
from tablewright.games.veridia.weapons import MELEE, WEAPONS
from tablewright.lab import WorkOptions, run
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Choose, Refused
from tablewright.table import Table
from tablewright.terminal import main

from .people import BOX, act, fight, first_question, person, refused, rows, ruled, table


def duel(**params: Any) -> Any:
    return run_scenario(BOX, "duel", params, policy=params.pop("policy", "bold"), by="chain")


@pytest.mark.parametrize("policy", [None, *POLICIES])
def test_a_duel_is_solved_exactly(policy: str | None) -> None:
    """A duel is solved as a chain, with chances that total one."""
    trial = run_scenario(BOX, "duel", {}, policy=policy, by="chain")
    assert trial.by == "chain"
    assert sum(trial.chances.values()) == pytest.approx(1)
    assert 0 < trial.chances["one wins"] < 1


@pytest.mark.parametrize(
    ("weapon", "hands"),
    [
        ("Side-sword", ("Side-sword", "Dagger")),
        ("Sword", ("Sword", "Dagger")),
        ("Great sword", ("Great sword", "")),
        ("Longsword", ("Longsword", "")),
        ("Unarmed", ("", "")),
    ],
)
def test_another_weapon_leaves_the_other_hand_what_it_holds(weapon: str, hands: tuple[str, str]) -> None:
    """Unless the weapon needs both hands. An unarmed fighter holds nothing. Naming their own weapon changes nothing."""
    one = duel_start(LEDGER, weapon=weapon).table.characters[0]
    held = tuple(item.kind if item is not None else "" for item in (one.item(one.main), one.item(one.off)))
    assert held == hands
    assert (one == duel_start(LEDGER).table.characters[0]) == (weapon == "Side-sword")


def test_a_field_that_says_nothing_has_its_own_word_for_it() -> None:
    """The weapon "their own" is no bare hand. The form accepts the word it shows."""
    fields = {field.name: field for field in GAME.scenario("duel").form.fields}
    for name, word in (("weapon", "their own"), ("other_armor", "their own"), ("better", "nothing")):
        assert fields[name].word(None) == word
        assert fields[name].read(word.capitalize(), None) is None
    about = run("veridia", "duel", work=WorkOptions(cores=1, kept=None)).about
    assert about is not None
    assert "weapon=their own" in about.said()


def test_a_point_of_experience_has_a_worth() -> None:
    """Two more points of melee cost something and win more duels."""
    plain, better = duel(one="town guard"), duel(one="town guard", better="melee", points=2)
    assert better.chances["one wins"] > plain.chances["one wins"]
    assert better.left["experience ahead"] == pytest.approx(4 + 5)
    assert "experience ahead" not in plain.left
    assert list(left_over(skirmish_start(LEDGER))) == ["health of one, as a share", "health of other, as a share"]


def test_the_lab_prices_every_point_of_experience() -> None:
    """In one run, the same chances that a duel without and one with the point have."""
    fighters = {"one": "sewer rat", "other": "sewer rat", "others": "reckless"}
    trial = run_scenario(BOX, "lesson", fighters, policy="reckless", by="chain")
    plain = duel(**fighters, policy="reckless")
    better = duel(**fighters, policy="reckless", better="agility", points=1)
    assert trial.left["percent to win as they are"] == pytest.approx(100 * plain.chances["one wins"])
    gain = 100 * (better.chances["one wins"] - plain.chances["one wins"])
    assert gain > 0
    assert trial.left["percent more with agility 4, for 8 experience"] == pytest.approx(gain)
    assert trial.left["percent more for each experience spent on agility"] == pytest.approx(gain / 8)


@pytest.mark.parametrize("by", ["chain", "bulk"])
def test_what_a_point_adds_is_said_on_average_only(by: Any) -> None:
    """A single duel has no gain: neither a deviation nor a quantile is reported, solved or sampled."""
    trial = run_scenario(BOX, "lesson", {"one": "sewer rat", "other": "sewer rat"}, by=by, plays=500, cores=2)
    rows = {row["figure"]: row for row in trial.rows()}
    assert "deviation" in rows["length"]
    assert "deviation" not in rows["percent to win as they are"]
    assert "5%" not in rows["percent to win as they are"]
    said = trial.resources["percent to win as they are"].said()
    assert said.endswith(" on average")
    assert ("±" in said) == (by == "bulk")


def test_what_a_point_adds_is_shown_in_the_terminal_without_how_it_spreads(capsys: pytest.CaptureFixture[str]) -> None:
    """The spread of single plays has no meaning for a gain. For the number of steps it has."""
    assert main(["lab", "run", "veridia", "lesson", "--at-least"]) == 0
    lines = capsys.readouterr().out.splitlines()
    won = next(line for line in lines if "percent to win as they are" in line)
    assert [cell.strip() for cell in won.split("│")[2:-1]] == ["86.337", "", "", "", ""]
    assert all(cell.strip() for cell in next(line for line in lines if "│ length in steps" in line).split("│")[2:-1])
    assert not any("percent to win as they are: so much or more" in line for line in lines)


def test_a_point_that_cannot_be_had_is_not_tried() -> None:
    """A value at its highest, or a fraction, is refused in a duel and left out of a lesson."""
    with pytest.raises(Refused, match="fraction"):
        duel(one="sewer rat", better="strength", points=1)
    tried = {point.id for point in GAME.scenario("lesson").start(LEDGER, one="sewer rat").points}
    assert tried == {"agility", "reaction", "melee", "parry", "athletics", "brawl"}


def test_initiative_is_rolled_in_a_duel_unless_told() -> None:
    """The first to act wins more often. With rolled initiative the chance lies between."""
    same = {"one": "sewer rat", "other": "sewer rat", "others": "reckless", "policy": "reckless"}
    ahead, behind, rolled = (duel(**same, first=first).chances["one wins"] for first in ("one", "other", "rolled"))
    assert behind < rolled < ahead
    assert rolled == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("scenario", "params", "ruling", "key"),
    [
        (
            "duel",
            {"one": "road bandit", "other": "road bandit"},
            {"current_level": "last lost"},
            "health of one, as a share",
        ),
        ("blow", {"weapon": "Polearm"}, {"piercing_rounds": "what counts"}, "damage"),
        ("armory", {}, {"piercing_rounds": "what counts"}, "damage, polearm against medium armor"),
        (
            "lesson",
            {"one": "sewer rat", "other": "sewer rat"},
            {"contest_tie": "starter"},
            "percent more with agility 4, for 8 experience",
        ),
    ],
)
def test_house_rulings_change_what_the_lab_says(
    scenario: str, params: dict[str, str], ruling: dict[str, str], key: str
) -> None:
    """Each scenario follows the rulings it is given."""
    plain, other = (
        run_scenario(BOX, scenario, params, policy="bold", by="chain", rulings=rulings).left
        for rulings in (None, ruling)
    )
    assert plain[key] != pytest.approx(other[key])


def test_groups_fight_in_the_lab() -> None:
    """Numbers matter, a leader matters, and a member of the party can be one."""
    rats = {"side": "sewer rat", "against": "sewer rat", "against_number": 1}
    one, two = (
        run_scenario(BOX, "skirmish", {**rats, "number": n}, policy="bold", by="chain").chances["one wins"]
        for n in (1, 2)
    )
    assert one == pytest.approx(1 / 2)
    assert two > one
    led = run_scenario(
        BOX, "skirmish", {**rats, "number": 1, "leader": "dorrak"}, policy="careful", by="bulk", plays=200, cores=1
    )
    assert led.chances["one wins"] > two


def test_armor_is_worth_something() -> None:
    """In plate the same fighter wins more often than in robes."""
    chances = [duel(armor=armor).chances["one wins"] for armor in ("Robes", "Plate armor")]
    assert chances[0] < chances[1]


def test_the_worth_of_every_weapon_against_armor() -> None:
    """A single blow, in the lab, has the mean damage of the ledger's table."""
    for row in rows("odds.damage"):
        if row["weapon"] in ("axe", "polearm", "longsword", "unarmed") and row["pool"] == 6:
            for armor, column in (("Robes", "armor_0"), ("Medium armor", "armor_3"), ("Plate armor", "armor_5")):
                params = {"weapon": row["weapon"].capitalize(), "armor": armor, "dice": 6}
                trial = run_scenario(BOX, "blow", params, by="chain")
                assert trial.left["damage"] == pytest.approx(float(Fraction(row[column])))


def test_the_worth_of_each_weapon_against_each_armor_is_one_table() -> None:
    """All 24 weapons against all five armors, with the means of the ledger's table. A defence lowers each."""
    worth = run_scenario(BOX, "armory", {"dice": 6}, by="chain").left
    assert len(worth) == len(WEAPONS) * len(ARMORS)
    checked = set()
    for row in rows("odds.damage"):
        whole = row["weapon"].replace("gun-sword edge", "gun-sword (edge)")
        for weapon in [whole] if row["weapon"].startswith("mace") else whole.split(", "):
            for armor, kind in ARMORS.items() if row["pool"] == 6 else ():
                mean = float(Fraction(row[f"armor_{kind.reduction}"]))
                assert worth[f"damage, {weapon} against {armor.lower()}"] == pytest.approx(mean)
                checked.add(weapon)
    assert checked == {weapon.lower() for weapon in MELEE}
    parried = run_scenario(BOX, "armory", {"dice": 6, "defence": 4}, by="chain").left
    assert all(parried[pair] < worth[pair] for pair in worth)
    sword = run_scenario(BOX, "armory", {"weapon": "Sword", "armor": "Plate armor"}, by="chain").left
    assert sword == {"damage, sword against plate armor": pytest.approx(worth["damage, sword against plate armor"])}


def test_a_stalemate_is_an_ending() -> None:
    """Two rats in plate cannot hurt each other, nor can three dice with a club. With a mace they can."""
    rats = tuple(opponent("sewer rat", side, side).but(side=side) for side in ("one", "other"))
    plated = tuple(c.but(suit=c.suit.but(kind="Plate armor")) for c in rats)
    assert ending(from_table(fight(*plated))) == "stalemate"
    assert ending(from_table(fight(*rats))) is None
    assert can_hurt(fight(*rats), rats[0])
    for weapon, hurts in (("Club", False), ("Mace, Warhammer", True)):
        s = fight(person("ada", main=weapon), person("bo", side="foes", armor="Plate armor"))
        assert can_hurt(s, s.characters[0]) is hurts
    behind = person("bo", side="foes", armor="Heavy armor", off="Shield")
    s = fight(person("ada", main="Mace, Warhammer"), behind)
    assert can_hurt(s, s.characters[0])
    s = fight(person("ada", main="Club"), behind.but(suit=behind.suit.but(kind="Light armor")))
    assert can_hurt(s, s.characters[0])


def test_a_fight_on_the_table_can_be_asked_about() -> None:
    """The lab starts from the present fight, and refuses without one."""
    s = fight(person("ada", main="Axe"), person("bo", side="foes", main="Axe"))
    start = from_table(s)
    assert GAME.scenario("duel").ending(start) is None
    with pytest.raises(Refused, match="no fight"):
        from_table(table(person()))


def test_who_falls_in_their_own_turn_loses_the_rest_of_it() -> None:
    """The turn passes on. An answer to a fallen attacker is no longer owed."""
    s = fight(person("ada"), person("bo"), person("cy"))
    s = act(s, "attack", [[2, 3, 4]], ["strike back", "no"], who="ada", target="bo").state
    fallen = act(s, "cause_damage", who="ada", damage=11)
    assert acting(fallen.state) == "bo"
    assert (fallen.f("bo").main, fallen.f("bo").answers) == ("", "")


# policies


def asked(question: str, options: tuple[Any, ...], about: Any = None) -> Choose[Any]:
    return Choose("ada", question, options, cites=question, about=about)


def test_how_policies_answer_an_attack() -> None:
    """Reckless never, bold by exchanges, careful by exchanges with equals and by defending when wounded."""
    ways = ("nothing", "dodge", "parry", "exchange")
    dice = (("dodge", 3), ("parry", 5), ("exchange", 4))
    even, strong = Options(4, dice, False), Options(9, dice, False)
    picks = {
        name: [policy(asked(ATTACKED, ways, about)) for about in (even, strong)] for name, policy in POLICIES.items()
    }
    assert picks == {
        "bold": ["exchange", "nothing"],
        "careful": ["exchange", "nothing"],
        "reckless": ["nothing", "nothing"],
    }
    assert POLICIES["careful"](asked(ATTACKED, ways, strong._replace(wounded=True))) == "parry"
    assert POLICIES["bold"](asked(MAKE_EXCHANGE, (False, True))) is True
    assert POLICIES["careful"](asked(TACTIC, ("attack", "attack and dodge"), (9, 8))) == "attack and dodge"
    assert POLICIES["careful"](asked(TACTIC, ("attack", "attack and dodge"), (5, 4))) == "attack"
    for other in ("aim.table", "wear.patch"):
        assert {policy(asked(other, ("this", "that"))) for policy in POLICIES.values()} == {"this"}


def test_how_policies_use_a_hold() -> None:
    """Knock down at the highest price, else bash as hard as possible, else lock rather than waste successes."""
    lock, down, blows = Spend(lock=2), Spend("knock down", 4), [Spend("bash", n, 4 - n) for n in (1, 2, 4)]
    for ways, picked in ((lock, *blows, down), down), ((lock, *blows), blows[-1]), ((Spend(), lock), lock):
        names = tuple(way.name for way in ways)
        assert {policy(asked(PAYS_FOR, names, ways)) for policy in POLICIES.values()} == {picked.name}


def test_a_turn_is_played_for_somebody() -> None:
    """The acting fighter attacks the weakest, or their present opponent."""
    s = fight(person("ada", side="foes"), person("bo"), person("cy").but(health=5))
    target = chosen_target(s, "ada")
    assert target is not None
    assert target.id == "cy"
    done = act(s, "play_turn", [[2, 3, 4]], policy="reckless")
    assert acting(done.state) == "bo"
    assert done.f("ada").foe == "cy"


def test_players_answer_for_themselves_when_a_turn_is_played_for_an_opponent() -> None:
    """The policy attacks, and the target's player answers. A fight handed over has no questions."""
    s = fight(person("ada", side="foes"), person("cy", side="foes"), person("bo", player="bob", main="Sword"))
    for action in ("play_turn", "play_opponents"):
        assert first_question(s, action, policy="reckless").by == ("bo",)
    done = act(s, "play_opponents", [[2, 3, 4], [2, 3, 4]], ["nothing", "nothing"], policy="reckless")
    assert acting(done.state) == "bo"
    assert "whom a player plays" in refused(done.state, "play_opponents")
    assert first_question(s, "finish_fight", policy="bold", players="careful").kind == "roll"


def test_who_is_disarmed_draws_another_weapon() -> None:
    """By policy, a fighter with empty hands takes what is at the belt before striking."""
    ada = person("ada", side="foes", main="Club", carried=("Dagger",)).but(main="")
    ada = ada.but(items=tuple(i.but(dropped=i.id == "club") for i in ada.items))
    done = act(fight(ada, person("bo")), "play_turn", [[2, 3, 4]], policy="reckless")
    assert done.c("ada").main == "dagger"


@pytest.mark.exercises("quirk.magitech")
def test_the_last_crystals_are_shot_with() -> None:
    """The policy shoots while there are enough crystals for a shot. With fewer it draws another weapon."""
    for crystals, dice in ((2, [[2, 3, 4]]), (1, [])):
        ada = person("ada", side="foes", main="Magi-pistol", carried=("Dagger",)).but(crystals=crystals)
        s = fight(ada, person("bo"), rulings=ruled(crystals_per_shot=2))
        done = act(s, "play_turn", dice, policy="reckless")
        assert (done.c("ada").crystals, done.c("ada").main) == ((0, ada.main) if dice else (1, "dagger"))


@pytest.mark.exercises("ammo.optional")
def test_the_last_arrow_is_shot() -> None:
    """With counted arrows the policy then draws another weapon. Uncounted, a bow is never empty."""
    for counted, arrows, shoots in ((True, 1, True), (True, 0, False), (False, 0, True)):
        ada = person("ada", side="foes", main="Bow", carried=("Dagger",)).but(ammunition=arrows)
        ada = ada.but(items=tuple(item.but(drawn=item.id == ada.main) for item in ada.items))
        s = fight(ada, person("bo"), rulings=ruled(count_ammunition=counted))
        done = act(s, "play_turn", [[2, 3, 4]] * shoots, policy="reckless")
        assert done.c("ada").main == (ada.main if shoots else "dagger")


def test_a_fight_can_be_handed_over() -> None:
    """The fight goes on until one side is left."""
    table_ = Table.open(GAME, seats=GAME.seats, seed="handed over")
    table_.act("gm", "add_opponents", {"template": "sewer rat", "number": 2})
    table_.act("gm", "begin_fight", {"who": ["mirel", "dorrak", "sewer-rat-1", "sewer-rat-2"]})
    table_.act("gm", "finish_fight", {"rounds": 12})
    assert winner(table_.state) == "party"


@pytest.mark.exercises("round.end")
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_fight_is_handed_over_for_so_many_rounds(rounds: int) -> None:
    """Fighters wholly behind cover cannot be fought: exactly these rounds pass."""
    s = fight(person("ada").but(cover=4), person("bo", side="foes").but(cover=4))
    done = act(s, "finish_fight", rounds=rounds)
    assert done.state.fight.round == s.fight.round + rounds  # type: ignore[union-attr]
    assert done.said("The fight goes on.")


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_opponent_can_fight(template: str) -> None:
    """Against a road bandit, some rounds by policy, without anything going wrong."""
    table_ = Table.open(GAME, seats=GAME.seats, seed=template)
    table_.act("gm", "add_opponents", {"template": template, "name": "Somebody"})
    table_.act("gm", "begin_fight", {"who": ["mirel", "somebody"]})
    table_.act("gm", "finish_fight", {"rounds": 5, "policy": "careful"})
    assert not broken(table_.state)


def broken(s: Veridia) -> list[str]:
    return [why for limit in GAME.limits if (why := limit.broken(s))]


IN_A_FIGHT = (
    "attack", "grapple", "press_grapple", "break_free", "release", "concurrent", "run", "move", "wait", "end_turn",
    "unsheathe", "pick_up", "stand_up", "make_ready", "reload", "switch_mode", "free_action", "add_effect", "play_turn",
    "take_cover", "ride", "scare_mount", "set_condition", "raise_barrier", "join_fight", "leave_fight", "use_skill",
    "get_item", "wear_armor", "cause_damage", "instant_action", "call_contest",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_random_fights_keep_every_limit(seed: int) -> None:
    """Hundreds of random actions in a fight with all kinds of people: nothing raises, every limit holds."""
    rng = random.Random(seed)
    stranger = RandomPlayer(GAME, seed)
    taken: set[str] = set()
    for _ in range(700):
        t = stranger.table
        if t.state.fight is None and not t.play_state.waiting():
            stranger.table = t = Table.open(GAME, seats=GAME.seats, seed=f"{seed} {rng.random()}")
            t.nonce = lambda: "fight"  # the same dice in every play
            for template in rng.sample(list(TEMPLATES), 3):
                t.act("gm", "add_opponents", {"template": template})
            people = [c.id for c in t.state.characters if c.id != "ember"]
            rng.shuffle(people)
            if rng.random() < 0.3:
                t.act("gm", "ambush", {"attackers": people[:2], "victims": people[2:]})
            else:
                t.act("gm", "begin_fight", {"who": people})
            continue
        if t.play_state.waiting():
            stranger._answer()
        elif winner(t.state) == "nobody":
            t.act("gm", "end_fight", {})
        else:
            name = rng.choice(IN_A_FIGHT)
            action = GAME.action(name)
            params = stranger.params(action, t.state)
            if "who" in params and rng.random() < 0.8:
                params["who"] = acting(t.state)
            try:
                t.act("gm", name, params)
                taken.add(name)
            except Refused:
                continue
        assert not broken(t.state), t.journal[-1]
    assert len(taken) > 20, sorted(set(IN_A_FIGHT) - taken)


def test_the_odds_of_the_main_actions_are_exact() -> None:
    """Attack with every answer open, grapple, knock out: they total one."""
    s = fight(
        person("ada", main="Sword", skills={"melee": 7}), person("bo", main="Sword", skills={"parry": 7}).but(health=5)
    )
    for params in ({"target": "bo"}, {"target": "bo", "knock_out": "yes"}, {"target": "bo", "aim": "eye"}):
        seen = action_odds_of(GAME, s, "attack", {"who": "ada", **params}, budget=60_000)
        assert seen.plain.whole()
    assert action_odds_of(GAME, s, "grapple", {"who": "ada", "target": "bo"}, budget=60_000).plain.whole()
    shown = action_odds_of(GAME, s, "attack", {"who": "ada", "target": "bo", "knock_out": "yes"}).outcomes
    assert shown[0] == "knocked out"
