"""Walking a guided path in conversation: where it stands, what its step offers, what chance would do."""

from __future__ import annotations

from contextlib import suppress

from tablewright.rules import Refused, UnknownName
from tablewright.rules.forms import FieldOption
from tablewright.rules.widgets import Offer
from tablewright.table import SeatView
from tablewright.table.seat import GuideStepView, GuideView, match_label, next_guide
from tablewright.terminal.render import escape_quoted, print_columns

from .action_match import match_action, number_offers
from .answer import AnswerCommands
from .command import TypedCommand
from .form import ActionForm
from .keyboard import GoBack, TableChanged
from .prompt import PromptContext

MARKS = {"done": "[good]✓[/]", "now": "[head]>[/]", "open": "[quiet]·[/]", "later": " "}
MOST = 60
"""Things left to chance at once: no path is so long."""


class GuideWalk:
    """One path at a time, until it is walked or left. A step that may be left out is passed over with `next`."""

    def __init__(self, chair: PromptContext, answers: AnswerCommands) -> None:
        self.chair, self.out, self.sitting, self.answers = chair, chair.out, chair.sitting, answers
        self.commands = [
            TypedCommand("guide [PATH]", "walk step by step: making somebody, growing, the end of a session", self.walk)
        ]
        self._passed = 0
        """How many steps that may be left out have been passed over."""
        self._shown: tuple[GuideView, int] | None = None

    def walk(self, text: str = "") -> None:
        """Until it is over, or somebody says back."""
        here, guide = self._meant(text)
        self._passed, self._shown = 0, None
        with suppress(GoBack):
            while guide.now is not None:
                if self.answers.open:
                    self.chair.try_to(self.answers.turn)
                elif self._step(here, guide):
                    return
                here, before = self.sitting.at(here.seat.id), here
                after = next_guide(guide, before.guides, here.guides)
                if after is None:
                    self.out.print(f"[good]{escape_quoted(guide.title)}: done.[/]")
                    return
                guide = after
            return
        self.out.print("[quiet]guide takes it up again.[/]")

    # which

    def _open(self) -> list[tuple[SeatView, GuideView]]:
        """Every path open from here: in all seats, of everybody."""
        seats = self.sitting.everybody if self.sitting.everywhere else (self.sitting.here.seat.id,)
        found: dict[tuple[str, str], tuple[SeatView, GuideView]] = {}
        for seat in seats:
            for guide in self.sitting.at(seat).guides:
                found.setdefault((guide.name, guide.subject), (self.sitting.at(seat), guide))
        return [(at, guide) for at, guide in found.values() if guide.now is not None]

    def _meant(self, text: str) -> tuple[SeatView, GuideView]:
        paths = self._open()
        if not paths:
            raise Refused("There is no path to walk now.")
        names = [_called(guide) for _, guide in paths]
        if not text and len(paths) > 1:
            for number, name in enumerate(names, 1):
                self.out.print(f"  [head]{number}[/] {escape_quoted(name)}")
            text = self.chair.ask("  which: ", self._help)
        if not text and len(paths) == 1:
            return paths[0]
        if text.isdigit() and 1 <= int(text) <= len(paths):
            return paths[int(text) - 1]
        labelled = [(FieldOption(n), name) for n, name in enumerate(names)]
        labelled += [
            (FieldOption(n), f"{guide.name} {guide.subject_name}".strip()) for n, (_, guide) in enumerate(paths)
        ]
        return paths[int(match_label(text, labelled, "").value)]

    # a step

    def _step(self, here: SeatView, guide: GuideView) -> bool:
        """One thing said at the step it is at; whether the path is over by it."""
        places = [n for n, step in enumerate(guide.steps) if step.stage in ("now", "open")]
        place = places[min(self._passed, len(places) - 1)]
        step = guide.steps[place]
        offers = number_offers(step.offers + (guide.ready if place == 0 else ()), self.sitting.actions)
        self._show(guide, place, offers)
        try:
            text = self.chair.ask(f"{guide.subject_name or guide.title} · {step.title}> ", self._help)
        except TableChanged:
            return False
        word, _, rest = text.partition(" ")
        if word == "next":
            self._next(step)
        elif word in ("chance", "all") and not rest:
            self.chair.try_to(lambda: self._chance(here, guide, word == "all"))
        elif word == "again":
            self.chair.try_to(lambda: self._back(here, guide, rest))
        elif text or len(offers) == 1:
            before = self.chair.table.metadata.length
            with suppress(GoBack):
                self.chair.try_to(lambda: self._take(here, guide, text, offers))
            taken = self.chair.table.metadata.length > before
            return taken and not here.game.path(guide.name).ends and place == len(guide.steps) - 1
        return False

    def _take(self, here: SeatView, guide: GuideView, text: str, offers: list[tuple[str, Offer]]) -> None:
        """The action meant; where there is only one, what is said may be the first thing it needs.

        What is ready-made and needs nothing more is taken as it is.
        """
        names = {offer.action for _, offer in offers}
        try:
            wish = match_action(text, [doable for doable in self.sitting.actions if doable.name in names], offers)
        except UnknownName:
            if len(offers) != 1:
                raise
            ((_, offer),) = offers
            ActionForm(self.chair, offer.action, offer.params).take(text)
            return
        ready = any((o.action, o.params) == (wish.doable.name, wish.params) for o in guide.ready)
        if ready and not wish.rest and here.draft(wish.doable.name, wish.params).ready:
            self.sitting.turned(here.seat.id)
            self.chair.do(lambda: here.act(wish.doable.name, wish.params))
            return
        ActionForm(self.chair, wish.doable.name, wish.params).take(wish.rest)

    def _next(self, step: GuideStepView) -> None:
        if step.optional:
            self._passed += 1
        else:
            self.chair.wrong(f"“{step.title}” cannot be left out.")

    def _chance(self, here: SeatView, guide: GuideView, everything: bool) -> None:
        """One thing left to chance, or all that is left."""
        found: GuideView | None = guide
        if not guide.chance:
            raise Refused("This is not left to chance.")
        for _ in range(MOST if everything else 1):
            if found is None:
                return
            self._by_chance(here, found)
            here, before = self.sitting.at(here.seat.id), here
            found = next_guide(found, before.guides, here.guides)

    def _by_chance(self, here: SeatView, guide: GuideView) -> None:
        self.chair.do(lambda: here.take_random_step(guide.name, guide.subject))

    def _back(self, here: SeatView, guide: GuideView, text: str) -> None:
        """To how it was when a step was begun."""
        if not text.isdigit() or not 1 <= int(text) <= len(guide.steps):
            raise UnknownName("step", text, (str(n) for n in range(1, len(guide.steps) + 1)))
        self._passed = 0
        self.chair.do(lambda: here.undo_guide_step(guide.name, guide.subject, int(text) - 1))

    # what is shown

    def _show(self, guide: GuideView, place: int, offers: list[tuple[str, Offer]]) -> None:
        """The path and the step it is at; nothing, where that has been shown already."""
        if self._shown == (guide, place):
            return
        self._shown = guide, place
        self.out.print(f"[head]{escape_quoted(_called(guide))}[/] [quiet]{escape_quoted(guide.doc)}[/]")
        for number, step in enumerate(guide.steps, 1):
            mark = MARKS["now" if number - 1 == place else "open" if step.stage == "now" else step.stage]
            chosen = f" [quiet]{escape_quoted(step.chosen)}[/]" if step.chosen else ""
            self.out.print(f" {mark} {number} {escape_quoted(step.title)}{chosen}")
        step = guide.steps[place]
        left = f" [head]{escape_quoted(step.left)}[/]" if step.left else ""
        self.out.print(f"  {escape_quoted(step.doc)}{left}")
        words = [f"[head]{number}[/] {escape_quoted(offer.title)}" for number, offer in offers]
        words += ["[quiet]next[/]"] if step.optional else []
        words += ["[quiet]chance[/]", "[quiet]all[/]"] if guide.chance else []
        words += ["[quiet]again STEP[/]"] if any(s.back is not None for s in guide.steps) else []
        print_columns(self.out, words)

    def _help(self) -> None:
        self.out.print(
            "[quiet]An action by name or number takes the step. next passes over what may be left out; chance leaves "
            "this step to the dice, all everything that is left; again STEP goes back to a step; back leaves, and what "
            "was done stays.[/]"
        )


def _called(guide: GuideView) -> str:
    return f"{guide.title}: {guide.subject_name}" if guide.subject_name else guide.title
