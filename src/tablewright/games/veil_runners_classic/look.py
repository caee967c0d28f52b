"""The theme of the page while this game is played."""

from __future__ import annotations

from tablewright.rules import EmblemPath, Theme

TEXTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" stroke="#b8860b" stroke-o'
    'pacity=".16"><path d="M.5 0v24M0 .5h24"/></svg>'
)

LOOK = Theme(
    "The older edition: ratings and targets, crew who help each other, and five system dice that move with every roll.",
    ("d6 against targets", "2 to 5 crew", "2 hours"),
    hue=78,
    chroma=0.115,
    font="title.woff2",
    weight=700,
    scale=0.86,
    track=-0.01,
    emblem=(
        EmblemPath("M24 3l18 10.5v21L24 45 6 34.5v-21z"),
        EmblemPath("M20.8 24a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", filled=True),
        EmblemPath("M11.8 17a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", filled=True),
        EmblemPath("M29.8 17a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", filled=True),
        EmblemPath("M11.8 31a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", filled=True),
        EmblemPath("M29.8 31a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", filled=True),
    ),
    texture=TEXTURE,
)
