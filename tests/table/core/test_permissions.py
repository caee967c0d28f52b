"""Seats: who comes, goes, is called something else, plays whom; and what takes everybody's consent."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tablewright.rules import Refused, Role, Seat, UnknownName
from tablewright.table import SeatView, Table
from tablewright.table.core.permissions import transferable_characters
from tablewright.table.lifecycle.open import rebuild_table
from tablewright.table.log.events import (
    PlayPaused,
    ProposalAgreed,
    ProposalMade,
    SessionClosed,
    TableOpened,
    Undone,
    ValueEdited,
)
from tests.example_games.hut import hut
from tests.example_games.inn import INN, PEERS


def inn() -> Table:
    return Table.open(INN, seed="s")


def peers() -> Table:
    return Table.open(PEERS, seed="s")


def texts(table: Table, seat: str) -> list[str]:
    return [told.item.text for told in table.feed(seat)]


def same_from_its_records(table: Table) -> bool:
    again, why = rebuild_table(table.game, table.record_log, table.metadata.length, table.seed)
    return (again.state, again.metadata, why) == (table.state, table.metadata, "")


# why not now


NOT_NOW: list[tuple[Callable[[Table], object], str, str]] = [
    (lambda table: table.close("hob"), "ann", "This session is closed."),
    (lambda table: table.apply(PlayPaused("ann")), "ben", "Ann has stopped the play: it waits until it goes on."),
    (lambda table: table.join(Seat("Eve", "spectator")), "Eve", "Eve only looks on."),
    (lambda table: table.edit("hob", "coins", 9), "ann", "It is over: the hut is full"),
    (
        lambda table: table.act("ann", "whisper"),
        "ben",
        "Deal must wait: the table waits for {ann} to answer “Truth?”.",
    ),
]


@pytest.mark.parametrize(("before", "seat", "reason"), NOT_NOW)
def test_a_person_is_shown_the_reason_for_which_the_table_refuses(
    before: Callable[[Table], object], seat: str, reason: str
) -> None:
    """Word for word, but that a person reads names, and a full stop."""
    table = hut()
    before(table)
    with pytest.raises(Refused) as refused:
        table.act(seat, "deal")
    assert str(refused.value) == reason.format(ann="ann")
    assert SeatView(table, seat).draft("deal").why_not.rstrip(".") == reason.format(ann="Ann").rstrip(".")


# coming and going


def test_who_joins_leaves_and_is_renamed_is_told_to_everybody() -> None:
    """By name, each once."""
    table = inn()
    table.join(Seat("cat", "player", "Cat"), by="kim")
    table.rename("cat", "Kate")
    table.leave("cat")
    assert texts(table, "ann")[1:] == [
        "Cat sits down as player.",
        "Cat is called Kate now.",
        "Kate leaves the table.",
    ]


def test_whoever_takes_a_seat_that_is_there_sits_down() -> None:
    """Under a name of their own; who gets another name later is called something else."""
    table = inn()
    table.rename("ann", "Benny", sits=True)
    table.rename("ann", "Benno")
    assert texts(table, "ben")[1:] == ["Benny sits down as player.", "Benny is called Benno now."]
    assert same_from_its_records(table)


def test_nobody_but_the_master_seats_others() -> None:
    """One comes and goes by oneself, or because the master says so."""
    table = inn()
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: table.join(Seat("cat", "player"), by="ann"), "Only the game master can let somebody in"),
        (lambda: table.leave("ben", by="ann"), "Only the game master can make somebody leave"),
        (lambda: table.rename("ben", "Benny", by="ann"), "Only the game master can rename somebody else"),
    ]
    for attempt, sentence in attempts:
        with pytest.raises(Refused, match=sentence):
            attempt()
    table.leave("ben", by="kim")
    assert list(table.seats) == ["kim", "ann"]


def test_a_game_that_needs_somebody_does_not_let_them_leave() -> None:
    """Who runs it hands over first."""
    with pytest.raises(Refused, match=r"Kim cannot leave: the game needs 1 for keeper. Hand over first"):
        inn().leave("kim")


@pytest.mark.parametrize("name", ["", " Zoe", "Zoe\n", "x" * 81, "\x1b[31m"])
def test_a_name_is_one_line_of_letters(name: str) -> None:
    """Nothing that a terminal would obey."""
    with pytest.raises(Refused, match="A name is one line of 1 to 80 letters"):
        inn().rename("ann", name)


def test_who_looks_on_sees_what_all_see_and_does_nothing() -> None:
    """Any number of them, at any table."""
    table = inn()
    table.join(Seat("eve", "spectator"))
    table.act("ann", "wager", {"who": "ada"})
    assert "ada puts down 1." in texts(table, "eve")
    assert SeatView(table, "eve").legal_actions == ()
    assert table.prompts_for("eve") == []
    attempts: list[Callable[[], object]] = [
        lambda: table.act("eve", "greet"),
        lambda: table.edit("eve", "night", 1),
        lambda: table.withdraw("eve", 2),
        lambda: table.hand_over("kim", "ada", "eve"),
    ]
    for attempt in attempts:
        with pytest.raises(Refused, match="only looks on"):
            attempt()


def test_an_empty_table_has_nobody_and_nothing_on_it() -> None:
    """Until somebody comes."""
    table = Table.open(INN, empty=True)
    assert (table.seats, table.state.guests) == ({}, ())
    table.join(Seat("kim", "keeper"))
    assert list(table.seats) == ["kim"]
    with pytest.raises(Refused, match="has no empty table to begin with"):
        Table.open(msgspec.structs.replace(INN, empty=None), empty=True)


def test_the_state_knows_who_sits_there() -> None:
    """Chairs come and go with people, and only then."""
    table = inn()
    table.act("ben", "greet")
    table.leave("ann")
    assert [(chair.id, chair.greeted) for chair in table.state.chairs] == [("kim", 0), ("ben", 1)]
    table.act("ben", "stand")
    table.say("ben", "I stand.")
    assert [chair.id for chair in table.state.chairs] == ["kim"]


def test_people_who_come_and_go_while_things_are_undone_are_where_a_replay_puts_them() -> None:
    """Ben's chair is as it was when he left it only if he never left."""
    table = inn()
    number = table.act("ben", "greet")
    table.act("kim", "nightfall")
    table.leave("ben")
    table.undo("kim", number)
    assert same_from_its_records(table)
    table.join(Seat("ben", "player"))
    assert [c.greeted for c in table.state.chairs if c.id == "ben"] == [0]
    assert same_from_its_records(table)
    table.undo("kim", table.metadata.timeline.last[1])
    assert [c.greeted for c in table.state.chairs if c.id == "ben"] == [1]
    table.act("kim", "nightfall")
    assert same_from_its_records(table)
    first = table.reducer.replay_all(table.metadata.length - 1, table.metadata.timeline)
    assert first.state == table.state


