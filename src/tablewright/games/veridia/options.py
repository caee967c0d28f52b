"""House rulings: points a table may read otherwise than the ledger. Each default is the ledger's reading."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class VeridiaRulings(Rulings, frozen=True):
    difficulty_eats: Annotated[
        Literal["lowest", "highest"], Ruling("diff.eat", "Which successes does difficulty void first?")
    ] = "lowest"
    critical_read: Annotated[
        Literal["after difficulty", "before difficulty"],
        Ruling("roll.critical.difficulty", "Do successes voided by difficulty protect from a critical failure?"),
    ] = "after difficulty"
    automatic_difficulty: Annotated[
        bool, Ruling("auto.difficulty", "Is difficulty taken off automatic successes as well?")
    ] = True
    initiative_counts: Annotated[
        Literal["successes", "sum"], Ruling("init.roll", "Is the highest initiative by successes or by sum of dice?")
    ] = "successes"
    initiative_rolled: Annotated[
        Literal["once", "each round"], Ruling("init.keep", "Is initiative rolled once a fight or anew each round?")
    ] = "once"
    defence_costs_turn: Annotated[
        bool, Ruling("turn.once_per_round", "Does a defence use up the main action of the round?")
    ] = True
    contest_cancel: Annotated[
        Literal["once", "twice"],
        Ruling("contest.cancel", "Is a success that cancels another lost once, or spent and cancelled as well?"),
    ] = "once"
    contest_order: Annotated[
        Literal["difficulty first", "cancelling first"],
        Ruling("contest.difficulty", "Does difficulty eat successes before or after the sides cancel each other?"),
    ] = "difficulty first"
    contest_tie: Annotated[
        Literal["nobody", "starter"], Ruling("contest.tie", "Who wins a level contest with successes on both sides?")
    ] = "nobody"
    contest_match: Annotated[
        Literal["left", "rolled"], Ruling("contest.match", "Is the winner's match read after or before cancelling?")
    ] = "left"
    current_level: Annotated[
        Literal["first left", "last lost"],
        Ruling("health.current", "Is the health level that of the first point left or of the last point lost?"),
    ] = "first left"
    least_days: Annotated[
        int, Ruling("heal.zero_days", "How many days does a point of health need at least?", min=0, max=1)
    ] = 0
    poor_rest: Annotated[
        Literal["before rounding", "after rounding"],
        Ruling("heal.poor_rest", "Are the days of poor rest doubled before or after rounding down?"),
    ] = "before rounding"
    disturbed_rest: Annotated[
        Literal["up", "down"], Ruling("spec.pool.disrupted", "How is the half of a half rounded after disturbed rest?")
    ] = "up"
    run_distance: Annotated[
        Literal["in all", "on top"], Ruling("combat.run", "Is a run's distance the whole turn's, or on top of 9 m?")
    ] = "in all"
    distances: Annotated[
        Literal["said each time", "remembered"],
        Ruling("combat.distance", "Is a distance said with each attack, or kept in mind from one action to the next?"),
    ] = "said each time"
    exchange_in_set: Annotated[
        Literal["one die more", "included"],
        Ruling("exchange.penalty", "Does an exchange cost another die when its dice come from a concurrent set?"),
    ] = "one die more"
    knockout_match: Annotated[
        Literal["all", "one a match"], Ruling("knockout.match", "How much of a knock out turns real with a match?")
    ] = "all"
    range_steps: Annotated[
        Literal["full", "started"], Ruling("range.penalty", "Does a die go for each full or each started six meters?")
    ] = "full"
    count_ammunition: Annotated[bool, Ruling("ammo.optional", "Are arrows, bolts and stones counted?")] = False
    crystals_per_shot: Annotated[
        int, Ruling("quirk.magitech", "How many crystals does a magitech shot use up?", min=0, max=3)
    ] = 0
    grapple_block: Annotated[
        bool, Ruling("grapple.defend", "Can a grapple be blocked bare-handed, with reaction and brawl?")
    ] = False
    grapple_difficulty: Annotated[
        Literal["as an attack", "none"],
        Ruling("grapple.difficulty", "Do shield and cover make somebody as hard to take hold of as to hit?"),
    ] = "as an attack"
    mounted_meters: Annotated[
        int, Ruling("mount.speed", "How many meters does a mount carry its rider in a turn?", min=9, max=60)
    ] = 27
    mounted_skill: Annotated[
        Literal["animal handling", "ride"], Ruling("mount.cap", "Which skill caps the others on horseback?")
    ] = "animal handling"
    melee_cover: Annotated[
        int, Ruling("tip.melee_cover", "Difficulty to shoot at somebody in close combat", min=0, max=3)
    ] = 1
    crowding: Annotated[
        Literal["all", "later", "off"],
        Ruling("tip.crowd", "Who loses dice when several crowd one enemy: all of them, the later ones, nobody?"),
    ] = "off"
    boots: Annotated[
        Literal["point", "die"], Ruling("gear.boots", "Do boots of celerity give a point or a die of initiative?")
    ] = "point"
    shield_difficulty: Annotated[
        Literal["always", "missiles"], Ruling("gear.shield.difficulty", "When does a shield hinder attackers?")
    ] = "always"
    piercing_rounds: Annotated[
        Literal["what is ignored", "what counts"],
        Ruling("quirk.armor_piercing", "Which half of an odd armor is rounded down by armor piercing?"),
    ] = "what is ignored"
    threatening_in_exchange: Annotated[
        bool, Ruling("quirk.threatening", "Does a threatening weapon also take dice in an exchange?")
    ] = True
    wear_compares: Annotated[
        Literal["before armor", "after armor"],
        Ruling("wear.mark", "Is the damage compared with the armor rating taken before or after the armor?"),
    ] = "before armor"


LEDGER = VeridiaRulings()
