"""A table in play: every change is one entry; what is refused changes nothing; anything can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.rules import Refused, Seat, UnknownName
from tablewright.table import SeatView, Table
from tablewright.table.log.events import MessageSent
from tests.engine.contract.test_defender import TOY, at_the_interrupt
from tests.example_games.hut import HUT, ask, everything, hut

# refused, and nothing changed


REFUSED: list[tuple[Any, str]] = [
    (lambda t: t.act("bob", "dig"), "no seat called 'bob'. Did you mean hob"),
    (lambda t: t.act("ann", "digg"), "no action in Hut called 'digg'. Did you mean dig"),
    (lambda t: t.act("ann", "hide"), "Hide is for the host; Ann is guest"),
    (lambda t: t.act("ann", "deal", {"k": 5}), "k is between 0 and 4, not 5"),
    (lambda t: t.act("ann", "deal", {"kk": 1}), "no parameter of deal called 'kk'"),
    (lambda t: t.answer("ann", 7, "0", "yes"), "The action of entry 7 no longer waits for anything"),
    (lambda t: t.roll("ann", 7, "0", [1]), "The action of entry 7 no longer waits for anything"),
    (lambda t: t.withdraw("ann", 7), "The action of entry 7 no longer waits for anything"),
    (lambda t: t.edit("ann", "coins", 3), "Only the game master can set a value by hand"),
    (lambda t: t.edit("hob", "coins", "many"), "coins is a whole number, not 'many'"),
    (lambda t: t.edit("hob", "coin", 3), "no value here called 'coin'. Did you mean coins"),
    (lambda t: t.say("ann", ""), "Say something"),
    (lambda t: t.say("ann", "x" * 4001), "at most 4000 characters"),
    (lambda t: t.say("eve", "hello"), "no seat called 'eve'"),
    (lambda t: t.undo("hob"), "There is nothing to undo"),
    (lambda t: t.undo("hob", 9), "Entry 9 is not one to go back to. There is: 0."),
    (lambda t: t.redo("hob"), "There is nothing to redo"),
    (lambda t: t.join(Seat("cat", "guest")), "There are 2 seats for guest, and all are taken"),
    (lambda t: t.join(Seat("cat", "gest")), "no role in Hut called 'gest'. Did you mean guest"),
    (lambda t: t.join(Seat("host", "crowd")), "A seat cannot be called 'host'"),
    (lambda t: t.join(Seat("", "crowd")), "A seat cannot be called ''"),
]


@pytest.mark.parametrize(("attempt", "sentence"), REFUSED)
def test_what_is_refused_changes_nothing(attempt: Any, sentence: str) -> None:
    """Neither journal nor state nor seats; and the sentence says what would be legal."""
    table = hut()
    before = everything(table)
    with pytest.raises(Refused) as refused:
        attempt(table)
    assert sentence in str(refused.value)
    assert everything(table) == before


WRONG_ANSWERS: list[tuple[Any, str]] = [
    (lambda t, n, at: t.answer("ben", n, at, "maybe"), "Answer one of: no, yes"),
    (lambda t, n, at: t.answer("ann", n, at, "yes"), "Shield ada? is for bo to answer, not for ann"),
    (lambda t, n, at: t.answer("ben", n, "9", "yes"), "Nothing is asked at 9. Asked is: "),
    (lambda t, n, at: t.answer("ben", n + 1, at, "yes"), "no longer waits for anything"),
    (lambda t, n, at: t.roll("ben", n, at, [3]), "Shield ada?: answer one of: no, yes."),
    (lambda t, n, at: t.act("cat", "crew_roll", {"who": "cy"}), "Crew roll must wait: the table waits for bo"),
    (lambda t, n, at: t.withdraw("cat", n), "the game master always can"),
    (lambda t, n, at: t.withdraw("ann", n), "the game master always can"),
]


@pytest.mark.parametrize(("attempt", "sentence"), WRONG_ANSWERS)
def test_a_wrong_answer_leaves_the_question_open(attempt: Any, sentence: str) -> None:
    """Wrong option, wrong seat, wrong place, wrong kind of answer: Bo is asked as before."""
    table = at_the_interrupt()
    number, at = ask(table, "ben")
    before = everything(table)
    with pytest.raises(Refused) as refused:
        attempt(table, number, at)
    assert sentence in str(refused.value)
    assert everything(table) == before


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [([1, 2], "3 dice"), ([1, 2, 7], "from 1 to 6"), ([True, 1, 2], "from 1 to 6"), ([], "3 dice")],
)
def test_wrong_dice_by_hand_leave_the_roll_open(faces: list[int], sentence: str) -> None:
    """Too few, too high, not numbers: the roll is still asked for."""
    table = Table.open(TOY, seed="s", fair_dice=False)
    number = table.act("ann", "crew_roll", {"who": "ada"})
    before = everything(table)
    with pytest.raises(Refused, match=sentence):
        table.roll("ann", number, "0", faces)
    assert everything(table) == before


def test_a_rule_that_refuses_its_dice_takes_nothing_with_it() -> None:
    """The answer that led to the dice is refused as a whole; the question stands and can be answered otherwise."""
    table = hut()
    table.act("ann", "curse")
    number, at = ask(table, "ann")
    before = everything(table)
    with pytest.raises(Refused, match="The dice are cursed"):
        table.answer("ann", number, at, "yes")
    assert everything(table) == before
    table.answer("ann", number, at, "no")
    assert not table.play_state.pending


def test_a_rule_with_a_mistake_in_it_does_not_spoil_the_table() -> None:
    """The error comes out, the action has never been, and play goes on."""
    table = hut()
    before = everything(table)
    with pytest.raises(ZeroDivisionError):
        table.act("ann", "burn")
    assert everything(table) == before
    table.act("ann", "deal")
    assert len(table.state.hand) == 2


def test_nobody_but_the_master_acts_when_it_is_over() -> None:
    """Players have no legal action left and are told why."""
    table = hut()
    table.edit("hob", "coins", 9)
    assert SeatView(table, "ann").legal_actions == ()
    with pytest.raises(Refused, match="It is over: the hut is full"):
        table.act("ann", "deal")
    assert SeatView(table, "hob").legal_actions


def test_an_action_that_cannot_be_taken_now_says_why() -> None:
    """And is not among the legal ones."""
    table = hut()
    table.edit("hob", "coins", 3)
    assert "dig" not in [a.name for a in SeatView(table, "ann").legal_actions]
    with pytest.raises(Refused, match="Dig is not possible now: The ground is frozen"):
        table.act("ann", "dig")


# waiting


def test_an_instant_action_is_the_only_one_legal_while_the_table_waits() -> None:
    """The others wait for the answer."""
    table = at_the_interrupt()
    assert [a.name for a in SeatView(table, "cat").legal_actions] == ["pass_note", "hand_over"]


def test_a_waiting_action_whose_reason_is_gone_is_cancelled_with_a_reason() -> None:
    """The ground freezes while Ann is asked how deep she digs: nobody is asked any more, and it is said why."""
    table = hut()
    number = table.act("ann", "dig")
    table.act("hob", "freeze")
    assert table.prompts_for("ann") == []
    (gone,) = [ended for ended in table.play_state.finished if ended.why]
    assert (gone.number, gone.action) == (number, "dig")
    assert gone.why == "The table has changed: Dig is not possible now: The ground is frozen."
    assert table.state.coins == 3


def test_a_waiting_action_that_would_no_longer_ask_what_was_answered_is_cancelled() -> None:
    """Ann has begged, and then there is money: her answer answers nothing, so the feast does not go on."""
    table = hut()
    number = table.act("ann", "feast")
    table.answer("ann", number, "0", "yes")
    assert ask(table, "ann") == (number, "1")
    table.act("hob", "freeze")
    assert table.play_state.pending == ()
    assert [e.why for e in table.play_state.finished if e.why] == [
        "The table has changed: what it had been answered no longer fits."
    ]


def test_an_override_reaches_an_action_that_waits() -> None:
    """It goes on with the value set by hand."""
    table = hut()
    table.act("ann", "dig")
    table.edit("hob", "coins", 2)
    table.answer("ann", *ask(table, "ann"), "yes")
    assert table.state.coins == 4


def test_whoever_began_may_give_up_what_nobody_has_answered() -> None:
    """The action ends without a trace on the state, and says who gave it up."""
    table = hut()
    number = table.act("ann", "dig")
    with pytest.raises(Refused, match="Only Ann can give it up"):
        table.withdraw("ben", number)
    table.withdraw("ann", number)
    assert table.play_state.pending == ()
    assert [ended.why for ended in table.play_state.finished] == ["Given up by Ann."]
    assert table.state.coins == 0


def test_the_master_may_give_up_anything_that_waits() -> None:
    """Also what has been answered in part."""
    table = at_the_interrupt()
    table.withdraw("way", ask(table, "ben")[0])
    assert table.play_state.pending == ()
    assert [m.vitality for m in table.state.crew] == [3, 3, 3]


def test_the_master_answers_for_anybody() -> None:
    """Nobody has to wait for somebody who went home."""
    table = at_the_interrupt()
    table.answer("way", *ask(table, "way"), "no")
    assert [m.vitality for m in table.state.crew] == [2, 3, 3]


# secrets and audiences


def test_what_was_picked_in_secret_is_in_nobodys_log_until_all_have_picked() -> None:
    """Not even the master's."""
    table = hut()
    table.act("hob", "hide")
    number, at = ask(table, "ann")
    table.answer("ann", number, at, "attic")
    assert [line.text for seat in table.seats for line in table.log(seat)] == []
    table.answer("ben", *ask(table, "ben"), "bed")
    assert [line.text for line in table.log("ben")] == ["ann, where? attic", "ben, where? bed"]
    assert table.state.hidden == ("attic", "bed")


