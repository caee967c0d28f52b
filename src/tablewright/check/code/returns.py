"""Paths through an action that return no state, and paths through a rule that return nothing where others do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tablewright.check.finding import Finding

from .sources import Function, Source


def check_returns(sources: list[Source]) -> Finding:
    """Check that all paths through an action return a state. A rule that returns a value must do so on all paths."""
    wrong, seen = list[str](), 0
    for source in sources:
        for fn in source.functions():
            action = source.is_action(fn)
            if not action and not source.is_rule(fn):
                continue
            seen += 1
            own = list(_own_nodes(fn.body))
            if not action and ("None" in _returns(fn) or not any(isinstance(n, ast.Return) and n.value for n in own)):
                continue
            remedy = "end it with `return s`, s being the state as it is then" if action else "return something there"
            ends = [n for n in own if isinstance(n, ast.Return) and n.value is None]
            last = falls_through(fn.body)
            for node in [*ends, *([last] if last else [])]:
                wrong.append(f"{fn.name} can end at {source.line(node)} without returning anything: {remedy}.")
    return Finding("every way through a rule returns", tuple(wrong), f"{seen} actions and rules")


def _returns(fn: Function) -> str:
    return ast.unparse(fn.returns) if fn.returns else ""


def _own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Walk the nodes of a function, without those of functions and classes inside it."""
    for node in body:
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            yield from _own_nodes(list(ast.iter_child_nodes(node)))


def falls_through(body: list[ast.stmt]) -> ast.stmt | None:
    """Return the last statement before control reaches the end of the body; None if it never does."""
    last: ast.stmt | None = None
    for statement in body:
        last = _after(statement)
        if last is None:
            return None
    return last


def _after(s: ast.stmt) -> ast.stmt | None:
    match s:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return None
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return None
        case ast.If():
            return falls_through(s.body) or (falls_through(s.orelse) if s.orelse else s)
        case ast.While(test=ast.Constant(value=True)):
            return s if _has_break(s.body) else None
        case ast.While() | ast.For():
            return s if not s.orelse or _has_break(s.body) else falls_through(s.orelse)
        case ast.With():
            return falls_through(s.body)
        case ast.Try():
            return _after_try(s)
        case ast.Match():
            # The type checker decides if the cases are exhaustive.
            return next((last for case in s.cases if (last := falls_through(case.body))), None)
    return s


def _after_try(s: ast.Try) -> ast.stmt | None:
    if s.finalbody and falls_through(s.finalbody) is None:
        return None
    ends = [falls_through([*s.body, *s.orelse]), *(falls_through(handler.body) for handler in s.handlers)]
    return next((last for last in ends if last), None)


def _has_break(body: list[ast.stmt]) -> bool:
    """True if a `break` inside the loop can leave it."""
    for s in body:
        if isinstance(s, ast.Break):
            return True
        if isinstance(s, ast.For | ast.While | Function):
            continue
        inner = [n for n in ast.iter_child_nodes(s) if isinstance(n, ast.stmt | ast.ExceptHandler | ast.match_case)]
        if _has_break([x for n in inner for x in (n.body if not isinstance(n, ast.stmt) else [n])]):
            return True
    return False
