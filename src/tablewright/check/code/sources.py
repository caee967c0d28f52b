"""A game's source: syntax trees, and the objects that names in them refer to."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from inspect import isgeneratorfunction
from types import ModuleType
from typing import Any, TypeAlias

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.rules import Action, GameError, action
from tablewright.rules.effects import rule

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def tree_of(file: str, text: str) -> ast.Module:
    """Parse a file. Raises `GameError` with the line where it is no Python."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise GameError(f"{getattr(error, 'msg', error)}.", f"{file}:{line}") from None


class Source(msgspec.Struct):
    """A module of a game: its source and the module as it was imported."""

    file: str
    tree: ast.Module
    module: ModuleType
    parents: dict[ast.AST, ast.AST]
    own: dict[ast.AST, set[str]] = {}
    """Local names of each function, cached."""

    def line(self, node: ast.AST) -> str:
        return f"{self.file}:{getattr(node, 'lineno', 1)}"

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The enclosing nodes, innermost first."""
        while (outer := self.parents.get(node)) is not None:
            yield outer
            node = outer

    def function(self, node: ast.AST) -> Function | None:
        """The innermost function around a node."""
        return next((outer for outer in self.around(node) if isinstance(outer, Function)), None)

    def meant(self, name: ast.expr) -> Any:
        """The object a name refers to in the module; None for names local to a function."""
        if isinstance(name, ast.Attribute):
            whose = self.meant(name.value)
            return getattr(whose, name.attr, None) if isinstance(whose, ModuleType) else None
        if not isinstance(name, ast.Name):
            return None
        inside = (outer for outer in self.around(name) if isinstance(outer, Function | ast.Lambda))
        if any(name.id in self._names(outer) for outer in inside):
            return None
        return vars(self.module).get(name.id)

    def _names(self, fn: Function | ast.Lambda) -> set[str]:
        if fn not in self.own:
            names = {arg.arg for arg in ast.walk(fn.args) if isinstance(arg, ast.arg)}
            names |= {n.id for n in ast.walk(fn) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            self.own[fn] = names
        return self.own[fn]

    def decorated(self, fn: Function, by: Any) -> bool:
        return any(isinstance(d, ast.Call) and self.meant(d.func) is by for d in fn.decorator_list)

    def is_action(self, fn: Function) -> bool:
        return self.decorated(fn, action)

    def is_rule(self, fn: Function) -> bool:
        return self.decorated(fn, rule)


def called_rule(thing: Any) -> bool:
    """True if this is a `@rule` function, as other rules call it."""
    inner = getattr(thing, "__wrapped__", None)
    return hasattr(thing, "__cites__") and isgeneratorfunction(inner) and not isgeneratorfunction(thing)


def is_played(thing: Any) -> bool:
    """True for anything the engine plays: a rule, an action or a generator that is part of one."""
    return called_rule(thing) or isinstance(thing, Action) or isgeneratorfunction(thing)


def game_sources(box: InstalledGame) -> list[Source]:
    """Collect the modules of a game. Modules in its folder that are never imported don't count."""
    out = []
    for file, text in box.sources().items():
        dotted = file.removesuffix(".py").replace("/", ".").removesuffix("__init__").rstrip(".")
        module = sys.modules.get(f"{box.package}.{dotted}".rstrip("."))
        if module is not None:
            tree = tree_of(file, text)
            parents = {inner: outer for outer in ast.walk(tree) for inner in ast.iter_child_nodes(outer)}
            out.append(Source(file, tree, module, parents))
    return out
