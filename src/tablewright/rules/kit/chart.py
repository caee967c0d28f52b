"""Charts: six entries for a d6, or thirty-six for a d66."""

from __future__ import annotations

from tablewright.rules.effects import EVERYONE, Rule, roll, rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.state import State


class Chart(State, frozen=True):
    """A random table of 6 or 36 entries. `audience` may read it; everyone, if empty."""

    id: str
    title: str
    rows: tuple[str, ...]
    audience: tuple[str, ...] = EVERYONE

    def __post_init__(self) -> None:
        if len(self.rows) not in (6, 36):
            raise Refused(f"A chart has 6 entries (d6) or 36 (d66), not {len(self.rows)}.")

    @property
    def hidden(self) -> bool:
        """True if only some may read it."""
        return any(self.audience)

    @property
    def die(self) -> str:
        """The die to roll on it."""
        return "d6" if len(self.rows) == 6 else "d66"

    def places(self) -> tuple[int, ...]:
        """The die result of each row: 1 to 6, or 11 to 66."""
        if len(self.rows) == 6:
            return (1, 2, 3, 4, 5, 6)
        return tuple(10 * section + entry for section in range(1, 7) for entry in range(1, 7))


class ChartRow(State, frozen=True):
    """A row of a chart and the dice result that found it."""

    place: int
    text: str


def row_at(chart: Chart, place: int) -> ChartRow:
    """Find the row of a result: 1 to 6, or 11 to 66."""
    places = chart.places()
    if place not in places:
        raise Refused(f"{chart.title} is read with a {chart.die}: there is no {place}.")
    return ChartRow(place, chart.rows[places.index(place)])


@rule("kit.chart.roll")
def roll_chart(
    chart: Chart, by: str = "", audience: tuple[str, ...] | None = None, cites: str = "kit.chart.roll"
) -> Rule[ChartRow]:
    """Roll on a chart. On a d66 one die picks the section, then another the entry.

    Those who may read the chart see dice and entry, unless another audience is given.
    """
    seers = chart.audience if audience is None else audience
    (place,) = yield from roll(1, by=by, why=chart.title, audience=seers)
    if len(chart.rows) == 36:
        (second,) = yield from roll(1, by=by, why=chart.title, audience=seers)
        place = 10 * place + second
    entry = row_at(chart, place)
    yield from tell(
        cites, "{chart}, {place}: {entry}", audience=seers, chart=chart.title, place=place, entry=entry.text
    )
    return entry
