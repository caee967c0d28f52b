"""Guided paths: what they name is there, each can be walked to its end, and a moment calls for where one stands."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.catalog import InstalledGame
from tablewright.check.finding import Finding
from tablewright.engine import ANSWERED_BY_PEOPLE
from tablewright.rules import Game, Refused
from tablewright.table import SeatView, Table
from tablewright.table.seat import GuideView, NothingToRandomize, next_guide

from .random_player import RandomPlayer, random_answer

STEPS = 100
"""Steps of random play between which paths are looked at."""
EVERY = 20
LONG = 60
"""Deeds no path takes: it would not come to an end."""
WALKED = "guided paths can be walked"
CALLED = "a moment calls for where a path stands"


def check_guides(box: InstalledGame, steps: int = STEPS, seed: int = 11) -> Iterator[Finding]:
    """Every finding about the paths a game declares; none, for one that declares none."""
    if not box.game.guides:
        return
    wrong = list(undeclared(box.game))
    if wrong:
        yield Finding(WALKED, tuple(wrong))
        return
    walks = GuideWalker(box.game, steps, seed)
    missing = [
        f"nobody ever came to the end of {path.name}" for path in box.game.guides if path.name not in walks.ended
    ]
    yield Finding(WALKED, (*walks.stuck, *missing), f"{len(walks.ended)} paths, {walks.walked} walks")
    uncalled = [f"{path}: nothing ever calls for “{step}”" for (path, step), ever in walks.stood.items() if not ever]
    yield Finding(CALLED, tuple(uncalled), f"{len(walks.stood)} steps")


def undeclared(game: Game) -> Iterator[str]:
    """What a path names that the game does not have, and steps that nobody could see the end of."""
    for path in game.guides:
        for act in (*path.actions, *(act for step in path.steps for act in step.chance)):
            if act not in game.actions:
                yield f"{path.name} names {act.name}, which is no action of the game"
        for step in path.steps[:-1]:
            if step.done is None:
                yield f"{path.name}: “{step.title}” never ends, and other steps come after it"
        for step in path.steps:
            if not set(step.chance) <= set(step.actions):
                yield f"{path.name}: “{step.title}” leaves to chance what it does not have"


class GuideWalker:
    """Plays at random, and now and then somebody walks a path that is open to them, by chance, to its end."""

    def __init__(self, game: Game, steps: int, seed: int) -> None:
        self.game, self.walked = game, 0
        self.ended: set[str] = set()
        self.stuck: list[str] = []
        self.walking: list[str] = []
        """The paths somebody is on."""
        self.stood: dict[tuple[str, str], bool] = {}
        """The steps of paths somebody stood at, and whether the moment ever called for them."""
        for empty in (True, False):
            stranger = RandomPlayer(game, seed)
            if empty and game.empty is not None:
                stranger.table = Table.open(game, seats=stranger.table.opened.seats, seed=f"walks {seed}", empty=True)
            stranger.table.nonce = (f"walk {n}" for n in range(10**9)).__next__
            for n in range(steps):
                if n % EVERY == 0:
                    self._everybody(stranger)
                stranger.step()

    def _everybody(self, stranger: RandomPlayer) -> None:
        for seat in list(stranger.table.seats):
            at = SeatView(stranger.table, seat)
            if stranger.table.play_state.pending or not at.guides:
                continue
            self._called(at)
            self._walk(stranger, seat, stranger.rng.choice(at.guides))
            if stranger.table.play_state.pending:
                return

    def _called(self, at: SeatView) -> None:
        called = {offer.action for offer in at.suggestions}
        for guide in at.guides:
            now = guide.now
            wanted = {offer.action for offer in now.offers} if now is not None else set()
            if now is not None and wanted:
                key = guide.path, now.title
                self.stood[key] = self.stood.get(key, False) or not wanted.isdisjoint(called)

    def _walk(self, stranger: RandomPlayer, seat: str, guide: GuideView | None) -> None:
        """One path, by chance as far as it is left to that; a step that is over by being taken ends it."""
        self.walked += 1
        self.walking.append(guide.path if guide is not None else "")
        self._on(stranger, seat, guide)
        self.walking.pop()

    def _on(self, stranger: RandomPlayer, seat: str, guide: GuideView | None) -> None:
        table, deeds = stranger.table, 0
        while guide is not None and guide.now is not None:
            deeds += 1
            if deeds > LONG:
                _note(self.stuck, f"“{guide.now.title}” of {guide.path} goes on after {LONG} deeds")
                return
            before = SeatView(table, seat)
            try:
                number = before.take_random_step(guide.path, guide.of, table.nonce())
            except NothingToRandomize:
                break
            except Refused as refused:
                _note(self.stuck, f"“{guide.now.title}” of {guide.path}: {refused}")
                return
            while table.play_state.pending and self._answer(stranger):
                pass
            self._others(stranger, seat)
            if self._was_last(table, guide.path, number):
                break
            name, guide = guide.path, next_guide(guide, before.guides, SeatView(table, seat).guides)
            self.ended |= {name} if guide is None else set()
            if guide is None:
                return
        self.ended |= {guide.path} if guide is not None else set()

    def _was_last(self, table: Table, name: str, number: int) -> bool:
        """Whether what was done was the last step of a path that is over by its being taken."""
        path, (entry,) = self.game.path(name), table.entries(number, number)
        return not path.ends and getattr(entry, "action", "") in {act.name for act in path.steps[-1].actions}

    def _others(self, stranger: RandomPlayer, seat: str) -> None:
        """What a path has opened to others, and nobody has walked so far, is walked before it goes on."""
        for other in [other for other in stranger.table.seats if other != seat]:
            at = SeatView(stranger.table, other)
            new = [guide for guide in at.guides if guide.path not in self.ended and guide.path not in self.walking]
            if new and not stranger.table.play_state.pending:
                self._called(at)
                self._walk(stranger, other, new[0])

    def _answer(self, stranger: RandomPlayer) -> bool:
        """Whoever is asked on the way answers something."""
        table = stranger.table
        for running, q in table.play_state.waiting():
            may = [s for s in table.seats.values() if self.game.may_answer(s, q.by, table.state)]
            if may and q.kind in ANSWERED_BY_PEOPLE:
                table.answer(may[0].id, running.number, q.at, random_answer(q, stranger.rng), table.nonce())
                return True
        return False


def _note(notes: list[str], text: str) -> None:
    if text not in notes and len(notes) < 5:
        notes.append(text)
