"""Views of a seat: odds, sides, forms and quick actions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.attack import Blow
from tablewright.games.veridia.exchange import Clash, Hold
from tablewright.games.veridia.health import most, unable
from tablewright.games.veridia.maneuvers import NOTHING
from tablewright.games.veridia.measures import measures
from tablewright.games.veridia.outcomes import harm, of_blow, of_exchange
from tablewright.games.veridia.sides import decided
from tablewright.games.veridia.state import Veridia, put, the
from tablewright.rules.actions import Action
from tablewright.rules.widgets import TurnOrderWidget
from tablewright.table import Table
from tablewright.table.odds.seat_odds import odds_for_seat
from tablewright.table.odds.summary import OddsSummary
from tablewright.table.seat.seat_view import view_from
from tests.games.forms import keep_their_word

from .people import BOX, act, fight, person, table


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the whole count, on a busy machine too."""
    monkeypatch.setattr(
        "tablewright.table.odds.timed_counter.TIME_SHARES", {"whole": 2_000, "headline": 2_000, "tried": 0.5}
    )


def prospect(s: Veridia, name: str, **params: Any) -> OddsSummary:
    action: Action[Any] = GAME.action(name)
    return odds_for_seat(GAME, s, action, action.read(params, s), GAME.seats[0])


def whose_turn(t: Table[Veridia]) -> str:
    """The next fighter to act."""
    assert t.state.fight is not None
    return t.state.fight.order[t.state.fight.turn].id


def labels(found: OddsSummary) -> list[str]:
    return [group.label for group in found.groups]


# the odds


def test_a_lock_is_picked_or_not() -> None:
    """The odds of picking a lock are four headlines, not a row for every match."""
    t = Table.open(GAME, seats=GAME.seats, seed="lock")
    found = view_from(t, "cat").odds("use_skill", {"who": "sefa", "use": "pick a lock"})
    assert labels(found) == ["succeeds, with a match", "succeeds", "fails", "fails critically"]
    assert sum(group.chance[1] for group in found.groups) == pytest.approx(1)


def test_the_star_of_a_defender_is_the_defenders() -> None:
    """Twelve dice of a parry against ten of a sword: standing still is not the best answer."""
    t = Table.open(GAME, seats=GAME.seats, seed="star")
    t.act("gm", "add_opponents", {"template": "duelist", "name": "Grim Hobb"})
    t.act("gm", "begin_fight", {"who": "mirel,grim-hobb"})
    if whose_turn(t) != "mirel":
        t.act("gm", "end_turn", {"who": "grim-hobb"})
    t.act("ann", "attack", {"who": "mirel", "target": "grim-hobb"})
    (ask,) = view_from(t, "gm").prompts
    counsel = view_from(t, "gm").advice(*ask.place)
    lost = {key: health_lost(found, "grim-hobb") for key, found in counsel.options.items()}
    assert counsel.best not in ("", NOTHING)
    assert lost[counsel.best] < lost[NOTHING]


def health_lost(found: OddsSummary, who: str) -> float:
    return sum(-c.mean[1] for c in found.changes if (c.whose, c.label) == (who, "health"))


def test_an_attack_says_what_it_does_and_what_it_takes() -> None:
    """Six headlines at most, the health of whom it hits, and the main action it is paid with."""
    s = fight(person("ada", main="Sword", skills={"melee": 4}), person("bo", side="foes", main="Sword"))
    found = prospect(s, "attack", who="ada", target="bo")
    assert len(found.groups) <= 6
    assert "wounds" in labels(found)
    assert health_lost(found, "bo") > 0
    assert [(c.whose, c.label) for c in found.costs if c.mean[1] < 0][:1] == [("ada", "main action of the round")]


def test_a_grapple_is_counted_to_its_end() -> None:
    """The purchases of its successes are weighed as well, and no part is left out for its size."""
    s = fight(person("ada", skills={"brawl": 5}), person("bo", side="foes", skills={"athletics": 3}))
    found = prospect(s, "grapple", who="ada", target="bo")
    assert found.note == ""
    assert set(labels(found)) <= {"takes hold", "gets no hold", "misses", "gets the worse of it"}
    assert any(c.label == "held" for c in found.changes)


def test_what_a_blow_weighs_grows_with_what_it_makes_of_somebody() -> None:
    """Of eleven health: a wound counts its points, being put down five more, and dying five on top."""
    bo = person("bo")
    s = table(bo)
    assert [harm(s, bo, net) for net in (0, 1, 2)] == [0, 1, 2]
    assert harm(s, bo, 11) == 11 + 5
    assert harm(s, bo, 12) == harm(s, bo, 30) == 12 + 5 + 5


