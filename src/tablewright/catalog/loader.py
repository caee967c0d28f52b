"""Loads a game's folder from any path as a package. Loading runs its code."""

from __future__ import annotations

import keyword
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tablewright.rules import Refused

from .fault_location import to_game_error

#: folders loaded so far, by package name
LOADED_FOLDERS: dict[str, Path] = {}


def load_package(folder: Path) -> str:
    """Import a folder as a package of the folder's name, and return the name. Refuses a name that is already taken."""
    name, first = folder.name, folder / "__init__.py"
    if not first.is_file():
        raise Refused(f"{folder} is not a game's folder: it has no __init__.py.")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise Refused(
            f"{folder} cannot be opened: Python knows no package by that name. "
            f"Rename the folder to letters, digits and underscores, such as {_suggested_name(name)}."
        )
    if name in sys.modules and LOADED_FOLDERS.get(name) == folder:
        return name
    if name in sys.modules or name in sys.stdlib_module_names or _installed(name, folder):
        raise Refused(f"{folder} cannot be opened: another package is called {name}. Rename the folder.")
    _run(name, first)
    LOADED_FOLDERS[name] = folder
    return name


def _run(name: str, first: Path) -> None:
    spec = spec_from_file_location(name, first, submodule_search_locations=[str(first.parent)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        for loaded in [other for other in sys.modules if other == name or other.startswith(f"{name}.")]:
            del sys.modules[loaded]
        fault = to_game_error(error, first.parent)
        fault.at = fault.at or first.name
        raise fault from error


def _installed(name: str, folder: Path) -> bool:
    """True if `import name` would find a package that lies elsewhere."""
    spec = PathFinder.find_spec(name)
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve().parent != folder


def _suggested_name(name: str) -> str:
    words = "".join(c if c.isalnum() and c.isascii() else " " for c in name).split()
    usual = "_".join(words).lower()
    return usual if usual.isidentifier() and not keyword.iskeyword(usual) else f"my_{usual or 'game'}"
