"""Random play and transcripts at tables where nobody is the master."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tablewright.catalog.installed import load_declared_game
from tablewright.check.play.declarations import check_declarations
from tablewright.check.play.random_player import RandomPlayer
from tablewright.rules import Role
from tablewright.table.transcript.transcript import play_transcript

LIFEBOAT = load_declared_game("tests.example_games.lifeboat")


def test_a_game_without_a_master_declares_itself() -> None:
    """It needs roles, and none of them need be a master's."""
    assert check_declarations(LIFEBOAT).holds
    box = load_declared_game("tests.example_games.lifeboat")
    box.game = msgspec.structs.replace(box.game, roles=())
    assert "it has no roles: who plays it?" in check_declarations(box).wrong


def test_random_play_consents_and_objects() -> None:
    """What is taken back has been proposed; some of it is agreed to, some is not, and nothing stays open for long."""
    stranger, kinds = RandomPlayer(LIFEBOAT.game, 5), Counter[str]()
    for _ in range(600):
        stranger.step()
        assert len(stranger.table.proposals) < 20
        if stranger.game.ending(stranger.table.state):
            kinds.update(item.kind for item in stranger.table.feed_items())
            stranger.table = stranger.open()
    kinds.update(item.kind for item in stranger.table.feed_items())
    assert min(kinds["moved"], kinds["agreed"], kinds["objected"]) > 0
    assert kinds["moved"] < 100


@pytest.mark.parametrize(
    ("fewest", "seats"), [(0, ["sailor-seat"]), (3, ["sailor-seat", "sailor-seat-1", "sailor-seat-2"])]
)
def test_a_role_has_as_many_seats_as_it_needs(fewest: int, seats: list[str]) -> None:
    """A duel is not tried by one person."""
    game = msgspec.structs.replace(LIFEBOAT.game, seats=(), roles=(Role("sailor", "rows", fewest=fewest, most=4),))
    assert list(RandomPlayer(game, 1).table.seats) == seats


def test_nobody_consents_to_nothing() -> None:
    """A transcript that agrees where nothing has been proposed is refused, and one that objects."""
    played = play_transcript(LIFEBOAT.game, "seed x\n+ bob\n- bob\n* ann water=3\n+ bob\n+ bob\n").text
    assert played.count("refused: Nothing has been proposed.") == 3
    assert "ann proposes: set water to 3." in played
    assert "bob agrees." in played


def test_words_are_asked_for_and_answered_in_transcripts() -> None:
    """A text is asked for as such, and everything after the seat is it."""
    rowed = "seed x\n! 6 1 2 3 4 5 7\n> ann set_out\n> ann row who=mara\n< ann no\n< bob no\n"
    played = play_transcript(LIFEBOAT.game, f"{rowed}> ann ride_out who=mara\n< ann a bell, or two\n")
    assert "? Mara: What do you promise the sea? (a text of at most 120 letters)" in played.text
    assert played.table.state.sailors[0].promise == "a bell, or two"
