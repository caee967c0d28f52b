"""The ways a file can be spoilt: Cosmic Ray's operators, without those that nothing could notice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from .mutant import Mutant
from .targets import ROOT

#: Equal and identical are one thing for numbers, texts and None as a game has them.
SAME = ("_Eq_Is", "_NotEq_IsNot", "_Is_Eq", "_IsNot_NotEq")
#: Forgetting what was reckoned costs time and changes nothing; nor does leaving out which rule of the book stands here.
NOTING = ("cache", "functools.cache", "lru_cache", "functools.lru_cache", "cites")
#: How Python keeps a thing, not what it is.
KEEPING = ("gc", "cache_hash")
#: What describes a field of a form; its bounds are ours, not the book's.
FORMS = ("Param", "Ruling")
#: Which of two texts comes first says nothing.
ORDERS = ("_Lt", "_LtE", "_Gt", "_GtE")
TEXTS = ("string", "fstring", "strings")


def spoilt(mutant: Mutant) -> str:
    """A file's text with the one change."""
    text: str | None = mutate_code(mutant.text, get_operator(mutant.operator)(), mutant.occurrence)
    assert text is not None
    return text


def mutants(path: Path) -> Iterator[Mutant]:
    """Every way to spoil a file that a test could notice, in the order of the file for each operator."""
    text = (ROOT / path).read_text("utf-8")
    nodes = list(ast_nodes(get_ast(text)))
    for name in operator_names():
        if name.endswith(SAME) or get_operator(name).arguments():
            continue
        operator, occurrence = get_operator(name)(), 0
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                if not unnoticed(node, name) and not out_of_reach(text, name, start, end):
                    yield Mutant(path, name, occurrence, start[0], end[0], text)
                occurrence += 1


def out_of_reach(text: str, operator: str, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Cosmic Ray breaks off at an error that is caught by a name with a dot."""
    line = text.splitlines()[start[0] - 1]
    return operator.endswith("ExceptionReplacer") and "." in line[start[1] : end[1]]


def unnoticed(node: Any, operator: str) -> bool:
    """It stands where nothing is evaluated, or only a sentence is put together, or something is remembered or cited."""
    return describes(node) or within_sentence(node) or only_notes(node) or by_the_alphabet(node, operator)


def describes(node: Any) -> bool:
    """It is part of an annotation, or of what a form says and takes. A function in there is looked at as any other."""
    while node.parent is not None and node.type != "lambdef":
        parent = node.parent
        if parent.type in ("tfpdef", "annassign") and node is annotated(parent):
            return True
        if parent.type == "funcdef" and node is parent.annotation:
            return True
        if node.type == "trailer" and node.children[0] == "(" and parent.children[0].get_code().strip() in FORMS:
            return True
        node = parent
    return False


def annotated(node: Any) -> Any:
    """What stands behind the colon."""
    return node.children[1] if node.type == "annassign" else node.children[2]


def within_sentence(node: Any) -> bool:
    """It is a part of an f-string, or joins texts."""
    if node.type == "operator" and node.parent.type in ("arith_expr", "term"):
        sides = node.get_previous_sibling(), node.get_next_sibling()
        if any(side is not None and side.type in TEXTS for side in sides):
            return True
    while node is not None:
        if node.type == "fstring":
            return True
        node = node.parent
    return False


def only_notes(node: Any) -> bool:
    """What keeps an answer for the next time, says how a thing is kept, or which rule of the book stands here."""
    if node.parent is not None and node.parent.type == "argument":
        name = node.parent.children[0].get_code().strip()
        return name in KEEPING
    return node.type == "decorator" and node.get_code().strip().removeprefix("@").partition("(")[0] in NOTING


def by_the_alphabet(node: Any, operator: str) -> bool:
    """A comparison with a text, made one of order."""
    return node.type == "comparison" and operator.endswith(ORDERS) and any(side.type in TEXTS for side in node.children)
