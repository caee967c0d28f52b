"""The 36 Moon Effects a table begins with. The book prints none, so these are ours and can all be edited.

Each pulls one lever, which the table applies. The words are for the Guide to bring to life.
"""

from __future__ import annotations

from typing import Literal

from .people import STATS
from .state import Moon

LEVERS: dict[str, str] = {
    "told": "nothing the table counts: the Guide tells it",
    "evade": "Evade of every Seeker {n:+}",
    "limit": "Limit of every Seeker {n:+}",
    "capacity": "slots carried without trouble {n:+}",
    "verge": "the Verge of every casting {n:+}",
    "spell": "DC of Spells {n:+}",
    "miracle": "DC of Miracles {n:+}",
    "initiative": "every initiative die {n:+}",
    "hurt": "each damage a Seeker takes {n:+}",
    "strike": "the damage of each hit a Seeker lands {n:+}",
    "heal": "Hit Points healed by Rally or Healing Circle {n:+}",
    "rest": "the Hit Points of a Rest {n:+}",
    "foe hp": "Hit Points of enemies who appear {n:+}",
    "foe pocket": "Pocket of enemies who appear {n:+}",
    "pocket": "at once every Pocket turns to {n}",
    "slip": "at once Slip Checks for everyone, {n} each",
    "coin": "at once {n:+} Coin in every purse",
    "wound": "at once {n} Hit Points lost, but never the last",
    **{f"weak {stat}": f"Disadvantage on {stat.title()} rolls" for stat in STATS},
    **{f"strong {stat}": f"Advantage on {stat.title()} rolls" for stat in STATS},
    **{f"mark {stat}": f"at once {{n}} of everyone's {stat.title()} marked" for stat in STATS},
}
"""The effect the table applies for each lever. {n} is the effect's amount."""

GOOD_UP = ("evade", "limit", "capacity", "initiative", "strike", "heal", "rest", "coin")
GOOD_DOWN = ("verge", "spell", "miracle", "hurt", "foe hp", "foe pocket")
MIDDLE = 3.5
"""The average number of a Pocket."""


def leaning(moon: Moon) -> Literal["helps the Seekers", "harms the Seekers", "is only told"]:
    """The side an effect helps, as far as the table counts it."""
    word, n = moon.lever.partition(" ")[0], moon.amount
    if moon.lever in GOOD_UP or moon.lever in GOOD_DOWN:
        good = n if moon.lever in GOOD_UP else -n
    elif word == "pocket":
        good = 1 if n > MIDDLE else -1
    else:
        good = {"strong": 1, "weak": -1}.get(word, -n if word in ("slip", "wound", "mark") else 0)
    return "helps the Seekers" if good > 0 else "harms the Seekers" if good < 0 else "is only told"


_LIST: tuple[tuple[str, str, str, int], ...] = (
    ("Glare", "White light in every corner; nobody finds a shadow to duck into.", "evade", -1),
    ("Long Shadows", "Your shadow stands where you are not, and is struck at first.", "evade", 1),
    ("Glass Skin", "You can see the bones of your hand through it.", "limit", -1),
    ("Chalk Skin", "A hard white crust has grown overnight.", "limit", 1),
    ("Lead Marrow", "Every step sounds as if somebody heavier took it.", "capacity", -2),
    ("Hollow Marrow", "You weigh less than your coat.", "capacity", 2),
    ("Low Tide", "The air tastes of salt, and luck runs out with it.", "pocket", 2),
    ("High Tide", "Something lifts you as you wake.", "pocket", 5),
    ("Shifting Floor", "The ground breathes in its sleep.", "slip", 1),
    ("Undertow", "Wherever you stand, it pulls at your heels.", "slip", 2),
    ("Silver Rain", "It rains small coins. They are cold and they are real.", "coin", 2),
    ("Tarnish", "Metal in your purse has gone black and crumbles.", "coin", -2),
    ("Thin Blood", "Scratches will not close.", "heal", -2),
    ("Quick Blood", "Wounds close while you watch, and itch.", "heal", 2),
    ("Tender", "Even a handshake leaves a mark.", "hurt", 1),
    ("Numb", "Pain arrives late and has lost half its way.", "hurt", -1),
    ("Teeth in the Dream", "Something bit you in a dream; the marks are there.", "wound", 2),
    ("Restless", "You dreamed of walking, and your soles are raw.", "rest", -2),
    ("Deep Sleep", "The next night will be the best in years.", "rest", 3),
    ("Blunt Hours", "Edges curl, points bend, fists open.", "strike", -1),
    ("Keen Hours", "Everything you hold wants to cut.", "strike", 1),
    ("Slow Dawn", "You hear your own footsteps a moment after you make them.", "initiative", -1),
    ("Hasty Dawn", "The day is a breath ahead of itself, and so are you.", "initiative", 1),
    ("Wide Verge", "The edge of every working is nearer than it looks.", "verge", 1),
    ("Narrow Verge", "There is a rail along the edge tonight.", "verge", -1),
    ("Crossed Stars", "The figures will not add up.", "spell", 1),
    ("Clear Stars", "Somebody has written the answer across the sky.", "spell", -1),
    ("Deaf Heaven", "You pray, and hear only yourself.", "miracle", 1),
    ("Open Heaven", "You pray, and something leans closer.", "miracle", -1),
    ("Limp Arms", "Whatever you lift has grown a little heavier.", "weak strength", 1),
    ("Two Left Hands", "Your hands keep changing places.", "weak dexterity", 1),
    ("Fogged Glass", "A word is on your tongue, all day.", "weak arcane", 1),
    ("The Small Voice", "It agrees with you, kindly, that you should give up.", "weak willpower", 1),
    ("Cat Moon", "You land on your feet.", "strong dexterity", 1),
    ("Gathering", "They have been waiting for company, and grown fat on it.", "foe hp", 2),
    ("Borrowed Luck", "Somebody out there woke up lucky. It was yours.", "foe pocket", 1),
)

MOON_LIST: tuple[Moon, ...] = tuple(
    Moon(10 * (i // 6 + 1) + i % 6 + 1, title, text, lever, amount)
    for i, (title, text, lever, amount) in enumerate(_LIST)
)


def in_lever(moon: Moon) -> str:
    """The lever of an effect, in words."""
    return LEVERS[moon.lever].format(n=moon.amount) if moon.lever in LEVERS else moon.lever
