"""How To Play: the 2d6 Pocket Roll, Advantage and Disadvantage, the Slip Check."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Literal, Protocol

from tablewright.kernel import Choose, Dice, Outcome, Refused, Rule, State, become, cites, roll, rule, tell

from .capacity import encumbered
from .hit_track import SHIELD_FROM
from .pips import mark, unmarked
from .state import Enemy, Seeker, Stat, Veil

Edge = Literal[-1, 0, 1]
"""Disadvantage, a plain roll, Advantage."""


class Use(State, frozen=True):
    """What a Seeker's roll can draw on, and what it is for: `marks` are the totals that count, lowest first."""

    pocket: int
    pips: int
    marks: tuple[int, ...]
    stat: str = ""
    exchange: bool = True
    must_take: bool = True
    marked: int = 0
    """Pips this roll has cost so far."""


class Rolled(State, frozen=True):
    """A roll as it stands in the end: the two dice, the Pocket, and the pips marked for it."""

    dice: Dice
    pocket: int
    marked: int = 0

    @property
    @cites("roll.total")
    def total(self) -> int:
        """The sum of the two dice; no stat is ever added."""
        return sum(self.dice)

    @property
    @cites("attack.bigger-die")
    def bigger(self) -> int:
        return self.dice[-1]


@rule("roll.total", "adv.extra-die", "adv.swap-after")
def two_dice(who: str, edge: Edge, why: str) -> Dice:
    """2d6; with Advantage or Disadvantage one more."""
    return become(roll(2 + abs(edge), by=who, why=why), without_one, edge)


@cites("adv.advantage", "adv.disadvantage")
def without_one(edge: Edge, dice: Dice) -> Dice:
    """With Advantage the lowest is taken away, with Disadvantage the highest."""
    return dice[1:] if edge > 0 else dice[:2]


@rule("roll.unfavorable", "roll.one-or-both", "roll.multi")
def pocket_roll(who: str, edge: Edge, use: Use, why: str) -> Rolled:
    """Two dice, then Pocket Swap and Reroll, either or both, in either order, each at most once."""
    return become(two_dice(who, edge, why), judged, who, edge, use, use.pips > 0)


def judged(who: str, edge: Edge, use: Use, may_reroll: bool, dice: Dice) -> Rolled:
    return become(improve(who, edge, use, may_reroll, dice))


@cites("roll.one-or-both", "roll.order")
def ways_on(use: Use, dice: Dice, may_reroll: bool) -> tuple[str, ...]:
    """Keep, swap, reroll, or swap and then reroll.

    The last is offered where the swap leaves something behind: the highest Pocket in reach, or, if the better total
    stands, a total. Swapping after a Reroll is another question: its dice are seen first.
    """
    outs = tuple(die for die in dict.fromkeys(dice) if die != use.pocket)
    swaps = tuple(f"swap {out}" for out in outs)
    if not may_reroll:
        return ("keep", *swaps)
    raising = tuple(out for out in outs[-1:] if use.exchange and out > use.pocket)
    lasting = raising if use.must_take else outs
    return ("keep", *swaps, "reroll", *(f"swap {out}, reroll" for out in lasting))


def swapped_out(way: str) -> int | None:
    """The die that is exchanged with the Pocket; none, if none is."""
    return int(way.removeprefix("swap ")[0]) if way.startswith("swap ") else None


def throws_again(way: str) -> bool:
    return way.endswith("reroll")


def in_full(dice: Dice, use: Use, way: str) -> str:
    """A way on as the player reads it."""
    out, again = swapped_out(way), f"mark {use.stat.title() or 'a pip'} and roll again"
    if out is None:
        return again if throws_again(way) else f"keep {dice[0]} and {dice[1]}, total {sum(dice)}"
    then = f", Pocket becomes {out}" if use.exchange else ""
    if throws_again(way) and use.must_take:
        return f"put the {out} in the Pocket, then {again}"
    total = f"the Pocket's {use.pocket} for the {out}, total {sum(dice) - out + use.pocket}{then}"
    return f"{total}; then {again}" if throws_again(way) else total


@rule("roll.one-or-both", "roll.order")
def improve(who: str, edge: Edge, use: Use, may_reroll: bool, dice: Dice) -> Rolled:
    """The player judges the result: keep it, swap one die with the Pocket, mark a pip and roll again, or both."""
    ways = ways_on(use, dice, may_reroll)
    if len(ways) == 1:
        return Rolled(dice, use.pocket, use.marked)
    costs = tuple([int(throws_again(way)) for way in ways])
    label = partial(in_full, dice, use)
    keep = Choose(who, "Keep it?", ways, costs, label, cites="roll.one-or-both", about=(dice, use))
    return become(keep, improved, who, edge, use, dice)


