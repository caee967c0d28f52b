"""House rulings: where the book can be read in more than one playable way. The ledger's reading is the default."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class MoonveilRulings(Rulings, frozen=True):
    swap: Annotated[
        Literal["exchange", "copy"],
        Ruling(
            "roll.swap.exchange", "Does the die taken out become the Pocket, or does the Pocket only lend its number?"
        ),
    ] = "exchange"
    reroll: Annotated[
        Literal["new", "better"], Ruling("roll.reroll", "Must a reroll be taken, or does the better total stand?")
    ] = "new"
    thresholds: Annotated[
        Literal["limit", "defense"],
        Ruling("attack.precedence", "Where Defense lies above Limit: which of the two is tested first?"),
    ] = "limit"
    at_evade: Annotated[
        Literal["miss", "hit"], Ruling("attack.miss", "Is a total exactly equal to Evade a Miss or a hit?")
    ] = "miss"
    critical_is_strong: Annotated[
        bool, Ruling("attack.strong-includes-critical", "Do effects of a Strong Hit also work on a Critical Hit?")
    ] = True
    edged: Annotated[
        Literal["every hit", "strong hits"],
        Ruling("weapon.edged", "Does an Edged weapon's minimum lift every hit, or only Strong and Critical ones?"),
    ] = "every hit"
    armor_least: Annotated[int, Ruling("gear.armor", "To how little can Armor lower a hit?", min=0, max=1)] = 0
    melee_target: Annotated[
        Literal["attacked side", "guide"],
        Ruling(
            "attack.melee.chooser", "When an enemy strikes in melee, who picks the Seeker: the players or the Guide?"
        ),
    ] = "attacked side"
    enemies_swap: Annotated[
        bool, Ruling("attack.enemy-rolls", "May the Guide use an enemy's Pocket for a swap on its attacks?")
    ] = False
    gambits_together: Annotated[
        bool, Ruling("gambit.combine", "May Power and Finesse be declared on the same attack?")
    ] = True
    power_spread: Annotated[
        Literal["with the target", "others only"],
        Ruling("power.apply", "When Power is spread, does the attack's own target take the bonus as well?"),
    ] = "with the target"
    finesse_needs_hit: Annotated[
        bool, Ruling("finesse.after", "Does the choice after a Finesse attack need a hit?")
    ] = False
    defense_cancels: Annotated[
        Literal["damage", "everything"],
        Ruling("defact.success", "Does a Defensive Action cancel only damage, or the hit's other effects as well?"),
    ] = "damage"
    failed_pass: Annotated[
        Literal["stays", "gets through"],
        Ruling("obst.fail", "Does a Seeker who fails to pass an enemy stay, or get through after the free attack?"),
    ] = "stays"
    encumbered: Annotated[
        Literal["every roll", "Pocket Rolls"],
        Ruling("cap.encumbered.effect", "Does being Encumbered reach single dice too, or only Pocket Rolls?"),
    ] = "every roll"
    capacity: Annotated[
        Literal["Willpower", "unmarked Willpower"],
        Ruling("cap.capacity", "Does capacity follow the stat, or only its unmarked pips?"),
    ] = "Willpower"
    healing: Annotated[Literal["up to full", "beyond"], Ruling("create.hp.full", "Does healing stop at full HP?")] = (
        "up to full"
    )
    verge: Annotated[
        int, Ruling("cast.verge", "At which total or below does a casting go terribly wrong?", min=2, max=6)
    ] = 4
    guilt: Annotated[
        Literal["terrible failures", "every failure"],
        Ruling("penance.guilt", "Does every failed Miracle call for a Penance roll, or only a Terrible Failure?"),
    ] = "terrible failures"
    growth: Annotated[
        Literal["die and Strength", "Strength only", "die only"],
        Ruling("growth.hp", "By what do Hit Points rise with a level?"),
    ] = "die and Strength"
    replacement: Annotated[
        Literal["level 1", "same level"],
        Ruling("death.new", "Does the Seeker after a dead one begin at level 1 or at the dead one's level?"),
    ] = "level 1"
    hidden_enemies: Annotated[
        bool, Ruling("enemy.hidden", "May enemies lie hidden until they attack or are revealed?")
    ] = True
    enemy_gear: Annotated[bool, Ruling("enemy.gear", "Do enemies bear a Seeker's gear: Shield, Armor, Cloak?")] = True
    enemy_magic: Annotated[bool, Ruling("enemy.magic", "Do enemies know Spells and Miracles?")] = True
    allies: Annotated[bool, Ruling("ally.npc", "May the Guide bring in allies whom nobody plays?")] = True
