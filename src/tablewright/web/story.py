"""The story of a session: what was told and still holds, as prose in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tablewright.table.feed import Item, Told

TOLD = frozenset(("acted", "tell", "choice", "outcome", "edited", "handed", "joined", "left", "closed"))


def story(name: str, game: str, feed: Iterable[Told]) -> str:
    """One paragraph an action, in order; what was undone is not told again, and nobody's chatter."""
    items = [told.item for told in feed if not told.undone and told.item.kind in TOLD]
    parts = [" ".join(_sentences(list(group))) for _, group in groupby(items, key=lambda item: item.of)]
    return "\n\n".join([f"# {escaped(name)}", f"*{escaped(game)}*", *filter(None, parts)]) + "\n"


def _sentences(items: list[Item]) -> Iterator[str]:
    for item in items:
        text = escaped(item.text)
        if item.kind == "acted":
            yield f"**{escaped(item.by)}: {text}.**"
        elif item.kind == "outcome":
            yield f"*{text}*"
        elif text:
            yield text if text.endswith((".", "!", "?", "…")) else f"{text}."


def escaped(text: str) -> str:
    """Words that stay words in Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in " ".join(text.split()))
