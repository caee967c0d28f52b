"""The theme of the page while this game is played."""

from __future__ import annotations

from tablewright.rules import EmblemPath, Theme

TEXTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" fill="none" stroke="#4a8f68" stroke'
    '-opacity=".15"><path d="M0 20q30-14 60 0t60 0M0 50q30-18 60 0t60 0M0 80q30-10 60 0t60 0M0 110q30-16 '
    '60 0t60 0"/></svg>'
)

LOOK = Theme(
    "Handfuls of twelve-sided dice, and fights in which parry, exchange and grapple all matter while armor wears away.",
    ("d12 pools", "1 to 5 heroes", "3 hours and more"),
    hue=152,
    chroma=0.085,
    font="title.woff2",
    weight=700,
    scale=0.9,
    track=0.015,
    emblem=(
        EmblemPath("M24 3v34M16 33h16M24 37v8"),
        EmblemPath("M24 30C12 28 9 18 11 9c8 2 13 9 13 21zM24 30c12-2 15-12 13-21-8 2-13 9-13 21z", filled=True),
    ),
    texture=TEXTURE,
)
