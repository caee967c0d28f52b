"""Advancement after a mission: the ship's upgrade, the crew's advancement, and the next mission."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.advancement import LISTS, PREPS, lists, may_advance, new_item, two_preps
from tablewright.games.veil_runners.state import Mission, Quality, Result, SuitUpgrade, ended, member
from tablewright.rules import Refused, find_by_id
from tablewright.rules.kit import Clock
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView

from .table import LEDGER, act, crew, dist, everyone, mission, module, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def after(result: str = "success") -> Mission:
    return act(mission(), "end_mission", result=result).state


def wrecked() -> Mission:
    s = module(ship(mission(), integrity="lost"), "1", destroyed=True)
    return act(s, "hit_ship", [[1]]).state


@pytest.mark.example("adv.ship", 0, 1)
def test_success_allows_the_ship_one_upgrade() -> None:
    """A second upgrade, or one after a wreck, is refused. CORE dice stay four."""
    s = act(after(), "upgrade_ship", slot="4", name="TRACTOR BEAM", uses=3).state
    assert find_by_id(s.ship.modules, "4").name == "TRACTOR BEAM"
    assert s.ship.cpu + s.ship.hul + s.ship.nav == 4
    assert "only a successful mission" in refused(s, "upgrade_ship", slot="4", name="MORE")
    assert "only a successful mission" in refused(wrecked(), "upgrade_ship", slot="4", name="MORE")
    assert "after a mission" in refused(mission(), "upgrade_ship", slot="4", name="MORE")


@pytest.mark.exercises("adv.ship")
def test_an_upgrade_that_was_not_taken_is_kept() -> None:
    """Two successes are two modules. A failure takes nothing away and adds nothing."""
    again = act(after(), "begin_mission").state.but(phase="under way")
    assert [act(again, "end_mission", result=how).state.ship_upgrades for how in ("success", "failure")] == [2, 1]


@pytest.mark.example("adv.crew", 0)
@pytest.mark.example("adv.crew.choice", 0)
def test_each_may_advance_once_even_after_a_wreck() -> None:
    """An Upgrade or Mission Prep, not both."""
    s = wrecked()
    for who in ("ada", "bo", "cyl"):
        s = act(s, "mission_prep", who=who, entry="Care Token").state
    assert "who cannot be 'ada'" in refused(s, "upgrade", who="ada", kind="quality")
    upgraded = act(wrecked(), "upgrade", say=["Expert"], who="ada", kind="quality").state
    assert "who cannot be 'ada'" in refused(upgraded, "mission_prep", who="ada")
    assert "after a mission" in refused(mission(), "upgrade", who="ada", kind="quality")


@pytest.mark.exercises("adv.crew")
@pytest.mark.parametrize(("fields", "why"), [({"advanced": True}, "has advanced"), ({"dead": True}, "is dead")])
def test_who_may_not_advance_is_told_why(fields: dict[str, Any], why: str) -> None:
    """A member who has advanced after this mission, and the dead."""
    assert may_advance(after(), "ada").id == "ada"
    with pytest.raises(Refused, match=f"Ada {why}"):
        may_advance(crew(after(), **fields), "ada")


@pytest.mark.example("adv.upgrade.list", 0)
@pytest.mark.example("adv.upgrade.first", 0)
def test_the_first_item_of_a_list_is_picked_freely() -> None:
    """Any of six, without a die. The first of the other list is as free."""
    assert [len(items) for items in LISTS.values()] == [6, 6]
    for item in LISTS["quality"]:
        done = act(after(), "upgrade", say=[item], who="ada", kind="quality")
        assert (done["ada"].qualities, done.dice) == ((item,), [])
    s = crew(after(), qualities=("Expert",))
    assert act(s, "upgrade", say=["Limiter Override"], who="ada", kind="suit upgrade").dice == []


@pytest.mark.example("adv.upgrade.roll", 0, 1, 2)
@pytest.mark.example("adv.upgrade.owned", 0, 1)
def test_later_items_come_by_a_die_or_by_a_free_pick() -> None:
    """Owning the first and rolling a 5 gives the fifth. A new one comes with 5/6, with two owned with 2/3."""
    s = crew(after(), qualities=("Resourceful",))
    assert act(s, "upgrade", [[5]], who="ada", kind="quality")["ada"].qualities == ("Resourceful", "Defender")
    owned = act(s, "upgrade", [[1]], ["Reckless"], who="ada", kind="quality")
    assert owned["ada"].qualities == ("Resourceful", "Reckless")
    with pytest.raises(Refused, match="Answer one of: Relentless"):
        act(s, "upgrade", [[1]], ["Resourceful"], who="ada", kind="quality")
    for have, fresh in ((("Resourceful",), Fraction(5, 6)), (("Resourceful", "Expert"), Fraction(2, 3))):
        seen = ExactCounter(lambda ask: "Reckless").dist(new_item("ada", "quality", have))
        others = [item for item in LISTS["quality"] if item not in (*have, "Reckless")]
        assert sum(seen[item] for item in others) + Fraction(1, 6) == fresh
        assert seen["Reckless"] == Fraction(1, 6) + (1 - fresh)


@pytest.mark.example("adv.upgrade.limit", 0, 1)
def test_more_than_two_of_a_list_and_one_goes() -> None:
    """With a third item the player gives one up, the new one if they like."""
    one = crew(after(), qualities=("Resourceful",))
    assert len(act(one, "upgrade", [[5]], who="ada", kind="quality")["ada"].qualities) == 2
    two = crew(after(), qualities=("Resourceful", "Defender"))
    for gone in ("Resourceful", "Expert"):
        kept = act(two, "upgrade", [[3]], [gone], who="ada", kind="quality")["ada"].qualities
        assert len(kept) == 2
        assert gone not in kept


def test_at_some_tables_two_are_the_most_in_all() -> None:
    """A quality and a suit upgrade leave room for none."""
    for limit, asks in (("each list", []), ("in all", ["Expert"])):
        s = act(mission(upgrade_limit=limit), "end_mission", result="failure").state
        s = crew(s, qualities=("Expert",), suit=("Auxiliary Arm",))
        ada = act(s, "upgrade", [[2]], asks, who="ada", kind="suit upgrade")["ada"]
        assert len(ada.qualities) + len(ada.suit) == (2 if asks else 3)


@pytest.mark.exercises("adv.upgrade.list", "adv.upgrade.first")
def test_each_list_says_what_is_had_of_it() -> None:
    """The first item of a list is a free pick. Later a die decides."""
    s = crew(after(), qualities=("Forceful",))
    offered = [(pick.value, pick.label, pick.note) for pick in lists(s, {"who": "ada"})]
    assert offered == [
        ("quality", "a quality", "a die; has Forceful"),
        ("suit upgrade", "a suit upgrade", "a free pick"),
    ]


def test_a_field_is_kept_when_something_else_is_gained() -> None:
    """Ada stays an expert in hacking."""
    s = crew(after(), qualities=("Expert",), expertise="hacking")
    assert act(s, "upgrade", [[6]], who="ada", kind="quality")["ada"].expertise == "hacking"


def test_who_joins_after_a_mission_did_not_fly_it() -> None:
    """A new member does not advance. The yard is open again only after a wreck."""
    joined = act(wrecked(), "add_crew", name="Zed").state
    assert "who cannot be 'zed'" in refused(joined, "upgrade", who="zed", kind="quality")
    assert act(wrecked(), "take_ship", ship="Old Grudge").state.ship.name == "Old Grudge"
    assert "changes by upgrades" in refused(after(), "take_ship", ship="Old Grudge")


def test_the_armour_comes_and_goes_with_its_upgrade() -> None:
    """The armour's token comes and goes too."""
    s = crew(after(), suit=("Auxiliary Arm", "Oversized Systems"))
    gained = act(s, "upgrade", [[4]], ["Auxiliary Arm"], who="ada", kind="suit upgrade")["ada"]
    assert gained.armour
    given_up = act(s, "upgrade", [[4]], ["Ablative Armour"], who="ada", kind="suit upgrade")["ada"]
    assert not given_up.armour


