"""Tables ready to play: one with three people of the cloud harbour and two others, and an empty one."""

from __future__ import annotations

from tablewright.rules import cites

from .assembly import new_character
from .caliber import Caliber
from .characters import Ability, Attribute, Character, Job
from .options import VenusRulings
from .state import Fact, Person, Venus

PEOPLE = (
    Person("fc", "Fay", "fc"),
    Person("ann", "Ann"),
    Person("bob", "Bob"),
    Person("cat", "Cat"),
)


def abilities(**grades: tuple[Caliber, int]) -> tuple[Ability, ...]:
    return tuple(Ability(name, name.capitalize(), caliber, score) for name, (caliber, score) in grades.items())


#: The abilities of tasks where sure feet show.
CLIMBING = ("finesse", "swiftness")


def ida(rulings: VenusRulings) -> Character:
    return new_character("ida", "Ida Quill", "ann", False, rulings).but(
        text="Climbs what others look up at.",
        abilities=abilities(finesse=("silver", 3), swiftness=("bronze", 4), wits=("bronze", 2), resolve=("silver", 2)),
        attributes=(
            Attribute("grapnel", "Grapnel", "asset", "Sixty feet of line and a good hook."),
            Attribute(
                "sure-feet", "Sure feet", "merit", "Heights do not worry her.", "nobody below notices a thing", CLIMBING
            ),
            Attribute("patience", "A climber's patience", "discipline", "Waits for the gust to pass."),
            Attribute("red-scarf", "The red scarf", "aesthetic", "Everybody knows it."),
        ),
        jobs=(
            Job("rigger", "Rigger", ("finesse", "swiftness"), 3),
            Job("burglar", "Burglar", ("finesse", "wits"), 2, 5),
        ),
        principles=("I leave nobody behind.",),
    )


def bo(rulings: VenusRulings) -> Character:
    return new_character("bo", "Bo Lantern", "bob", False, rulings).but(
        text="Carries things, and keeps quiet about them.",
        abilities=abilities(finesse=("bronze", 2), swiftness=("gold", 3), wits=("bronze", 2), resolve=("bronze", 3)),
        attributes=(
            Attribute("kite", "Courier's kite", "asset", "Patched, but it flies."),
            Attribute("long-legs", "Long legs", "feature", "Nobody outruns him on a gangway."),
            Attribute("night-eyes", "Eyes for the dark", "merit"),
        ),
        jobs=(Job("courier", "Courier", ("swiftness", "resolve"), 3),),
        principles=("A sealed letter stays sealed.",),
    )


def cleo(rulings: VenusRulings) -> Character:
    return new_character("cleo", "Cleo Varn", "cat", False, rulings).but(
        text="Knows what everything is worth.",
        abilities=abilities(finesse=("bronze", 1), swiftness=("bronze", 2), wits=("silver", 4), resolve=("silver", 3)),
        attributes=(
            Attribute("ledger", "The double ledger", "asset", "Who owes whom, and since when."),
            Attribute("poise", "Poise", "discipline"),
            Attribute("rings", "Seven rings", "aesthetic"),
        ),
        jobs=(
            Job("broker", "Broker", ("wits", "resolve"), 4),
            Job("physician", "Physician", ("wits", "finesse"), 0, 0, "a licence of the harbour college", False),
        ),
        principles=("A bargain is a bargain.",),
    )


def others(rulings: VenusRulings) -> tuple[Character, ...]:
    warden = new_character("warden", "Warden Oss", "fc", True, rulings).but(
        text="Keeps the harbour chain, and grudges.",
        abilities=abilities(finesse=("silver", 3), swiftness=("bronze", 2), wits=("bronze", 3), resolve=("gold", 4)),
        attributes=(Attribute("mail", "Glass mail", "asset"),),
    )
    tinker = new_character("pim", "Pim the tinker", "fc", True, rulings).but(
        text="Owes Ida a favour.",
        abilities=abilities(finesse=("gold", 3), swiftness=("bronze", 1), wits=("silver", 3), resolve=("bronze", 1)),
        jobs=(Job("tinker", "Tinker", ("finesse", "wits"), 2),),
    )
    return warden, tinker


@cites("lot.start", "turn.fc-opens")
def new_table(rulings: VenusRulings) -> Venus:
    """A table with all people seated and no turn yet: the FC sets the first scene."""
    cast = (ida(rulings), bo(rulings), cleo(rulings), *others(rulings))
    facts = (
        Fact("the-chain", "The harbour chain is raised an hour after dusk.", "known"),
        Fact("the-warden", "Warden Oss is afraid of heights.", "known"),
    )
    return Venus(rulings, PEOPLE, cast, facts=facts)


@cites("turn.fc-opens")
def empty_table(rulings: VenusRulings) -> Venus:
    """A table without characters and without facts."""
    return Venus(rulings, (), ())
