"""Moon Effects: a new curse after each Rest. All stay in force until the Seekers are safe from the Moonveil."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, FieldOption, Outcome, Param, Refused, Rule, Tone, action, cite, cites, rule, tell

from .moon_list import LEVERS, MOON_LIST, in_lever, leaning
from .people import STATS, Seeker
from .pips import mark
from .seeker_creation import d66
from .slip_checks import slip_check
from .state import Moon, Veil

PLACES = cite("moon.table", tuple(moon.place for moon in MOON_LIST))
LEANINGS: dict[str, tuple[int, Tone]] = {
    "helps the Seekers": (1, "good"),
    "is only told": (0, "even"),
    "harms the Seekers": (-1, "bad"),
}
MOST_PULL = 6
MOST_MOONS = 60


def no_moon(s: Veil) -> str | None:
    return None if s.moons else "no Moon Effect is in force."


@rule("moon.roll", "dice.d66")
def moon_place() -> Rule[int]:
    """Roll d66: every place is equally likely. A plain roll for the whole group, without Disadvantage for burdens."""
    first, second = yield from d66("guide", "The moon")
    return 10 * first + second


@cites("moon.table")
def effect_at(s: Veil, place: int) -> Moon:
    return next(moon for moon in s.moon_list if moon.place == place)


@cites("moon.after-rest", "moon.roll")
def found(s: Veil) -> Rule[Moon]:
    moon = effect_at(s, (yield from moon_place()))
    words = "The moon, {place}: {title}. {text} ({what})"
    yield tell("moon.after-rest", words, place=moon.place, title=moon.title, text=moon.text, what=in_lever(moon))
    return moon


@cites("moon.stack", "moon.roll")
def next_moon(s: Veil) -> Rule[Moon]:
    """Roll the next effect. The Guide may reroll a repeated one."""
    moon = yield from found(s)
    if any(other.place == moon.place for other in s.moons):
        question = f"{moon.title} is in force already. Does it count twice, or is it rolled again?"
        if (yield from Choose("guide", question, ("twice", "rolled again"), cites="moon.stack")) == "rolled again":
            moon = yield from found(s)
    return moon


@cites("moon.after-rest")
def new_moon(s: Veil) -> Rule[Veil]:
    """The effect after a Rest, unless the table plays without the moon."""
    return (yield from strikes(s, (yield from next_moon(s)))) if s.moon_on else s


@cites("moon.scope", "moon.stack")
def strikes(s: Veil, moon: Moon) -> Rule[Veil]:
    """Put an effect in force for all, on top of those already there.

    An immediate effect reaches every living Seeker.
    """
    s = s.but(moons=(*s.moons, moon)[-MOST_MOONS:])
    for seeker in s.living:
        if moon.lever == "slip":
            for _ in range(min(3, max(0, moon.amount))):
                s = yield from slip_check(s, s.seeker(seeker.id))
        else:
            s = s.having(struck(seeker, moon))
    return s


@cites("moon.scope")
def struck(seeker: Seeker, moon: Moon) -> Seeker:
    word, _, stat = moon.lever.partition(" ")
    if word == "pocket":
        return seeker.but(pocket=min(6, max(1, moon.amount)))
    if word == "coin":
        return seeker.but(coin=max(0, seeker.coin + moon.amount))
    if word == "wound":
        return seeker.but(hp=max(1, seeker.hp - max(0, moon.amount)))
    if word == "mark":
        return mark(seeker, next(x for x in STATS if x == stat), max(0, moon.amount))
    return seeker


@action("moon.daily", "moon.roll", title="The moon looks down", by="guide", group="Moon")
def call_moon(s: Veil) -> Rule[Veil]:
    """Call for a Moon Effect after a day without a Rest, which brings none by itself."""
    if not s.moon_on:
        raise Refused("Moon Effects are switched off at this table.")
    yield tell("moon.daily", "A new day in the Moonveil.")
    moon = yield from next_moon(s)
    group = leaning(moon)
    rank, tone = LEANINGS[group]
    yield Outcome(moon.title, rank, "moon.roll", group=group, tone=tone)
    return (yield from strikes(s, moon))


@action("moon.clear", title="Safe from the Moonveil", by="guide", when=no_moon, group="Moon")
def leave_moonveil(s: Veil) -> Rule[Veil]:
    """The Seekers have left the Moonveil, and every Moon Effect ends. Shelter inside it is not enough."""
    yield tell("moon.clear", "Out of the Moonveil: its effects fall away, all {n}.", n=len(s.moons))
    return s.but(moons=())


def moon_places(s: Veil) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(moon.place, f"{moon.place}: {moon.title}", in_lever(moon)) for moon in s.moon_list)


def levers(_: Veil) -> tuple[FieldOption, ...]:
    """Levers the table can apply, in words."""
    said = {name: words.replace("{n:+}", "±n").replace("{n}", "n") for name, words in LEVERS.items()}
    return tuple(FieldOption(name, name, words) for name, words in said.items())


@action("moon.table", title="Edit a Moon Effect", by="guide", group="Moon")
def edit_moon(
    s: Veil,
    place: Annotated[int, Param("Its place in the list, 11 to 66", among=moon_places)],
    title: Annotated[str, Param("Its title", examples=("Bell Weather",))],
    text: Annotated[str, Param("What happens", examples=("Every bell in the place rings softly.",))] = "",
    lever: Annotated[str, Param("What the table applies", among=levers)] = "told",
    amount: Annotated[int, Param("By how much", min=-MOST_PULL, max=MOST_PULL)] = 0,
) -> Rule[Veil]:
    """Replace any entry of the table's list. Effects already in force stay as they are."""
    words = " ".join(title.split())[:60]
    if not words:
        raise Refused("An effect needs a title.")
    yield tell("moon.table", "The moon's list, {place}: {title}.", place=place, title=words)
    new = Moon(place, words, text[:400], lever, amount)
    return s.but(moon_list=tuple(new if moon.place == place else moon for moon in s.moon_list))


@action("moon.table", title="Switch Moon Effects on or off", by="guide", group="Moon")
def switch_moon(s: Veil, on: Annotated[bool, Param("Whether Rests bring Moon Effects")]) -> Rule[Veil]:
    """Play with or without Moon Effects after Rests."""
    yield tell("moon.table", "Moon Effects are {what}.", what="on" if on else "off")
    return s.but(moon_on=on)


ACTIONS = (call_moon, leave_moonveil, edit_moon, switch_moon)
