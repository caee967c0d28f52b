"""A tree while it grows, and the rule it grows from, played over and over."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any, TypeAlias

from tablewright.kernel.effects import Rule

from .size import Size
from .tree import End, Node

Plays: TypeAlias = Generator[Any, Any, None]

ENDED = object()


class Growing(Size):
    """A tree as it grows, and the ends its rule can come to."""

    __slots__ = ("ends", "node")
    node: Node

    def __init__(self, budget: float, ends: dict[Hashable, End]) -> None:
        super().__init__(budget)
        self.ends = ends


def played_again(make: Callable[[], Rule[Any]], ended: list[Any]) -> Plays:
    """A rule played over and over: all it yields, then `ENDED`, its result put aside. Quicker than StopIteration."""
    while True:
        ended[0] = yield from make()
        yield ENDED
