"""The theme of the page while this game is played."""

from __future__ import annotations

from tablewright.rules import EmblemPath, Theme

TEXTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" fill="none" stroke="#9a7bd0" stroke'
    '-opacity=".17"><circle cx="720" cy="150" r="90"/><circle cx="720" cy="150" r="150"/><circle cx="720"'
    ' cy="150" r="230"/><circle cx="720" cy="150" r="330"/><circle cx="720" cy="150" r="450"/><circle cx='
    '"720" cy="150" r="590"/></svg>'
)

LOOK = Theme(
    "Seekers who break easily hunt shards of a cursed moon. "
    "Two dice, one more in the Pocket for luck, and the dead stay dead.",
    ("2d6 and a Pocket die", "1 to 4 Seekers", "2 to 4 hours"),
    hue=298,
    chroma=0.1,
    font="title.woff2",
    weight=520,
    scale=1.24,
    track=0.005,
    emblem=(
        EmblemPath("M30 4.5a20 20 0 1 0 13.5 27A16.5 16.5 0 0 1 30 4.5z", filled=True),
        EmblemPath("M36 9v10M31 14h10M17 27c4 1 6 4 6 9M23 31l5-3"),
    ),
    texture=TEXTURE,
)
