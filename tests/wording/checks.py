"""Checks of the house style, each a question to one sentence, and the findings of the tree."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .texts import Text, documents, texts_of

MAX_WORDS = 25  # in a sentence
MAX_COLUMNS = 100  # in a line of a document

OPENERS = (
    "What Whatever Whoever Who Whom Whose How Whether That As Where Wherever One Nothing Nobody Somebody Something"
)
POINTERS = "It They This These Its Their So Also Only And But"  # point at a text before; a docstring has none


class Finding(NamedTuple):
    check: str
    kind: str
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def words(sentence: str) -> list[str]:
    """The words of a sentence; code in backticks is one word."""
    return re.findall(r"[A-Za-z0-9][\w'\u2019./-]*", re.sub(r"`[^`]*`", "code", sentence))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text. A full stop ends one only before a capital, a quote, an opening bracket or code."""
    flat = " ".join(text.split())
    yield from (part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z“\"*`(])", flat) if len(words(part)) > 1)


def begins_with(sentence: str, openers: str) -> bool:
    return bool(re.match(rf"(?:{'|'.join(openers.split())})\b", sentence))


def is_long(sentence: str) -> bool:
    return len(words(sentence)) > MAX_WORDS


def has_banned_opener(sentence: str) -> bool:
    """True for a sentence that begins like a question and is none."""
    return begins_with(sentence, OPENERS) and not sentence.rstrip().endswith("?")


def has_whoever(sentence: str) -> bool:
    return bool(re.search(r"\b(?:(?:who|what|which|whom|when)(?:so)?|wher|whereso)ever\b", sentence, re.IGNORECASE))


def points_back(sentence: str) -> bool:
    return begins_with(sentence, POINTERS)


#: Checks of every sentence.
SENTENCE_CHECKS: dict[str, Callable[[str], bool]] = {
    "banned-opener": has_banned_opener,
    "whoever": has_whoever,
    "long-sentence": is_long,
}
#: A check of the first sentence of a docstring alone.
FIRST_WORD = "first-word"
#: A check of the lines of documents.
LONG_LINE = "long-line"
CHECKS = (*SENTENCE_CHECKS, FIRST_WORD, LONG_LINE)


def check_texts(texts: Iterable[Text]) -> Iterator[Finding]:
    """Findings in the sentences of texts."""
    for text in texts:
        for place, sentence in enumerate(sentences(text.text)):
            for check, is_wrong in SENTENCE_CHECKS.items():
                if is_wrong(sentence):
                    yield Finding(check, text.kind, text.file, text.line, sentence)
            if text.kind == "docstring" and not place and points_back(sentence):
                yield Finding(FIRST_WORD, text.kind, text.file, text.line, sentence)


def check_lines(source: str, file: str) -> Iterator[Finding]:
    """Lines of a document that are too long. A line of one word, such as a link, cannot be broken."""
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > MAX_COLUMNS and len(line.split()) > 1:
            yield Finding(LONG_LINE, "docs", file, number, line.strip())


def findings(root: Path) -> defaultdict[tuple[str, str], list[Finding]]:
    """All findings of the tree, by check and kind."""
    found: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in check_texts(texts_of(root)):
        found[finding.check, finding.kind].append(finding)
    for path in documents(root):
        for finding in check_lines(path.read_text(), str(path.relative_to(root))):
            found[finding.check, finding.kind].append(finding)
    return found
