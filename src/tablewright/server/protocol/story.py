"""The story of a session: what was told and still holds, a paragraph an action, and what it came to in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from tablewright.rules import Tone
from tablewright.table.log import FeedItem, FeedItemView

STORY_KINDS = frozenset(("acted", "tell", "choice", "outcome", "edited", "handed", "joined", "left"))
SENTENCE_ENDS = (".", "!", "?", "…")


class Paragraph(msgspec.Struct, frozen=True):
    """What one action told: who did what, what came of it, and the sentences between."""

    of: int
    by: str
    deed: str
    outcome: str
    tone: Tone
    sentences: tuple[str, ...]


class Story(msgspec.Struct, frozen=True):
    """A table as one seat was told it. `deeds` are how many actions each took, most first."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    deeds: tuple[tuple[str, int], ...]
    throws: int
    dice: int
    by_hand: int
    undone: int
    commitment: str = ""
    seed: str = ""
    """Shown once the session is closed."""


def build_story(name: str, title: str, feed: Iterable[FeedItemView], commitment: str = "", seed: str = "") -> Story:
    """What was undone is not told again, nor anybody's chatter."""
    told = list(feed)
    items = [each.item for each in told if not each.undone]
    rolls = [item for item in items if item.kind == "roll"]
    deeds = Counter(item.by for item in items if item.kind == "acted")
    prose = (item for item in items if item.kind in STORY_KINDS)
    return Story(
        name,
        title,
        tuple(_paragraph(list(group)) for _, group in groupby(prose, key=lambda item: item.of)),
        tuple(deeds.most_common()),
        len(rolls),
        sum(len(item.faces) for item in rolls),
        sum(item.hand for item in rolls),
        sum(each.undone and each.item.kind == "acted" for each in told),
        commitment,
        seed,
    )


def _paragraph(items: list[FeedItem]) -> Paragraph:
    acted = next((item for item in items if item.kind == "acted"), None)
    outcome = next((item for item in reversed(items) if item.kind == "outcome"), None)
    return Paragraph(
        items[0].of,
        acted.by if acted else "",
        acted.text if acted else "",
        outcome.text if outcome else "",
        outcome.tone if outcome else "",
        tuple(as_sentence(item.text) for item in items if item.kind not in ("acted", "outcome") and item.text),
    )


def as_sentence(text: str) -> str:
    """Words as a sentence."""
    words = " ".join(text.split())
    return words if words.endswith(SENTENCE_ENDS) else f"{words}."


def story_markdown(told: Story) -> str:
    """The story to keep and to print from anything that knows Markdown."""
    parts = [" ".join(_words(paragraph)) for paragraph in told.paragraphs]
    if told.seed:
        parts.append(f"The session is closed. The seed of its dice was `{told.seed}`.")
    return (
        "\n\n".join([f"# {escape_markdown(told.name)}", f"*{escape_markdown(told.title)}*", *filter(None, parts)])
        + "\n"
    )


def _words(paragraph: Paragraph) -> Iterator[str]:
    if paragraph.deed:
        yield f"**{escape_markdown(paragraph.by)}: {escape_markdown(paragraph.deed)}.**"
    yield from map(escape_markdown, paragraph.sentences)
    if paragraph.outcome:
        yield f"*{escape_markdown(paragraph.outcome)}*"


def escape_markdown(text: str) -> str:
    """Words that stay words in Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in " ".join(text.split()))