# Mission prep


def prepared(*entries: int, **changes: object) -> Mission:
    """Ada prepared these entries, and the next mission has begun, in action."""
    s = crew(after(), prep=entries, advanced=True, **changes)  # type: ignore[arg-type]
    return act(s, "begin_mission").state.but(scene="action", phase="under way")


@pytest.mark.example("prep.choose", 0)
@pytest.mark.example("prep.table", 0)
@pytest.mark.parametrize("row", LEDGER.tables["prep"].records(), ids=lambda row: str(row["name"]))
def test_one_of_six_entries_is_chosen(row: dict[str, object]) -> None:
    """The fourth is the Care Token. Each takes effect in the next mission."""
    s = act(after(), "mission_prep", who="ada", entry=row["name"]).state
    assert member(s, "ada").prep == (row["die"],)
    ada = member(act(s, "begin_mission").state, "ada")
    has = (ada.focus == 3, ada.ingenuity, ada.foresight, ada.care, ada.willpower, ada.dread)
    assert [bool(n) for n in has] == [n + 1 == row["die"] for n in range(6)]


@pytest.mark.example("prep.twice", 0, 1, 2)
def test_or_two_are_rolled() -> None:
    """2 and 5 are Ingenuity and Willpower. Doubles one time in six. A given entry in 11 of 36."""
    s = act(after(), "mission_prep", [[2, 5]], who="ada").state
    ada = member(act(s, "begin_mission").state, "ada")
    assert (ada.ingenuity, ada.willpower, ada.care) == (1, 1, 0)
    seen = dist(two_preps("ada"))
    assert seen.chance(lambda dice: dice[0] == dice[1]) == Fraction(1, 6)
    assert seen.chance(lambda dice: 4 in dice) == Fraction(11, 36)
    dread = prepared(6, 6)
    assert act(dread, "crew_roll", [[1, 1, 1]], who="ada")["ada"].focus == 3