@cites("roll.swap", "roll.swap.exchange", "roll.order")
def improved(who: str, edge: Edge, use: Use, dice: Dice, way: str) -> Rolled:
    out, again = swapped_out(way), throws_again(way)
    pocket = use.pocket
    if out is not None:
        dice, pocket = pocket_swap(dice, out, use)
    if not again:
        return Rolled(dice, pocket, use.marked)
    return become(reroll(who, edge, use.but(pocket=pocket), () if use.must_take else dice, out is None))


@cites("roll.swap", "roll.swap.exchange")
def pocket_swap(dice: Dice, out: int, use: Use) -> tuple[Dice, int]:
    """The Pocket's number for one die; that die is the Pocket from then on."""
    rest = list(dice)
    rest[rest.index(out)] = use.pocket
    return tuple(sorted(rest)), out if use.exchange else use.pocket


@rule("roll.reroll", "roll.order")
def reroll(who: str, edge: Edge, use: Use, old: Dice, may_swap: bool) -> Rolled:
    """A pip is marked and all dice are thrown again; the Pocket may still be swapped, if it was not."""
    return become(two_dice(who, edge, "Reroll"), rerolled, who, edge, use.but(marked=1), old, may_swap)


@cites("roll.reroll")
def rerolled(who: str, edge: Edge, use: Use, old: Dice, may_swap: bool, dice: Dice) -> Rolled:
    """The new result stands (unless the old, if given, is better)."""
    dice = max(dice, old, key=sum)
    return become(improve(who, edge, use, False, dice)) if may_swap else Rolled(dice, use.pocket, use.marked)


@cites("roll.dc")
def succeeds(total: int, dc: int) -> bool:
    return total >= dc


class Left(Protocol):
    """Whatever a roll came to: the Pocket and the pips it left."""

    @property
    def pocket(self) -> int: ...

    @property
    def marked(self) -> int: ...


class Checked(State, frozen=True):
    """What matters of a roll against a DC once it is made."""

    success: bool
    pocket: int
    marked: int


@rule("roll.dc")
def dc_roll(who: str, edge: Edge, use: Use, dc: int, why: str) -> Rule[Checked]:
    """A Pocket Roll against a DC, read no further than success or failure."""
    rolled = yield from pocket_roll(who, edge, use, why)
    success = succeeds(rolled.total, dc)
    yield tell("roll.dc", "{total} against DC {dc}: {word}.", total=rolled.total, dc=dc, word=in_result(success))
    return Checked(success, rolled.pocket, rolled.marked)


def in_result(success: bool) -> str:
    return "success" if success else "failure"


@cites("magic.stat-named", "roll.reroll")
def use_of(s: Veil, seeker: Seeker, stat: Stat | None, marks: tuple[int, ...]) -> Use:
    """What a Seeker brings to a roll: the Pocket, and a pip of the stat that fits it, if there is one left."""
    pips = min(1, unmarked(seeker, stat)) if stat is not None else 0
    return Use(seeker.pocket, pips, marks, stat or "", s.rulings.swap == "exchange", s.rulings.reroll == "new")


@cites("roll.swap.defense", "roll.reroll")
def after_roll(seeker: Seeker, rolled: Left, stat: Stat | None) -> Seeker:
    """The Seeker with the Pocket and the pips the roll left."""
    marked = mark(seeker, stat, rolled.marked) if stat is not None else seeker
    return marked.but(pocket=rolled.pocket)


@cites("roll.reroll.stat")
def must_fit(named: Stat | None, offered: Stat | None) -> None:
    """Where a rule names a stat, only that one can be marked."""
    if named is not None and offered not in (None, named):
        raise Refused(f"This is a {named.title()} roll: a reroll marks {named.title()}, not {str(offered).title()}.")


@cites("roll.reroll.stat")
def fitting_stat(seeker: Seeker, suggested: Stat | None, offered: Stat | None) -> Rule[Stat | None]:
    """Where no rule names a stat the Guide accepts or refuses the one offered; the suggested one needs no asking."""
    if offered in (None, suggested):
        return suggested
    assert offered is not None
    question = f"{seeker.name} offers {offered.title()} for rerolls. Does it fit?"
    fits = yield from Choose("guide", question, (True, False), cites="roll.reroll.stat")
    return offered if fits else suggested


