"""Drafts: what a form offers is taken, what it rules out is refused with the reason it shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablewright.check.play.random_player import RandomPlayer
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips, Weapon
from tablewright.rules import Refused
from tablewright.rules.forms.form import to_recorded_values
from tablewright.table import Table
from tablewright.table.log.events import ActionTaken
from tablewright.table.seat.draft import MAX_LISTED, Draft, DraftField
from tablewright.table.seat.labels import names_in_state
from tablewright.table.seat.seat_view import SeatView

from .seated import seated
from .table import fight, foe, item, seeker, spell, veil


def taken(table: Table, seat: str, action: str, values: dict[str, Any]) -> str:
    """The reason why the table refuses an action, or an empty string."""
    try:
        given = to_recorded_values(GAME.action(action).read(values, table.visible_state(seat)))
        table.validate(ActionTaken(seat, action, given))
    except Refused as refused:
        return str(refused)
    return ""


def wrong_with(table: Table, seat: str, draft: Draft) -> list[str]:
    """Everything a ready draft says that does not hold."""
    out = []
    if why := taken(table, seat, draft.action, draft.values):
        out.append(f"{draft.action} {draft.values} is ready, and refused: {why}")
    for field in draft.fields:
        for choice in field.choices if not field.many else ():
            values = {**draft.values, field.name: choice.value}
            why = taken(table, seat, draft.action, values)
            anew = why and any(
                f.wrong for f in SeatView(table, seat).draft(draft.action, values).fields if f is not field
            )
            if why != choice.why_not and not (anew and not choice.why_not):
                out.append(f"{draft.action}.{field.name}={choice.value!r} says {choice.why_not!r}, but: {why!r}")
    return out


def ill_named(table: Table, field: DraftField) -> list[str]:
    ids = names_in_state(table.state)
    out = [f"{field.name} shows the id {c.label}" for c in field.choices if c.label == c.value and c.label in ids]
    if field.main and len(field.choices) > MAX_LISTED and not field.typed:
        out.append(f"{field.name} lists {len(field.choices)}")
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_draft_keeps_its_word(seed: int) -> None:
    """Random play, any seat, any action: ready drafts are accepted, and so is every choice they leave open."""
    stranger, rng, ready = RandomPlayer(GAME, seed), random.Random(seed), set[str]()
    for _ in range(110):
        stranger.step()
        table = stranger.table
        seat = rng.choice(list(table.seats))
        at = SeatView(table, seat)
        own = [action for action in GAME.actions if action.group not in ("Clocks", "Decks", "Charts", "Notes", "Dice")]
        for action in rng.sample(own, 5):
            draft = at.draft(action.name)
            given: dict[str, Any] = {}
            for field in draft.fields:
                open_now = [c.value for c in field.choices if not c.why_not]
                if field.required and open_now:
                    given[field.name] = rng.choice(open_now)
                elif field.required and field.kind == "number":
                    given[field.name] = rng.randint(field.least or 0, field.most or 9)
                elif field.required:
                    given[field.name] = "a word"
            draft = at.draft(action.name, given)
            assert [wrong for field in draft.fields for wrong in ill_named(table, field)] == []
            if draft.ready:
                ready.add(action.name)
                assert wrong_with(table, seat, draft) == []
    assert len(ready) > 20


def labels(field: DraftField) -> list[str]:
    return [choice.label for choice in field.choices]


def test_a_casting_asks_only_what_its_magic_needs() -> None:
    """Sleepsand a target other than oneself, Dawn Arm a weapon with its owner, an orb a place, a solution a purpose."""
    names = ("sleepsand", "dawn-arm", "magic-orb", "egress")
    s = veil(seeker(items=(item("edged", name="Fang"),), magic=tuple(map(spell, names))), foe())
    at = SeatView(seated(s), "p-hero")
    asked = {name: [f.name for f in at.draft("cast", {"magic": name}).fields] for name in names}
    assert asked == {
        "sleepsand": ["magic", "target"],
        "dawn-arm": ["magic", "target"],
        "magic-orb": ["magic", "at"],
        "egress": ["magic", "intent"],
    }
    assert labels(at.draft("cast", {"magic": "sleepsand"}).field("target")) == ["Foe"]
    assert labels(at.draft("cast", {"magic": "Dawn Arm"}).field("target")) == ["Fang, of Hero"]
    lost = s.having(s.seekers[0].but(magic=(spell("egress").but(lost=True), spell("magic-orb"), spell("dawn-arm"))))
    gone, *_ = SeatView(seated(lost), "p-hero").draft("cast").field("magic").choices
    assert gone.why_not == "Egress is lost until Hero rests."


def test_an_attack_offers_gambits_in_melee_and_targets_at_range() -> None:
    """A bow has no Power and picks its target. A gambit without a pip says why not. Bare hands are always there."""
    s = fight(seeker("hero", "edged", "range", marked=Pips(strength=2)), foe(), foe("far", at=2))
    at = SeatView(seated(s), "p-hero")
    melee = at.draft("attack", {"weapon": "edged"})
    assert [f.name for f in melee.fields] == ["weapon", "power", "finesse", "mark"]
    assert labels(melee.field("weapon")) == ["bare hands", "Thing", "Thing (2)"]
    assert "no" in melee.field("power").choices[1].why_not
    assert "all 2 Dexterity" in melee.field("finesse").choices[1].note
    bow = at.draft("attack", {"weapon": "range"})
    assert [f.name for f in bow.fields] == ["weapon", "target", "mark"]
    assert labels(bow.field("target")) == ["Foe", "Far"]


def test_who_cannot_act_says_so_before_anything_is_asked() -> None:
    """By name, and with the rule's own reason."""
    at = SeatView(seated(fight(seeker(), foe(), phase="enemies")), "p-hero")
    assert at.draft("rally").why_not == "The enemies are acting: the Guide goes on when they are done."
    at = SeatView(seated(fight(seeker(marked=Pips(willpower=2)), foe())), "p-hero")
    assert at.draft("rally").why_not.startswith("Rally needs an unmarked Willpower pip; Hero has none left.")