def test_an_action_that_cannot_go_on_because_somebody_left_says_so() -> None:
    """What waited on a chair ends with it."""

    def sit(s: object, seats: tuple[Seat, ...]) -> object:
        return INN.on_seats_changed(s, seats).but(night=0 if len(seats) > 2 else 5)

    game = msgspec.structs.replace(INN, on_seats_changed=sit)
    table = Table.open(game, seed="s")
    table.act("ann", "wager", {"who": "ada"})
    table.leave("ben")
    assert table.play_state.pending == ()
    assert texts(table, "ann")[-1] == "The table has changed: Wager is not possible now: It is late."


# whose character


def test_a_character_changes_hands_and_old_secrets_stay_where_they_are() -> None:
    """Who may read is decided when something is told, for good; what is told next goes to whoever plays them then."""
    table = inn()
    table.act("ann", "whisper", {"who": "ada"})
    table.answer("ann", 1, "1", "yes")
    before = {seat: texts(table, seat) for seat in ("ann", "ben")}
    assert "Psst, ada, night 0." in before["ann"]
    assert "Psst, ada, night 0." not in before["ben"]
    table.hand_over("ann", "ada", "ben")
    table.edit("kim", "night", 2)
    table.act("ben", "whisper", {"who": "ada"})
    assert texts(table, "ann")[: len(before["ann"])] == before["ann"]
    assert texts(table, "ben")[: len(before["ben"])] == before["ben"]
    assert "Psst, ada, night 2." in texts(table, "ben")
    assert "Psst, ada, night 2." not in texts(table, "ann")
    assert "ada is played by ben now." in texts(table, "ann")


def test_a_last_word_reaches_whoever_plays_a_character_until_then() -> None:
    """Ada is nobody's any more when it is told that she is gone."""
    table = inn()
    table.act("ann", "depart", {"who": "ada"})
    assert "Farewell, ada." in texts(table, "ann")
    assert "Farewell, ada." not in texts(table, "ben")