class Result(State, frozen=True):
    """The headline of a roll: whether it succeeded, and whether a high or a low Pocket is left after it."""

    success: bool
    high: bool

    @property
    def name(self) -> str:
        return f"{in_result(self.success)}, Pocket {'4 to 6' if self.high else '1 to 3'} left"


def outcome_of(seeker: Seeker, stat: Stat | None, success: bool, cites: str) -> Outcome:
    """Success counts first; then a pip kept is worth more than any change of the Pocket, and a higher Pocket more."""
    pips = unmarked(seeker, stat) if stat is not None else 0
    rank = 10_000 * success + 6 * pips + seeker.pocket
    return Outcome(Result(success, seeker.pocket >= SHIELD_FROM), rank, cites)


@cites("adv.cancel", "adv.trigger", "cap.encumbered.effect", "penance.encumbered", "deduction.effect")
def edge_of(
    s: Veil, seeker: Seeker, stat: Stat | None = None, pros: Iterable[str] = (), cons: Iterable[str] = ()
) -> Edge:
    """Reasons of one kind count once, both kinds cancel. What a Deduction lifted is out; a burden never is."""
    lifted = {insight.of for insight in s.insights if insight.kind == "relief"}
    good, bad = set(pros), {con for con in cons if con not in lifted}
    for moon in s.moons:
        if stat is not None and moon.lever == f"weak {stat}" and moon.title not in lifted:
            bad.add(moon.title)
        elif stat is not None and moon.lever == f"strong {stat}":
            good.add(moon.title)
    if encumbered(s, seeker):
        bad.add("Encumbered")
    return as_edge(bool(good) - bool(bad))


def as_edge(n: int) -> Edge:
    return 1 if n > 0 else -1 if n < 0 else 0


@cites("cap.encumbered.effect")
def burden(s: Veil, one: Seeker | Enemy) -> Edge:
    """A Seeker's single dice suffer when Encumbered, wherever high is good for the Seeker."""
    heavy = isinstance(one, Seeker) and s.rulings.encumbered == "every roll" and encumbered(s, one)
    return -1 if heavy else 0


@rule("cap.encumbered.effect")
def one_die(who: str, edge: Edge, why: str) -> Rule[int]:
    """A single die; with Disadvantage one more, and the highest is taken away."""
    dice = yield from roll(1 + abs(edge), by=who, why=why)
    return dice[-1] if edge > 0 else dice[0]


@rule("cap.encumbered.effect")
def several(who: str, n: int, edge: Edge, why: str) -> Rule[int]:
    """The sum of several dice; with Disadvantage one more, and the highest is taken away."""
    dice = yield from roll(n + abs(edge), by=who, why=why)
    return sum(dice[1:] if edge > 0 else dice[:n])


@rule("slip.roll", "slip.reroll", "slip.enemy")
def slip_die(who: str, edge: Edge, pocket: int, pips: int) -> Rule[tuple[int, int]]:
    """One die against the Pocket; the lower is the Pocket from now on. A Dexterity pip rerolls it, once."""
    die = yield from one_die(who, edge, "Slip Check")
    options = (False, True) if pips and die < pocket else (False,)
    question = "Mark Dexterity and reroll the Slip die?"
    if len(options) > 1 and (
        yield from Choose(who, question, options, (0, 1), cites="slip.reroll", about=(die, pocket))
    ):
        die = yield from one_die(who, edge, "Slip Check, once more")
        return min(die, pocket), 1
    return min(die, pocket), 0


@cites("slip.when", "slip.enemy")
def slip_check(s: Veil, one: Seeker | Enemy) -> Rule[Veil]:
    """A Seeker or an enemy may lose footing. Enemies have no stats, so they cannot reroll."""
    pips = unmarked(one, "dexterity") if isinstance(one, Seeker) else 0
    who = one.id if isinstance(one, Seeker) else "guide"
    pocket, marked = yield from slip_die(who, burden(s, one), one.pocket, min(1, pips))
    if pocket < one.pocket:
        yield tell("slip.roll", "{who} slips: Pocket {old} becomes {new}.", who=one.name, old=one.pocket, new=pocket)
    else:
        yield tell("slip.roll", "{who} does not slip: Pocket {old}.", who=one.name, old=pocket)
    slipped = one.but(pocket=pocket)
    return s.having(mark(slipped, "dexterity", marked) if isinstance(slipped, Seeker) else slipped)
