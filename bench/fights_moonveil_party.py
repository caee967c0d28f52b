"""Moonveil's party by hand: four Seekers against six enemies one Move away, under the policy "bold".

What a programmer writes for this one fight: Power with every blow, an orb where it meets no friend, a swap wherever it
reaches more, a reroll instead of a failure, and a Defensive Action against every hit. Nobody here is ever Encumbered,
asleep or barred from moving, no weapon or casting changes an enemy's Pocket, and nobody heals.
"""

from __future__ import annotations

import random

MISS, WEAK, STRONG, CRITICAL = range(4)


def d6() -> int:
    return random.randint(1, 6)


class Seeker:
    def __init__(
        self,
        name: str,
        hp: int,
        pocket: int,
        stats: tuple[int, int, int, int],
        edged: bool = False,
        bow: bool = False,
        shield: bool = False,
        cloak: bool = False,
        orb: bool = False,
    ) -> None:
        self.name, self.hp, self.pocket, self.at = name, hp, pocket, 0
        self.strength, self.dexterity, self.arcane, self.willpower = stats
        self.edged, self.bow, self.shield, self.cloak, self.orb = edged, bow, shield, cloak, orb
        self.first = self.acted = False

    def evade(self) -> int:
        return 5 if self.shield and self.pocket >= 4 else 4


class Foe:
    def __init__(
        self, number: int, hp: int, weapon: str = "plain", evade: int = 4, limit: int = 10, armor: int = 0
    ) -> None:
        self.number, self.hp, self.weapon, self.armor = number, hp, weapon, armor
        self.evade, self.defense, self.limit, self.at = evade, evade + 3, limit, 1

    def hurt(self, damage: int) -> None:
        self.hp -= max(0, damage - self.armor)


def tier_of(total: int, evade: int, defense: int, limit: int) -> int:
    if total >= limit:
        return CRITICAL
    if total <= evade:
        return MISS
    return STRONG if total >= defense else WEAK


def reached(total: int, marks: list[int]) -> int:
    return sum(total >= mark for mark in marks)


def swapped(seeker: Seeker, dice: list[int], marks: list[int]) -> bool:
    """Swaps a die with the Pocket if that reaches more of the totals that count; the better of two ways."""
    now = best = reached(sum(dice), marks)
    out, most = 0, 0
    for die in dice:
        total = sum(dice) - die + seeker.pocket
        n = reached(total, marks)
        if n > now and (n, total) > (best, most):
            best, out, most = n, die, total
    if not out:
        return False
    dice[dice.index(out)] = seeker.pocket
    seeker.pocket = out
    return True


def pocket_roll(seeker: Seeker, stat: str, marks: list[int]) -> list[int]:
    """Two dice, a swap where it helps, and a pip for a reroll where nothing is reached."""
    dice = [d6(), d6()]
    if swapped(seeker, dice, marks) or reached(sum(dice), marks):
        return dice
    pips = getattr(seeker, stat)
    if pips:
        setattr(seeker, stat, pips - 1)
        dice = [d6(), d6()]
        swapped(seeker, dice, marks)
    return dice


