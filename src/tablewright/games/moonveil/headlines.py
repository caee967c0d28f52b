"""Headlines of attacks: the result in a word, its worth, and what is at stake for the target."""

from __future__ import annotations

from tablewright.rules import Outcome, Tone, cites

from .blows import Blow, Struck, Tier
from .death import lowered
from .gambits import DEFENSE_DC, GAMBITS, around, declared_of
from .measures import PIP, WHISPER, worth_of_damage
from .people import Enemy, Seeker
from .pips import unmarked
from .state import Veil


@cites("attack.roll", "gambit.wager")
def landed(s: Veil, seeker: Seeker, foe: Enemy, struck: Struck, gambits: tuple[bool, bool]) -> Outcome:
    """The headline of an attack: what the target loses by it, less what the wagers and the reroll cost."""
    others = around(s, seeker, foe)
    blow = worth_of_damage(s, foe, struck.damage + struck.bonus) if struck.tier else 0.0
    if struck.bonus and others:
        alone = struck.damage + struck.bonus * (s.rulings.power_spread == "with the target")
        spread = worth_of_damage(s, foe, alone) + sum(worth_of_damage(s, one, struck.bonus) for one in others)
        blow = max(blow, spread)
    wagered = () if struck.safe else tuple(GAMBITS[name] for name in declared_of(gambits))
    lost = struck.marked + sum(unmarked(seeker, stat) for stat in wagered)
    rank = WHISPER * (blow - PIP * lost + struck.tier / 100 + struck.pocket / 1000)
    value = Blow(struck.tier, struck.damage + struck.bonus)
    return Outcome(value, rank, TIERS[struck.tier], group=struck.tier.words, tone=TONES[struck.tier])


TONES: dict[Tier, Tone] = {
    Tier.MISS: "bad",
    Tier.WEAK_HIT: "mixed",
    Tier.STRONG_HIT: "good",
    Tier.CRITICAL_HIT: "great",
}
TIERS = {
    Tier.MISS: "attack.miss",
    Tier.WEAK_HIT: "attack.weak",
    Tier.STRONG_HIT: "attack.strong",
    Tier.CRITICAL_HIT: "attack.critical",
}


FELT: dict[Tier, Tone] = {
    Tier.MISS: "good",
    Tier.WEAK_HIT: "mixed",
    Tier.STRONG_HIT: "bad",
    Tier.CRITICAL_HIT: "bad",
}


@cites("defact.roll", "defact.when")
def at_stake(s: Veil, seeker: Seeker, enemy: Enemy, tier: Tier, damage: int) -> str:
    """The question of a Defensive Action: the damage it would cancel, the roll, and its possible cost."""
    left, pips = lowered(s, seeker, damage), unmarked(seeker, "dexterity")
    hurt = f"{left} damage of {seeker.hp} Hit Points" + (", which kills" if left >= seeker.hp else "")
    stake = "the last Dexterity" if pips == 1 else f"all {pips} Dexterity"
    return (
        f"{enemy.name}, {tier.words}: {hurt}. Defensive Action, DC {DEFENSE_DC} Dexterity, cancels it or costs {stake}?"
    )
