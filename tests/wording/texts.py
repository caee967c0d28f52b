"""Readers: the texts of Python files, documents and the page, each with its place and its kind."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

KINDS = {
    "docstring": "docstrings of modules, classes and functions",
    "attribute": "strings below a constant or a field, which document it",
    "comment": "comments in Python",
    "error": "texts of exceptions",
    "help": "help of the command line",
    "test": "docstrings and comments of tests",
    "docs": "documents in Markdown",
    "page": "texts of the page",
    "page-comment": "comments of the page's code",
}

#: Documents, as patterns below the root.
DOCUMENTS = ("docs/**/*.md", "README.md", "CHANGELOG.md", "bench/README.md", "requirements/README.md", "ui/README.md")
#: Made by programs from texts that are checked where they are written.
GENERATED = ("docs/reference/", "docs/balance/", "ui/src/live/protocol.ts")

#: Statements that hold statements, by field.
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLE = re.compile(r"^[ \t]*>>>.*?(?:\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)
DIRECTIVE = re.compile(r"#\s*(?:noqa|type:|pragma|fmt:|mypy:|!)")


class Text(NamedTuple):
    kind: str
    file: str
    line: int
    text: str


def python_texts(source: str, file: str) -> Iterator[Text]:
    """Docstrings, comments, exceptions and help texts of a Python file; of a test, the first two."""
    tree = ast.parse(source)
    is_test = file.startswith("tests/")
    for text in [*_docstrings(tree, file), *_comments(source, file)]:
        yield text._replace(kind="test") if is_test else text
    if not is_test:
        yield from _errors(tree, file)
    if file.startswith("src/tablewright/terminal/"):
        yield from _help(tree, file)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements, outermost first. Expressions are not entered: this is several times as fast as `ast.walk`."""
    yield tree
    for block in BLOCKS:
        for inner in getattr(tree, block, ()):
            yield from _statements(inner)


def _docstrings(tree: ast.Module, file: str) -> Iterator[Text]:
    for node in _statements(tree):
        if isinstance(node, DOCUMENTED) and (doc := ast.get_docstring(node)):
            yield Text("docstring", file, node.body[0].lineno, EXAMPLE.sub("", doc).strip())
        if isinstance(node, ast.Module | ast.ClassDef):
            for before, after in zip(node.body, node.body[1:], strict=False):
                if isinstance(before, ast.Assign | ast.AnnAssign) and (doc := _literal(after)):
                    yield Text("attribute", file, after.lineno, doc)


def _literal(node: ast.AST) -> str:
    """The text of a string or an f-string, with … for each value; empty for other nodes."""
    if isinstance(node, ast.Expr):
        return _literal(node.value) if isinstance(node.value, ast.Constant) else ""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_literal(part) or "…" for part in node.values)
    return ""


def _errors(tree: ast.Module, file: str) -> Iterator[Text]:
    for node in _statements(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            yield Text("error", file, node.lineno, _literal(node.exc.args[0]))


def _help(tree: ast.Module, file: str) -> Iterator[Text]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for word in node.keywords:
                if word.arg in ("help", "description", "epilog"):
                    yield Text("help", file, word.value.lineno, _literal(word.value))


def _comments(source: str, file: str) -> Iterator[Text]:
    """Comments; those that fill consecutive lines are one text."""
    block: list[str] = []
    start, next_line = 0, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not DIRECTIVE.match(token.string):
            line = token.start[0]
            is_alone = token.line.lstrip().startswith("#")
            if block and not (is_alone and line == next_line):
                yield Text("comment", file, start, " ".join(block))
                block = []
            start = start if block else line
            next_line = line + 1 if is_alone else 0
            block.append(token.string.lstrip("#: "))
    if block:
        yield Text("comment", file, start, " ".join(block))


def document_texts(source: str, file: str) -> Iterator[Text]:
    """Paragraphs, items of lists and rows of tables; code blocks are left out."""
    paragraph: list[str] = []
    start, in_code = 1, False
    for number, line in enumerate([*source.splitlines(), ""], 1):
        is_fence = line.lstrip().startswith("```")
        in_code ^= is_fence
        item = re.match(r"\s*(?:[-*+]|\d+\.) +(.*)", line)
        if paragraph and (in_code or is_fence or item or re.match(r"\s*$|#|\||>>>", line)):
            yield Text("docs", file, start, " ".join(paragraph))
            paragraph = []
        if in_code or is_fence:
            continue
        if line.startswith("|"):
            yield from (Text("docs", file, number, cell.strip()) for cell in line.strip("|").split("|"))
        elif item:
            paragraph, start = [item[1]], number
        elif line.strip() and (paragraph or not re.match(r"#|>>>|    ", line)):
            start = start if paragraph else number
            paragraph.append(line.strip())


def page_texts(source: str, file: str) -> Iterator[Text]:
    """Texts between tags, quoted sentences, and comments of a Svelte component or a TypeScript module."""
    code = re.sub(r"<style.*?</style>", lambda found: "\n" * found[0].count("\n"), source, flags=re.DOTALL)
    for kind, pattern in PAGE_TEXTS:
        for found in pattern.finditer(code):
            text = re.sub(r"^[ \t]*(?://|\*)[ \t]?", "", found[1], flags=re.MULTILINE)
            yield Text(kind, file, code.count("\n", 0, found.start(1)) + 1, " ".join(text.split()))


#: Kinds of texts on the page, and their patterns. A comment begins after a blank or a line break, unlike that of a URL.
PAGE_TEXTS = [
    ("page", re.compile(r">\s*([A-Z][^<>{}]{12,})<")),
    ("page", re.compile(r"'([A-Z][a-z][^'{}\n]{14,}[.!?…])'")),
    ("page", re.compile(r'"([A-Z][a-z][^"{}\n]{14,}[.!?…])"')),
    ("page-comment", re.compile(r"((?:^[ \t]*// .*\n?)+)", re.MULTILINE)),
    ("page-comment", re.compile(r"\S[ \t]+// (.*)")),
    ("page-comment", re.compile(r"/\*\*?(.*?)\*/", re.DOTALL)),
    ("page-comment", re.compile(r"<!--(.*?)-->", re.DOTALL)),
]


def texts_of(root: Path) -> Iterator[Text]:
    """All texts of the tree that the house style rules."""
    for folder in ("src", "tests"):
        for path in sorted((root / folder).rglob("*.py")):
            yield from python_texts(path.read_text(), str(path.relative_to(root)))
    for path in documents(root):
        yield from document_texts(path.read_text(), str(path.relative_to(root)))
    for path in sorted((root / "ui" / "src").rglob("*")):
        if path.suffix in (".svelte", ".ts") and not is_generated(path, root):
            yield from page_texts(path.read_text(), str(path.relative_to(root)))


def documents(root: Path) -> list[Path]:
    """Documents written by hand."""
    found = sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)})
    return [path for path in found if not is_generated(path, root)]


def is_generated(path: Path, root: Path) -> bool:
    return str(path.relative_to(root)).startswith(GENERATED)
