"""Effects and rules that are created but never yielded: nobody is asked or told anything."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Any

from tablewright.check.finding import Finding
from tablewright.rules import Action
from tablewright.rules.effects import effect as e

from .sources import Function, Source, called_rule, is_played

TELLING_EFFECTS = (e.tell, e.Tell, e.Outcome)
ASKING_EFFECTS = (e.roll, e.Roll, e.ThrowDice, e.ReadDice, e.Choose, e.WriteText, e.DrawCards, e.Gather)
#: Functions that need an answer. An effect passed to one of them was meant to be yielded first.
CONSUMERS = (max, min, sum, len, sorted, any, all, int, float, str, bool, list, set, abs, enumerate, range, zip, map)


def check_unyielded(sources: list[Source]) -> Finding:
    """Check that each effect or rule a function creates is yielded, passed on, or named and yielded later."""
    wrong, seen = list[str](), 0
    for source in sources:
        for call in (node for node in ast.walk(source.tree) if isinstance(node, ast.Call)):
            thing = source.meant(call.func)
            if _among(thing, TELLING_EFFECTS) or _among(thing, ASKING_EFFECTS) or is_played(thing):
                seen += 1
                wrong += _lost(source, call, thing)
    return Finding("yields what it makes", tuple(wrong), f"{seen} effects and calls of rules")


def _lost(source: Source, call: ast.Call, thing: Any) -> Iterator[str]:
    fn = source.function(call)
    if fn is None:
        return
    use, outer = _use(source, call)
    name = ast.unparse(call.func)
    answered = _among(thing, ASKING_EFFECTS) or called_rule(thing) or isinstance(thing, Action)
    where = f"{fn.name} at {source.line(call)}"
    if isinstance(outer, ast.Expr):
        remedy = f"yield {name}(...)" if _among(thing, TELLING_EFFECTS) else f"yield from {name}(...)"
        yield f"{where} makes {name}(...) and never yields it, so nothing comes of it: write `{remedy}`."
    elif answered and (_eats(source, use, outer) or (isinstance(outer, ast.Return) and _plays(fn))):
        yield f"{where} takes {name}(...) for its own answer: write `(yield from {name}(...))`."
    elif answered and isinstance(outer, ast.Assign | ast.AnnAssign):
        yield from _named(source, fn, outer, where, name)


def _named(source: Source, fn: Function, given: ast.Assign | ast.AnnAssign, where: str, name: str) -> Iterator[str]:
    """Find a name that holds an effect and is never yielded or passed on in its function."""
    targets = given.targets if isinstance(given, ast.Assign) else [given.target]
    if len(targets) != 1 or not isinstance(targets[0], ast.Name):
        return
    word = targets[0].id
    names = [n for n in ast.walk(fn) if isinstance(n, ast.Name) and n.id == word]
    uses = [_use(source, n) for n in names if isinstance(n.ctx, ast.Load)]
    once = sum(isinstance(n.ctx, ast.Store) for n in names) == 1
    if once and all(_eats(source, use, outer) for use, outer in uses):
        yield f"{where} calls {name}(...) {word!r} and never yields it: write `{word} = yield from {name}(...)`."


def _use(source: Source, node: ast.AST) -> tuple[ast.AST, ast.AST]:
    """The outermost expression with the same value as a node, and the node around that expression."""
    for outer in source.around(node):
        passes = isinstance(outer, ast.BoolOp | ast.NamedExpr | ast.Starred)
        if not passes and not (isinstance(outer, ast.IfExp) and outer.test is not node):
            return node, outer
        node = outer
    return node, source.tree


def _eats(source: Source, use: ast.AST, outer: ast.AST) -> bool:
    """True if a place needs an answer, so that an unyielded effect there is a mistake."""
    if isinstance(outer, ast.Compare | ast.BinOp | ast.UnaryOp | ast.FormattedValue):
        return True
    if isinstance(outer, ast.If | ast.While | ast.IfExp | ast.Assert):
        return outer.test is use
    if isinstance(outer, ast.Subscript):
        return outer.value is use
    if isinstance(outer, ast.For | ast.comprehension):
        return outer.iter is use
    if isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and use is not outer.func:
        eater = source.meant(outer.func) or getattr(builtins, outer.func.id, None)
        return _among(eater, CONSUMERS)
    return False


def _among(thing: Any, things: tuple[Any, ...]) -> bool:
    return any(thing is other for other in things)


def _plays(fn: Function) -> bool:
    """True if a function is a rule or part of one: it has a `yield` of its own."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(fn))
