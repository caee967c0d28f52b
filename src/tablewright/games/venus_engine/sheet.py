"""The sheet of each seat, in widgets. Only notes and hidden clocks are secret in this game."""

from __future__ import annotations

from tablewright.rules import Viewer, cites
from tablewright.rules.kit import Kit, conceal_kit, kit_panels, kit_secrets
from tablewright.rules.widgets import (
    AnyWidget,
    CardWidget,
    FieldWidget,
    Offer,
    Panel,
    PoolWidget,
    TableWidget,
    TextWidget,
    TokenWidget,
    TrackWidget,
    TurnOrderWidget,
)

from .aid import AID_MOST
from .characters import EXP_BAR, LOTS_MOST, Character, Job
from .difficulty import target_of
from .means import SOURCES
from .peers import name_of
from .scenes import members
from .spending import TERTIARIES, Menu
from .state import Call, Last, Venus, names_of
from .statistics import or_more, percent, pool_chances
from .tasks import dice_of, pool_of, specials_of, threshold_for


def conceal(s: Venus, seat: Viewer) -> Venus:
    return s.but(kit=conceal_kit(s.kit, seat.sees))


def secrets(s: Venus, seat: Viewer) -> tuple[str, ...]:
    public = repr(s.but(kit=Kit()))
    return tuple(text for text in kit_secrets(s.kit, seat.sees) if text not in public)


def sheet(s: Venus, seat: Viewer) -> tuple[Panel, ...]:
    master, plays = seat.master, seat.master or seat.role == "player"
    mine = [c for c in s.characters if c.id in seat.plays and not c.npc]
    theirs = [c for c in s.characters if c not in mine and (master or not c.npc)]
    panels = [scene_panel(s, seat)]
    if s.call is not None:
        panels.append(call_panel(s, s.call, master or s.call.who in seat.plays))
    if s.last is not None and s.last.kind == "task":
        panels.append(last_panel(s, s.last))
    panels += [newcomer_panel()] if seat.role == "player" and not mine else []
    panels += [character_panel(c) for c in mine]
    panels += [character_panel(c) if master else short_panel(c) for c in theirs]
    if s.facts:
        panels.append(Panel("What is known", tuple(TextWidget(f.text, cites="insight.kinds") for f in s.facts)))
    if s.house:
        panels.append(Panel("Rulings", tuple(CardWidget(r.text, r.contested, cites="fc.not-final") for r in s.house)))
    return (*panels, *kit_panels(s.kit, seat.sees, master=master, plays=plays))


@cites("lot.start")
def newcomer_panel() -> Panel:
    """An invitation to make a character, for a player without one."""
    offer = Offer("make_character", {}, "Make a character")
    word = FieldWidget(
        "Nobody yet", "make somebody of your own, or take over who has no player", offer, cites="lot.start"
    )
    return Panel("Your character", (word,))


def scene_panel(s: Venus, seat: Viewer) -> Panel:
    words: list[AnyWidget] = [FieldWidget("Chapter", str(s.chapter))]
    if s.paused:
        words.append(TextWidget(f"Paused {s.paused}.", "bad", cites="pause.anyone"))
    for scene in s.scenes:
        here = " (now)" if scene.id == s.now and len(s.scenes) > 1 else ""
        words.append(CardWidget(f"{scene.title}{here}", scene.text, f"round {scene.round}", cites="split.apart"))
    if s.now:
        scene = s.scene(s.now)
        names = members(s, scene)
        at = names.index(s.turn) if s.turn in names else None
        words.append(
            TurnOrderWidget("Turns", tuple(s.person(p).name for p in names), at, scene.round, cites="turn.pass-order")
        )
        if seat.id in (s.turn, s.fc):
            words.append(
                FieldWidget(
                    "Your turn" if seat.id == s.turn else "The turn",
                    "pass it on",
                    Offer("pass_turn", {}, "Pass"),
                    cites="turn.end",
                )
            )
    elif s.debriefing:
        words.append(
            TextWidget("The debrief: who portrayed well, who upheld their principles?", cites="lot.earn.debrief")
        )
    else:
        words.append(TextWidget("Between scenes: anyone may offer the next one.", cites="scene.offer"))
    words += [CardWidget(f"{name_of(s, o.id)} offers: {o.title}", o.text, cites="scene.offer") for o in s.offers]
    return Panel("The scene", tuple(words))


