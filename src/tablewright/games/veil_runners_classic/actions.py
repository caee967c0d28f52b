"""Every action of the game, in the order a group meets them."""

from __future__ import annotations

from typing import Any

from tablewright.rules import Action
from tablewright.rules.kit import kit_actions

from .action_shunt import return_dice
from .adventure import end_adventure, next_adventure
from .consequence import tell_consequence
from .crew import end_day, join_crew, leave_crew, recover, rewrite, set_grit
from .difficulty import rate
from .fitting_out import make_ship
from .help import offer_help, withdraw_help
from .modules import fit_module, refit_module
from .remapping_dice import begin_downtime, emergency_shunt, end_downtime, remap
from .reserves import dock, go_ashore, set_course, use_reserves
from .rolls import module_roll, overload, personal_roll, pool_roll, systems_roll
from .state import CREW, WAYFINDER
from .taking_damage import damage_ship
from .tokens import dramatic_feat, lose_token, regain_token

ACTIONS: tuple[Action[Any], ...] = (
    rate,
    offer_help,
    withdraw_help,
    systems_roll,
    personal_roll,
    module_roll,
    overload,
    pool_roll,
    tell_consequence,
    return_dice,
    remap,
    emergency_shunt,
    begin_downtime,
    end_downtime,
    damage_ship,
    lose_token,
    regain_token,
    dramatic_feat,
    make_ship,
    fit_module,
    refit_module,
    join_crew,
    rewrite,
    leave_crew,
    set_grit,
    end_day,
    recover,
    dock,
    set_course,
    go_ashore,
    use_reserves,
    end_adventure,
    next_adventure,
    *kit_actions(WAYFINDER, (CREW,)),
)
