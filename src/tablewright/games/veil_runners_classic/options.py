"""House rulings: one for each gap of the text with more than one playable reading. Defaults are the ledger's."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class ClassicRulings(Rulings, frozen=True):
    agreement: Annotated[
        Literal["wayfinder", "player"],
        Ruling("roll.proficiency", "Does the wayfinder agree to each factor, or does the player's word do?"),
    ] = "wayfinder"
    flaw: Annotated[
        Literal["story", "difficulty", "proficiency"],
        Ruling("character.flaw", "Is a flaw story only, does it raise the rating by 1, or cancel a level?"),
    ] = "story"
    most_helpers: Annotated[int, Ruling("roll.help", "How many may help with one roll?", 0, 11)] = 11
    helper_modules: Annotated[
        bool, Ruling("roll.help.proficiency", "May helpers draw proficiency from the ship's modules?")
    ] = False
    shared_risk: Annotated[
        Literal["all", "picked"],
        Ruling("roll.help.risk", "Does a consequence reach everyone in the roll, or whom the wayfinder picks?"),
    ] = "all"
    failed_systems: Annotated[
        Literal["as told", "damage"],
        Ruling("roll.failure", "Does a failed systems roll only lead to what is told, or damage the ship by itself?"),
    ] = "as told"
    personal_in_systems: Annotated[
        bool, Ruling("roll.pool.personal", "Are personal dice added in systems rolls too?")
    ] = True
    personal_dice: Annotated[int, Ruling("personal.number", "How many personal dice has a crew member?", 0, 6)] = 3
    no_dice: Annotated[
        Literal["nothing", "lower of two"],
        Ruling("roll.zero", "Does a roll without dice count nothing, or are two thrown and the lower counts?"),
    ] = "nothing"
    grit_at_start: Annotated[int, Ruling("grit", "How many grit tokens does a crew member start with?", 0, 6)] = 0
    most_in_system: Annotated[int, Ruling("systems.dice", "How many dice may one system hold?", 2, 5)] = 5
    emergency_dice: Annotated[
        Literal["in systems", "in hand too"],
        Ruling("remap.emergency.cost", "Does an emergency shunt move dice in systems only, or dice in hand as well?"),
    ] = "in systems"
    desperate: Annotated[
        Literal["engineering", "called too"],
        Ruling("roll.desperate", "Is a roll desperate only without engineering, or also when the wayfinder says so?"),
    ] = "engineering"
    lost_dice: Annotated[
        Literal["adventure", "station"],
        Ruling("shunt.fault", "Do lost system dice come back after the adventure, or at the next station?"),
    ] = "adventure"
    last_die: Annotated[
        Literal["lost", "kept"],
        Ruling("shunt.fault.damage", "When a fault damages the ship, is the only die lost as well?"),
    ] = "lost"
    only_die: Annotated[
        Literal["system dice", "all dice"],
        Ruling("shunt.fault.damage", "Is it the only die among the system dice, or among all dice of the player?"),
    ] = "system dice"
    empty_system: Annotated[
        Literal["nothing", "damage"],
        Ruling("shunt.fault.damage", "Does a fault in an empty system do nothing, or damage the ship?"),
    ] = "nothing"
    wrecked_modules: Annotated[
        Literal["useless", "help"], Ruling("modules.proficiency", "Does a destroyed module still give proficiency?")
    ] = "useless"
    refit: Annotated[
        Literal["station", "anywhere"],
        Ruling("modules.repair", "Is a destroyed module refitted at a station only, or anywhere?"),
    ] = "station"
    docking: Annotated[
        Literal["downtime", "as it is"],
        Ruling("remap.downtime.when", "Does docking at a station begin downtime, or is that left to the wayfinder?"),
    ] = "downtime"
    damage_order: Annotated[
        Literal["integrity first", "crew picks"],
        Ruling("damage.engineering", "Does integrity always go first, or may engineering be given up to keep it?"),
    ] = "integrity first"
    tokens_at_start: Annotated[
        Literal["all four", "ship only"], Ruling("tokens.binary", "Which tokens does a new game start with?")
    ] = "all four"
    tokens_return: Annotated[
        Literal["by hand", "station"],
        Ruling("tokens.regain", "Do lost tokens return by hand only, or all but reserves at every station too?"),
    ] = "by hand"
    without_engineering: Annotated[
        Literal["desperate", "no systems"],
        Ruling("engineering.summary", "Without engineering, are systems rolls desperate or impossible?"),
    ] = "desperate"
    overload: Annotated[
        Literal["instead of rolling", "after the roll"],
        Ruling("engineering.success", "Is the engineering token spent instead of rolling, or after seeing the roll?"),
    ] = "instead of rolling"
    at_zero: Annotated[
        Literal["rolls on", "down and out"],
        Ruling("supplies.dice", "Can somebody without personal dice still act, or are they down and out?"),
    ] = "rolls on"
    personal_dice_return: Annotated[
        Literal["by hand", "day with supplies"],
        Ruling("supplies.dice", "Do personal dice return by hand only, or also one for each day with supplies?"),
    ] = "by hand"
    reserves_spent: Annotated[
        Literal["major costs", "every use", "never"], Ruling("reserves.use", "When does using reserves cost the token?")
    ] = "major costs"
    without_reserves: Annotated[
        Literal["closed", "open"], Ruling("reserves.has", "Are stations closed to a crew without reserves?")
    ] = "closed"
