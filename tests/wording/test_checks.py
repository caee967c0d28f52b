"""Checks of sentences, on small texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from .checks import check_lines, check_texts, findings, sentences, words
from .texts import Text


def checks_of(text: str, kind: str = "docstring") -> list[str]:
    return [finding.check for finding in check_texts([Text(kind, "a.py", 1, text)])]


@pytest.mark.parametrize("text", [
    "What a person sees.",
    "Whether it is closed.",
    "Return the seat. As it was before.",
    "Nothing is asked.",
    "Whose turn it is.",
])  # fmt: skip
def test_a_banned_word_begins_no_sentence(text: str) -> None:
    """The first sentence of a text and any other."""
    assert checks_of(text) == ["banned-opener"]


@pytest.mark.parametrize("text", [
    "Return what a person sees.",
    "What does a person see?",
    "Whatsoever",
    "Assign a seat.",
    "Onerous work is cached.",
])  # fmt: skip
def test_a_question_and_a_longer_word_are_no_banned_openers(text: str) -> None:
    """Only whole words at the beginning of a statement count."""
    assert checks_of(text) == []


@pytest.mark.parametrize("word", ["whoever", "Whatever", "whichever", "whosoever", "whenever", "wherever"])
def test_whoever_and_kin_are_found_inside_a_sentence(word: str) -> None:
    """In either case of letters."""
    assert "whoever" in checks_of(f"Send the item to {word} asks.")
    assert "whoever" not in checks_of("Send the item to however many ask.")


def test_a_sentence_has_at_most_twenty_five_words() -> None:
    """Two sentences of twenty-five are fine; one of twenty-six is not."""
    fine = "Word " + "word " * 23 + "word."
    assert checks_of(f"{fine} {fine}") == []
    assert checks_of(f"More {fine}") == ["long-sentence"]


def test_code_is_one_word() -> None:
    """However much stands between its backticks."""
    assert words("Run `./table test --python all`, then commit.") == ["Run", "code", "then", "commit."]


def test_sentences_end_before_a_capital_a_quote_or_code() -> None:
    """A decimal point or an abbreviation in the middle ends none."""
    text = "Takes 1.5 s, e.g. on a laptop.\nSee `run`. `stop` ends it. “Done” is said."
    assert list(sentences(text)) == [
        "Takes 1.5 s, e.g. on a laptop.",
        "See `run`.",
        "`stop` ends it.",
        "“Done” is said.",
    ]


def test_a_docstring_does_not_point_back() -> None:
    """Its first word is no pronoun; a later sentence's, and a comment's, may be."""
    assert checks_of("It returns the seat.") == ["first-word"]
    assert checks_of("Return the seat. It has a name.") == []
    assert checks_of("It has a name.", "comment") == []


def test_a_long_line_that_cannot_be_broken_passes() -> None:
    """A line of 101 columns is wrapped, unless it is one word."""
    long = "a" * 50 + " " + "b" * 50
    (finding,) = check_lines(f"short\n{long}\n{'c' * 200}\n", "a.md")
    assert str(finding) == f"a.md:2: {long}"
    assert list(check_lines(long[:-1], "a.md")) == []


def test_a_tree_is_read_in_all_its_kinds(tmp_path: Path) -> None:
    """Python of the product and of tests, documents and the page; nothing else."""
    bad = "Whoever reads this"
    files = {
        "src/tablewright/a.py": f'"""{bad}."""\n',
        "src/tablewright/b.js": f"// {bad}.\n",
        "tests/test_a.py": f"# {bad}.\n",
        "docs/why/a.md": f"{bad}.\n",
        "docs/reference/a.md": f"{bad}.\n",
        "docs/balance/a.md": f"{bad}.\n",
        "README.md": f"{bad}.\n",
        "ui/src/a/A.svelte": f"<p>{bad}.</p>\n",
        "ui/src/a.ts": f"// {bad}.\n",
        "ui/src/a.css": f"/* {bad}. */\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = findings(tmp_path)
    places = {kind: [(f.file, f.line) for f in here] for (check, kind), here in found.items() if check == "whoever"}
    assert places == {
        "docstring": [("src/tablewright/a.py", 1)],
        "test": [("tests/test_a.py", 1)],
        "docs": [("README.md", 1), ("docs/why/a.md", 1)],
        "page": [("ui/src/a/A.svelte", 1)],
        "page-comment": [("ui/src/a.ts", 1)],
    }
