"""The game master's actions: disputes, damage from elsewhere, barriers, cover, side effects, the campaign."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Choose, Gather, Param, Refused, Rule, action, cite, cites, tell

from .attack import Blow, past_defences
from .choices import is_dead, people
from .defenses import Kind, shell, suffer
from .outcomes import of_blow
from .state import Veridia, put, the
from .turns import let_go
from .wounds import wounded

GROUP = cite("table.group", (3, 5))
PACE = cite("reward.experience", (2, 5))
VERSION = cite("meta.version", "unknown")
IDEAS: tuple[tuple[str, str, str], ...] = cite(
    "campaign.ideas",
    (
        ("1220", "adventurers after riches in the Unknown lands beyond southern Belusa", "exploration, fighting"),
        ("1220", "new mercenary band seeking renown in Rasantis", "political intrigue, war"),
        (
            "1220",
            "faction agents sent to settle the power struggle of Racusa, Aegos Islands",
            "social drama, political intrigue",
        ),
        ("1220", "hunters of outlaw wizards on a case for the Council across Veridia", "mystery, magic"),
        ("1220", "knights of an Order defending the folk of Belusa", "crime, vigilante"),
        ("1220", "free orcs leaving Garga for the continent", "racism, fighting"),
        ("1220", "nobles answering to king and subjects", "politics and diplomacy, fighting"),
        ("1220", "pirates against merchant guilds, pick a side", "sea, swashbuckling"),
        ("1220", "pupils and masters at a Cerunian academy of the elements", "magic, intrigue"),
        ("1220", "rebels against the Magitech Ministry", "dystopia, rebellion"),
        ("839", "the Crusade, for or against human survival", "epic, war"),
        ("6th century", "citizens of the great empire seeking fortune", "adventure, slice of life"),
        ("601", "young knights colonising hostile lands", "adventure, fighting"),
        ("925", "survivors of the first Rasantish descendants war at its peak", "war, tragedy"),
        (
            "before the Cerunian calendar",
            "Xanas arena fighters while disasters shake the land",
            "fighting, apocalypse",
        ),
    ),
)


@cites("meta.version")
def version_parts(version: str) -> tuple[int, int, int] | None:
    """Major revision, minor revision and errata, or None for a version of another form."""
    words = version.split(".")
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return None
    return int(words[0]), int(words[1]), int(words[2])


@cites("table.group")
def group_hint(players: int) -> str:
    """A hint about the size of the group, which never blocks a table."""
    low, high = GROUP
    return "" if low <= players <= high else f"The game suggests {low} to {high} players beside the game master."


@action("table.dispute", "table.gm.final", "table.fun", title="Settle a dispute", by=("gm", "player"), group="Table")
def settle_dispute(
    s: Veridia,
    matter: Annotated[str, Param("What it is about", examples=("Did the jump succeed?",))],
    answer: Annotated[str, Param("The answer put to everybody", examples=("It succeeds, barely.",))],
) -> Rule[Veridia]:
    """Look for an answer all can accept. Only without one does the game master decide."""
    question = f"{matter} {answer} Can you accept this answer?"
    asks = tuple(Choose(name, question, (True, False), cites="table.dispute", about=answer) for name in s.players)
    yield tell("table.dispute", "{matter} {answer}", matter=matter, answer=answer)
    agreed = (yield from Gather(asks, lambda yes: not yes)) if asks else ()
    if asks and all(agreed):
        yield tell("table.dispute", "Everybody can accept it.")
        return s
    question = f"There is no agreement. Does it stand: {answer}"
    stands = yield from Choose("gm", question, (True, False), cites="table.gm.final")
    words = "The game master decides: so it is." if stands else "The game master decides: not so."
    yield tell("table.gm.final", words)
    return s


@action("defense.resist", "defense.barrier", "health.overflow", title="Cause damage", by="gm", group="Master")
def cause_damage(
    s: Veridia,
    who: Annotated[str, Param("To whom", among=people(is_dead), label="to whom")],
    damage: Annotated[int, Param("How much, before defences", min=1, max=40)],
    kind: Annotated[
        Literal["physical", "elemental"], Param("Armor stops one kind, resist the other", main=True)
    ] = "physical",
    ignoring: Annotated[
        bool, Param("Ignores what can be ignored; inner defences cannot", label="past outer defences")
    ] = False,
) -> Rule[Veridia]:
    """Cause damage without an attack roll, such as a fall, a fire or a spell."""
    c = the(s, who)
    if c.dead:
        raise Refused(f"{c.name} is dead.")
    done = suffer(damage, shell(c, of_kind(kind)), s.rulings, ignoring=ignoring)
    yield of_blow(s, c, Blow(True, done.barrier, done.health))
    taken = past_defences(damage, done.health, kind)
    yield tell("attack.reduce", "{name} takes {damage}.", name=c.name, damage=taken)
    s = yield from wounded(s, who, Blow(True, done.barrier, done.health, done.wear))
    return (yield from let_go(s))


def of_kind(kind: str) -> Kind:
    return "elemental" if kind == "elemental" else "physical"


@action("defense.barrier", title="Raise a barrier", by="gm", group="Master")
def raise_barrier(
    s: Veridia,
    who: Annotated[str, Param("Around whom", among=people(is_dead), label="around")],
    points: Annotated[int, Param("Its points; 0 ends it", min=0, max=40)],
) -> Rule[Veridia]:
    """Raise a barrier: bonus health points that take damage first."""
    yield tell("defense.barrier", "{name} has a barrier of {n}.", name=the(s, who).name, n=points)
    return put(s, the(s, who).but(barrier=points))


@action("cover.table", title="Take cover", by=("gm", "player"), group="Fight")
def take_cover(
    s: Veridia,
    who: Annotated[str, Param("Who", among=people(is_dead), mine=True, label="who")],
    quarters: Annotated[
        int, Param("Quarters of the body in cover; 4 hides wholly", min=0, max=4, label="quarters hidden")
    ],
) -> Rule[Veridia]:
    """Set how much of a character is hidden behind something. No rule makes it an action."""
    how = "in the open" if not quarters else "wholly hidden" if quarters == 4 else f"{quarters}/4 hidden"
    yield tell("cover.table", "{name} is {how}.", name=the(s, who).name, how=how)
    return put(s, the(s, who).but(cover=quarters))


@action("grapple.hand", "combat.stand", title="Set a condition", by="gm", group="Master")
def set_condition(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(is_dead), label="whose")],
    condition: Annotated[Literal["prone", "bound"], Param("Which")],
    on: Annotated[bool, Param("Whether it holds", label="holds", main=True)] = True,
) -> Rule[Veridia]:
    """Lay a character prone or bind their arms, or end it."""
    c = the(s, who)
    words = "{name} is {condition}." if on else "{name} is no longer {condition}."
    yield tell("grapple.hand" if condition == "bound" else "combat.stand", words, name=c.name, condition=condition)
    unseated = {"mount": ""} if condition == "prone" and on else {}
    return put(s, c.but(**{condition: on}, **unseated))


@action(
    "roll.match.side_effect",
    "roll.critical.effect",
    "pool.who",
    title="Side effect",
    by="gm",
    instant=True,
    group="Master",
)
def side_effect(
    s: Veridia,
    who: Annotated[str, Param("Of whose roll", among=people(), label="whose roll")],
    what: Annotated[str, Param("What happens", examples=("The rope frays.", "The current helps."))],
) -> Rule[Veridia]:
    """Describe the effect of a match or a critical failure, where no rule names one."""
    yield tell("roll.match.side_effect", "{name}: {what}", name=the(s, who).name, what=what)
    return s


@action("equip.inferior.other", title="A poor thing fails", by="gm", instant=True, group="Master")
def item_fails(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(is_dead), label="whose")],
    what: Annotated[str, Param("What fails", examples=("the cheap lantern",))],
) -> Rule[Veridia]:
    """Let a poor item fail, when the game master decides so."""
    yield tell("equip.inferior.other", "{name}: {what} fails.", name=the(s, who).name, what=what)
    return s


MASTER = (settle_dispute, cause_damage, raise_barrier, take_cover, set_condition, side_effect, item_fails)
