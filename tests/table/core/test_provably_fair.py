"""Fair dice: committed to, checkable, without bias, steered by nobody; those from people's hands are marked so."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from tablewright.rules import Refused, Seat
from tablewright.table import SeatView, Table
from tablewright.table.core import provably_fair
from tablewright.table.lifecycle.dice_verification import Verification, verify_dice
from tablewright.table.log.events import (
    ActionTaken,
    AnyEvent,
    DiceEntered,
    DiceResult,
    MessageSent,
    SeedCommitted,
    SessionClosed,
    dice_results,
    with_dice_results,
)
from tests.example_games.hut import HUT
from tests.example_games.inn import INN


def an_evening() -> list[AnyEvent]:
    """Cards by the seed and a die by hand, then the session is closed."""
    table = Table.open(HUT, seed="evening")
    table.nonce = lambda: "n"
    table.act("ann", "deal")
    number = table.act("ben", "whisper")
    table.fair_dice = False
    table.answer("ben", number, "0", "yes")
    table.roll("ben", number, "1", [4])
    table.fair_dice = True
    table.act("ann", "deal", {"k": 3})
    table.close("hob")
    return table.journal


def first_throw(journal: list[AnyEvent]) -> int:
    return next(i for i, e in enumerate(journal) if dice_results(e))


def changed(journal: list[AnyEvent], number: int, **fields: object) -> list[AnyEvent]:
    """The journal with the first throw of an entry changed."""
    fall = msgspec.structs.replace(dice_results(journal[number])[0], **fields)
    return [with_dice_results(e, (fall,)) if i == number else e for i, e in enumerate(journal)]


def test_a_table_commits_to_its_seed_before_the_first_die() -> None:
    """The opening shows the seed's hash and not the seed."""
    table = Table.open(HUT, seed="evening")
    assert table.opened.commitment == provably_fair.commitment("evening")
    assert "evening" not in msgspec.json.encode(table.opened).decode()


def test_every_table_has_a_seed_of_its_own() -> None:
    """Nobody can guess it."""
    assert len({Table.open(HUT).seed for _ in range(20)}) == 20
    assert len(provably_fair.new_seed()) == 64


@pytest.mark.parametrize("seed", ["", "two\nlines", "\x1b", "\udcff", "x" * 201])
def test_a_seed_is_one_line_of_letters(seed: str) -> None:
    """It is written down, and somebody may have to type it."""
    with pytest.raises(Refused, match="A seed is one line of 1 to 200 letters"):
        Table.open(HUT, seed=seed)


def test_closing_shows_the_seed() -> None:
    """So that anybody can check."""
    assert an_evening()[-1] == SessionClosed("evening", "hob")


def test_before_it_is_closed_the_seed_is_in_no_record_and_in_nobodys_feed() -> None:
    """Whatever is done and refused."""
    table = Table.open(HUT, seed="the-very-seed")
    table.act("ann", "deal")
    with pytest.raises(Refused) as refused:
        table.apply(SessionClosed("another", "hob"))
    written = b"".join(r.body + (r.snapshot or b"") for r in table.record_log.records(0, table.metadata.length - 1))
    read = msgspec.json.encode([table.feed(seat) for seat in table.seats]) + str(refused.value).encode()
    assert b"the-very-seed" not in written + read
    assert "the-very-seed" not in repr(table.metadata)


def test_honest_dice_stand_up_to_checking() -> None:
    """Nothing is wrong with them, and it is said how many there were."""
    assert verify_dice(an_evening()) == Verification((), throws=2, dice=5, by_hand=1)


