"""A roll, tokens spent the best way, an interrupt by another seat that changes who is hurt, an instant in between."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated, Any

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.rules import (
    ActingSeat,
    Choose,
    Game,
    Outcome,
    Param,
    Reading,
    Refused,
    Role,
    Roll,
    Rule,
    Rulings,
    Seat,
    State,
    action,
    find_by_id,
    replace_by_id,
    roll,
    rule,
    tell,
)
from tablewright.rules.effects.policy import first_free_option
from tablewright.rules.widgets import Panel, TrackWidget
from tablewright.table import Table

from .readers import agree, live

FIASCO, DRAWBACK, SUCCESS, CRITICAL = range(4)


class Member(State, frozen=True):
    id: str
    player: str
    vitality: int = 3
    focus: int = 0
    defender: bool = False


class Crew(State, frozen=True):
    crew: tuple[Member, ...]
    notes: tuple[str, ...] = ()


@cache
def prices(focus: int) -> Reading[tuple[tuple[int, int], ...]]:
    """Each outcome within reach of these tokens, with the fewest that buy it."""

    def step(top: tuple[int, ...], face: int, k: int) -> tuple[int, ...]:
        return (top + (face,) * min(k, 2))[:2]

    def finish(top: tuple[int, ...], n: int) -> tuple[tuple[int, int], ...]:
        best, second = (*top, -99)[:2]
        cost = {FIASCO: 0, DRAWBACK: max(0, 4 - best), SUCCESS: 6 - best, CRITICAL: 12 - best - second}
        natural = max(o for o, c in cost.items() if c == 0)
        return tuple((o, c) for o, c in cost.items() if o >= natural and c <= focus)

    return Reading((), step, finish)


@rule("toy.pool")
def pool_roll(who: str, dice: int, focus: int) -> Rule[tuple[int, int]]:
    within = yield from Roll(dice, 6, prices(focus), by=who)
    return (yield from Choose(who, "Spend focus?", within, tuple(cost for _, cost in within)))


@rule("toy.damage")
def take_damage(s: Crew, who: str) -> Rule[Crew]:
    for guard in s.crew:
        if guard.id != who and guard.defender and guard.focus:
            if not (yield from Choose(guard.id, f"Shield {who}?", (False, True), (0, 1))):
                continue
            s = s.but(crew=replace_by_id(s.crew, guard.but(focus=guard.focus - 1)))
            best = (yield from roll(guard.vitality, by=guard.id))[-1]
            yield tell("toy.defender", "{guard} steps in front of {who}.", guard=guard.id, who=who)
            hurt = {True: (guard.id,), False: (guard.id, who)}[best >= 4]
            return wound(s, hurt)
    return wound(s, (who,))


def wound(s: Crew, who: tuple[str, ...]) -> Crew:
    crew = tuple(m.but(vitality=m.vitality - 1, focus=min(3, m.focus + 1)) if m.id in who else m for m in s.crew)
    return s.but(crew=crew)


Who = Annotated[str, Param("Who acts", among=lambda s: [m.id for m in s.crew], mine=True)]


@action("toy.roll", title="Crew roll", by="crew")
def crew_roll(s: Crew, who: Who) -> Rule[Crew]:
    """Roll vitality; anything less than a success hurts."""
    member = find_by_id(s.crew, who)
    outcome, spent = yield from pool_roll(who, member.vitality, member.focus)
    s = s.but(crew=replace_by_id(s.crew, member.but(focus=member.focus - spent)))
    yield Outcome(outcome)
    if outcome < SUCCESS:
        s = yield from take_damage(s, who)
    return s


@action("toy.note", title="Pass a note", by="crew", instant=True)
def pass_note(s: Crew, text: Annotated[str, Param("What it says")], me: Annotated[str, ActingSeat()]) -> Rule[Crew]:
    """Any time."""
    yield tell("toy.note", "{me} passes a note.", me=me)
    return s.but(notes=(*s.notes, f"{me}: {text}"))


@action("toy.gift", title="Hand over focus", by="crew", instant=True)
def hand_over(s: Crew, who: Who, to: Annotated[str, Param("Who gets it")]) -> Rule[Crew]:
    """Any time: one token changes hands."""
    giver, getter = find_by_id(s.crew, who), find_by_id(s.crew, to)
    if not giver.focus:
        raise Refused(f"{who} has no token to give.")
    yield tell("toy.gift", "{who} gives {to} a token.", who=who, to=to)
    crew = replace_by_id(replace_by_id(s.crew, giver.but(focus=giver.focus - 1)), getter.but(focus=getter.focus + 1))
    return s.but(crew=crew)


def new_crew(_: Rulings) -> Crew:
    members = (Member("ada", "ann"), Member("bo", "ben", focus=2, defender=True), Member("cy", "cat"))
    return Crew(members)


def sheet(s: Crew, seat: Seat) -> tuple[Panel, ...]:
    return tuple(Panel(m.id, (TrackWidget("Vitality", m.vitality, 3),), of=m.id) for m in s.crew)


TOY = Game(
    name="toy-crew",
    title="Toy crew",
    version="1",
    roles=(Role("wayfinder", "runs it", master=True, most=1), Role("crew", "plays it")),
    state=Crew,
    rulings=Rulings,
    setup=new_crew,
    actions=(crew_roll, pass_note, hand_over),
    sheet=sheet,
    cast=lambda s: {m.id: m.player for m in s.crew},
    seats=(Seat("way", "wayfinder"), Seat("ann", "crew"), Seat("ben", "crew"), Seat("cat", "crew")),
)


def at_the_interrupt() -> Table:
    """Ada has rolled a fiasco, and Bo is asked whether he steps in."""
    table = Table.open(TOY, seed="s", fair_dice=False)
    n = table.act("ann", "crew_roll", {"who": "ada"})
    table.roll("ann", n, "0", [1, 2, 3])
    table.answer("ann", n, "1", "0,0")
    return table


def test_tokens_are_spent_the_best_way_before_the_outcome() -> None:
    """With three tokens and three dice, best play never ends in a fiasco; spending nothing does, one time in eight."""
    s = new_crew(Rulings())
    rich = s.but(crew=replace_by_id(s.crew, s.crew[0].but(focus=3)))
    found = action_odds_of(TOY, rich, "crew_roll", {"who": "ada"})
    assert found.plain[FIASCO] == Fraction(1, 8)
    assert found.best[FIASCO] == 0
    assert found.best[CRITICAL] > found.plain[CRITICAL]


def test_the_cheapest_way_wins_among_equals() -> None:
    """A single die showing 5 needs one token for a success; three more buy nothing and are not spent."""
    assert live(lambda: pool_roll("ada", 1, 3).begin(), [[5]], ["2,1"]) == (SUCCESS, 1)
    found = action_odds_of(TOY, Crew((Member("ada", "ann", vitality=1, focus=3),)), "crew_roll", {"who": "ada"})
    assert found.spent == Fraction(3 + 2 + 3 + 2 + 1 + 0, 6)  # a 2 needs two for a drawback and cannot reach more


def test_another_seat_is_asked_and_takes_the_damage() -> None:
    """Bo pays a token, rolls a five and is hurt instead of Ada."""
    table = at_the_interrupt()
    ((running, question),) = table.prompts_for("ben")
    assert question.question == "Shield ada?"
    table.answer("ben", running.number, question.at, "yes")
    ((running, question),) = table.play_state.waiting()
    table.roll("ben", running.number, question.at, [1, 2, 5])
    assert [m.vitality for m in table.state.crew] == [3, 2, 3]
    assert find_by_id(table.state.crew, "bo").focus == 2  # one spent, one earned


def test_the_one_who_is_hurt_may_not_answer_for_the_defender() -> None:
    """The question is Bo's; Ann is refused with a sentence, and nothing changes."""
    table = at_the_interrupt()
    (running, question), before = table.play_state.waiting()[0], len(table.journal)
    with pytest.raises(Refused, match="is for bo to answer, not for ann"):
        table.answer("ann", running.number, question.at, "yes")
    assert len(table.journal) == before
    assert table.prompts_for("ann") == []


