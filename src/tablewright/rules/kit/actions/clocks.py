"""Starting, advancing, showing and removing clocks."""

from typing import Annotated, Any

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import EVERYONE, Rule, tell
from tablewright.rules.forms import ActingSeat, FieldOption, Param
from tablewright.rules.kit import clock as clocks
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.state import HasKit, check_title
from tablewright.rules.state import find_by_id, replace_by_id, unique_id


def clock_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(clock.id for clock in s.kit.clocks)


def with_clock(s: HasKit, clock: clocks.Clock) -> HasKit:
    return s.but(kit=s.kit.but(clocks=replace_by_id(s.kit.clocks, clock)))


def unfilled(s: HasKit) -> tuple[FieldOption, ...]:
    """The clocks with how far they are; one that is full has ended."""
    return tuple(
        FieldOption(
            clock.id,
            clock.title,
            f"{f'{clock.kind}, ' if clock.kind else ''}{clock.filled} of {clock.size}",
            f"{clock.title} is full: it has ended." if clocks.is_full(clock) else "",
        )
        for clock in s.kit.clocks
    )


ClockId = Annotated[str, Param("Which clock", among=clock_ids)]
Sections = Annotated[int, Param("How many sections", min=1, max=clocks.MAX_SECTIONS)]


def clock_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Actions on clocks, for those who run the table: a clock is a promise of the world's, not of a character's."""
    cites = house.cites

    @action(cites("kit.clock.start"), title="Start a clock", by=house.runs, group="Clocks")
    def start_clock(
        s: HasKit,
        title: Annotated[str, Param("What the clock counts")],
        size: Annotated[int, Param("Sections", min=clocks.FEWEST_SECTIONS, max=clocks.MAX_SECTIONS)] = 6,
        kind: Annotated[str, Param("The game's word for this kind of clock")] = "",
        note: Annotated[str, Param("What happens when it is full")] = "",
        hidden: Annotated[bool, Param(f"The clock is for {house.keeper} alone")] = False,
        outcome_hidden: Annotated[bool, Param(f"What happens when it is full is for {house.keeper} alone")] = False,
        me: Annotated[str, ActingSeat()] = "",
    ) -> Rule[HasKit]:
        """Puts a new, empty clock on the table."""
        alone = house.alone(me)
        clock = clocks.Clock(
            unique_id("clock" if hidden else check_title(title), clock_ids(s)),
            check_title(title),
            size,
            kind,
            note=note,
            audience=alone if hidden else EVERYONE,
            outcome_audience=alone if outcome_hidden else EVERYONE,
        )
        yield from tell(
            cites("kit.clock.start"),
            "A clock of {size} starts: {clock}.",
            audience=clock.audience,
            size=size,
            clock=clock.title,
        )
        return s.but(kit=s.kit.but(clocks=(*s.kit.clocks, clock)))

    @action(cites("kit.clock.advance"), title="Advance a clock", by=house.runs, instant=True, group="Clocks")
    def advance_clock(
        s: HasKit, clock: Annotated[str, Param("Which clock", among=unfilled)], sections: Sections = 1
    ) -> Rule[HasKit]:
        """Fills sections of a clock; what goes past the last is lost, and a full clock does what it brings."""
        found = find_by_id(s.kit.clocks, clock, "clock")
        after = yield from clocks.tick(found, sections, cites("kit.clock.advance"), cites("kit.clock.full"))
        s = with_clock(s, after)
        return (yield from house.full(s, after)) if house.full and clocks.is_full(after) else s

    @action(cites("kit.clock.back"), title="Turn a clock back", by=house.runs, instant=True, group="Clocks")
    def turn_back_clock(s: HasKit, clock: ClockId, sections: Sections = 1) -> Rule[HasKit]:
        """Empties sections of a clock, down to none."""
        after = clocks.turn_back(find_by_id(s.kit.clocks, clock, "clock"), sections)
        yield from tell(
            cites("kit.clock.back"),
            "{clock} is turned back to {filled} of {size}.",
            audience=after.audience,
            clock=after.title,
            filled=after.filled,
            size=after.size,
        )
        return with_clock(s, after)

    @action(cites("kit.clock.reveal"), title="Reveal a clock", by=house.runs, instant=True, group="Clocks")
    def reveal_clock(
        s: HasKit,
        clock: ClockId,
        outcome: Annotated[bool, Param("Show what happens when it is full, too")] = True,
    ) -> Rule[HasKit]:
        """Shows a hidden clock, or what it leads to, to everyone."""
        after = clocks.show_clock(find_by_id(s.kit.clocks, clock, "clock"), outcome)
        yield from tell(cites("kit.clock.reveal"), "The clock {clock} is there for all to see.", clock=after.title)
        return with_clock(s, after)

    @action(cites("kit.clock.remove"), title="Remove a clock", by=house.runs, group="Clocks")
    def remove_clock(s: HasKit, clock: ClockId) -> Rule[HasKit]:
        """Takes a clock off the table."""
        gone = find_by_id(s.kit.clocks, clock, "clock")
        yield from tell(
            cites("kit.clock.remove"),
            "The clock {clock} is taken away.",
            audience=gone.audience,
            clock=gone.title,
        )
        return s.but(kit=s.kit.but(clocks=tuple(c for c in s.kit.clocks if c != gone)))

    return (start_clock, advance_clock, turn_back_clock, reveal_clock, remove_clock)