@pytest.mark.example("prep.duration", 0)
def test_what_was_not_used_is_lost_with_the_mission() -> None:
    """An unspent Care Token, the moment it ends."""
    s = act(prepared(4), "end_mission", result="success").state
    assert member(s, "ada").care == 0


@pytest.mark.example("prep.focus", 0)
def test_prepared_focus_is_there_when_the_mission_begins() -> None:
    """Three."""
    assert member(prepared(1), "ada").focus == 3


@pytest.mark.example("prep.focus.over-max", 0, 1, 2)
def test_rolled_twice_it_goes_over_the_most_and_then_blocks_earning() -> None:
    """Six tokens, one time in 36. A Fiasco adds none to six, and one to two."""
    assert dist(two_preps("ada"))[(1, 1)] == Fraction(1, 36)
    s = prepared(1, 1)
    assert member(s, "ada").focus == 6
    assert act(s, "crew_roll", [[1, 1, 1]], ["fiasco,0"], who="ada")["ada"].focus == 6
    assert act(crew(s, focus=2), "crew_roll", [[1, 1, 1]], who="ada")["ada"].focus == 3


@pytest.mark.example("prep.ingenuity", 0, 1)
def test_ingenuity_is_a_success_without_rolling_at_standard() -> None:
    """For crew rolls and ship rolls carried out, at Risky or Desperate only if Foresight comes first."""
    s = prepared(2)
    done = act(s, "crew_roll", who="ada", how="ingenuity")
    assert (done.result, done.dice, done["ada"].ingenuity) == (SUCCESS, [], 0)
    assert act(s, "ship_roll", core="CPU", carrier="ada", how="ingenuity").result is SUCCESS
    for position in ("risky", "desperate"):
        tense = s.but(position=position)
        assert f"in a {position} position" in refused(tense, "crew_roll", who="ada", how="ingenuity")
    both = prepared(2, 3).but(position="desperate")
    assert act(both, "crew_roll", who="ada", how="ingenuity", foresight=True).result is SUCCESS
    assert "how cannot be 'ingenuity'" in refused(s, "ship_roll", core="CPU", how="ingenuity")


@pytest.mark.example("prep.foresight", 0, 1)
def test_foresight_turns_a_desperate_roll_standard() -> None:
    """After a 5 or before the throw it saves from damage. It does not change a Risky roll."""
    s = prepared(3).but(position="desperate")
    late = act(s, "crew_roll", [[5, 1, 1]], ["yes"], who="ada")
    assert (late["ada"].life_support, late["ada"].foresight) == (True, 0)
    early = act(s, "crew_roll", [[5, 1, 1]], who="ada", foresight=True)
    assert (early["ada"].life_support, early["ada"].foresight) == (True, 0)
    kept = act(s, "crew_roll", [[5, 1, 1], [1]], ["no"], who="ada")
    assert (kept["ada"].life_support, kept["ada"].foresight) == (False, 1)
    flown = act(s, "ship_roll", [[5, 1]], ["yes"], core="NAV", carrier="ada")
    assert flown.state.ship.integrity == "held"
    risky = s.but(position="risky")
    assert "this one is risky" in refused(risky, "crew_roll", who="ada", foresight=True)
    unasked = act(risky, "crew_roll", [[3, 1, 1], [1]], who="ada")
    assert unasked["ada"].foresight == 1
    assert [line for line in unasked.lines if line.kind == "choice"] == []