def test_a_third_seat_acts_in_between_and_the_waiting_action_goes_on() -> None:
    """Cat's note lands at once; Bo's question still stands, on the new state."""
    table = at_the_interrupt()
    table.act("cat", "pass_note", {"text": "duck!"})
    assert table.state.notes == ("cat: duck!",)
    ((running, question),) = table.prompts_for("ben")
    table.answer("ben", running.number, question.at, "no")
    assert [m.vitality for m in table.state.crew] == [2, 3, 3]
    assert table.state.notes == ("cat: duck!",)


def test_an_instant_that_pulls_the_rug_cancels_the_waiting_action_with_a_reason() -> None:
    """Bo gives his last token away while he is asked: the action's answers no longer fit what it would ask."""
    table = at_the_interrupt()
    ((running, question),) = table.prompts_for("ben")
    table.answer("ben", running.number, question.at, "yes")
    table.act("ben", "hand_over", {"who": "bo", "to": "cy"})
    table.act("ben", "hand_over", {"who": "bo", "to": "cy"})
    (ended,) = [e for e in table.play_state.finished if e.why]
    assert "The table has changed" in ended.why
    assert table.play_state.pending == ()
    assert [m.vitality for m in table.state.crew] == [3, 3, 3]


def test_an_answer_is_not_taken_for_another_question() -> None:
    """Where Bo was asked, Cy would be asked now: his "yes" is not Cy's, and the action is given up."""
    table = at_the_interrupt()
    ((running, question),) = table.prompts_for("ben")
    table.answer("ben", running.number, question.at, "yes")
    crew = table.state.crew
    table.edit("way", "crew", [{"id": m.id, "player": m.player, "focus": 2, "defender": m.id == "cy"} for m in crew])
    assert table.play_state.pending == ()
    assert "no longer fits" in table.play_state.finished[0].why


def test_nobody_else_starts_something_while_the_table_waits() -> None:
    """An ordinary action is refused while a question is open, and says for whom the table waits."""
    table = at_the_interrupt()
    with pytest.raises(Refused, match="waits for bo to answer “Shield ada"):
        table.act("cat", "crew_roll", {"who": "cy"})


def test_live_exact_and_bulk_agree_on_who_is_hurt() -> None:
    """All three readers of the damage rule find the same distribution."""

    def shields(ask: Choose[Any]) -> Any:
        return ask.options[-1] if ask.question.startswith("Shield") else first_free_option(ask)

    dist = agree(take_damage(new_crew(Rulings()), "ada"), shields)
    hurt = dist.map(lambda s: tuple(m.vitality for m in s.crew))
    assert hurt[3, 2, 3] == Fraction(7, 8)
    assert hurt[2, 2, 3] == Fraction(1, 8)
