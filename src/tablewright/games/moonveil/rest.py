"""Rest, and the new Moon Effect after it."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Choose, Gather, Outcome, Param, Refused, Rule, action, cites, rule, tell

from .advantage import Edge, burden, several
from .encounters import no_encounter
from .moon_effects import new_moon
from .people import Seeker
from .pips import erase
from .seeker_creation import HP_PER_STRENGTH
from .state import Veil, living_ids


@rule("rest.hp", "rest.hp.optional")
def rest_total(who: str, level: int, strength: int, edge: Edge, hp: int, pull: int) -> Rule[int]:
    """Roll a d6 a level and add three times Strength, once. The player takes the total or keeps what they have."""
    total = max(1, (yield from several(who, level, edge, "Rest")) + HP_PER_STRENGTH * strength + pull)
    options = tuple(dict.fromkeys((hp, total)))
    question = "Keep your Hit Points, or take the Rest's?"
    ask = Choose(
        who, question, options, label=lambda n: f"keep {n}" if n == hp else f"take {n}", cites="rest.hp.optional"
    )
    return (yield from ask)


@cites("rest.conditions")
def rations(seeker: Seeker) -> Seeker:
    """Use up a Dungeon Gear as rations."""
    gear = next((item for item in seeker.items if item.kind == "dungeon gear"), None)
    if gear is None:
        raise Refused(f"{seeker.name} has no Dungeon Gear to eat. Say that there is food at hand, or leave them out.")
    return seeker.but(items=tuple(item for item in seeker.items if item.id != gear.id))


@cites("rest.pips", "rest.magic", "penance.removal", "create.hp.full")
def rested(seeker: Seeker, hp: int) -> Seeker:
    """The Seeker after a Rest: pips erased, lost magic back, an accepted total as the new full HP. Guilt stays."""
    taken = {"hp": hp, "full": hp} if hp != seeker.hp else {}
    known = tuple(magic.but(lost=False) for magic in seeker.magic)
    return erase(seeker).but(magic=known, asleep=False, **taken)


@action("rest.conditions", "moon.after-rest", "moon.daily", title="Rest", by="guide", when=no_encounter, group="Rest")
def rest(
    s: Veil,
    safe: Annotated[bool, Param("There is a safe place, and 8 hours")] = True,
    meal: Annotated[
        Literal["at hand", "Dungeon Gear", "none"], Param("Where the meal comes from", main=True)
    ] = "at hand",
    who: Annotated[
        tuple[str, ...], Param("Who rests; everyone, if left out", among=living_ids, label="who rests")
    ] = (),
) -> Rule[Veil]:
    """Eat and sleep in a safe place: pips, magic and Hit Points come back. Then a new Moon Effect comes."""
    if not safe:
        raise Refused("A Rest needs a safe place for 8 hours. Until there is one, Rally.")
    if meal == "none":
        raise Refused("A Rest needs a meal: food at hand, or a Dungeon Gear each declared as rations.")
    resting = tuple(x for x in s.living if not who or x.id in who)
    if not resting:
        raise Refused("Nobody is alive to rest.")
    if meal == "Dungeon Gear":
        resting = tuple(rations(seeker) for seeker in resting)
    pull = s.pull("rest")
    asks = tuple(rest_total(x.id, x.level, x.stats.strength, burden(s, x), x.hp, pull) for x in resting)
    totals = yield from Gather(asks)
    more = sum(hp - seeker.hp for seeker, hp in zip(resting, totals, strict=True))
    yield Outcome(more, None, "rest.hp", unit="Hit Points more in all")
    for seeker, hp in zip(resting, totals, strict=True):
        s = s.having(rested(seeker, hp))
        yield tell("rest.pips", "{who} is rested: {hp} Hit Points, all pips fresh.", who=seeker.name, hp=hp)
    enemies = tuple(foe.but(magic=tuple(known.but(lost=False) for known in foe.magic)) for foe in s.enemies)
    return (yield from new_moon(on_their_feet(s).but(day=s.day + 1, enemies=enemies)))


@cites("carry.ally")
def on_their_feet(s: Veil) -> Veil:
    """The table after Seekers who can walk again have been set down."""
    up = {seeker.id for seeker in s.living if not seeker.asleep}
    return s.but(seekers=tuple(x.but(carries="") if x.carries in up else x for x in s.seekers))


ACTIONS = (rest,)