def test_a_log_holds_what_its_seat_may_read() -> None:
    """The answer is Ann's, the roll the host's, the headline theirs both; the master reads all."""
    table = hut()
    table.act("ben", "whisper")
    table.answer("ben", *ask(table, "ben"), "yes")

    def read(seat: str) -> list[str]:
        return [line.text for line in table.log(seat)]

    assert read("ann") == ["Truth? yes", "1", "There is whispering."]
    assert read("ben") == ["There is whispering."]
    assert read("hob") == ["Truth? yes", "Doubt", "1", "There is whispering."]


def test_cards_are_told_to_their_audience() -> None:
    """A deal is the host's to see."""
    table = hut()
    table.act("ann", "deal")
    assert [line.kind for line in table.log("hob")] == ["draw"]
    assert table.log("ann") == []


# overrides


def test_an_override_is_logged_for_the_master() -> None:
    """With what was set, to what, by whom."""
    table = hut()
    table.edit("hob", "coins", 4)
    assert table.state.coins == 4
    assert [(line.text, line.cites) for line in table.log("hob")] == [
        ("hob sets coins to 4 by hand.", "table.override")
    ]
    assert table.log("ann") == []


def test_an_override_against_the_rules_is_done_and_said() -> None:
    """The master may; the log says which limit is broken."""
    table = hut()
    table.edit("hob", "coins", 7)
    assert table.state.coins == 7
    assert "Against the rules: 7 coins are too many." in table.log("hob")[0].text


