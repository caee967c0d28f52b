"""The theme of the page while this game is played."""

from __future__ import annotations

from tablewright.rules import EmblemPath, Theme

TEXTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" fill="none" stroke="#c2577f" stroke-o'
    'pacity=".15"><path d="M0 40a40 40 0 0 1 80 0M12 40a28 28 0 0 1 56 0M24 40a16 16 0 0 1 32 0M-40 20a40'
    ' 40 0 0 1 80 0M40 20a40 40 0 0 1 80 0"/></svg>'
)

LOOK = Theme(
    "Scenes with something at stake, and Peers who judge them together. "
    "What succeeds buys the result, and whatever comes with it.",
    ("d20 and d6", "3 to 6 players", "a chapter an evening"),
    hue=358,
    chroma=0.125,
    font="title.woff2",
    weight=400,
    scale=0.98,
    track=0.0,
    emblem=(
        EmblemPath("M15.5 19a8.5 8.5 0 1 0 17.0 0a8.5 8.5 0 1 0 -17.0 0z", filled=True),
        EmblemPath("M24 27.5V45M16.5 37h15M24 6V2M33.2 9.8 36 7M37 19h4M14.8 9.8 12 7M11 19H7"),
    ),
    texture=TEXTURE,
)