@pytest.mark.exercises("attack.hit", "attack.reduce", "roll.critical")
def test_what_an_attack_comes_to_is_in_order() -> None:
    """To kill, to take out, to wound, to hit without harm, to miss, to fail critically."""
    bo = person("bo")
    nets = (30, most(bo), 2, 1, 0)
    blows = (*(Blow(True, net=net) for net in nets), Blow(False), Blow(False, critical=True))
    worth = [of_blow(table(bo), bo, blow).worth() for blow in blows]
    assert worth == sorted(set(worth), reverse=True)


@pytest.mark.exercises("exchange.damage", "exchange.maneuver", "exchange.cancel")
def test_what_an_exchange_comes_to_is_in_order() -> None:
    """To win it, to be level, to be hit without harm, to be held, to be wounded, to fall."""
    ada, bo = person("ada"), person("bo")
    s = fight(ada, bo)
    falling = (
        Clash(1, Blow(True, net=2)),
        Clash(1, Blow(True, net=1)),
        Clash(0),
        Clash(-1, Blow(True)),
        Clash(-1, hold=Hold(1, 0)),
        Clash(-1, Blow(True, net=1)),
        Clash(-1, Blow(True, net=2)),
        Clash(-1, Blow(True, net=30)),
    )
    worth = [of_exchange(s, found, ada, bo, knock_out=False).worth() for found in falling]
    assert worth == sorted(set(worth), reverse=True)


def test_friends_who_fight_each_other_are_on_sides_of_their_own() -> None:
    """In a bout between two of the party each plays for themselves. The game master rules."""
    s = fight(person("ada"), person("bo"))
    assert (GAME.side_of(s, "ada"), GAME.side_of(s, "bo"), GAME.side_of(s, "gm")) == ("ada", "bo", "")
    apart = fight(person("ada"), person("bo"), person("cy", side="foes"))
    assert GAME.side_of(apart, "ada") == GAME.side_of(apart, "bo") == "party"


def test_a_death_weighs_more_than_any_wound() -> None:
    """Measures of one body: dead, down, health."""
    worth = {m.label: m.worth for m in measures(fight(person("ada"), person("bo")))}
    assert worth["dead"] > worth["out of action"] > worth["health"]


def test_to_lie_to_be_held_or_disarmed_weighs_two_wounds() -> None:
    """Each as much as the others, and nowhere near as much as to be out of action."""
    worth = {m.label: m.worth for m in measures(fight(person("ada", main="Sword"), person("bo")))}
    assert worth["prone"] == worth["held"] == worth["things in hand"] == 2 * worth["health"]
    assert worth["out of action"] > 3 * worth["prone"]


def test_more_is_better_or_worse_and_nothing_between() -> None:
    """Health and main actions are good to have. Dead, down, prone, held, locked and breached are bad."""
    s = fight(person("ada", skills={"brawl": 3}), person("bo", side="foes"))
    s = act(s, "grapple", [[9, 10, 11, 2, 3, 4]], ["nothing", "lock for 3"], who="ada", target="bo").state
    good = {m.label: m.good for m in measures(s)}
    bad = {label for label, n in good.items() if n == -1}
    assert bad == {"dead", "out of action", "prone", "held", "difficulty of the lock", "armor breached"}
    assert set(good.values()) == {1, -1}


# forms


def test_a_target_is_somebody_else() -> None:
    """Attackers are not among their targets, and enemies come first."""
    t = Table.open(GAME, seats=GAME.seats, seed="target")
    t.act("gm", "add_opponents", {"template": "road bandit", "name": "Wat"})
    t.act("gm", "begin_fight", {"who": "mirel,dorrak,wat"})
    while whose_turn(t) != "mirel":
        t.act("gm", "end_turn", {"who": whose_turn(t)})
    shown = [choice.label for choice in view_from(t, "ann").draft("attack").field("target").choices]
    assert shown == ["Wat", "Dorrak"]


@pytest.mark.parametrize("seed", range(3))
def test_forms_keep_their_word(seed: int) -> None:
    """In random play a ready form is taken, what it offers is taken, what it calls impossible is refused."""
    keep_their_word(GAME, seed, named)


def named(s: Veridia) -> dict[str, str]:
    return {c.id: c.name for c in s.characters} | {i.id: i.kind for c in s.characters for i in c.items}


# what a moment calls for


