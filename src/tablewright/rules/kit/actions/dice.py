"""Throwing free dice."""

from typing import Annotated, Any

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import EVERYONE, Outcome, Rule, tell
from tablewright.rules.forms import ActingSeat, Param
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.dice import format_dice, parse_dice, roll_expression
from tablewright.rules.kit.state import HasKit


def tray_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Anyone throws, at any time."""
    cites = house.cites("kit.tray.throw")

    @action(cites, title="Throw dice", instant=True, group="Dice")
    def throw_dice(
        s: HasKit,
        dice: Annotated[str, Param("Any dice, such as 4d6kh3+2 or d%", examples=("4d6kh3+2", "2d6", "d20", "d%"))],
        hidden: Annotated[bool, Param(f"The dice are for you{house.besides} alone")] = False,
        me: Annotated[str, ActingSeat()] = "",
    ) -> Rule[HasKit]:
        """Throws any dice. They decide nothing by themselves."""
        expression = parse_dice(dice)
        audience = house.apart(me) if hidden else EVERYONE
        total = yield from roll_expression(expression, me, audience)
        if not hidden:
            yield from Outcome(total, cites=cites)
        yield from tell(cites, "{dice} comes to {total}.", audience=audience, dice=format_dice(expression), total=total)
        return s

    return (throw_dice,)
