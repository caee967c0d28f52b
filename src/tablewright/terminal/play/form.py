"""Preparing an action in conversation: what it needs is asked, what it may have is folded, and nothing said is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from tablewright.rules import Refused, UnknownName
from tablewright.table.odds import OddsSummary
from tablewright.table.seat import Draft, DraftField
from tablewright.terminal.play.local_seats import draft_for_seat
from tablewright.terminal.render import (
    among,
    escape_quoted,
    explain_field,
    explain_form,
    print_columns,
    show_odds_summary,
)

from .keyboard import GoBack, TableChanged
from .match_option import OptionMatcher
from .prompt import PromptContext


class ActionForm:
    """One action for one person. `values` are what was said so far, in their words or ours."""

    def __init__(self, chair: PromptContext, action: str, values: dict[str, Any]) -> None:
        self.chair, self.out, self.sitting = chair, chair.out, chair.sitting
        self.action, self.values = action, dict(values)
        self.here = chair.sitting.here
        self._asked: list[str] = []
        self._choices: OptionMatcher | None = None
        self._named: set[str] = set()
        """What was said by name at the end, and is shown there."""

    # the conversation

    def take(self, rest: str = "", only_odds: bool = False) -> None:
        """From the first question to the deed; or, for who only looks, to the odds."""
        quick = self._given(rest)
        while True:
            try:
                draft = self._mains()
                if only_odds:
                    self._odds(draft, always=True)
                    return
                if self._settled(draft, quick and not self._asked):
                    break
            except TableChanged:
                continue  # what was said is kept, and seen in the new light
            except GoBack:
                if not self._asked:
                    self.out.print("[quiet]Left; nothing has changed.[/]")
                    return
                self.values.pop(self._asked.pop(), None)
        self.sitting.turned(self.here.seat.id)
        self.chair.do(lambda: self.here.act(self.action, draft.values))

    def _draft(self) -> Draft:
        self.here, draft = draft_for_seat(self.sitting, self.action, self.values)
        if draft.why_not:
            raise Refused(draft.why_not)
        return draft

    def _given(self, rest: str) -> bool:
        """What was typed behind the name: name=value, or just the first thing it needs. Whether that is all of it."""
        draft = self._draft()
        fields = [field.name for field in self.chair.game.action(self.action).fields]
        words, pairs = parse_assignments(rest, draft.fields, fields)
        self.values |= pairs
        if words:
            free = [f for f in draft.fields if f.name not in self.values and not f.given]
            first = next((f for f in free if f.main), next(iter(free), None))
            if first is None:
                raise Refused(f"{words!r} is more than {draft.title} needs.")
            self.values[first.name] = words
        return bool(rest) or not draft.fields

    # what it needs

    def _mains(self) -> Draft:
        """Asks for every main field that is still open, and again for what will not do; the draft when none is."""
        while True:
            draft = self._draft()
            wrong = next((f for f in draft.fields if f.wrong and f.name in self.values), None)
            if wrong is not None:
                self.chair.wrong(f"{wrong.label}: {wrong.wrong}")
                del self.values[wrong.name]
                self._asked = [name for name in self._asked if name != wrong.name]
            field = wrong or next((f for f in draft.fields if self._open(f)), None)
            if field is None:
                return draft
            self._ask(draft, field)

    def _open(self, field: DraftField) -> bool:
        return field.main and not field.given and (field.required or field.name not in self._asked)

    def _ask(self, draft: Draft, field: DraftField) -> None:
        """Asks for one field until something is said."""
        title = f"[head]{escape_quoted(draft.title)}[/] · " if not self._asked else ""
        asides = [
            "several with commas, or all"
            if field.many and field.choices
            else "several, with commas"
            if field.many
            else "",
            f"usually {escape_quoted(field.usual)}" if field.usual else "",
        ]
        aside = f" [quiet]({'; '.join(filter(None, asides))})[/]" if any(asides) else ""
        budget = f" [head]{escape_quoted(field.budget)}[/]" if field.budget else ""
        self.out.print(f"  {title}{escape_quoted(field.doc) or escape_quoted(field.label)}{aside}{budget}")
        self._choices = OptionMatcher(field, self.out)
        self._choices.show()
        text = self._answered(draft, field, self._choices)
        if text:
            self.values[field.name] = text
        else:
            self.values.pop(field.name, None)
        self._asked.append(field.name)

    def _answered(self, draft: Draft, field: DraftField, choices: OptionMatcher) -> str:
        words = field.kind == "text"
        number = f", a number{among(field)}" if field.kind == "number" else ""
        prompt = f"  {field.label}{number}{' (y/n)' if field.kind == 'flag' else ''}: "
        while True:
            text = self.chair.ask(prompt, lambda: explain_field(self.out, draft, field), words, choices.names)
            if not text and field.required:
                continue
            own, sep, value = text.partition("=")
            if sep and own.strip().casefold() in (field.label.casefold(), field.name):
                text = value.strip()
            meant = choices.meant(text) if text else text
            if meant is not None:
                return meant

    # what it may have, and going ahead

    def _settled(self, draft: Draft, quick: bool) -> bool:
        """Whether it is to be done: shown once more as it stands, with what may still be said."""
        more = [f for f in draft.fields if not f.main or f.name in self._named]
        told = draft.ready and self._odds(draft)
        if draft.ready and not told and (quick or not more) and not self._guessed(draft):
            return True
        if not draft.ready and not self._asked and len(draft.fields) < 2:
            raise Refused(draft.missing)  # there is nothing to say otherwise
        self._fold(more)
        if not draft.ready:
            self.chair.wrong(f"  {draft.missing}")
        while True:
            also = ", or say more by name" if more else ""
            again = f"say {self._asked[-1]} again, " if self._asked else ""
            prompt = f"  Enter goes ahead{also}: " if draft.ready else f"  {again}change something by name, or back: "
            text = self.chair.ask(prompt, lambda: explain_form(self.out, draft))
            if draft.ready and text.casefold() in ("", "y", "yes"):
                return True
            if text.casefold() in ("n", "no"):
                self._asked.clear()
                raise GoBack
            if text and self.chair.try_to(lambda: self._say(draft, text)):  # noqa: B023  (done at once)
                return False

    def _guessed(self, draft: Draft) -> bool:
        """Whether there was only one thing to choose and nobody has said so: then what it would do is shown first."""
        mine = {f.name for f in self.chair.game.action(self.action).fields if f.param.mine}
        unsaid = bool(set(draft.values) - set(self.values) - mine)
        if unsaid:
            self._preview(draft)
        return unsaid

    def _say(self, draft: Draft, text: str) -> None:
        """More things said by name: with their values, or one alone, to be asked for."""
        words, said_so = parse_assignments(text, draft.fields)
        if words:
            field, value = self._meant(draft, text)
            if value is None:
                with suppress(GoBack):  # back to what may still be said
                    self._ask(draft, field)
                return
            said_so = {field.name: value}
        _, after = draft_for_seat(self.sitting, self.action, {**self.values, **said_so})
        wrong = next((f for f in after.fields if f.name in said_so and f.wrong and not f.shown), None)
        if wrong:
            raise Refused(f"{wrong.label}: {wrong.wrong}")
        self.values |= said_so
        self._named |= set(said_so)

    def _meant(self, draft: Draft, text: str) -> tuple[DraftField, str | None]:
        """The field that is named; while it will not do, what was asked last may just be said again."""
        try:
            return parse_assignment(text, draft.fields)
        except Refused:
            if draft.ready or self._choices is None or not self._asked:
                raise
            return self._choices.field, self._choices.meant(text)

    def _fold(self, more: list[DraftField]) -> None:
        """The rest of the fields by their names, with what they are now."""
        now = {
            f.name: f"[head]{escape_quoted(f.shown)}[/]" if f.given else f"[quiet]{escape_quoted(f.usual) or '·'}[/]"
            for f in more
        }
        words = [f"{escape_quoted(f.label)} {now[f.name]}" for f in more]
        if words:
            print_columns(self.out, words, first="  [quiet]also:[/] ")
        for field in more:
            if field.budget:
                self.out.print(f"  [head]{escape_quoted(field.budget)}[/]")

    def _odds(self, draft: Draft, always: bool = False) -> bool:
        """Shows what would be told before the first die, and the odds; whether anything hangs on them."""
        if not draft.ready:
            raise Refused(draft.missing)
        found = self.here.odds(self.action, draft.values)
        hangs = _hangs(found)
        if hangs or always:
            self._preview(draft)
        if hangs or (always and found.tells):
            show_odds_summary(self.out, found, self.here.names)
        elif found.note:
            self.out.print(f"  [quiet]{escape_quoted(found.note)}[/]")
        elif always:
            self.out.print("[quiet]Nothing of it is left to chance.[/]")
        return hangs

    def _preview(self, draft: Draft) -> None:
        for words, times in Counter(draft.preview).items():
            self.out.print(f"  [quiet]{escape_quoted(words)}{f' ({times} times)' if times > 1 else ''}[/]")


def _hangs(found: OddsSummary) -> bool:
    """Whether anything is left to chance or choice."""
    pairs = [group.chance for group in found.groups] + [c.chance for c in (*found.changes, *found.costs)]
    return found.quantity is not None or any(0 < p < 1 for pair in pairs for p in pair) or not found.same


def parse_assignments(
    text: str, fields: Sequence[DraftField], others: Iterable[str] = ()
) -> tuple[str, dict[str, str]]:
    """What stands before the first pair, and the pairs by the fields' own names. `others` are not shown, but there."""
    names = {name.casefold(): name for name in others} | _names(fields)
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    starts = list(re.finditer(rf"(?:^|(?<=\s))({known})\s*=", text, re.IGNORECASE)) if known else []
    before = text[: starts[0].start()].strip() if starts else text.strip()
    wrong = re.match(r"([\w-]+)=", before)
    if wrong:
        raise UnknownName("field here", wrong[1], names)
    ends = [*(found.start() for found in starts[1:]), len(text)]
    return before, {
        names[found[1].casefold()]: text[found.end() : end].strip() for found, end in zip(starts, ends, strict=False)
    }


def parse_assignment(text: str, fields: Sequence[DraftField]) -> tuple[DraftField, str | None]:
    """The field meant by `name=value`, `name value` or `name`, and the value, if one is said."""
    by_name = {field.name: field for field in fields}
    names = {name: by_name[own] for name, own in _names(fields).items()}
    wish = text.casefold()
    exact = [name for name in names if wish == name or (wish.startswith(name) and wish[len(name)] in "= ")]
    if exact:
        name = max(exact, key=len)
        return names[name], text[len(name) :].lstrip("= ").strip() or None
    head, _, value = (part.strip() for part in text.replace("=", " ", 1).partition(" "))
    near = {field.name: field for name, field in names.items() if name.startswith(head.casefold())}
    if len(near) == 1:
        return next(iter(near.values())), value or None
    if near:
        raise Refused(f"{head!r} could be {' or '.join(field.label for field in near.values())}.")
    raise UnknownName("field here", head, (field.label for field in fields))


def _names(fields: Sequence[DraftField]) -> dict[str, str]:
    """Everything a field goes by, and its own name."""
    return {f.label.casefold(): f.name for f in fields} | {f.name.casefold(): f.name for f in fields}
