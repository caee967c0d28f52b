"""Whatever hue and chroma a game declares, everything can be read: the design sets the lightness."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import installed_games
from tests.server.running import Server

from .conftest import Visitors

#: What is read on what, and the least contrast: 4.5 for words, 3 for the edges of what can be pressed.
PAIRS = [
    ("--ink", "--bg", 4.5),
    ("--ink", "--surface", 4.5),
    ("--ink", "--raised", 4.5),
    ("--ink", "--wash", 4.5),
    ("--ink2", "--bg", 4.5),
    ("--ink2", "--surface", 4.5),
    ("--ink2", "--raised", 4.5),
    ("--accent", "--surface", 4.5),
    ("--accent", "--bg", 4.5),
    ("--on-accent", "--accent", 4.5),
    ("--edge", "--surface", 3.0),
    ("--edge", "--raised", 3.0),
]
MEASURE = """
(pairs) => {
  const root = document.documentElement, probe = document.createElement('div')
  document.body.append(probe)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const light = (name) => {
    probe.style.color = `var(${name})`
    context.fillStyle = getComputedStyle(probe).color
    context.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((v) => {
      const c = v / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const worst = pairs.map(() => [99, ''])
  for (let hue = 0; hue < 360; hue += 6)
    for (const chroma of [0, 0.04, 0.08, 0.13]) {
      root.style.setProperty('--hue', hue)
      root.style.setProperty('--chroma', chroma)
      pairs.forEach(([over, under], n) => {
        const [a, b] = [light(over), light(under)].sort((x, y) => y - x)
        const contrast = (a + 0.05) / (b + 0.05)
        if (contrast < worst[n][0]) worst[n] = [contrast, `hue ${hue} chroma ${chroma}`]
      })
    }
  return worst
}
"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_hue_can_be_read(server: Server, visitors: Visitors, dark: bool) -> None:
    """Sixty hues, four chromas, light and dark."""
    page = visitors.new(dark=dark)
    page.goto(server.address)
    page.locator("main").wait_for()
    worst = page.evaluate(MEASURE, [pair[:2] for pair in PAIRS])
    poor = [(pair, *found) for pair, found in zip(PAIRS, worst, strict=True) if found[0] < pair[2]]
    assert poor == []


def test_a_look_keeps_within_what_was_tried() -> None:
    """No game asks for more chroma than that, for a heavy font or a heavy texture."""
    for box in installed_games().values():
        look = box.game.theme
        assert 0 <= look.hue < 360
        assert 0 <= look.chroma <= 0.13
        assert look.about
        assert look.facts
        assert look.emblem
        assert len((box.folder / look.font).read_bytes()) <= 30_000
        assert len(look.texture) <= 2_000
