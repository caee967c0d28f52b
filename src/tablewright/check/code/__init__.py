"""Checks of a game's source: citations, purity, returns, effects that are built but never yielded."""

from .citations import (
    uncited_ids,
    unwritten_ids,
)
from .purity import (
    check_purity,
)
from .returns import (
    check_returns,
)
from .shelf_readiness import (
    shelf_requirements,
)
from .sources import (
    called_rule,
    game_sources,
)
from .unyielded import (
    check_unyielded,
)

__all__ = [
    "called_rule",
    "check_purity",
    "check_returns",
    "check_unyielded",
    "game_sources",
    "shelf_requirements",
    "uncited_ids",
    "unwritten_ids",
]
