"""Ready-made ships, crews, tools, tables, a deck and clocks to begin with. All of it can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from tablewright.rules import FieldOption, Param, Rule, action, cite, cites, tell, unique_id
from tablewright.rules.kit import Chart, Clock, Deck, Part, add_card

from .clocks import KINDS, add_clock, clock_ids
from .decks import FIRE_END, deck_ids
from .modules import example, make_module
from .state import WAYFINDER, CardEffect, Effect, Member, Mission, Ship, Station, Tool
from .veil import VEIL_SIGHTS

#: The four examples of the book. Any of them may be primary or secondary.
TOOLS: dict[str, Tool] = cite(
    "equipment.examples",
    {
        tool.name: tool
        for tool in (
            Tool("IMPACT DRILL", "breaks through reinforced material"),
            Tool("THERMAL LASER", "cuts ordinary material"),
            Tool("SUPERMANOEUVRE KIT", "agility, and not being where the shot goes"),
            Tool("MEDKIT", "treats crew mates"),
        )
    },
)

SHIPS: dict[str, Ship] = {
    ship.name: ship
    for ship in (
        Ship(
            "Patient Heron",
            1,
            1,
            2,
            (
                example("BIOSCANNER", "1"),
                example("AFTERBURNERS", "2"),
                example("MICROJUMP", "3"),
                example("MEDBAYS", "4"),
            ),
        ),
        Ship(
            "Old Grudge",
            1,
            2,
            1,
            (
                make_module("1", "ABLATIVE SHELL", "specialised", "HUL", note="shrugs off impacts"),
                make_module("2", "BREACHING CLAMP", "additional", uses=3, note="holds on to another hull"),
                example("CARGOHULL", "3"),
                example("CRYOBUNKS", "4"),
            ),
        ),
        Ship(
            "Moth Behind Glass",
            2,
            1,
            1,
            (
                make_module("1", "DEEP ARRAY", "specialised", "CPU", note="reads faint signals"),
                example("CLOAK", "2"),
                make_module("3", "PROBE RACK", "additional", uses=6, note="looks where the ship cannot go"),
                make_module("4", "HYDROPONICS", "passive", note="months of food and clean air"),
            ),
        ),
    )
}

CREWS: tuple[Member, ...] = (
    Member("ada", "Ada", "ann", TOOLS["IMPACT DRILL"], TOOLS["MEDKIT"]),
    Member("bo", "Bo", "ben", TOOLS["SUPERMANOEUVRE KIT"], TOOLS["THERMAL LASER"]),
    Member("cyl", "Cyl", "cat", TOOLS["MEDKIT"], Tool("SIGNAL LOOM", "taps and weaves transmissions")),
    Member("dov", "Dov", "", Tool("GRAPPLE LINE", "crosses gaps, hauls loads"), TOOLS["IMPACT DRILL"]),
    Member("esk", "Esk", "", Tool("CODE KNIFE", "opens locked systems"), TOOLS["SUPERMANOEUVRE KIT"]),
    Member("fen", "Fen", "", TOOLS["THERMAL LASER"], Tool("SPIRIT LAMP", "shows what the Veil has touched")),
)

DERELICT = cite(
    "tables.derelict",
    (
        "Abandoned; the station is intact",
        "Abandoned; the station is ruined",
        "The crew is dead; the station is intact",
        "The crew is dead; the station is ruined",
        "Signs of d6 survivors; the station is ruined",
        "Lifeforms that are not human; the station is intact",
    ),
)

SURVIVORS: tuple[tuple[str, str, CardEffect], ...] = cite(
    "decks.survivors",
    (
        ("Survivors", "The people you are looking for.", "survivors"),
        ("Bodies", "Some of those who did not make it.", "story"),
        ("Life support failure", "Your own doing. The air goes bad.", "life support failure"),
        ("Station layout", "A plan of the decks, on a wall nobody burned.", "layout"),
        ("Med bay", "Cold, sealed, ready for use if there were power.", "med bay"),
        ("Generator", "It would run again if somebody asked it nicely.", "generator"),
        ("Hull breach", "The wall was thinner than it looked.", "hull breach"),
        ("Radiation anomaly", "Nothing but hiss on every channel.", "radio"),
        ("Fire", "Something catches, and spreads.", "fire"),
        ("Veil-touched materials", "They hum when nobody speaks.", "story"),
    ),
)

#: By title: the clock, its effect when full, and whether the crew may not read its outcome.
CLOCKS: dict[str, tuple[Clock, Effect, bool]] = cite(
    "clocks.examples",
    {
        "Repair the airlock": (
            Clock("", "Repair the airlock", 4, "push", note="The crew can leave the station."),
            "story",
            False,
        ),
        "Unstable power core": (
            Clock("", "Unstable power core", 6, "catastrophe", note="The station is irradiated."),
            "crew exposed",
            False,
        ),
        "Collision course": (
            Clock("", "Collision course", 4, "death", note="The ship hits the asteroid."),
            "ship damage",
            False,
        ),
        "A strange signal comes closer": (
            Clock("", "A strange signal comes closer", 8, "augury", note="Whoever sends it is here."),
            "story",
            True,
        ),
    },
)


@cites("decks.what")
def survivors_deck(id: str) -> Deck:
    """The example deck, secret until cards are picked, with the effects of its cards."""
    deck = Deck(id, "Looking for survivors", knowledge="secret", keepers=(WAYFINDER,))
    for title, text, _ in SURVIVORS:
        deck = add_card(deck, title, text)
    effects = [effect for _, _, effect in SURVIVORS]
    return deck.but(cards=tuple(card.but(brings=(effect,)) for card, effect in zip(deck.cards, effects, strict=True)))


Ready = Literal[
    "Derelict stations",
    "Sights in the Veil",
    "Looking for survivors",
    "Repair the airlock",
    "Unstable power core",
    "Collision course",
    "A strange signal comes closer",
]


def ready_things(s: Mission) -> Iterator[FieldOption]:
    """Ready-made things, each with its kind."""
    yield FieldOption("Derelict stations", "Derelict stations", "a table for a d6")
    yield FieldOption("Sights in the Veil", "Sights in the Veil", "a table for a d66")
    yield FieldOption(
        "Looking for survivors", "Looking for survivors", f"a deck of {len(SURVIVORS)} cards: a station to search"
    )
    for title, (clock, _, _) in CLOCKS.items():
        yield FieldOption(title, title, f"a {clock.kind} clock of {clock.size}")


@action(
    "tables.derelict",
    "decks.survivors",
    "clocks.examples",
    title="Lay out something ready-made",
    by=WAYFINDER,
    group="Narrative",
)
def lay_out(
    s: Mission,
    what: Annotated[Ready, Param("A table, a deck or a clock", among=ready_things)],
    hidden: Annotated[
        bool, Param("Only the wayfinder sees it, or reads where it leads", label="for the wayfinder's eyes")
    ] = False,
) -> Rule[Mission]:
    """Put a ready-made table, deck or clock on the table."""
    for_whom = (WAYFINDER,) if hidden else ()
    yield tell("narrative.tools", "{what} is laid out.", audience=for_whom, what=what)
    if what in CLOCKS:
        clock, full, part_known = CLOCKS[what]
        id = unique_id("clock" if hidden else what, clock_ids(s))
        unread = (WAYFINDER,) if hidden or part_known else ()
        return add_clock(s, clock.but(id=id, audience=for_whom, outcome_audience=unread), full)
    if what == "Looking for survivors":
        deck = survivors_deck(unique_id(what, deck_ids(s)))
        return s.but(kit=s.kit.but(decks=(*s.kit.decks, deck)), station=s.station or Station(deck.id))
    return s.but(kit=s.kit.but(charts=(*s.kit.charts, ready_chart(s, what, for_whom))))


@cites("tables.what", "tables.sizes")
def ready_chart(s: Mission, what: str, audience: tuple[str, ...]) -> Chart:
    """A table of six or thirty-six things that can turn up."""
    rows = DERELICT if what == "Derelict stations" else VEIL_SIGHTS
    taken = [chart.id for chart in s.kit.charts]
    return Chart(unique_id("chart" if audience else what, taken), what, rows, audience)


#: All texts of the ready-made tables, decks and clocks, and the kinds of clocks. Readers of the book know them.
PRINTED = frozenset(
    (
        *KINDS,
        *get_args(Ready),
        *DERELICT,
        *VEIL_SIGHTS,
        *(text for title, words, _ in SURVIVORS for text in (title, words)),
        *(clock.note for clock, _, _ in CLOCKS.values()),
        FIRE_END,
    )
)

NARRATIVE_TOOLS: tuple[Part, ...] = cite("narrative.tools", ("charts", "decks", "clocks"))