@pytest.mark.example("prep.care", 0)
def test_care_replaces_the_roll_and_not_the_cost() -> None:
    """The patient goes from 0 to 1, the healer's token is spent."""
    s = crew(crew(prepared(4), focus=1), "bo", vitality=0).but(scene="safe")
    done = act(s, "heal", who="ada", patient="bo", how="care")
    assert (done["bo"].vitality, done["ada"].focus, done["ada"].care, done.dice) == (1, 0, 0, [])
    assert "how cannot be 'care'" in refused(crew(s, care=0), "heal", who="ada", patient="bo", how="care")


@pytest.mark.exercises("prep.ingenuity", "quality.reckless")
def test_healing_can_be_done_without_rolling_like_any_roll() -> None:
    """Ingenuity works at Standard, the Reckless way for damage. The attempt still costs its token."""
    s = crew(crew(prepared(2), focus=1, qualities=("Reckless",)), "bo", vitality=0).but(scene="safe")
    clever = act(s, "heal", who="ada", patient="bo", how="ingenuity")
    assert (clever["bo"].vitality, clever["ada"].focus, clever["ada"].ingenuity, clever.dice) == (1, 0, 0, [])
    rash = act(s, "heal", [[1]], who="ada", patient="bo", how="reckless")
    assert (rash["bo"].vitality, rash["ada"].focus, rash["ada"].life_support) == (1, 1, False)
    exposed = crew(s, hazard="fire")
    assert "in a desperate position" in refused(exposed, "heal", who="ada", patient="bo", how="ingenuity")


@pytest.mark.example("prep.willpower", 0, 1, 2)
def test_willpower_fills_or_empties_one_segment() -> None:
    """5 of 6 is completed, 3 becomes 2, an empty clock cannot be emptied, and a full one has happened."""

    def clock(filled: int) -> Mission:
        s = prepared(5)
        return s.but(kit=s.kit.but(clocks=(Clock("c", "C", 6, "death", filled, "It happens."),)))

    full = act(clock(5), "spend_willpower", who="ada", clock="c", how="fill")
    assert full.state.kit.clocks[0].filled == 6
    assert full.told("It happens.")
    assert full["ada"].willpower == 0
    assert act(clock(3), "spend_willpower", who="ada", clock="c", how="empty").state.kit.clocks[0].filled == 2
    assert "no segment to empty" in refused(clock(0), "spend_willpower", who="ada", clock="c", how="empty")
    assert "nothing to choose from" in refused(clock(6), "spend_willpower", who="ada", clock="c", how="empty")
    spent = crew(clock(3), willpower=0)
    assert "Ada has no Willpower Token" in refused(spent, "spend_willpower", who="ada", clock="c", how="fill")


@pytest.mark.exercises("prep.twice", "prep.ingenuity", "prep.foresight", "prep.care", "prep.willpower")
def test_of_what_was_prepared_twice_one_is_left_after_the_first_use() -> None:
    """Each kind of token, and Foresight both before the throw and after it."""
    tense = prepared(3, 3).but(position="desperate")
    hurt = crew(crew(prepared(4, 4), focus=1), "bo", vitality=0).but(scene="safe")
    fate = act(prepared(5, 5), "start_clock", title="C", kind="death").state
    assert act(prepared(2, 2), "crew_roll", who="ada", how="ingenuity")["ada"].ingenuity == 1
    assert act(tense, "crew_roll", [[5, 1, 1]], who="ada", foresight=True)["ada"].foresight == 1
    assert act(tense, "crew_roll", [[5, 1, 1]], ["yes"], who="ada")["ada"].foresight == 1
    assert act(hurt, "heal", who="ada", patient="bo", how="care")["ada"].care == 1
    assert act(fate, "spend_willpower", who="ada", clock="c", how="fill")["ada"].willpower == 1


# The next mission


