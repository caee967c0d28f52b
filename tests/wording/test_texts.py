"""Readers of texts, on small files."""

from __future__ import annotations

from textwrap import dedent

from .texts import document_texts, page_texts, python_texts

PYTHON = dedent('''\
    """A module."""

    # First line
    # and second line.
    MAX_SEATS = 8  # seats of a table
    """Seats, as a string below."""


    class Seat:
        """A seat."""

        name: str
        """Its name."""

        def sit(self) -> None:
            """Sit down.

            >>> sit()
            3
            """
            text = """
            # not a comment
            """
            if text:  # noqa: PLR
                raise ValueError(f"The seat of {self.name} is taken.")
    ''')


def test_python_is_read_by_kind_and_line() -> None:
    """Comments of consecutive lines are one text. Strings in code, directives and examples are left out."""
    assert [tuple(text) for text in python_texts(PYTHON, "src/tablewright/seat.py")] == [
        ("docstring", "src/tablewright/seat.py", 1, "A module."),
        ("attribute", "src/tablewright/seat.py", 6, "Seats, as a string below."),
        ("docstring", "src/tablewright/seat.py", 10, "A seat."),
        ("attribute", "src/tablewright/seat.py", 13, "Its name."),
        ("docstring", "src/tablewright/seat.py", 16, "Sit down."),
        ("comment", "src/tablewright/seat.py", 3, "First line and second line."),
        ("comment", "src/tablewright/seat.py", 5, "seats of a table"),
        ("error", "src/tablewright/seat.py", 25, "The seat of … is taken."),
    ]


def test_texts_of_tests_are_a_kind_of_their_own() -> None:
    """Docstrings and comments are; what a test raises is not read."""
    kinds = [text.kind for text in python_texts(PYTHON, "tests/test_seat.py")]
    assert kinds == ["test"] * 7


def test_help_is_read_in_the_terminal() -> None:
    """In other folders the keywords mean something else."""
    source = 'add("--port", help="a port", epilog=f"of {HOST}")\n'
    texts = [(text.kind, text.text) for text in python_texts(source, "src/tablewright/terminal/parser.py")]
    assert texts == [("help", "a port"), ("help", "of …")]
    assert list(python_texts(source, "src/tablewright/rules/form.py")) == []


def test_a_document_is_read_by_paragraph_item_and_cell() -> None:
    """Headings and code are left out; lines of a paragraph or an item are joined."""
    source = dedent("""\
        # Heading
        A paragraph
        of two lines.

            ./table test

        - an item
          of two lines
        2. another
        ```
        code
        ```
        | cell | other |
        """)
    assert [(text.line, text.text) for text in document_texts(source, "a.md")] == [
        (2, "A paragraph of two lines."),
        (7, "an item of two lines"),
        (9, "another"),
        (13, "cell"),
        (13, "other"),
    ]


def test_a_component_is_read_in_texts_and_comments() -> None:
    """A text between tags may fill several lines; styles and addresses are left out."""
    source = dedent("""\
        <script lang="ts">
          // A comment
          // of two lines.
          /** A block. */
          let said = 'The table is closed.' // beside code
          let url = 'https://example.org/a'
        </script>
        <style>
          p { color: red; } /* a style */
        </style>
        <!-- In markup. -->
        <p>
          A sentence that
          fills two lines.
        </p>
        """)
    assert [(text.kind, text.line, text.text) for text in page_texts(source, "A.svelte")] == [
        ("page", 13, "A sentence that fills two lines."),
        ("page", 5, "The table is closed."),
        ("page-comment", 2, "A comment of two lines."),
        ("page-comment", 5, "beside code"),
        ("page-comment", 4, "A block."),
        ("page-comment", 11, "In markup."),
    ]
