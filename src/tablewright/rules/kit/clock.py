"""Clocks: something is coming, and the table sees how near it is."""

from __future__ import annotations

from tablewright.rules.effects import EVERYONE, Rule, rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.state import State

FEWEST_SECTIONS, MAX_SECTIONS = 2, 12


class Clock(State, frozen=True):
    """A clock with sections, of which some are filled. `note` says what happens when it is full.

    `kind` is the game's own word (push, death, augury). `audience` may see the clock at all, `outcome_audience` may
    read its note; everyone, if empty. `brings` and `marks` are words of the game's own. `brings` tells what the clock
    does by its rules when it is full, and is read with the note. `marks` tells what it does meanwhile, and is seen with
    the clock.
    """

    id: str
    title: str
    size: int = 6
    kind: str = ""
    filled: int = 0
    note: str = ""
    audience: tuple[str, ...] = EVERYONE
    outcome_audience: tuple[str, ...] = EVERYONE
    brings: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not FEWEST_SECTIONS <= self.size <= MAX_SECTIONS:
            raise Refused(f"A clock has {FEWEST_SECTIONS} to {MAX_SECTIONS} sections, not {self.size}.")
        if not 0 <= self.filled <= self.size:
            raise Refused(f"A clock of {self.size} cannot have {self.filled} sections filled.")

    @property
    def outcome_readers(self) -> tuple[str, ...]:
        """Names that may read the note: those who see the clock, unless others are named."""
        return self.outcome_audience or self.audience


def advance(clock: Clock, sections: int = 1) -> Clock:
    """Fill sections; more than there are is lost."""
    if sections < 0:
        raise Refused("A clock advances by 0 sections or more: turn it back instead.")
    return clock.but(filled=min(clock.size, clock.filled + sections))


def turn_back(clock: Clock, sections: int = 1) -> Clock:
    """Empty sections, down to none."""
    if sections < 0:
        raise Refused("A clock is turned back by 0 sections or more: advance it instead.")
    return clock.but(filled=max(0, clock.filled - sections))


def is_full(clock: Clock) -> bool:
    """True if its last section is filled."""
    return clock.filled == clock.size


def show_clock(clock: Clock, outcome: bool = True) -> Clock:
    """Show the clock to everyone, with its outcome or still without."""
    kept = EVERYONE if outcome else clock.outcome_readers
    return clock.but(audience=EVERYONE, outcome_audience=kept)


@rule("kit.clock.advance", "kit.clock.full")
def tick(
    clock: Clock, sections: int = 1, cites: str = "kit.clock.advance", full_cites: str = "kit.clock.full"
) -> Rule[Clock]:
    """Advance a clock and tell those who see it. Tells that it is full only if this filled it."""
    after = advance(clock, sections)
    yield from tell(
        cites,
        "{clock} stands at {filled} of {size}.",
        audience=clock.audience,
        clock=clock.title,
        filled=after.filled,
        size=after.size,
    )
    if is_full(after) and not is_full(clock):
        yield from tell(full_cites, "{clock} is full.", audience=clock.audience, clock=clock.title)
        if clock.note:
            yield from tell(full_cites, "{note}", audience=clock.outcome_readers, note=clock.note)
    return after