def battered(recovery: str) -> Mission:
    """Everything lost that can be, after a mission."""
    s = everyone(
        mission(recovery=recovery), vitality=1, life_support=False, primary_works=False, hazard="fire", where="hull"
    )
    s = act(s, "call_position", position="desperate", who=["ada"]).state
    s = crew(s, suit=("Ablative Armour",))
    s = module(module(s, "1", destroyed=True), "3", uses=0)
    s = ship(s, life_support="spent", integrity="lost", engineering="spent", focus=2)
    return act(s, "end_mission", result="failure").state


@pytest.mark.exercises("ship.tokens.recover")
def test_between_missions_everything_is_made_good() -> None:
    """Tokens, modules, uses, suits, Vitality and armour return. Focus depends on sessions."""
    s = act(battered("everything"), "begin_mission").state
    assert (s.ship.life_support, s.ship.integrity, s.ship.engineering) == ("held", "held", "held")
    assert [(m.destroyed, m.uses) for m in s.ship.modules] == [(False, None), (False, None), (False, 3), (False, None)]
    ada = member(s, "ada")
    assert (ada.vitality, ada.life_support, ada.primary_works, ada.armour) == (3, True, True, True)
    assert (ada.where, ada.hazard, ada.position) == ("aboard", "none", None)
    assert s.ship.focus == 2


def test_a_table_may_let_tokens_or_everything_stay_lost() -> None:
    """Two house rulings."""
    s = act(battered("no tokens"), "begin_mission").state
    assert (s.ship.integrity, member(s, "ada").vitality, s.ship.modules[0].destroyed) == ("lost", 3, False)
    s = act(battered("nothing"), "begin_mission").state
    assert (s.ship.integrity, member(s, "ada").vitality, s.ship.modules[0].destroyed) == ("lost", 1, True)


def test_nobody_rolls_between_missions_and_none_begins_within_one() -> None:
    """Each refusal says what would be possible."""
    assert "begin the next one" in refused(after(), "crew_roll", who="ada")
    assert "not over yet" in refused(mission(), "begin_mission")


def test_a_mission_ends_once() -> None:
    """A clock that fills after the wreck damages nothing, and no member advances a second time."""
    s = act(wrecked(), "mission_prep", who="ada", entry="Care Token").state
    s = act(s, "start_clock", title="Late", kind="death", size="4", full="ship damage").state
    late = act(s, "advance_clock", clock="late", sections=4)
    assert (late.state.flown, late["ada"].advanced, late.state.ship) == (1, True, s.ship)
    assert ended(s, "failure") == s
    two = ship(module(mission(), "1", destroyed=True), integrity="lost")
    for title in ("One", "Two"):
        two = act(two, "start_clock", title=title, kind="death", size="4", full="ship damage").state
        two = act(two, "advance_clock", clock=title.lower(), sections=3).state
    assert act(two, "pass_time", [[1]]).state.flown == 1


def test_the_wayfinder_is_told_what_the_last_mission_left_on_the_table() -> None:
    """A fire that still burns would make the next mission Desperate."""
    s = act(mission(), "start_clock", title="Fire", kind="death", desperate=True).state
    begun = act(act(s, "end_mission", result="failure").state, "begin_mission")
    (line,) = [line for line in begun.lines if "Still on the table: Fire." in line.text]
    assert line.audience == ("wayfinder",)
    assert not act(after(), "begin_mission").told("Still on the table")


def test_the_dead_are_not_part_of_the_next_mission() -> None:
    """Sheets of the dead are burned."""
    s = act(crew(mission(), vitality=0, dead=True), "end_mission", result="success").state
    assert [m.id for m in act(s, "begin_mission").state.crew] == ["bo", "cyl"]


def test_prep_names_match_the_ledger() -> None:
    """In its order."""
    assert list(PREPS) == [row["name"] for row in LEDGER.tables["prep"].records()]
    qualities: tuple[Quality, ...] = ("Expert",)
    suit: tuple[SuitUpgrade, ...] = ()
    assert run(new_item("ada", "quality", qualities), [[1]]) == "Resourceful"
    assert run(new_item("ada", "suit upgrade", suit), [], ["Limiter Override"]) == "Limiter Override"


def test_which_quality_is_a_matter_of_taste() -> None:
    """Each option says what it is, and none has a star: they differ in the story alone."""
    table = Table.open(GAME, seed="taste")
    table.act("way", "end_mission", {"result": "failure"})
    table.act("ann", "upgrade", {"who": "ada", "kind": "quality"})
    view = SeatView(table, "ann")
    counsel = view.advice(*view.prompts[0].place)
    assert (len(counsel.options), counsel.best) == (6, "")