def call_panel(s: Venus, call: Call, mine: bool) -> Panel:
    character = s.character(call.who)
    ability = character.ability(call.ability)
    words: list[AnyWidget] = [
        FieldWidget("Agenda", character.agenda or "not said", cites="rollwhen.agenda"),
        FieldWidget("Ability", f"{ability.name}, {ability.caliber} {ability.score}", cites="rollwhen.ability"),
    ]
    if call.factors:
        words.append(FieldWidget("Against it", ", ".join(call.factors), cites=f"{call.kind}.stakes"))
    words.append(
        FieldWidget("Failure", call.stakes or ("obvious" if call.obvious else "not told yet"), cites="check.stakes")
    )
    words += check_words(call, ability.score, mine) if call.kind == "check" else task_words(s, call, mine)
    return Panel(f"A {call.kind} for {character.name}", tuple(words), of=call.who)


def check_words(call: Call, score: int, mine: bool) -> list[AnyWidget]:
    roll = Offer("roll_check", {"who": call.who}, "Roll") if mine else None
    target = target_of(call)
    bonus = tuple(f.words for f in call.bonus)
    return [
        FieldWidget("Target", f"{target}: {max(target - score, 1)} or more on the die", cites="check.target.range"),
        PoolWidget("If it falls short", len(bonus), 6, bonus, cites="check.bonus.cap"),
        FieldWidget("Roll", "when the stakes are clear", roll, cites="check.roll"),
    ]


def task_words(s: Venus, call: Call, mine: bool) -> list[AnyWidget]:
    words: list[AnyWidget] = []
    character = s.character(call.who)
    offers = [f"{s.character(a.id).name} as {s.character(a.id).job(a.job).name}" for a in call.offers]
    if offers:
        words.append(FieldWidget("Aid offered", ", ".join(offers), cites="task.aid.accept"))
    words += [
        FieldWidget(f"{s.character(a.id).name} asks", a.demand, cites="task.demand") for a in call.offers if a.demand
    ]
    jobs = [job for job in character.jobs if call.ability in job.abilities]
    words += [job_word(s, call, job, mine) for job in jobs]
    if not jobs:
        words.append(TextWidget("No job inherits this ability: the Peers choose one to learn.", cites="task.job.none"))
    pointed = (
        [f"Lots: {character.lots}" + (", Ego" if character.ego else "")],
        [p.words for p in call.insights],
        [f"{s.character(p.by).name}: {p.words}" for p in call.stunts],
        [p.words for p in call.specialties],
    )
    rows = tuple((source, "; ".join(what) or "none yet") for source, what in zip(SOURCES, pointed, strict=True))
    words.append(TableWidget("To KISS with", ("source", "what"), rows, cites="kiss.sources"))
    words += [chances(s, call, job) for job in jobs[:1]]
    return words


def job_word(s: Venus, call: Call, job: Job, mine: bool) -> PoolWidget:
    ability = s.character(call.who).ability(call.ability)
    dice, threshold = dice_of(job, ability.score), threshold_for(s, call, job)
    reason = f"level {job.level}" if job.level else f"learning, {ability.name} {ability.score}"
    offer = Offer("perform_task", {"who": call.who, "job": job.id}, "Perform") if mine else None
    return PoolWidget(
        f"{job.name}, threshold {threshold}",
        dice,
        6,
        (f"{ability.caliber}, {reason}",),
        offer=offer,
        cites="task.job.dice",
    )


