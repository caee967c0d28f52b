"""Throwing free dice."""

from typing import Annotated, Any

from tablewright.kernel.action import Action, action
from tablewright.kernel.effects import EVERYONE, Outcome, Rule, tell
from tablewright.kernel.kit.house import House
from tablewright.kernel.kit.kit import HasKit
from tablewright.kernel.kit.notation import parse, spell
from tablewright.kernel.kit.tray import throw_tray
from tablewright.kernel.param import Me, Param


def tray_actions(house: House) -> tuple[Action[Any], ...]:
    """Anyone throws, at any time."""
    cites = house.cites("kit.tray.throw")

    @action(cites, title="Throw dice", instant=True, group="Dice")
    def throw_dice(
        s: HasKit,
        dice: Annotated[str, Param("Any dice, such as 4d6kh3+2 or d%", examples=("4d6kh3+2", "2d6", "d20", "d%"))],
        hidden: Annotated[bool, Param(f"The dice are for you{house.besides} alone")] = False,
        me: Annotated[str, Me()] = "",
    ) -> Rule[HasKit]:
        """Throws any dice. They decide nothing by themselves."""
        expression = parse(dice)
        audience = house.apart(me) if hidden else EVERYONE
        total = yield from throw_tray(expression, me, audience)
        if not hidden:
            yield from Outcome(total, cites=cites)
        yield from tell(cites, "{dice} comes to {total}.", audience=audience, dice=spell(expression), total=total)
        return s

    return (throw_dice,)
