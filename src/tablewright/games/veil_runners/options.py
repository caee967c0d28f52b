"""House rulings: choices the book leaves to the table. The defaults are the ledger's readings."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class VeilRulings(Rulings, frozen=True):
    session_focus: Annotated[
        Literal["reset", "kept"], Ruling("focus.start", "Are Focus Tokens lost when a new session begins?")
    ] = "reset"
    dice_cap: Annotated[bool, Ruling("needs.dice-cap", "Are dice above six left out of a roll?")] = True
    both_tools: Annotated[
        bool, Ruling("roll.pool.crew.equipment", "May several tools that fit help the same crew roll?")
    ] = True
    group_critical: Annotated[
        Literal["lost", "kept"],
        Ruling(
            "group.success.clean", "When a Critical and a Success meet in a group roll, is the Critical lost or kept?"
        ),
    ] = "lost"
    critical_shunt: Annotated[
        Literal["any roll", "ship rolls"],
        Ruling("shunt.when.critical", "Which Critical Successes allow a free system shunt?"),
    ] = "any roll"
    life_support_spent: Annotated[
        Literal["exposes", "spares"],
        Ruling("token.life.spend", "Does spending the ship's Life Support expose the crew, as losing it does?"),
    ] = "exposes"
    life_support_card: Annotated[
        Literal["everyone", "those there"],
        Ruling(
            "decks.lifefail", "Does the life-support card expose everyone in the crew, or only those who are there?"
        ),
    ] = "everyone"
    suit_protects: Annotated[
        bool,
        Ruling("suit.life.exposed", "Does a working suit Life Support keep an Exposed member's rolls as they were?"),
    ] = False
    relentless_holds: Annotated[
        bool, Ruling("down.all", "Does a Relentless member who is Down and Out keep the mission going?")
    ] = False
    healing_damage: Annotated[
        bool, Ruling("heal.position", "Does a Risky or Desperate healing roll do damage besides the price of healing?")
    ] = True
    drawback_pushes: Annotated[
        bool, Ruling("clocks.push.success", "Does a Success with drawback advance a push clock?")
    ] = True
    catastrophe: Annotated[
        Literal["any roll", "named rolls"],
        Ruling("clocks.cat.when", "Do catastrophe clocks follow any roll, or only rolls that name them?"),
    ] = "any roll"
    recovery: Annotated[
        Literal["everything", "no tokens", "nothing"],
        Ruling("ship.tokens.recover", "What is made good between missions?"),
    ] = "everything"
    upgrade_limit: Annotated[
        Literal["each list", "in all"],
        Ruling("adv.upgrade.limit", "Are two upgrades the most of each list, or in all?"),
    ] = "each list"
    expert_on_ship: Annotated[
        bool, Ruling("quality.expert", "Does an Expert's field add its die to ship rolls they carry out?")
    ] = False
