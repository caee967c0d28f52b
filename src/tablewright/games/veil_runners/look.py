"""The theme of the page while this game is played."""

from __future__ import annotations

from tablewright.rules import EmblemPath, Theme

TEXTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" fill="#7fb6d8"><g fill-opacity=".5"'
    '><circle cx="24" cy="40" r=".9"/><circle cx="96" cy="12" r=".6"/><circle cx="150" cy="84" r="1.2"/><'
    'circle cx="210" cy="33" r=".7"/><circle cx="288" cy="66" r="1"/><circle cx="60" cy="150" r=".6"/><ci'
    'rcle cx="130" cy="190" r=".8"/><circle cx="244" cy="150" r=".7"/><circle cx="300" cy="210" r="1.1"/>'
    '<circle cx="30" cy="250" r="1"/><circle cx="110" cy="284" r=".7"/><circle cx="190" cy="260" r="1.1"/'
    '><circle cx="260" cy="300" r=".6"/></g><path d="M0 232q80-60 160-18t160-30" fill="none" stroke="#7fb'
    '6d8" stroke-opacity=".16"/></svg>'
)

LOOK = Theme(
    "A ship, its crew, and the torn space they dive into. "
    "Failing earns the Focus that saves the next roll, and the ship comes apart module by module.",
    ("d6 pools", "2 to 6 crew", "2 to 3 hours"),
    hue=222,
    chroma=0.105,
    font="title.woff2",
    weight=650,
    scale=1.0,
    track=0.01,
    emblem=(
        EmblemPath("M33 6.5A19.5 19.5 0 1 0 43 20"),
        EmblemPath("M38 10l3-3M36 14l8-2"),
        EmblemPath("M24 10l8 24-8-6-8 6z", filled=True),
    ),
    texture=TEXTURE,
    clocks={"push": "good", "catastrophe": "bad", "death": "bad", "augury": "mixed"},
)
