"""Every action of the game, in the book's order. The game's clocks, tables and draws replace the kit's."""

from __future__ import annotations

from typing import Any

from tablewright.rules import Action
from tablewright.rules.kit import kit_actions

from . import (
    advancement,
    clock_actions,
    content,
    crew_roll,
    decks,
    exposed,
    focus,
    group_roll,
    happenings,
    healing,
    missions,
    positions,
    setting_up,
    shared_decks,
    ship_damage,
    ship_roll,
    ship_tokens,
    shunts,
    signing_on,
    tables,
)
from .state import CREW, WAYFINDER

#: Actions of the kit that the book has rules for.
BOOK = {
    "kit.deck.make": "decks.prepare",
    "kit.deck.draw": "decks.pick",
    "kit.deck.keep": "decks.layout",
    "kit.deck.change": "decks.secrecy",
    "kit.chart.add": "tables.sizes",
    "kit.clock.reveal": "clocks.informed",
    "kit.clock.advance": "clocks.fill",
    "kit.clock.full": "clocks.complete",
    "kit.clock.back": "clocks.death.stop",
    "kit.clock.remove": "clocks.death.stop",
}

KIT = kit_actions(
    WAYFINDER, (CREW,), parts=(*content.NARRATIVE_TOOLS, "notes", "tray"), book=BOOK, full=happenings.outcome
)
OF_THE_KIT = {act.name: act for act in KIT}

OWN: tuple[Action[Any], ...] = (
    setting_up.take_ship,
    setting_up.make_ship,
    setting_up.fit_module,
    signing_on.bring_crew,
    signing_on.add_crew,
    signing_on.choose_tool,
    signing_on.start_with,
    signing_on.rename_crew,
    signing_on.leave_crew,
    missions.begin_session,
    missions.present,
    missions.set_scene,
    positions.call_position,
    ship_roll.ship_roll,
    crew_roll.crew_roll,
    group_roll.group_roll,
    shunts.shunt,
    shunts.shunt_at_once,
    ship_tokens.use_module,
    ship_tokens.spend_life_support,
    ship_tokens.repair_module,
    ship_tokens.juryrig_module,
    ship_tokens.lose_token,
    ship_damage.hit_ship,
    happenings.hit_crew,
    healing.heal,
    exposed.move_crew,
    focus.hand_out_focus,
    content.lay_out,
    tables.roll_on_chart,
    tables.roll_in_secret,
    decks.draw_from_deck,
    shared_decks.start_shared_deck,
    shared_decks.add_wish,
    shared_decks.answer_wish,
    decks.tie_card,
    decks.remove_deck,
    decks.restore_power,
    decks.use_medbay,
    clock_actions.start_clock,
    OF_THE_KIT["advance_clock"],
    clock_actions.pass_time,
    OF_THE_KIT["remove_clock"],
    clock_actions.spend_willpower,
    missions.end_mission,
    advancement.upgrade_ship,
    advancement.upgrade,
    advancement.mission_prep,
    advancement.name_field,
    missions.begin_mission,
)

ACTIONS = (*OWN, *(act for act in KIT if act.name not in {own.name for own in OWN}))