def test_who_comes_later_reads_what_everybody_read_and_no_secret() -> None:
    """Nor does whoever takes the same role."""
    table = inn()
    table.act("ann", "whisper", {"who": "ada"})
    table.say("ann", "For Ben alone.", to=("ben",))
    table.say("ann", "For all.")
    table.join(Seat("cat", "player"))
    assert "For all." in texts(table, "cat")
    assert not {"Psst, ada, night 0.", "For Ben alone."} & set(texts(table, "cat"))
    assert "For Ben alone." in texts(table, "ben")
    assert "For Ben alone." in texts(table, "kim")


@pytest.mark.parametrize(
    ("seat", "who", "to", "sentence"),
    [
        ("ben", "ada", "ben", "ada is not ben's to hand over"),
        ("ann", "cy", "ben", "There is no character called 'cy'"),
        ("ann", "ada", "zoe", "There is no seat called 'zoe'"),
        ("ann", "ada", "ann", "ada is played by Ann already"),
        ("eve", "ada", "ann", "There is no seat called 'eve'"),
    ],
)
def test_a_character_is_handed_over_by_who_may(seat: str, who: str, to: str, sentence: str) -> None:
    """Its player, or the master; refused with a sentence."""
    with pytest.raises(Refused) as refused:
        inn().hand_over(seat, who, to)
    assert sentence in str(refused.value)


def test_everybody_knows_whom_they_may_hand_over() -> None:
    """A master everybody; others their own and nobody's; who only looks on nobody. What is listed is not refused."""
    table = inn()
    table.join(Seat("eve", "spectator"))

    def listed(seat: str) -> list[tuple[str, str]]:
        found = transferable_characters(table.game, table.metadata, table.state, table.seat(seat))
        return [(h.character, h.seat) for h in found]

    assert listed("ann") == [("ada", "ann")]
    assert listed("kim") == [("ada", "ann"), ("bo", "ben")]
    assert listed("eve") == []
    table.leave("ben")
    assert listed("ann") == [("ada", "ann"), ("bo", "")]
    table.hand_over("ann", "bo", "ann")
    assert listed("kim") == [("ada", "ann"), ("bo", "ann")]


def test_nobodys_character_may_be_taken() -> None:
    """By whoever wants to, once their player has let go or left; the master gives them to anybody."""
    table = inn()
    table.hand_over("ann", "ada", "")
    with pytest.raises(Refused, match="Nobody plays ada"):
        table.hand_over("kim", "ada", "")
    table.hand_over("ben", "ada", "ben")
    table.leave("ben")
    table.hand_over("ann", "bo", "ann")
    table.hand_over("kim", "ada", "kim")
    assert INN.cast(table.state) == {"ada": "kim", "bo": "ann"}


def test_whom_nobody_plays_the_master_plays() -> None:
    """A question for them is the master's to answer."""
    table = inn()
    table.act("ann", "wager", {"who": "ada"})
    table.leave("ann")
    ((running, question),) = table.prompts_for("kim")
    assert table.prompts_for("ben") == []
    table.answer("kim", running.number, question.at, "no")
    assert table.play_state.pending == ()


# consent


def test_where_nobody_is_the_master_all_agree_to_an_override() -> None:
    """It is proposed, and done with the last who consents."""
    table = peers()
    number = table.edit("ann", "night", 4)
    assert (table.state.night, [m.number for m in table.proposals]) == (0, [number])
    table.agree("ben", number)
    assert (table.state.night, table.proposals) == (4, ())
    assert texts(table, "ben")[1:] == ["Ann proposes: set night to 4.", "ben agrees.", "Ann sets night to 4 by hand."]


def test_one_objection_and_nothing_is_done() -> None:
    """Nor can anybody agree any more."""
    table = peers()
    number = table.edit("ann", "night", 4)
    table.reject("ben", number)
    assert (table.state.night, table.proposals) == (0, ())
    with pytest.raises(Refused, match="proposes nothing that is still open"):
        table.agree("ann", number)


def test_whoever_is_alone_needs_nobodys_consent_and_who_looks_on_has_none_to_give() -> None:
    """The only player may; a spectator beside them may not, however few there are."""
    table = peers()
    table.leave("ben")
    table.join(Seat("eve", "spectator"))
    attempts: list[Callable[[], object]] = [
        lambda: table.edit("eve", "night", 2),
        lambda: table.close("eve"),
        lambda: table.agree("eve", 1),
        lambda: table.apply(SessionClosed("s", "eve")),
    ]
    for attempt in attempts:
        with pytest.raises(Refused):
            attempt()
    table.edit("ann", "night", 2)
    assert table.state.night == 2