class Fight:
    def __init__(self) -> None:
        self.seekers = [
            Seeker("Ilse", 13, 4, (3, 2, 1, 1), edged=True, shield=True),
            Seeker("Corvin", 8, 3, (1, 3, 2, 1), bow=True, cloak=True),
            Seeker("Maud", 7, 5, (1, 1, 2, 3), orb=True),
            Seeker("Otto", 12, 4, (3, 1, 1, 2)),
        ]
        self.foes = [
            Foe(1, 4, evade=5),
            Foe(2, 5, "range"),
            Foe(3, 8, evade=3, limit=9),
            Foe(4, 6, "edged"),
            Foe(5, 6, "tricky", 5, 11),
            Foe(6, 10, "heavy", armor=1),
        ]
        self.steps = 0

    def over(self) -> str | None:
        if not self.seekers:
            return "the Seekers are dead"
        return None if self.foes else "the Seekers win"

    def bury(self) -> None:
        self.seekers = [seeker for seeker in self.seekers if seeker.hp > 0]
        self.foes = [foe for foe in self.foes if foe.hp > 0]

    # a Seeker's turn

    def turn(self, seeker: Seeker) -> None:
        action = move = True
        while seeker.hp > 0 and self.foes:
            near = [foe for foe in self.foes if foe.at == seeker.at]
            reach = [foe for foe in self.foes if abs(foe.at - seeker.at) <= 2]
            place = self.orb_place(reach) if action and seeker.orb else None
            if place is not None:
                self.cast_orb(seeker, place)
                action = False
            elif action and seeker.bow and reach:
                self.attack(seeker, min(reach, key=lambda foe: foe.hp), "dexterity", False)
                action = False
            elif action and not seeker.bow and near:
                self.attack(seeker, min(near, key=lambda foe: foe.hp), "strength", seeker.strength > 0)
                action = False
            elif move and not near and not (seeker.bow and reach):
                self.close_in(seeker)
                move = False
            else:
                break
            self.bury()
        seeker.acted = True

    def orb_place(self, reach: list[Foe]) -> int | None:
        """Where an orb meets most enemies and no friend."""
        friends = {seeker.at for seeker in self.seekers}
        places = {foe.at for foe in reach} - friends
        return max(sorted(places), key=lambda at: sum(foe.at == at for foe in self.foes), default=None)

    def close_in(self, seeker: Seeker) -> None:
        nearest = min(self.foes, key=lambda foe: (abs(foe.at - seeker.at), foe.number))
        seeker.at += 1 if nearest.at > seeker.at else -1
        if seeker.cloak:
            seeker.pocket = d6()

    def attack(self, seeker: Seeker, foe: Foe, stat: str, power: bool) -> None:
        dice = pocket_roll(seeker, stat, [foe.evade + 1, foe.defense, foe.limit])
        total = sum(dice)
        tier = tier_of(total, foe.evade, foe.defense, foe.limit)
        damage = 0 if tier == MISS else 1 if tier == WEAK else max(dice)
        if seeker.edged and tier > MISS:
            damage = max(3, damage)
        bonus = min(damage, d6()) if power and damage else 0
        if power and total < 10:
            seeker.strength = 0
        if damage:
            foe.hurt(damage + bonus)
        if bonus:
            for other in self.foes:
                if other is not foe and other.at == seeker.at:
                    other.hurt(bonus)

    def cast_orb(self, seeker: Seeker, place: int) -> None:
        total = sum(pocket_roll(seeker, "arcane", [10]))
        if total >= 10:
            damage = d6() + d6()
            for foe in self.foes:
                if foe.at == place:
                    foe.hurt(damage)
            return
        seeker.orb = False
        if total <= 4:
            self.mishap(seeker)

    def mishap(self, seeker: Seeker) -> None:
        """One die: 3 or better is nothing, 2 hurts, and 1 marks pips as well, the last stat's first."""
        die = d6()
        if die >= 3:
            return
        seeker.hp -= d6()
        pips = d6() if die == 1 else 0
        for stat in ("willpower", "arcane", "dexterity", "strength"):
            marked = min(pips, getattr(seeker, stat))
            setattr(seeker, stat, getattr(seeker, stat) - marked)
            pips -= marked

    # an enemy's turn

    def enemy_turn(self, foe: Foe) -> None:
        nearest = min(self.seekers, key=lambda seeker: abs(seeker.at - foe.at))
        away = nearest.at - foe.at
        towards = (away > 0) - (away < 0)
        if foe.weapon == "range":
            if abs(away) > 2:
                foe.at += towards
            elif abs(away) < 2:
                back = 1 if away <= 0 else -1
                if abs(foe.at + back) <= 6:
                    foe.at += back
            reach = [seeker for seeker in self.seekers if abs(seeker.at - foe.at) <= 2]
            target = min(reach, key=lambda seeker: (seeker.hp, seeker.name), default=None)
        else:
            foe.at += towards
            near = [seeker for seeker in self.seekers if seeker.at == foe.at]
            target = max(near, key=lambda seeker: seeker.hp, default=None)
        if target is not None:
            self.enemy_attack(foe, target)
            self.bury()

    def enemy_attack(self, foe: Foe, seeker: Seeker) -> None:
        a, b = d6(), d6()
        tier = tier_of(a + b, seeker.evade(), seeker.evade() + seeker.pocket, 10)
        if tier == MISS:
            return
        damage = 1 if tier == WEAK else max(a, b)
        if foe.weapon == "heavy" and tier == CRITICAL:
            damage += d6()
        if foe.weapon == "edged":
            damage = max(3, damage)
        if not self.turned_aside(seeker):
            seeker.hp -= damage
        if foe.weapon == "tricky" and tier >= STRONG and seeker.hp > 0:
            seeker.pocket = min(seeker.pocket, d6())

    def turned_aside(self, seeker: Seeker) -> bool:
        """A Defensive Action: 10 or more, or all Dexterity is gone."""
        if not seeker.dexterity:
            return False
        if sum(pocket_roll(seeker, "dexterity", [10])) >= 10:
            return True
        seeker.dexterity = 0
        return False

    # Rounds

    def seekers_phase(self, those: list[Seeker]) -> str | None:
        for seeker in those:
            self.turn(seeker)
            self.steps += 1
            if self.over():
                return self.over()
        return None

    def a_round(self) -> str | None:
        """Who rolled 4 or more, the enemies, then the others; every turn, phase and Round is a step."""
        self.steps += 1
        for seeker in self.seekers:
            seeker.first, seeker.acted = d6() >= 4, False
        early = [seeker for seeker in self.seekers if seeker.first]
        if early:
            ended = self.seekers_phase(early)
            if ended:
                return ended
            self.steps += 1
        for foe in list(self.foes):
            self.enemy_turn(foe)
            self.steps += 1
            if self.over():
                return self.over()
        late = [seeker for seeker in self.seekers if not seeker.acted]
        if not late:
            return None
        self.steps += 1
        return self.seekers_phase(late)


def fight() -> tuple[str, int]:
    """How one fight ends, and after how many steps."""
    one = Fight()
    while True:
        ended = one.a_round()
        if ended:
            return ended, one.steps
