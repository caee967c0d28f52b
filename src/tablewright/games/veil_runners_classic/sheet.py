"""The sheet of each seat, in widgets."""

from __future__ import annotations

from tablewright.rules import Viewer, option_text
from tablewright.rules import widgets as v
from tablewright.rules.kit import conceal_kit, kit_panels, kit_secrets

from .action_shunt import SHUNTS, not_returnable
from .consequence import not_tellable
from .difficulty import busy
from .remapping_dice import WAYS, ways_open
from .rolling_dice import RATINGS, TARGETS, level_words, rating_words
from .state import CREW, CREW_TOKENS, SHIP_TOKENS, Member, Run, Token, crowd, dice_lost, name_of, over
from .systems import PURPOSES, SYSTEM_DICE, SYSTEMS, System
from .taking_damage import CRASH
from .tokens import has, what_it_is_like
from .wording import dice_words


def conceal(s: Run, seat: Viewer) -> Run:
    return s.but(kit=conceal_kit(s.kit, seat.sees))


def secrets(s: Run, seat: Viewer) -> tuple[str, ...]:
    return kit_secrets(s.kit, seat.sees)


def sheet(s: Run, seat: Viewer) -> tuple[v.Panel, ...]:
    """The moment, the ship, the crew's tokens, everyone aboard (one's own character first), and the tables of rolls."""
    master, plays = seat.master, seat.role == CREW
    return (
        moment_panel(s, master),
        *([newcomer_panel()] if plays and not seat.plays else []),
        ship_panel(s, master, master or plays),
        v.Panel("Crew tokens", tuple(token_word(s, token, master) for token in CREW_TOKENS)),
        *(member_panel(s, member, seat) for member in sorted(s.crew, key=lambda m: m.id not in seat.plays)),
        *kit_panels(s.kit, seat.sees, master=master, plays=plays),
        reference_panel(),
    )


def newcomer_panel() -> v.Panel:
    """An invitation to join, for a player without a character."""
    offer = v.Offer("join_crew", {}, "Join the crew")
    word = v.FieldWidget(
        "Nobody yet", "write somebody of your own, or take over who has no player", offer, "character.parts"
    )
    return v.Panel("Your character", (word,))


def moment_panel(s: Run, master: bool) -> v.Panel:
    """The ship's place, its pressure, and the next thing the table waits for."""
    rated = "not rated yet" if s.rating is None else rating_words(s.rating)
    time, title = ("end_downtime", "End") if s.downtime else ("begin_downtime", "Begin")
    words: list[v.AnyWidget] = [
        v.FieldWidget("Now", f"day {s.day}, in {s.place}" if s.place != "a station" else f"day {s.day}, at a station"),
        v.TokenWidget(
            "Downtime", s.downtime, "", v.Offer(time, {}, title) if master else None, cites="remap.downtime.when"
        ),
        v.FieldWidget("Next action", rated, v.Offer("rate", {}, "Rate") if master else None, cites="roll.difficulty"),
    ]
    if s.desperate:
        words.append(v.TextWidget("The next systems roll is desperate.", "bad", "roll.desperate"))
    if s.aftermath:
        last = f"{name_of(s, s.aftermath.who)}, {option_text(s.aftermath.result)}"
        offer = v.Offer("tell_consequence", {}, "Tell its consequence") if master and not not_tellable(s) else None
        words.append(v.FieldWidget("Last roll", last, offer, cites="roll.consequence"))
    words += [
        v.TextWidget(f"{name_of(s, o.id)} helps {name_of(s, o.to)}: {level_words(o.level)}.", cites="roll.help")
        for o in s.offers
    ]
    waits = waits_for(s)
    if waits:
        words.append(v.TextWidget(waits, "bad" if over(s) else "plain"))
    if crowd(s):
        words.append(v.TextWidget(crowd(s), "quiet", "players.number"))
    return v.Panel("The moment", tuple(words))


def waits_for(s: Run) -> str:
    """The thing that has to happen before the next roll, in a sentence."""
    if over(s):
        return f"It is over: {over(s)}"
    if not not_returnable(s):
        return "The crew returns dice now."
    return "The wayfinder tells the consequence now." if not not_tellable(s) else ""


