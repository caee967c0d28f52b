"""Spending successes: the primary consequence, secondary and tertiary ones, and the FC's subversion."""

from __future__ import annotations

from tablewright.rules import Choose, Rule, State, cite, cites, rule, tail_call

from .state import Bought

PRIMARY = cite("task.primary", "primary")
FAILURE = cite("task.tertiary.attach", "failure")
NOTHING = "nothing"

#: Each costs one success. The keys are what the menu, the journal and the tables call them.
SECONDARIES: dict[str, str] = cite(
    "task.secondary",
    {
        "unharmed": "unharmed and unashamed",
        "grace": "done with grace or economy",
        "others": "nobody dear is endangered or upset",
        "nothing-lost": "nothing else is lost or broken",
    },
)
TERTIARIES: dict[str, str] = cite(
    "task.tertiary",
    {
        "prize": "a further prize",
        "lesson": "a lesson learned",
        "intentions": "true intentions come out",
        "surprise": "a surprise that is not unwelcome",
    },
)
#: The gain of a tertiary consequence.
GAINS: dict[str, str] = cite(
    "task.tertiary task.tertiary.exp task.tertiary.lot",
    {
        "prize": "a material asset",
        "lesson": "1 exp more",
        "intentions": "a Lot back",
        "surprise": "the Peers decide what",
    },
)
#: The opposite of each secondary consequence, which the FC may choose if it was not bought.
OPPOSITES: dict[str, str] = cite(
    "task.subvert",
    {
        "unharmed": "harm or shame",
        "grace": "a clumsy or costly way of doing it",
        "others": "somebody dear is drawn in",
        "nothing-lost": "something is lost or broken",
    },
)
PRICE = cite("task.secondary task.tertiary personal.special", 1)


class Menu(State, frozen=True):
    """The menu of a task: the threshold, special secondary consequences, and whether things repeat.

    `only` shortens the menu to the given items, for the lab. Empty means all.
    """

    threshold: int
    specials: tuple[tuple[str, str], ...] = ()
    repeats: bool = False
    only: tuple[str, ...] = ()

    @property
    def secondaries(self) -> dict[str, str]:
        return {**SECONDARIES, **dict(self.specials)}


class Stock(State, frozen=True):
    """The facts for a policy that spends successes: those left, and whether the main goal is bought."""

    left: int
    reached: bool


@rule("task.spend", "task.primary")
def spend(who: str, successes: int, menu: Menu) -> Rule[tuple[Bought, ...]]:
    """Buy the main goal first, then other items of the menu."""
    return tail_call(buy(who, successes, menu, (yield from reach(who, successes, menu))))


@rule("task.primary", "task.primary.decline", "task.threshold.price")
def reach(who: str, successes: int, menu: Menu) -> Rule[bool]:
    """Ask whether to buy the main goal, if there are enough successes. Return the answer."""
    if successes < menu.threshold:
        return False
    question = f"Reach the main goal for {menu.threshold} of {successes}?"
    about = Stock(successes, False)
    return (yield from Choose(who, question, (True, False), cites="task.primary", about=about, matters=False))


@rule("task.spend", "task.once-each", "task.unspent", "task.threshold.price")
def buy(who: str, successes: int, menu: Menu, reached: bool) -> Rule[tuple[Bought, ...]]:
    """Let the actor spend successes until they stop or have none left. Unspent ones are lost."""
    bought: tuple[Bought, ...] = (Bought(PRIMARY),) if reached else ()
    left = successes - menu.threshold if reached else successes
    while left >= PRICE:
        options = for_sale(menu, bought)
        if not options:
            break
        about = Stock(left, bool(bought) and bought[0].id == PRIMARY)
        pick = yield from Choose(
            who,
            f"Buy what else? {left} left.",
            (NOTHING, *options),
            label=menu_words(menu),
            cites="task.spend",
            about=about,
            matters=False,
        )
        if pick == NOTHING:
            break
        host = (yield from joined(who, menu, bought)) if pick in TERTIARIES else ""
        bought, left = (*bought, Bought(pick, host)), left - PRICE
    return bought


@cites("task.once-each", "task.secondary", "task.tertiary", "personal.special")
def for_sale(menu: Menu, bought: tuple[Bought, ...]) -> tuple[str, ...]:
    """Items still on the menu, each once, unless the table lets tertiary ones repeat."""
    gone = {b.id for b in bought if not (menu.repeats and b.id in TERTIARIES)}
    items = (*menu.secondaries, *TERTIARIES)
    return tuple(item for item in items if item not in gone and (not menu.only or item in menu.only))


def menu_words(menu: Menu) -> Words:
    return Words(menu)


class Words(State, frozen=True):
    """The wording of the menu."""

    menu: Menu

    def __call__(self, item: str) -> str:
        every = {NOTHING: "nothing more", PRIMARY: "the main goal", FAILURE: "the failure, as its bright side"}
        gain = f" ({GAINS[item]})" if item in GAINS else ""
        return {**every, **self.menu.secondaries, **TERTIARIES}[item] + gain


def joined(who: str, menu: Menu, bought: tuple[Bought, ...]) -> Rule[str]:
    """The consequence a tertiary one is joined to: the main goal or the failure, or a secondary that was bought."""
    main = PRIMARY if bought and bought[0].id == PRIMARY else FAILURE
    hosts = (main, *(b.id for b in bought if b.id in menu.secondaries))
    if len(hosts) == 1:
        return main
    label = menu_words(menu)
    cites = "task.tertiary.attach"
    return (yield from Choose(who, "Joined to what?", hosts, label=label, cites=cites, matters=False))


@rule("task.subvert", "task.subvert.optional", "task.subvert.all-bought")
def subvert(menu: Menu, bought: tuple[str, ...], most: int) -> Rule[tuple[str, ...]]:
    """Let the FC turn secondary consequences that were not bought into their opposites: one, unless ruled otherwise."""
    turned: tuple[str, ...] = ()
    while len(turned) < most:
        open_ = tuple(item for item in menu.secondaries if item not in bought and item not in turned)
        if not open_:
            break
        pick = yield from Choose(
            "fc", "Turn something against them?", (NOTHING, *open_), label=Opposites(menu), cites="task.subvert"
        )
        if pick == NOTHING:
            break
        turned = (*turned, pick)
    return turned


class Opposites(State, frozen=True):
    """The wording of the FC's choice."""

    menu: Menu

    def __call__(self, item: str) -> str:
        if item == NOTHING:
            return "let it be"
        return opposite(item, self.menu.secondaries)


@cites("task.subvert", "task.subvert.all-bought")
def opposite(item: str, secondaries: dict[str, str]) -> str:
    """The opposite of a secondary consequence, special ones included."""
    return OPPOSITES.get(item) or f"the opposite of “{secondaries.get(item, item)}”"


@cites("task.subvert.all-bought", "task.threshold.price")
def clean(threshold: int, specials: int = 0) -> int:
    """The successes it takes to reach the goal and leave the FC nothing to turn."""
    return threshold + PRICE * (len(SECONDARIES) + specials)
