"""The story of a table: what was told and not undone, a paragraph an action, with a few numbers."""

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
    """One action as it was told: who did what, the sentences between, and its outcome."""

    action_id: int
    by: str
    action: str
    outcome: str
    tone: Tone
    sentences: tuple[str, ...]


class Story(msgspec.Struct, frozen=True):
    """A table as one seat was told it. `actions` counts the actions of each, most first."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    actions: tuple[tuple[str, int], ...]
    throws: int
    dice: int
    physical_dice: int
    undone: int
    commitment: str = ""
    seed: str = ""
    """The seed of the dice, shown once the session is closed."""


def build_story(name: str, title: str, feed: Iterable[FeedItemView], commitment: str = "", seed: str = "") -> Story:
    """Tell a feed as a story, without what was undone and without chat."""
    told = list(feed)
    items = [each.item for each in told if not each.undone]
    rolls = [item for item in items if item.kind == "roll"]
    actions = Counter(item.by for item in items if item.kind == "acted")
    prose = (item for item in items if item.kind in STORY_KINDS)
    return Story(
        name,
        title,
        tuple(_paragraph(list(group)) for _, group in groupby(prose, key=lambda item: item.action_id)),
        tuple(actions.most_common()),
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
        items[0].action_id,
        acted.by if acted else "",
        acted.text if acted else "",
        outcome.text if outcome else "",
        outcome.tone if outcome else "",
        tuple(as_sentence(item.text) for item in items if item.kind not in ("acted", "outcome") and item.text),
    )


def as_sentence(text: str) -> str:
    """End a text as a sentence."""
    words = " ".join(text.split())
    return words if words.endswith(SENTENCE_ENDS) else f"{words}."


def story_markdown(told: Story) -> str:
    """Write a story as Markdown."""
    parts = [" ".join(_words(paragraph)) for paragraph in told.paragraphs]
    if told.seed:
        parts.append(f"The session is closed. The seed of its dice was `{told.seed}`.")
    return (
        "\n\n".join([f"# {escape_markdown(told.name)}", f"*{escape_markdown(told.title)}*", *filter(None, parts)])
        + "\n"
    )


def _words(paragraph: Paragraph) -> Iterator[str]:
    if paragraph.action:
        yield f"**{escape_markdown(paragraph.by)}: {escape_markdown(paragraph.action)}.**"
    yield from map(escape_markdown, paragraph.sentences)
    if paragraph.outcome:
        yield f"*{escape_markdown(paragraph.outcome)}*"


def escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it as it is."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in " ".join(text.split()))
