"""Guides: they name actions of the game, can be followed to their ends, and are suggested when they fit."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.catalog import InstalledGame
from tablewright.check.finding import Finding
from tablewright.engine import ANSWERED_BY_PEOPLE
from tablewright.rules import Game, Refused
from tablewright.table import SeatView, Table
from tablewright.table.seat import GuideView, NothingToRandomize, next_guide

from .random_player import RandomPlayer, random_answer

STEPS = 100  # random steps of each run
MAX_STEPS = 400  # random steps at most, while a reached step was never suggested: one crowded moment proves nothing
EVERY = 20  # random steps between which guides are followed
MAX_ACTIONS = 200  # actions after which a guide counts as endless; spending 1,000 experience takes 100
WALKED = "guided paths can be walked"
CALLED = "a moment calls for where a path stands"


def check_guides(box: InstalledGame, steps: int = STEPS, seed: int = 11) -> Iterator[Finding]:
    """Check the guides a game declares; yields nothing for a game without any."""
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
    uncalled = [f"{path}: nothing ever calls for “{step}”" for (path, step), ever in walks.reached.items() if not ever]
    yield Finding(CALLED, tuple(uncalled), f"{len(walks.reached)} steps")


def undeclared(game: Game) -> Iterator[str]:
    """Name actions in guides that the game lacks, and steps that can never be seen to end."""
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
    """Plays at random; now and then each seat follows one of its open guides to the end, by random steps."""

    def __init__(self, game: Game, steps: int, seed: int) -> None:
        self.game, self.walked = game, 0
        self.ended: set[str] = set()
        self.stuck: list[str] = []
        self.following: list[str] = []
        """Names of the guides being followed."""
        self.reached: dict[tuple[str, str], bool] = {}
        """Steps of guides that were reached, and whether the game ever suggested their actions."""
        for empty in (True, False):
            player = RandomPlayer(game, seed)
            if empty and game.empty is not None:
                player.table = Table.open(game, seats=player.table.opened.seats, seed=f"walks {seed}", empty=True)
            player.table.nonce = (f"walk {n}" for n in range(10**9)).__next__
            for n in range(max(steps, MAX_STEPS)):
                if n >= steps and all(self.reached.values()):
                    break
                if n % EVERY == 0:
                    self._follow_all(player)
                player.step()

    def _follow_all(self, player: RandomPlayer) -> None:
        for seat in list(player.table.seats):
            at = SeatView(player.table, seat)
            if player.table.play_state.pending or not at.guides:
                continue
            self._note_suggested(at)
            self._walk(player, seat, player.rng.choice(at.guides))
            if player.table.play_state.pending:
                return

    def _note_suggested(self, at: SeatView) -> None:
        suggested = {offer.action for offer in at.suggestions}
        for guide in at.guides:
            now = guide.now
            wanted = {offer.action for offer in now.offers} if now is not None else set()
            if now is not None and wanted:
                key = guide.name, now.title
                self.reached[key] = self.reached.get(key, False) or not wanted.isdisjoint(suggested)

    def _walk(self, player: RandomPlayer, seat: str, guide: GuideView | None) -> None:
        """Follow one guide by random steps as far as it allows. A last step that ends by being taken ends the guide."""
        self.walked += 1
        self.following.append(guide.name if guide is not None else "")
        self._follow(player, seat, guide)
        self.following.pop()

    def _follow(self, player: RandomPlayer, seat: str, guide: GuideView | None) -> None:
        table, taken = player.table, 0
        while guide is not None and guide.now is not None:
            taken += 1
            if taken > MAX_ACTIONS:
                _note(self.stuck, f"“{guide.now.title}” of {guide.name} goes on after {MAX_ACTIONS} actions")
                return
            before = SeatView(table, seat)
            try:
                number = before.take_random_step(guide.name, guide.subject, table.nonce())
            except NothingToRandomize:
                break
            except Refused as refused:
                _note(self.stuck, f"“{guide.now.title}” of {guide.name}: {refused}")
                return
            while table.play_state.pending and self._answer(player):
                pass
            self._follow_others(player, seat)
            if self._was_last(table, guide.name, number):
                break
            name, guide = guide.name, next_guide(guide, before.guides, SeatView(table, seat).guides)
            self.ended |= {name} if guide is None else set()
            if guide is None:
                return
        self.ended |= {guide.name} if guide is not None else set()

    def _was_last(self, table: Table, name: str, number: int) -> bool:
        """True if the event was the last step of a guide that ends when that step is taken."""
        path, (entry,) = self.game.path(name), table.entries(number, number)
        return not path.ends and getattr(entry, "action", "") in {act.name for act in path.steps[-1].actions}

    def _follow_others(self, player: RandomPlayer, seat: str) -> None:
        """Let other seats follow guides that have opened for them and were never followed to the end."""
        for other in [other for other in player.table.seats if other != seat]:
            at = SeatView(player.table, other)
            new = [guide for guide in at.guides if guide.name not in self.ended and guide.name not in self.following]
            if new and not player.table.play_state.pending:
                self._note_suggested(at)
                self._walk(player, other, new[0])

    def _answer(self, player: RandomPlayer) -> bool:
        """Answer one open prompt at random for a seat that may. False if there is none."""
        table = player.table
        for running, q in table.play_state.waiting():
            may = [s for s in table.seats.values() if self.game.may_answer(s, q.by, table.state)]
            if may and q.kind in ANSWERED_BY_PEOPLE:
                table.answer(may[0].id, running.number, q.at, random_answer(q, player.rng), table.nonce())
                return True
        return False


def _note(notes: list[str], text: str) -> None:
    if text not in notes and len(notes) < 5:
        notes.append(text)
