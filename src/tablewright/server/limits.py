"""How much is too much: sizes and rates, each refused with a sentence."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from tablewright.rules import Refused, UnknownName


class Limits(msgspec.Struct, frozen=True):
    """What one server takes. The host may set each."""

    message_bytes: int = 64 * 1024
    import_bytes: int = 64 * 1024 * 1024
    tables: int = 1_000
    """Tables kept by one person; as many again may lie in the bin."""
    entries: int = 100_000
    """Entries of one table: more than years of evenings."""
    open_tables: int = 500
    """Tables in memory at once."""
    people: int = 60
    """Connections to one table."""
    connections: int = 2_000
    links: int = 100
    """Links that lead to one table."""
    deeds: float = 20.0
    """Deeds a second of one seat, over a while."""
    questions: float = 20.0
    """Drafts and odds a second of one seat, over a while."""
    requests: float = 50.0
    """Requests a second of one address, over a while."""
    burst: float = 3.0
    """For so many seconds a rate may be saved up."""
    silence: float = 20.0
    """Seconds a client may be silent where it is its turn: to ask, to go on, to read, to answer a ping."""
    trials: int = 4
    """Experiments of the lab under way or waiting at once."""
    kept_trials: int = 50
    """Experiments kept for one person."""
    idle: float = 300.0
    """Seconds that a table stays in memory when everybody has gone."""
    grace: float = 7 * 24 * 3600.0
    """Seconds before a table that was thrown away is gone."""
    sweep: float = 30.0
    """Seconds between two looks at what is idle or has been thrown away."""


def parse_limits(said: Iterable[str]) -> Limits:
    """The usual limits, but for those said otherwise, each as NAME=VALUE; refused if it is none."""
    usual = msgspec.to_builtins(Limits())
    for one in said:
        name, _, value = one.partition("=")
        if name not in usual:
            raise UnknownName("limit", name, usual)
        try:
            usual[name] = msgspec.convert(value, Annotated[type(usual[name]), msgspec.Meta(gt=0)], strict=False)
        except msgspec.ValidationError:
            raise Refused(f"{name} is a number greater than 0, as in {name}={usual[name]:g}.") from None
    return Limits(**usual)


class CapacityReached(Refused):
    """As many as fit in are here. There may be room in a while."""


class RateLimited(Refused):
    """Too much at once."""


class RateLimiter:
    """Lets so many a second pass, for each who asks; a pause is saved up, for a while."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], known: int = 10_000) -> None:
        self.rate, self.most, self.clock, self.known = rate, max(1.0, rate * burst), clock, known
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, what: str) -> None:
        """Counts one; refused if that is too many."""
        now = self.clock()
        left, then = self.left.pop(who, (self.most, now))
        left = min(self.most, left + max(0.0, now - then) * self.rate)
        if len(self.left) >= self.known:
            self.left.popitem(last=False)
        self.left[who] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise RateLimited(f"That is too fast: at most {self.rate:g} {what} a second. Try again in a moment.")
