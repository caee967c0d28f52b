"""The 36 Moon Effects a table begins with, as the Guide reads them."""

from __future__ import annotations

from tablewright.games.moonveil.moon_list import MOON_LIST, in_lever, leaning

AS_READ = """
11 Glare: Evade of every Seeker -1
12 Long Shadows: Evade of every Seeker +1
13 Glass Skin: Limit of every Seeker -1
14 Chalk Skin: Limit of every Seeker +1
15 Lead Marrow: slots carried without trouble -2
16 Hollow Marrow: slots carried without trouble +2
21 Low Tide: at once every Pocket turns to 2
22 High Tide: at once every Pocket turns to 5
23 Shifting Floor: at once Slip Checks for everyone, 1 each
24 Undertow: at once Slip Checks for everyone, 2 each
25 Silver Rain: at once +2 Coin in every purse
26 Tarnish: at once -2 Coin in every purse
31 Thin Blood: Hit Points healed by Rally or Healing Circle -2
32 Quick Blood: Hit Points healed by Rally or Healing Circle +2
33 Tender: each damage a Seeker takes +1
34 Numb: each damage a Seeker takes -1
35 Teeth in the Dream: at once 2 Hit Points lost, but never the last
36 Restless: the Hit Points of a Rest -2
41 Deep Sleep: the Hit Points of a Rest +3
42 Blunt Hours: the damage of each hit a Seeker lands -1
43 Keen Hours: the damage of each hit a Seeker lands +1
44 Slow Dawn: every initiative die -1
45 Hasty Dawn: every initiative die +1
46 Wide Verge: the Verge of every casting +1
51 Narrow Verge: the Verge of every casting -1
52 Crossed Stars: DC of Spells +1
53 Clear Stars: DC of Spells -1
54 Deaf Heaven: DC of Miracles +1
55 Open Heaven: DC of Miracles -1
56 Limp Arms: Disadvantage on Strength rolls
61 Two Left Hands: Disadvantage on Dexterity rolls
62 Fogged Glass: Disadvantage on Arcane rolls
63 The Small Voice: Disadvantage on Willpower rolls
64 Cat Moon: Advantage on Dexterity rolls
65 Gathering: Hit Points of enemies who appear +2
66 Borrowed Luck: Pocket of enemies who appear +1
"""

KIND = """
Long Shadows, Chalk Skin, Hollow Marrow, High Tide, Silver Rain, Quick Blood, Numb, Deep Sleep, Keen Hours, Hasty Dawn,
Narrow Verge, Clear Stars, Open Heaven, Cat Moon
"""


def test_every_effect_does_what_the_guide_reads() -> None:
    """Place, title and what the table applies."""
    assert [f"{moon.place} {moon.title}: {in_lever(moon)}" for moon in MOON_LIST] == AS_READ.strip().splitlines()


def test_the_kind_ones_help_and_all_others_harm() -> None:
    """Effects lean as their words say."""
    kind = {title.strip() for title in KIND.split(",")}
    assert {moon.title for moon in MOON_LIST if leaning(moon) == "helps the Seekers"} == kind
    assert {leaning(moon) for moon in MOON_LIST if moon.title not in kind} == {"harms the Seekers"}