MOMENTS = {
    "a turn": (fight(seeker("hero", "edged"), foe()), "p-hero", "attack"),
    "not one's turn": (fight(seeker(), foe(), phase="enemies"), "p-hero", None),
    "the enemies' turn": (fight(seeker(), foe(actions=1), phase="enemies"), "guide", "enemies_act"),
    "all enemies down": (fight(seeker(), foe(hp=0)), "guide", "end_encounter"),
    "in the quiet": (veil(seeker(), foe()), "guide", "call_for_roll"),
    "a nameless thing": (veil(seeker(items=(item("edged", name=""),))), "p-hero", "name_item"),
    "no Seeker": (veil(seeker(hp=0)), "p-hero", "begin_seeker"),
    "creation": (veil(drafts=(seeker(step="pocket"),)), "p-hero", "roll_pocket"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_calls_for_a_few_actions(moment: str) -> None:
    """The likeliest come first, at most eight, each of them possible as offered."""
    s, seat, first = MOMENTS[moment]
    at = SeatView(seated(s), seat)
    offers = at.suggestions
    assert (offers[0].action if offers else None) == first
    assert len(offers) <= 8
    for offer in offers:
        assert at.draft(offer.action, offer.params).why_not == ""


def test_what_another_field_lacks_is_not_held_against_a_choice() -> None:
    """A missing DC is reported at the DC, and not at every stat and position."""
    draft = SeatView(seated(veil(seeker(), seeker("ann"))), "guide").draft("call_for_roll", {"who": "hero"})
    assert draft.field("dc").wrong == draft.missing != ""
    assert {choice.why_not for name in ("stat", "position") for choice in draft.field(name).choices} == {""}


def test_words_of_a_fixed_list_mean_themselves() -> None:
    """Words of a fixed list keep their labels, even if a Seeker has the same id."""
    s = veil(seeker(), seeker("weak", name="Wiglaf"))
    field = SeatView(seated(s), "guide").draft("call_for_roll", {"who": "hero"}).field("position")
    assert [choice.label for choice in field.choices] == ["strong", "even", "weak"]


def test_a_reroll_is_offered_with_the_stat_that_fits() -> None:
    """Strength in melee, Dexterity at range. Another only if the Guide agrees, and each once."""
    s = fight(seeker("hero", "edged", "range"), foe())
    for weapon, stat in (("edged", "Strength"), ("range", "Dexterity")):
        field = SeatView(seated(s), "p-hero").draft("attack", {"weapon": weapon}).field("mark")
        assert field.usual == stat
        assert [choice.label for choice in field.choices].count(stat) == 1
        assert all("if the Guide agrees" in choice.note for choice in field.choices if choice.label != stat)


def test_an_enemy_out_of_reach_is_shown_so() -> None:
    """Before it is picked, with the reason the rule would give."""
    near, far = (foe("near", actions=1), foe("by", actions=1)), foe("far", at=2, actions=1)
    s = fight(seeker(), *near, far, phase="enemies")
    choices = SeatView(seated(s), "guide").draft("enemy_strikes").field("enemy").choices
    assert [(c.label, bool(c.why_not)) for c in choices] == [("Near", False), ("By", False), ("Far", True)]


def test_the_moment_calls_for_nothing_that_cannot_be_done() -> None:
    """No roll, Rest or milestone on an empty table, no attack on the distant, no Rally unhurt."""
    empty = {offer.action for offer in SeatView(seated(veil()), "guide").suggestions}
    assert empty == {"place_enemy"}
    s = fight(seeker(), foe("near", actions=1), foe("far", at=2, actions=1, moves=1), phase="enemies")
    called = [(offer.action, offer.params.get("enemy")) for offer in SeatView(seated(s), "guide").suggestions]
    assert ("enemy_strikes", "near") in called
    assert ("enemy_strikes", "far") not in called
    assert "rally" not in {offer.action for offer in SeatView(seated(s.but(phase="first")), "p-hero").suggestions}


@pytest.mark.parametrize(
    ("weapon", "rulings", "picks"),
    [
        ("range", MoonveilRulings(), True),
        ("edged", MoonveilRulings(), False),
        ("edged", MoonveilRulings(melee_target="guide"), True),
    ],
)
def test_the_guide_is_asked_whom_an_enemy_strikes_where_the_guide_picks(
    weapon: Weapon, rulings: MoonveilRulings, picks: bool
) -> None:
    """At range, or by a ruling. In melee the players are asked."""
    s = fight(seeker(), seeker("ann"), foe(weapon=weapon, actions=1), phase="enemies", rulings=rulings)
    fields = SeatView(seated(s), "guide").draft("enemy_strikes", {"enemy": "foe"}).fields
    assert ("target" in [field.name for field in fields]) is picks


def test_who_has_a_seeker_is_told_so_before_another_is_named() -> None:
    """No name would do: the form says why not, and asks for none."""
    t = Table.open(GAME, seats=GAME.seats, seed="begin")
    seat = next(seeker.player for seeker in t.state.seekers if seeker.player)
    draft = SeatView(t, seat).draft("begin_seeker")
    assert draft.why_not
    assert not draft.fields