@pytest.mark.parametrize("change", [lambda f: f[::-1], lambda f: f[:1], lambda f: f[1:], lambda f: (*f, 1)])
def test_a_changed_die_is_found(change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> None:
    """Swapped, taken away at either end, added: the entry is named."""
    opened, closed = an_evening()[0], an_evening()[-1]
    fall = DiceResult(1, 1, "0", provably_fair.dice("evening", 1, "n", 5, 20), 20)
    assert verify_dice([opened, ActionTaken("ann", "x", nonce="n", dice=(fall,)), closed]).wrong == ()
    other = msgspec.structs.replace(fall, faces=change(fall.faces))
    (wrong,) = verify_dice([opened, ActionTaken("ann", "x", nonce="n", dice=(other,)), closed]).wrong
    assert wrong.startswith("Entry 1: ")


def test_dice_that_cannot_be_are_found() -> None:
    """A die without sides is not what any seed gives."""
    journal = an_evening()
    number = first_throw(journal)
    assert len(verify_dice(changed(journal, number, sides=0)).wrong) == 1
    assert len(verify_dice(changed(journal, number, sides=0, drawn=False)).wrong) == 1


def test_a_throw_slipped_in_or_left_out_is_found() -> None:
    """Throws are numbered: whoever throws until the dice please cannot hide it."""
    journal = an_evening()
    number = first_throw(journal)
    assert verify_dice([*journal[: number + 1], *journal[number:]]).wrong
    assert verify_dice([*journal[:number], *journal[number + 1 :]]).wrong


def test_dice_of_another_nonce_are_found() -> None:
    """The nonce is part of what makes a die."""
    journal = an_evening()
    number = first_throw(journal)
    entry = msgspec.structs.replace(journal[number], nonce="m")
    assert verify_dice([*journal[:number], entry, *journal[number + 1 :]]).wrong


def test_talk_slipped_in_changes_no_die() -> None:
    """Dice do not hang on where they stand in the journal."""
    journal = an_evening()
    assert verify_dice([journal[0], MessageSent("ann", "Hm."), *journal[1:]]).wrong == ()


def test_dice_from_a_hand_are_marked_and_not_checked() -> None:
    """They name whose hand it was; nobody's hand throws nothing."""
    journal = an_evening()
    number = next(i for i, e in enumerate(journal) if isinstance(e, DiceEntered))
    entry = journal[number]
    assert isinstance(entry, DiceEntered)
    assert entry.hand == "ben"
    other = msgspec.structs.replace(entry, faces=(6,))
    assert verify_dice([*journal[:number], other, *journal[number + 1 :]]).wrong == ()
    table = Table.open(HUT, fair_dice=False)
    table.act("ann", "deal")
    with pytest.raises(Refused, match="There is no seat called ''"):
        table.apply(DiceEntered(1, "0", (1, 2), 4, drawn=True))


def test_another_seed_is_found() -> None:
    """Only the one that was committed to counts."""
    (wrong,) = verify_dice([*an_evening()[:-1], SessionClosed("another")]).wrong
    assert wrong == "The seed shown is not the one the table committed to."


def test_before_the_session_is_closed_nothing_can_be_checked() -> None:
    """And that is said."""
    assert verify_dice(an_evening()[:-1]).wrong == ("The seed has not been shown: the session is not closed.",)
    assert verify_dice([]).wrong == ("The journal has no opening.",)


def test_what_was_thrown_before_the_dice_were_committed_anew_is_counted_and_not_checked() -> None:
    """The old seed is not known here; what came after is checked by the new one."""
    opened, *rest = an_evening()[:-1]
    fall = DiceResult(3, 7, "0", provably_fair.dice("anew", 3, "m", 2, 6), 6)
    journal = [
        opened,
        *rest,
        SeedCommitted(provably_fair.commitment("anew")),
        ActionTaken("ann", "x", nonce="m", dice=(fall,)),
    ]
    assert verify_dice([*journal, SessionClosed("anew")]) == Verification((), throws=1, dice=2, by_hand=1, older=2)
    wrong = ActionTaken("ann", "x", nonce="m", dice=(msgspec.structs.replace(fall, faces=(7, 7)),))
    assert len(verify_dice([*journal[:-1], wrong, SessionClosed("anew")]).wrong) == 1


# nobody steers

MEANWHILE: list[Callable[[Table], object]] = [
    lambda t: t.say("ann", "Come on, three sixes!"),
    lambda t: [t.say("ben", "x", to=("ann",)) for _ in range(25)],
    lambda t: t.edit("kim", "night", 0),
    lambda t: t.rename("ann", "Anna"),
    lambda t: t.join(Seat("cat", "player")),
    lambda t: (t.act("ben", "greet"), t.undo("kim", 0)),
    lambda t: (t.act("ben", "greet"), t.undo("kim", 0), t.redo("kim")),
    lambda t: t.hand_over("ben", "bo", ""),
    lambda t: SeatView(t, "ann").legal_actions,
]


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_nothing_but_a_throw_changes_the_next_throw(meanwhile: Callable[[Table], object]) -> None:
    """Talk, overrides, undo and redo, people and their names: the next dice are the ones they would have been."""

    def dice(table: Table) -> tuple[DiceResult, ...]:
        number = table.act("ann", "wager", {"who": "ada"}, nonce="mine")
        return tuple(msgspec.structs.replace(fall, action_id=0) for fall in dice_results(table.journal[number]))

    quiet, table = Table.open(INN, seed="steady"), Table.open(INN, seed="steady")
    meanwhile(table)
    assert dice(table) == dice(quiet)


def test_the_same_throw_and_nonce_are_the_same_dice_and_others_are_others() -> None:
    """Whoever knows the seed and not the nonce cannot tell the dice before they fall."""

    def dice(nonce: str, throws: int = 0) -> tuple[int, ...]:
        table = Table.open(INN, seed="steady")
        for _ in range(throws):
            table.act("kim", "nightfall", nonce="x")
        number = table.act("kim", "nightfall", nonce=nonce)
        return dice_results(table.journal[number])[0].faces

    assert dice("a") == dice("a")
    assert len({dice(f"{n}") for n in range(30)}) == 4
    assert len({dice("a", throws) for throws in range(30)}) == 4


def test_what_is_refused_has_thrown_nothing() -> None:
    """A rule that refuses its dice uses up no throw."""
    table = Table.open(HUT, seed="s")
    table.act("ann", "curse")
    with pytest.raises(Refused):
        table.answer("ann", 1, "0", "yes")
    assert table.metadata.throws == 0


def test_a_nonce_has_an_end() -> None:
    """Nobody fills the journal with one."""
    with pytest.raises(Refused, match="A nonce has at most 64 letters"):
        Table.open(HUT).act("ann", "deal", nonce="x" * 65)


# without bias


@pytest.mark.parametrize("sides", [2, 6, 7, 12, 20, 100])
def test_every_face_is_equally_likely(sides: int) -> None:
    """Six thousand dice of one seed do not stray from evenness further than one honest set in a thousand does."""
    counts = Counter(face for throw in range(60) for face in provably_fair.dice("even", throw, "0", 100, sides))
    assert set(counts) <= set(range(1, sides + 1))
    assert chisquare([counts[face] for face in range(1, sides + 1)]).pvalue > 0.001


@pytest.mark.parametrize("what", ["throws", "nonces", "seeds"])
def test_no_face_is_likelier_from_throw_to_throw_nonce_to_nonce_or_seed_to_seed(what: str) -> None:
    """The first die of six thousand, each of another throw, nonce or seed."""
    made = {
        "throws": lambda i: provably_fair.dice("even", i, "n", 1, 6)[0],
        "nonces": lambda i: provably_fair.dice("even", 1, f"{i}", 1, 6)[0],
        "seeds": lambda i: provably_fair.dice(f"even {i}", 1, "n", 1, 6)[0],
    }
    counts = Counter(made[what](i) for i in range(6000))
    assert chisquare([counts[face] for face in range(1, 7)]).pvalue > 0.001


def test_numbers_past_the_last_whole_multiple_are_thrown_away() -> None:
    """On a die so large that a remainder alone would double the lowest third, each third comes up as often."""
    third = 1 << 62
    thirds = Counter((provably_fair.die("wide", f"{i}", 0, 3 * third) - 1) // third for i in range(3000))
    assert chisquare([thirds[i] for i in range(3)]).pvalue > 0.001


def test_a_throw_is_its_dice_one_by_one() -> None:
    """Each as a stranger computes it: HMAC-SHA256 of the seed, over the throw, the nonce, what is thrown and which."""
    faces = provably_fair.dice("a seed", 7, "a nonce", 12, 6)
    for nth, face in enumerate(faces):
        number = int.from_bytes(hmac.digest(b"a seed", f"7/a nonce/12d6/{nth}/0".encode(), "sha256")[:8])
        assert face == number % 6 + 1


@given(st.text(), st.integers(0, 99), st.integers(0, 10), st.integers(1, 60))
def test_cards_drawn_at_once_differ(seed: str, throw: int, k: int, size: int) -> None:
    """Each is a place in the deck, none is drawn twice."""
    k = min(k, size)
    places = provably_fair.cards(seed, throw, "0", k, size)
    assert len(set(places)) == len(places) == k
    assert all(1 <= place <= size for place in places)


def test_every_card_is_drawn_as_often_in_every_position() -> None:
    """First and last of three out of five."""
    draws = [provably_fair.cards("deal", i, "0", 3, 5) for i in range(3000)]
    for position in range(3):
        counts = Counter(draw[position] for draw in draws)
        assert chisquare([counts[card] for card in range(1, 6)]).pvalue > 0.001


@pytest.mark.parametrize("other", [("seed2", 1, "0"), ("seed", 2, "0"), ("seed", 1, "1"), ("seed", 1, "0/0")])
def test_dice_depend_on_seed_throw_and_nonce(other: tuple[str, int, str]) -> None:
    """The same three give the same dice; any other gives others."""
    dice = provably_fair.dice("seed", 1, "0", 20, 20)
    assert dice == provably_fair.dice("seed", 1, "0", 20, 20)
    assert dice != provably_fair.dice(*other, 20, 20)