def test_a_turn_offers_its_main_actions_first() -> None:
    """With a sword in hand attack comes first, at peace skills, for the game master the fight."""
    t = Table.open(GAME, seats=GAME.seats, seed="foremost")
    assert view_from(t, "ann").suggestions[0].action == "use_skill"
    assert view_from(t, "gm").suggestions[0].action == "add_opponents"
    t.act("gm", "add_opponents", {"template": "road bandit", "name": "Wat"})
    assert view_from(t, "gm").suggestions[0].action == "begin_fight"
    t.act("gm", "begin_fight", {"who": "mirel,wat"})
    if whose_turn(t) != "mirel":
        assert view_from(t, "gm").suggestions[0].action == "attack"
        t.act("gm", "end_turn", {"who": "wat"})
    assert [o.action for o in view_from(t, "ann").suggestions][:1] == ["attack"]


def test_creation_is_led_step_by_step() -> None:
    """A concept first, then experience, then background and gear, and at last the character is ready."""
    t = Table.open(GAME, seats=GAME.seats, seed="creation")
    t.act("ann", "new_character", {"name": "Anselm"})
    assert view_from(t, "ann").suggestions[0].action == "write_concept"
    t.act("ann", "write_concept", {"who": "anselm", "concept": "a ferryman"})
    assert view_from(t, "ann").suggestions[0].action == "advance"
    t.act("ann", "advance", {"who": "anselm", "point": "strength"})
    assert "take_background" in [o.action for o in view_from(t, "ann").suggestions]
    t.act("ann", "take_background", {"who": "anselm", "name": "Ferryman", "money": 30})
    assert [o.action for o in view_from(t, "ann").suggestions if o.action == "finish_character"]


def test_every_rule_has_a_short_title() -> None:
    """Two to five words each, and no two the same."""
    titles = [rule.title for rule in BOX.ledger]
    assert all(2 <= len(title.split()) <= 5 for title in titles)
    assert len(set(titles)) == len(titles)


def won() -> Table[Veridia]:
    """A fight in which the only opponent has died, in Mirel's turn. Dorrak is down beside her."""
    t = Table.open(GAME, seats=GAME.seats, seed="won")
    t.act("gm", "add_opponents", {"template": "road bandit", "name": "Wat"})
    t.act("gm", "begin_fight", {"who": ["mirel", "dorrak", "wat"]})
    while whose_turn(t) != "mirel":
        t.act("gm", "end_turn", {"who": whose_turn(t)})
    s = put(t.state, the(t.state, "wat").but(health=-99, dead=True))
    s = put(s, the(s, "dorrak").but(health=0))
    t.play_state = msgspec.structs.replace(t.play_state, state=s)
    assert unable(t.state, the(t.state, "dorrak"))
    return t


@pytest.mark.exercises("init.free_order")
def test_where_no_foe_stands_the_fight_is_ended_and_nobody_is_struck() -> None:
    """Every sheet shows it, the master is offered the end first and once, and Mirel no attack on her friend."""
    t = won()
    offers = [o.action for o in view_from(t, "gm").suggestions]
    assert offers[0] == "end_fight"
    assert offers.count("end_fight") == 1
    assert "play_opponents" not in offers
    fight = next(panel for panel in view_from(t, "bob").sheet if panel.title == "The fight")
    assert "No foe stands" in [getattr(word, "label", "") for word in fight.words]
    assert not {"attack", "concurrent", "grapple"} & {o.action for o in view_from(t, "ann").suggestions}
    attack = view_from(t, "ann").draft("attack", {"who": "mirel"})
    assert attack.field("target").value is None
    assert not attack.ready


def test_the_order_says_who_is_out_of_it() -> None:
    """The dead and those who are down keep their place, and show it."""
    fight = next(panel for panel in view_from(won(), "bob").sheet if panel.title == "The fight")
    (order,) = [word for word in fight.words if isinstance(word, TurnOrderWidget)]
    assert sorted(order.names) == ["Dorrak (down)", "Mirel Voss", "Wat (dead)"]


def test_a_bout_among_friends_is_not_over_before_it_begins() -> None:
    """Each fights for themselves, so both are offered a target."""
    t = Table.open(GAME, seats=GAME.seats, seed="bout")
    t.act("gm", "begin_fight", {"who": ["mirel", "dorrak"]})
    assert not decided(t.state)
    player = {"mirel": "ann", "dorrak": "bob"}[whose_turn(t)]
    assert view_from(t, player).suggestions[0].action == "attack"
    assert view_from(t, player).draft("attack").ready
