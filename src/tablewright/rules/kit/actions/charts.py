"""Adding charts and rolling on them."""

from typing import Annotated, Any

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import EVERYONE, Rule, tell
from tablewright.rules.forms import ActingSeat, Param
from tablewright.rules.kit import chart as charts
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.state import HasKit, check_title
from tablewright.rules.state import find_by_id, unique_id


def chart_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(chart.id for chart in s.kit.charts)


def open_chart_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(chart.id for chart in s.kit.charts if not chart.hidden)


def lines_of(*texts: str) -> tuple[str, ...]:
    """One entry a line; empty lines are left out."""
    return tuple(line.strip() for text in texts for line in text.splitlines() if line.strip())


WEATHER = "Sun\nFog\nIce\nHot\nWet\nDry"

ChartId = Annotated[str, Param("Which chart", among=chart_ids)]


def chart_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Actions on charts. Those who run the table add and remove charts; anyone rolls on an open one."""
    cites = house.cites

    @action(cites("kit.chart.add"), title="Add a chart", by=house.runs, group="Charts")
    def add_chart(
        s: HasKit,
        title: Annotated[str, Param("What the chart is about")],
        entries: Annotated[str, Param("The entries, one a line: 6 for a d6, 36 for a d66", examples=(WEATHER,))],
        more: Annotated[str, Param("The rest of the entries, where they are too many for one text")] = "",
        hidden: Annotated[bool, Param(f"The chart is for {house.keeper} alone")] = False,
        me: Annotated[str, ActingSeat()] = "",
    ) -> Rule[HasKit]:
        """Puts a chart of 6 or 36 entries on the table."""
        name = check_title(title)
        id = unique_id("chart" if hidden else name, chart_ids(s))
        chart = charts.Chart(id, name, lines_of(entries, more), house.alone(me) if hidden else EVERYONE)
        yield from tell(
            cites("kit.chart.add"), "A {die} chart: {chart}.", audience=chart.audience, die=chart.die, chart=name
        )
        return s.but(kit=s.kit.but(charts=(*s.kit.charts, chart)))

    @action(cites("kit.chart.roll"), title="Roll on a chart", by=house.all, group="Charts")
    def roll_on_chart(
        s: HasKit,
        chart: Annotated[str, Param("Which chart", among=open_chart_ids)],
        me: Annotated[str, ActingSeat()] = "",
    ) -> Rule[HasKit]:
        """Rolls on an open chart for everyone to see."""
        yield from charts.roll_chart(find_by_id(s.kit.charts, chart, "chart"), me, EVERYONE, cites("kit.chart.roll"))
        return s

    @action(
        cites("kit.chart.roll"),
        title="Roll in secret",
        by=house.runs,
        group="Charts",
        doc=f"Rolls on any chart; the dice and the entry are for {house.keeper} alone.",
    )
    def roll_in_secret(s: HasKit, chart: ChartId, me: Annotated[str, ActingSeat()] = "") -> Rule[HasKit]:
        found = find_by_id(s.kit.charts, chart, "chart")
        yield from charts.roll_chart(found, me, house.alone(me), cites("kit.chart.roll"))
        return s

    @action(cites("kit.chart.remove"), title="Remove a chart", by=house.runs, group="Charts")
    def remove_chart(s: HasKit, chart: ChartId) -> Rule[HasKit]:
        """Takes a chart off the table."""
        gone = find_by_id(s.kit.charts, chart, "chart")
        yield from tell(
            cites("kit.chart.remove"), "The chart {chart} is taken away.", audience=gone.audience, chart=gone.title
        )
        return s.but(kit=s.kit.but(charts=tuple(c for c in s.kit.charts if c != gone)))

    return (add_chart, roll_on_chart, roll_in_secret, remove_chart)
