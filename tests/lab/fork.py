"""A road that forks: a game of one scenario, small enough to be worked out by hand."""

from __future__ import annotations

from pathlib import Path

GAME = '''"""A road that forks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tablewright.rules import Choose, Game, Param, Role, Rule, Ruling, Rulings, Scenario, State, roll, rule

TOLLS = {"bridge": 2, "ford": 0}


class ForkRulings(Rulings, frozen=True):
    ones: Annotated[Literal["stay", "back"], Ruling("fork.one", "What does a one do?")] = "stay"
    never: Annotated[bool, Ruling("fork.never", "What nobody ever looks at")] = False


class Walker(State, frozen=True):
    id: str
    at: int = 0
    coins: int = 3


class Fork(State, frozen=True):
    rulings: ForkRulings
    walkers: tuple[Walker, ...] = (Walker("ada"),)
    long: int = 3
    circles: bool = False
    label: str = ""


def start(
    rulings: ForkRulings,
    long: Annotated[int, Param("How long the road is", min=1, max=9)] = 3,
    coins: Annotated[int, Param("Coins to begin with", min=0, max=5)] = 3,
    unread: Annotated[int, Param("What changes nothing", min=0, max=5)] = 0,
    circles: Annotated[bool, Param("It leads in circles")] = False,
) -> Fork:
    return Fork(rulings, (Walker("ada", 0, coins),), long, circles)


@rule("fork.step")
def step(s: Fork) -> Rule[Fork]:
    (ada,) = s.walkers
    pays = False
    if ada.coins:
        pays = yield from Choose("ada", "Pay?", (False, True), (0, 1))
    (die,) = yield from roll(1)
    on = 0 if s.circles else 2 if pays else die > 3
    if die == 1:
        on = 0 if s.rulings.ones == "stay" else -1
    return s.but(walkers=(ada.but(at=max(0, ada.at + on), coins=max(0, ada.coins - pays - (die < 3))),))


def ending(s: Fork) -> str | None:
    (ada,) = s.walkers
    if ada.at >= s.long:
        return "there"
    return "broke" if not ada.coins and s.label != "rich" else None


def generous(ask: Choose[Any]) -> Any:
    return True


GAME = Game(
    name="fork",
    title="Fork",
    version="1",
    roles=(Role("walker", "Walks."),),
    state=Fork,
    rulings=ForkRulings,
    setup=Fork,
    actions=(),
    sheet=lambda s, eyes: (),
    scenarios=(
        Scenario(
            name="road",
            title="A road",
            doc="To its end, or until the coins are gone.",
            start=start,
            step=step,
            ending=ending,
            policies={"generous": generous},
            count=lambda s: {"coins": s.walkers[0].coins},
            value=lambda s: float(s.walkers[0].at >= s.long),
            from_table=lambda s: s,
            standing=lambda s: ["Ada"] if s.walkers[0].coins else [],
        ),
    ),
)
'''

LEDGER = """
title = "Fork"
game = "fork"
version = "1"
summary = "A road that forks."
roles = ["walker"]
"""


def write_fork(into: Path, name: str = "fork", **other: str) -> str:
    """The folder of the game; with some words of its code replaced by others."""
    folder = into / name
    folder.mkdir()
    text = GAME
    for old, new in other.items():
        text = text.replace(old, new)
    (folder / "__init__.py").write_text(text)
    (folder / "ledger.toml").write_text(LEDGER)
    return str(folder)
