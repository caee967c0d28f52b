"""A d66 table of sights on the way through the Veil, written for this implementation. Six sections of six."""

from __future__ import annotations

VEIL_SIGHTS = (
    # 1: light
    "A dawn with no sun behind it",
    "Your own running lights, answering from ahead",
    "A lighthouse beam, sweeping once an hour",
    "Stars that were charted elsewhere yesterday",
    "A shadow the size of a moon and nothing to cast it",
    "Rain on the canopy, though there is no weather here",
    # 2: wreckage
    "A freighter cut in half, both halves still under way",
    "Lifeboats in a perfect ring, all hatches open",
    "A hull grown over with something like coral",
    "Your ship's twin, forty years older",
    "Cargo drifting in alphabetical order",
    "A station that is docking with itself",
    # 3: voices
    "A distress call in the pilot's voice",
    "Someone reading a crew list; it ends with yours",
    "A song on the emergency band, three notes short",
    "Old traffic control, giving landing clearance",
    "Silence, exactly as loud as the engines",
    "A knock on the outside of the airlock",
    # 4: time
    "Every clock aboard disagrees by the same minute",
    "The log has an entry for tomorrow",
    "A meal is on the table, still warm; nobody cooked",
    "The fuel gauge counts upward",
    "A scar on the hull that has not happened yet",
    "The same asteroid, for the third time",
    # 5: people
    "Pilgrims in paper suits, asking for the way out",
    "A salvage crew who will sell anything but their names",
    "A patrol that lost its war while inside",
    "Children's drawings taped to a dead satellite",
    "A lone walker on the hull of a comet, waving",
    "A rival ship, badly hurt and too proud to ask",
    # 6: the Veil itself
    "The tear opens a hand's breadth, and breathes",
    "Threads of light that part around the bow",
    "A calm so deep that sound stays where it was made",
    "Gravity leans to one side for an hour",
    "Metal sweats, and the sweat is sea water",
    "A door in space; it is ajar",
)