def test_what_is_not_possible_is_not_proposed() -> None:
    """Nobody is asked to agree to what could not be done."""
    table = peers()
    attempts: list[Callable[[], object]] = [
        lambda: table.edit("ann", "light", 4),
        lambda: table.edit("ann", "night", "many"),
        lambda: table.undo("ann", 7),
        lambda: table.redo("ann"),
    ]
    for attempt in attempts:
        with pytest.raises(Refused):
            attempt()
    assert table.proposals == ()


def test_what_is_ones_own_is_taken_back_without_asking_and_the_rest_by_consent() -> None:
    """Dice, and what others did, are everybody's."""
    table = peers()
    table.act("ann", "greet")
    table.undo("ann", 0)
    assert tuple(table.metadata.timeline) == ((0, 0),)
    table.act("ann", "wager", {"who": "ada"})
    number = table.undo("ben", 0)
    assert table.play_state.pending
    table.agree("ann", number)
    assert not table.play_state.pending
    assert texts(table, "ann")[-2:] == ["Ann agrees.", "ben takes back everything after entry 0."]


def test_a_proposal_goes_with_whoever_made_it() -> None:
    """Nobody is left to do it."""
    table = peers()
    table.join(Seat("cat", "player"))
    table.edit("ann", "night", 4)
    table.leave("ann")
    assert table.proposals == ()


def test_all_consent_to_what_was_proposed_and_to_nothing_else() -> None:
    """The last who agrees cannot do something else instead, nor before the others have agreed."""
    table = peers()
    number = table.edit("ann", "night", 4)
    with pytest.raises(Refused, match="This is not what was proposed"):
        table.apply(ProposalAgreed("ben", number, ValueEdited("ann", "night", 5)))
    with pytest.raises(Refused, match="This is not what was proposed"):
        table.apply(ProposalAgreed("ben", number, Undone("ann", 0)))
    table.join(Seat("cat", "player"))
    with pytest.raises(Refused, match="cat would have to agree first"):
        table.apply(ProposalAgreed("ben", number, ValueEdited("ann", "night", 4)))
    with pytest.raises(Refused, match="Nobody proposes for somebody else"):
        table.apply(ProposalMade("ben", ValueEdited("ann", "night", 5)))


def test_the_seed_is_shown_once_all_have_agreed_to_close_and_not_before() -> None:
    """A proposal to close holds no seed: not in the journal, not in anybody's feed."""
    table = Table.open(PEERS, seed="the-very-seed")
    number = table.close("ann")
    written = b"".join(record.body for record in table.record_log.records(0, number))
    assert b"the-very-seed" not in written
    with pytest.raises(Refused, match="nor shows the seed"):
        table.apply(ProposalMade("ben", SessionClosed("the-very-seed", "ben")))
    table.agree("ben", number)
    assert table.closed
    assert "The session is closed. The seed of the dice was the-very-seed." in texts(table, "ben")


def test_where_there_is_a_master_nothing_is_put_to_the_vote() -> None:
    """They decide."""
    table = inn()
    with pytest.raises(Refused, match="Nothing is put to the vote"):
        table.apply(ProposalMade("ann", ValueEdited("ann", "night", 5)))


def test_a_table_opens_with_the_seats_it_is_given() -> None:
    """Or the game's own; each must be one that can be had."""
    table = Table.open(INN, seats=(Seat("zoe", "keeper"),))
    assert isinstance(table.opened, TableOpened)
    assert list(table.seats) == ["zoe"]
    with pytest.raises(UnknownName, match="There is no role in Inn called 'king'"):
        Table.open(INN, seats=(Seat("zoe", "king"),))
    crowded = msgspec.structs.replace(INN, roles=(Role("keeper", "", master=True, most=1),))
    with pytest.raises(Refused, match="There are 1 seats for keeper"):
        Table.open(crowded, seats=(Seat("zoe", "keeper"), Seat("yan", "keeper")))


def test_a_role_is_said_as_people_call_it() -> None:
    """Whoever is "gm" is the game master where somebody sits down."""
    game = msgspec.structs.replace(INN, roles=(*INN.roles, Role("gm", "Helps out.", title="game master")))
    table = Table.open(game, seed="roles")
    table.join(Seat("mo", "gm", "Mo"))
    assert texts(table, "mo")[-1] == "Mo sits down as game master."