def ship_panel(s: Run, master: bool, plays: bool) -> v.Panel:
    ship = s.ship
    words: list[v.AnyWidget] = [token_word(s, token, master) for token in SHIP_TOKENS]
    words += [system_word(s, system, plays) for system in SYSTEMS]
    if s.aftermath and s.aftermath.hand:
        offer = v.Offer("return_dice", {}, "Take back") if plays and not not_returnable(s) else None
        words.append(v.PoolWidget("In hand", s.aftermath.hand, offer=offer, cites="remap.action"))
    if dice_lost(s):
        words.append(
            v.TextWidget(f"{dice_words(dice_lost(s)).capitalize()} of {SYSTEM_DICE} lost.", "bad", "shunt.fault")
        )
    if not over(s):
        words.append(remapping_word(s, plays))
    words += [
        v.CardWidget(f"{m.id} {m.name}", m.text, "destroyed" if m.destroyed else "", cites="modules.number")
        for m in ship.modules
    ]
    return v.Panel(f"The {ship.name}", tuple(words), of="ship", note="destroyed" if ship.destroyed else "")


def remapping_word(s: Run, plays: bool) -> v.FieldWidget:
    """The present way to move dice, apart from those of a roll."""
    ways = ways_open(s)
    if "downtime" in ways:
        value, action = "free, in downtime", "remap"
    elif "emergency shunt" in ways:
        value, action = "locked, but for an emergency shunt", "emergency_shunt"
    else:
        value, action = "locked", ""
    return v.FieldWidget(
        "Remapping", value, v.Offer(action, {}, "Remap") if plays and action else None, cites="systems.remap"
    )


def system_word(s: Run, system: System, plays: bool) -> v.PoolWidget:
    offer = v.Offer("systems_roll", {"system": system}, "Roll") if plays and not busy(s) else None
    return v.PoolWidget(
        system.title(),
        s.ship.dice.of(system),
        reasons=(PURPOSES[system],),
        offer=offer,
        cites="systems.dice",
        place=system,
        moves=remapping_word(s, plays).offer if not over(s) else None,
    )


def token_word(s: Run, token: Token, master: bool) -> v.TokenWidget:
    there = has(s, token)
    id, words = what_it_is_like(s, token)
    action, title = ("lose_token", "Lose") if there else ("regain_token", "Regain")
    offer = v.Offer(action, {"token": token}, title) if master else None
    return v.TokenWidget(token.title(), there, words, offer, cites=id)


def member_panel(s: Run, member: Member, seat: Viewer) -> v.Panel:
    own = seat.master or member.id in seat.plays
    offer = v.Offer("personal_roll", {"who": member.id}, "Roll") if own and not busy(s) else None
    return v.Panel(
        member.name,
        (
            v.PoolWidget("Personal dice", member.dice, offer=offer, cites="personal.number"),
            v.FieldWidget("Grit", str(member.grit), cites="grit"),
            v.FieldWidget("Background", member.background, cites="character.parts"),
            v.FieldWidget("Skill", member.skill, cites="character.parts"),
            v.FieldWidget("Flaw", member.flaw, cites="character.flaw"),
        ),
        of=member.id,
        note="" if member.player else "nobody plays them yet",
    )


def reference_panel() -> v.Panel:
    """The book's tables, as the rules read them."""
    shunts = tuple(
        ("desperate" if desperate else "normal", option_text(result), shunt)
        for (desperate, result), (shunt, _) in SHUNTS.items()
    )
    ratings = tuple((name.title(), ", ".join(map(str, numbers))) for name, numbers in RATINGS.items())
    targets = tuple((level.name.title(), str(target)) for level, target in TARGETS.items())
    ways = tuple((way, when, cost) for way, (when, cost) in WAYS.items())
    hits = [die for die, number in CRASH.items() if number]
    crash = (
        (f"{hits[0]} to {hits[-1]}", "the module of that number; the ship, if that one is gone"),
        (" or ".join(str(die) for die, number in CRASH.items() if not number), "nothing"),
    )
    return v.Panel(
        "How it is read",
        (
            v.TableWidget("Difficulty", ("action", "rating"), ratings, cites="roll.difficulty.table"),
            v.TableWidget("Proficiency", ("level", "target"), targets, cites="roll.target.table"),
            v.TableWidget("Shunts", ("roll", "result", "shunt"), shunts, cites="shunt.table"),
            v.TableWidget("Remapping", ("way", "when", "cost"), ways, cites="remap.ways"),
            v.TableWidget("Crash die", ("die", "destroyed"), crash, cites="damage.table"),
        ),
        folded=True,
    )