def chances(s: Venus, call: Call, job: Job) -> TableWidget:
    """Exact chances with all aid on offer (two at most): in one throw, and with every miss KISSed."""
    aids = call.offers[:AID_MOST]
    pool = [(caliber, n) for _, caliber, n in pool_of(s, call, job, aids)]
    once, twice = or_more(pool_chances(pool)), or_more(pool_chances(pool, kissed=True))
    rows = tuple((str(k), percent(once[k]), percent(twice[k])) for k in range(1, len(once)))
    aided = f", aided by {names_of(s, tuple(aid.id for aid in aids))}" if aids else ""
    return TableWidget(
        f"Chances as {job.name}{aided}", ("at least", "plain", "every miss KISSed"), rows, cites="stats.exact"
    )


def last_panel(s: Venus, last: Last) -> Panel:
    actor = s.character(last.who)
    menu = Menu(1, specials_of(actor, last.ability))
    names = {"primary": "The main goal", **menu.secondaries, **TERTIARIES}
    words = tuple(
        CardWidget(
            names.get(b.id, b.id).capitalize(),
            b.words or "not worded yet",
            offer=None if b.words else Offer("word_consequence", {"consequence": b.id}, "Word it"),
            cites="personal.describe",
        )
        for b in last.bought
    )
    end = "reached the goal" if last.passed else "failed"
    return Panel("The last task", (TextWidget(f"{actor.name} {end}.", "good" if last.passed else "bad"), *words))


def character_panel(c: Character) -> Panel:
    table = TableWidget(
        "Abilities",
        ("ability", "caliber", "score"),
        tuple((a.name, a.caliber, str(a.score)) for a in c.abilities),
        cites="caliber.meaning",
    )
    words: list[AnyWidget] = [TextWidget(c.text)] if c.text else []
    words += [
        FieldWidget(label, said)
        for label, said in (("Tier", c.tier), ("Age", c.age), ("Archetype", c.archetype))
        if said
    ]
    words += [TextWidget(f"Wound: {wound}", "bad", cites="check.relative.kinds") for wound in c.wounds]
    if c.agenda:
        words.append(FieldWidget("Agenda", c.agenda, cites="rollwhen.agenda"))
    words.append(table)
    if not c.npc:
        words.append(TrackWidget("Lots", c.lots, LOTS_MOST, cites="lot.cap"))
        words.append(TokenWidget("Ego", c.ego, cites="ego.binary"))
    for job in c.jobs:
        barred = f", needs {job.qualification}" if job.barred else ""
        level = f"level {job.level}" if job.level else "learning"
        names = " and ".join(c.ability(a).name for a in job.abilities)
        words.append(
            TrackWidget(
                f"{job.name} ({level}; {names}{barred}), exp", min(job.exp, EXP_BAR), EXP_BAR, cites="learn.complete"
            )
        )
    words += [
        CardWidget(
            a.name,
            ". ".join(t for t in (a.text.rstrip("."), f"Offers: {a.special}" if a.special else "") if t),
            a.kind,
            cites="advance.attributes",
        )
        for a in c.attributes
    ]
    words += [TextWidget(f"“{p}”", "quiet", cites="ego.earn.debrief") for p in c.principles]
    return Panel(c.name, tuple(words), of=c.id, note="the FC's" if c.npc else "")


def short_panel(c: Character) -> Panel:
    grades = ", ".join(f"{a.name} {a.caliber} {a.score}" for a in c.abilities)
    jobs = ", ".join(f"{j.name} {j.level}" for j in c.jobs)
    words: list[AnyWidget] = [TextWidget(grades, cites="caliber.meaning")]
    if jobs:
        words.append(FieldWidget("Jobs", jobs, cites="task.job.dice"))
    if not c.npc:
        words.append(FieldWidget("Lots", f"{c.lots}{', and Ego' if c.ego else ''}", cites="lot.cap"))
    return Panel(c.name, tuple(words), of=c.id, note="the FC's" if c.npc else "")