# joining


def test_who_joins_has_a_seat() -> None:
    """Up to what the role holds; the same seat cannot be taken twice, but its name can change."""
    table = hut()
    table.join(Seat("eve", "crowd"))
    with pytest.raises(Refused, match="ann sits at the table already"):
        table.join(Seat("ann", "guest", "Anna"))
    table.rename("ann", "Anna")
    assert table.seat("eve").role == "crowd"
    assert table.seat("ann").title == "Anna"
    assert len(table.seats) == 4


def test_too_many_seats_at_the_start_are_refused() -> None:
    """A table cannot be opened with two hosts."""
    with pytest.raises(Refused, match="There are 1 seats for host"):
        Table.open(HUT, seats=(Seat("a", "host"), Seat("b", "host")))


def test_an_unknown_seat_is_answered_with_the_nearest() -> None:
    """Whatever it is asked for."""
    with pytest.raises(UnknownName, match="Did you mean ann"):
        SeatView(hut(), "anne")


def test_a_seat_sees_its_sheet() -> None:
    """Made of what the game leaves for it to see."""
    assert SeatView(hut(), "ann").sheet[0].title == "Hut"


def test_a_proposed_command_changes_nothing_until_its_event_is_committed() -> None:
    """The caller stores the event, and accepts it once it is safe."""
    table = hut()
    before = everything(table)
    event = table.propose_command(lambda proposed: proposed.say("ann", "Hello?"))
    assert event is not None
    assert everything(table) == before
    table.commit(event)
    assert [entry.text for entry in table.journal if isinstance(entry, MessageSent)] == ["Hello?"]
    assert table.propose_command(lambda proposed: proposed.throw("ann")) is None


def test_commands_commit_again_after_one_that_was_only_proposed() -> None:
    """Also after one that was refused."""
    table = hut()
    with pytest.raises(Refused, match="no seat called 'eve'"):
        table.propose_command(lambda proposed: proposed.say("eve", "Hello?"))
    table.say("ann", "Hello?")
    assert table.metadata.length == 2
