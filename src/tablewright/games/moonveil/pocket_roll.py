"""The 2d6 Pocket Roll, the Pocket Swap and the Reroll, from How To Play."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from tablewright.rules import Choose, Dice, Refused, Rule, State, cites, rule, tail_call

from .advantage import Edge, two_dice
from .people import Seeker, Stat
from .pips import mark, unmarked
from .state import Veil


class Use(State, frozen=True):
    """The resources of a Seeker's roll, and its purpose: `marks` are the totals that count, lowest first."""

    pocket: int
    pips: int
    marks: tuple[int, ...]
    stat: str = ""
    exchange: bool = True
    must_take: bool = True
    marked: int = 0
    """Pips this roll has cost so far."""


class Rolled(State, frozen=True):
    """The final result of a roll: two dice, the Pocket, and the pips marked for it."""

    dice: Dice
    pocket: int
    marked: int = 0

    @property
    @cites("roll.total")
    def total(self) -> int:
        """The sum of the two dice. No stat is ever added."""
        return sum(self.dice)

    @property
    @cites("attack.bigger-die")
    def bigger(self) -> int:
        return self.dice[-1]


@rule("roll.total", "roll.unfavorable", "roll.multi")
def pocket_roll(who: str, edge: Edge, use: Use, why: str) -> Rule[Rolled]:
    """Roll two dice. Then Pocket Swap and Reroll may follow in either order, each at most once."""
    dice = yield from two_dice(who, edge, why)
    return tail_call(improve(who, edge, use, use.pips > 0, dice))


@rule("roll.unfavorable", "roll.one-or-both", "roll.order")
def improve(who: str, edge: Edge, use: Use, may_reroll: bool, dice: Dice) -> Rule[Rolled]:
    """Let the player judge the result: keep it, swap one die with the Pocket, mark a pip and roll again, or both."""
    ways = ways_on(use, dice, may_reroll)
    if len(ways) == 1:
        return Rolled(dice, use.pocket, use.marked)
    costs = tuple(int(throws_again(way)) for way in ways)
    label = partial(in_full, dice, use)
    way = yield from Choose(who, asked(use), ways, costs, label, cites="roll.one-or-both", about=(dice, use))
    out = swapped_out(way)
    if out is not None:
        dice, pocket = pocket_swap(dice, out, use)
        use = use.but(pocket=pocket)
    if not throws_again(way):
        return Rolled(dice, use.pocket, use.marked)
    old = () if use.must_take else dice
    return tail_call(reroll(who, edge, use, old, out is None))


def asked(use: Use) -> str:
    """The question, with the totals that count."""
    *most, last = map(str, use.marks or ("",))
    if not use.marks:
        return "Keep it?"
    return f"Keep it? The totals that count are {', '.join(most)} and {last}." if most else f"Keep it? It takes {last}."


@cites("roll.swap", "roll.swap.exchange")
def pocket_swap(dice: Dice, out: int, use: Use) -> tuple[Dice, int]:
    """Put the Pocket's number in place of one die.

    The die swapped out becomes the Pocket, unless the Pocket only lends.
    """
    rest = list(dice)
    rest[rest.index(out)] = use.pocket
    return tuple(sorted(rest)), out if use.exchange else use.pocket


@rule("roll.reroll", "roll.order")
def reroll(who: str, edge: Edge, use: Use, old: Dice, may_swap: bool) -> Rule[Rolled]:
    """Mark a pip and roll all dice again. A Swap may still follow, if there was none.

    The new result replaces the old, unless the table lets the better stand. Then `old` holds the first dice.
    """
    dice = max((yield from two_dice(who, edge, "Reroll")), old, key=sum)
    use = use.but(marked=1)
    return tail_call(improve(who, edge, use, False, dice)) if may_swap else Rolled(dice, use.pocket, use.marked)


@cites("roll.one-or-both", "roll.order")
def ways_on(use: Use, dice: Dice, may_reroll: bool) -> tuple[str, ...]:
    """The options: keep, swap, reroll, or swap and then reroll.

    The last is offered only where the swap has a lasting gain: the highest Pocket in reach, or, if the better total
    stands, a total. Swapping after a Reroll is asked separately, once its dice are seen.
    """
    outs = tuple(die for die in dict.fromkeys(dice) if die != use.pocket)
    swaps = tuple(f"swap {out}" for out in outs)
    if not may_reroll:
        return ("keep", *swaps)
    raising = tuple(out for out in outs[-1:] if use.exchange and out > use.pocket)
    lasting = raising if use.must_take else outs
    return ("keep", *swaps, "reroll", *(f"swap {out}, reroll" for out in lasting))


def swapped_out(way: str) -> int | None:
    """The die exchanged with the Pocket, or None."""
    return int(way.removeprefix("swap ")[0]) if way.startswith("swap ") else None


def throws_again(way: str) -> bool:
    return way.endswith("reroll")


def in_full(dice: Dice, use: Use, way: str) -> str:
    """An option as the player reads it."""
    out, again = swapped_out(way), f"mark {use.stat.title() or 'a pip'} and roll again"
    if out is None:
        return again if throws_again(way) else f"keep {dice[0]} and {dice[1]}, total {sum(dice)}"
    then = f", Pocket becomes {out}" if use.exchange else ""
    if throws_again(way) and use.must_take:
        return f"put the {out} in the Pocket, then {again}"
    total = f"the Pocket's {use.pocket} for the {out}, total {sum(dice) - out + use.pocket}{then}"
    return f"{total}; then {again}" if throws_again(way) else total


@cites("magic.stat-named", "roll.reroll")
def use_of(s: Veil, seeker: Seeker, stat: Stat | None, marks: tuple[int, ...]) -> Use:
    """The Pocket of a Seeker for a roll, and a pip of the stat that fits it if there is one left."""
    pips = min(1, unmarked(seeker, stat)) if stat is not None else 0
    return Use(seeker.pocket, pips, marks, stat or "", s.rulings.swap == "exchange", s.rulings.reroll == "new")


class Left(Protocol):
    """The Pocket and the pips left by any kind of roll."""

    @property
    def pocket(self) -> int: ...

    @property
    def marked(self) -> int: ...


@cites("roll.swap.defense", "roll.reroll")
def after_roll(seeker: Seeker, rolled: Left, stat: Stat | None) -> Seeker:
    """The Seeker with the Pocket and the pips the roll left. Their position is even again."""
    marked = mark(seeker, stat, rolled.marked) if stat is not None else seeker
    return marked.but(pocket=rolled.pocket, position="even")


@cites("roll.reroll.stat")
def must_fit(named: Stat | None, offered: Stat | None) -> None:
    """Refuse a stat other than the one a rule names."""
    if named is not None and offered not in (None, named):
        raise Refused(f"This is a {named.title()} roll: a reroll marks {named.title()}, not {str(offered).title()}.")


@cites("roll.reroll.stat")
def fitting_stat(seeker: Seeker, suggested: Stat | None, offered: Stat | None) -> Rule[Stat | None]:
    """The stat to mark where no rule names one. The suggested one needs no question, another the Guide's consent."""
    if offered in (None, suggested):
        return suggested
    assert offered is not None
    question = f"{seeker.name} offers {offered.title()} for rerolls. Does it fit?"
    fits = yield from Choose("guide", question, (True, False), cites="roll.reroll.stat")
    return offered if fits else suggested
