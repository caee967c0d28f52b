"""Bonus factors of a check: surroundings, attributes, Lots and allies, put to the Peers one by one."""

from __future__ import annotations

from typing import Annotated, Any

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, find_by_id, tell, unique_id
from tablewright.rules.kit import check_title

from .checks import BONUS_MOST
from .peers import proposed
from .picks import Given, roller
from .state import Call, Factor, FactorKind, Venus, called, no_check


def of_kind(s: Venus, kind: FactorKind) -> list[FieldOption]:
    """Factors of a kind that can be listed, with a reason for each that counts already."""
    if s.call is None:
        return []
    roller, used = s.character(s.call.who), {f.id for f in s.call.bonus}
    if kind == "attribute":
        found = [(f"attribute-{a.id}", a.id, a.name, a.text or a.kind) for a in roller.attributes]
    else:
        others = [c for c in s.characters if c.id != roller.id]
        found = [(f"ally-{c.id}", c.id, c.name, c.text) for c in others]
    return [
        FieldOption(id, name, note, f"{name} counts already: nothing counts twice." if factor in used else "")
        for factor, id, name, note in found
    ]


def whats(s: Venus, given: Given) -> list[FieldOption] | None:
    """Attributes and allies by name. Surroundings have no list, because they are written."""
    kind = given.get("kind")
    return of_kind(s, kind) if kind in ("attribute", "ally") else None


def kinds(s: Venus) -> list[FieldOption]:
    """The kinds of factor still available."""
    if s.call is None:
        return []
    roller = s.character(s.call.who)
    no_lot = sum(f.kind == "lot" for f in s.call.bonus) >= roller.lots
    why: dict[Any, str] = {"lot": f"{roller.name} has no further Lot to spend." if no_lot else ""}
    for kind in ("attribute", "ally"):
        gone = all(pick.why_not for pick in of_kind(s, kind))
        why[kind] = f"No further {kind} of {roller.name}'s is left." if gone else ""
    called = {"surroundings": "the surroundings", "lot": "a Lot", "ally": "an ally's help", "attribute": "an attribute"}
    return [FieldOption(kind, called[kind], "", why.get(kind, "")) for kind in called]


@action(
    "check.bonus.kinds",
    "check.bonus.approval",
    "check.bonus.cap",
    title="Bring in a bonus factor",
    by=("player", "fc"),
    instant=True,
    group="Rolling",
    when=no_check,
)
def bring_factor(
    s: Venus,
    who: Annotated[str, Param("Who rolls the check", among=roller, mine=True)],
    kind: Annotated[FactorKind, Param("Surroundings, an attribute, a Lot, or an ally's help", among=kinds)],
    what: Annotated[
        str,
        Param(
            "Which attribute, whose help, or the surroundings in words",
            among=whats,
            applies=lambda _, given: given.get("kind") != "lot",
            main=True,
            examples=("a rope", "the noise of the market"),
        ),
    ] = "",
    instead: Annotated[
        str,
        Param(
            "Which of the four that count it replaces",
            label="leave out",
            main=True,
            among=lambda s: [FieldOption(f.id, f.words) for f in s.call.bonus] if s.call else [],
            applies=lambda s, _: s.call is not None and len(s.call.bonus) >= BONUS_MOST,
        ),
    ] = "",
) -> Rule[Venus]:
    """Put one bonus factor to the Peers. The die is rolled, and a Lot paid, only if the check falls short.

    At most four count: a fifth replaces one of them.
    """
    call = called(s, "check", who)
    call = without(call, instead)
    factor = factor_of(s, call, kind, what)
    if kind == "lot" and s.rulings.lots_in_checks == "free":
        agreed = True
    else:
        left_out = f" instead of {words_of(s, instead)}" if instead else ""
        proposal = f"{s.character(who).name} brings in {factor.words}{left_out}: does it count as a bonus factor?"
        agreed = yield from proposed(s, s.character(who).player, proposal)
    if not agreed:
        return s
    if instead:
        yield tell("check.bonus.cap", "Four count: {what} is left out.", what=words_of(s, instead))
    yield tell("check.bonus.approval", "A bonus factor: {what}.", what=factor.words)
    return s.but(call=call.but(bonus=(*call.bonus, factor)))


def words_of(s: Venus, factor: str) -> str:
    return find_by_id(s.call.bonus, factor, "bonus factor").words if s.call else ""


@cites("check.bonus.cap")
def without(call: Call, instead: str) -> Call:
    """The check without the factor that is left out."""
    if not instead:
        return call
    gone = find_by_id(call.bonus, instead, "bonus factor")
    return call.but(bonus=tuple(f for f in call.bonus if f.id != gone.id))


def factor_of(s: Venus, call: Call, kind: FactorKind, what: str) -> Factor:
    """The factor meant. Refused if there are four, if it is used already, or if it does not exist."""
    roller = s.character(call.who)
    if len(call.bonus) >= BONUS_MOST:
        raise Refused("Four bonus factors are the most: say which one is left out.", "instead")
    if kind == "lot":
        if sum(f.kind == "lot" for f in call.bonus) >= roller.lots:
            raise Refused(f"{roller.name} has no further Lot to spend.")
        return Factor(unique_id("lot", [f.id for f in call.bonus]), "lot", "a Lot")
    if kind == "attribute":
        if not what:
            raise Refused("Say which attribute.", "what")
        attribute = roller.attribute(what)
        new = Factor(f"attribute-{attribute.id}", kind, attribute.name)
    elif kind == "ally":
        if not what:
            raise Refused("Say who helps.", "what")
        ally = s.character(what)
        if ally.id == call.who:
            raise Refused("Nobody is their own ally: name somebody else.")
        new = Factor(f"ally-{ally.id}", kind, f"{ally.name}'s help")
    else:
        if not what.strip():
            raise Refused("Say what about the surroundings helps.", "what")
        words = check_title(what)
        new = Factor(unique_id(words, ()), kind, words)
    if any(f.id == new.id for f in call.bonus):
        raise Refused(f"{new.words} counts already: nothing counts twice.")
    return new


ACTIONS = (bring_factor,)
