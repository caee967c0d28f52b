"""Installed games, and games in folders that an author gives.

Loads a game's package and its ledger, and locates an author's fault by file and line. Names no game and plays none.
"""

from .fault_location import (
    author_line,
    relative_to_folder,
    to_game_error,
)
from .installed import (
    InstalledGame,
    broken_games,
    find_game,
    installed_games,
    is_game_path,
    load_declared_game,
    load_game_at,
)
from .loader import (
    LOADED_FOLDERS,
)

__all__ = [
    "LOADED_FOLDERS",
    "InstalledGame",
    "author_line",
    "broken_games",
    "find_game",
    "installed_games",
    "is_game_path",
    "load_declared_game",
    "load_game_at",
    "relative_to_folder",
    "to_game_error",
]
