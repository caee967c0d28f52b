"""Walking a guided path in conversation: where it stands, what its step offers, what chance would do."""

from __future__ import annotations

from contextlib import suppress

from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.pick import Pick
from tablewright.kernel.view import Offer
from tablewright.table import At
from tablewright.table.guide import Guide, GuideStep, followed
from tablewright.table.naming import meant

from .answers import Answers
from .chair import Chair
from .choosing import numbered, wished
from .clean import said
from .command import Command
from .flow import flow
from .form import Form
from .keyboard import Back, Changed

MARKS = {"done": "[good]✓[/]", "now": "[head]>[/]", "open": "[quiet]·[/]", "later": " "}
MOST = 60
"""Things left to chance at once: no path is so long."""


class Guided:
    """One path at a time, until it is walked or left. A step that may be left out is passed over with `next`."""

    def __init__(self, chair: Chair, answers: Answers) -> None:
        self.chair, self.out, self.sitting, self.answers = chair, chair.out, chair.sitting, answers
        self.commands = [
            Command("guide [PATH]", "walk step by step: making somebody, growing, the end of a session", self.walk)
        ]
        self._passed = 0
        """How many steps that may be left out have been passed over."""
        self._shown: tuple[Guide, int] | None = None

    def walk(self, text: str = "") -> None:
        """Until it is over, or somebody says back."""
        here, guide = self._meant(text)
        self._passed, self._shown = 0, None
        with suppress(Back):
            while guide.now is not None:
                if self.answers.open:
                    self.chair.try_to(self.answers.turn)
                elif self._step(here, guide):
                    return
                here, before = self.sitting.at(here.seat.id), here
                after = followed(guide, before.guides, here.guides)
                if after is None:
                    self.out.print(f"[good]{said(guide.title)}: done.[/]")
                    return
                guide = after
            return
        self.out.print("[quiet]guide takes it up again.[/]")

    # which

    def _open(self) -> list[tuple[At, Guide]]:
        """Every path open from here: in all seats, of everybody."""
        seats = self.sitting.everybody if self.sitting.everywhere else (self.sitting.here.seat.id,)
        found: dict[tuple[str, str], tuple[At, Guide]] = {}
        for seat in seats:
            for guide in self.sitting.at(seat).guides:
                found.setdefault((guide.path, guide.of), (self.sitting.at(seat), guide))
        return [(at, guide) for at, guide in found.values() if guide.now is not None]

    def _meant(self, text: str) -> tuple[At, Guide]:
        paths = self._open()
        if not paths:
            raise Refused("There is no path to walk now.")
        names = [_called(guide) for _, guide in paths]
        if not text and len(paths) > 1:
            for number, name in enumerate(names, 1):
                self.out.print(f"  [head]{number}[/] {said(name)}")
            text = self.chair.ask("  which: ", self._help)
        if not text and len(paths) == 1:
            return paths[0]
        if text.isdigit() and 1 <= int(text) <= len(paths):
            return paths[int(text) - 1]
        labelled = [(Pick(n), name) for n, name in enumerate(names)]
        labelled += [(Pick(n), f"{guide.path} {guide.name}".strip()) for n, (_, guide) in enumerate(paths)]
        return paths[int(meant(text, labelled, "").value)]

    # a step

    def _step(self, here: At, guide: Guide) -> bool:
        """One thing said at the step it is at; whether the path is over by it."""
        places = [n for n, step in enumerate(guide.steps) if step.stage in ("now", "open")]
        place = places[min(self._passed, len(places) - 1)]
        step = guide.steps[place]
        offers = numbered(step.offers + (guide.ready if place == 0 else ()), self.sitting.actions)
        self._show(guide, place, offers)
        try:
            text = self.chair.ask(f"{guide.name or guide.title} · {step.title}> ", self._help)
        except Changed:
            return False
        word, _, rest = text.partition(" ")
        if word == "next":
            self._next(step)
        elif word in ("chance", "all") and not rest:
            self.chair.try_to(lambda: self._chance(here, guide, word == "all"))
        elif word == "again":
            self.chair.try_to(lambda: self._back(here, guide, rest))
        elif text or len(offers) == 1:
            before = self.chair.table.standing.entries
            with suppress(Back):
                self.chair.try_to(lambda: self._take(here, guide, text, offers))
            taken = self.chair.table.standing.entries > before
            return taken and not here.game.path(guide.path).ends and place == len(guide.steps) - 1
        return False

    def _take(self, here: At, guide: Guide, text: str, offers: list[tuple[str, Offer]]) -> None:
        """The action meant; where there is only one, what is said may be the first thing it needs.

        What is ready-made and needs nothing more is taken as it is.
        """
        names = {offer.action for _, offer in offers}
        try:
            wish = wished(text, [doable for doable in self.sitting.actions if doable.name in names], offers)
        except Unknown:
            if len(offers) != 1:
                raise
            ((_, offer),) = offers
            Form(self.chair, offer.action, offer.params).take(text)
            return
        ready = any((o.action, o.params) == (wish.doable.name, wish.params) for o in guide.ready)
        if ready and not wish.rest and here.draft(wish.doable.name, wish.params).ready:
            self.sitting.turned(here.seat.id)
            self.chair.do(lambda: here.act(wish.doable.name, wish.params))
            return
        Form(self.chair, wish.doable.name, wish.params).take(wish.rest)

    def _next(self, step: GuideStep) -> None:
        if step.optional:
            self._passed += 1
        else:
            self.chair.wrong(f"“{step.title}” cannot be left out.")

    def _chance(self, here: At, guide: Guide, everything: bool) -> None:
        """One thing left to chance, or all that is left."""
        found: Guide | None = guide
        if not guide.chance:
            raise Refused("This is not left to chance.")
        for _ in range(MOST if everything else 1):
            if found is None:
                return
            self._by_chance(here, found)
            here, before = self.sitting.at(here.seat.id), here
            found = followed(found, before.guides, here.guides)

    def _by_chance(self, here: At, guide: Guide) -> None:
        self.chair.do(lambda: here.by_chance(guide.path, guide.of))

    def _back(self, here: At, guide: Guide, text: str) -> None:
        """To how it was when a step was begun."""
        if not text.isdigit() or not 1 <= int(text) <= len(guide.steps):
            raise Unknown("step", text, (str(n) for n in range(1, len(guide.steps) + 1)))
        self._passed = 0
        self.chair.do(lambda: here.step_back(guide.path, guide.of, int(text) - 1))

    # what is shown

    def _show(self, guide: Guide, place: int, offers: list[tuple[str, Offer]]) -> None:
        """The path and the step it is at; nothing, where that has been shown already."""
        if self._shown == (guide, place):
            return
        self._shown = guide, place
        self.out.print(f"[head]{said(_called(guide))}[/] [quiet]{said(guide.doc)}[/]")
        for number, step in enumerate(guide.steps, 1):
            mark = MARKS["now" if number - 1 == place else "open" if step.stage == "now" else step.stage]
            chosen = f" [quiet]{said(step.chosen)}[/]" if step.chosen else ""
            self.out.print(f" {mark} {number} {said(step.title)}{chosen}")
        step = guide.steps[place]
        left = f" [head]{said(step.left)}[/]" if step.left else ""
        self.out.print(f"  {said(step.doc)}{left}")
        words = [f"[head]{number}[/] {said(offer.title)}" for number, offer in offers]
        words += ["[quiet]next[/]"] if step.optional else []
        words += ["[quiet]chance[/]", "[quiet]all[/]"] if guide.chance else []
        words += ["[quiet]again STEP[/]"] if any(s.back is not None for s in guide.steps) else []
        flow(self.out, words)

    def _help(self) -> None:
        self.out.print(
            "[quiet]An action by name or number takes the step. next passes over what may be left out; chance leaves "
            "this step to the dice, all everything that is left; again STEP goes back to a step; back leaves, and what "
            "was done stays.[/]"
        )


def _called(guide: Guide) -> str:
    return f"{guide.title}: {guide.name}" if guide.name else guide.title
