"""Drafting: how a form is filled in for one pair of eyes.

Made from what the seat may know; only whether the action would be accepted is asked of the whole table, because that is
what taking it would say anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from tablewright.engine import ANSWERED_BY_PEOPLE
from tablewright.engine.live import run_rule
from tablewright.rules import Action, Game, GameError, Refused, UnknownName, Viewer, to_json_value, to_key
from tablewright.rules.forms import MAX_TEXT, FieldOption, FormField

from .draft import MAX_LISTED, Draft, DraftField, FieldChoice, Values
from .inferred_values import infer_value, is_person
from .labels import label_of, match_label

MAX_TRIED = 120
"""How many choices of a form are tried out to see whether the rule takes them."""

Accepts: TypeAlias = Callable[[Action[Any], Values], Refused | None]
"""Why the table would not take an action with these values, if it would not."""
WhyNotNow: TypeAlias = Callable[[Action[Any]], str]
"""Why nobody in this seat can take an action now, whatever its values; `""` if somebody can."""


#: What listing the choices of a field may raise while what they depend on has not been said.
UNKNOWABLE_ERRORS = (Refused, LookupError, TypeError, AttributeError, ValueError)


class FilledForm(msgspec.Struct):
    """A form while it is filled in: what has been read, what would be sent, what is drawn, what is missing first."""

    given: dict[str, Any]
    values: dict[str, Any]
    fields: list[DraftField]
    missing: str = ""


class DraftBuilder:
    """Makes drafts for one pair of eyes. `accepts` says why the table would not take an action, or nothing."""

    def __init__(
        self, game: Game, eyes: Viewer, seen: Any, names: Mapping[str, str], accepts: Accepts, why_not_now: WhyNotNow
    ) -> None:
        self.game, self.eyes, self.seen, self.names = game, eyes, seen, names
        self.accepts, self.why_not_now = accepts, why_not_now

    def draft(self, action: Action[Any], values: Values) -> Draft:
        """The action with these fields filled in, by value or by name."""
        draft = self.filled(action, values)
        return self._tried(action, draft) if draft.ready else self._worded(action, draft)

    def _worded(self, action: Action[Any], draft: Draft) -> Draft:
        """A form that wants nothing but words: where the rule would have none, it says so before they are asked."""
        texts = [f for f in draft.fields if f.kind == "text" and f.required and f.examples and not f.wrong]
        if draft.why_not or not texts or len(texts) < len(draft.fields):
            return draft
        why = self.accepts(action, {**{f.name: f.examples[0] for f in texts}, **draft.values})
        return draft if why is None or why.field else msgspec.structs.replace(draft, why_not=str(why), fields=())

    def taken(self, action: Action[Any], values: Values) -> Draft:
        """The same for whoever only wants to know whether it would be taken: no other choice is tried out."""
        draft = self.filled(action, values)
        why = self.accepts(action, draft.values) if draft.ready else None
        return msgspec.structs.replace(draft, missing=str(why)) if why is not None else draft

    def why_not(self, action: Action[Any]) -> str:
        """Why the action cannot be taken at all, before anything is asked; nothing, if it can.

        The same as an empty draft says, without drawing it: what goes without saying is filled in, and nothing else.
        """
        why_not, given, asked = self._shut(action), dict[str, Any](), False
        for field in action.fields if not why_not else ():
            if not field.required:
                given[field.name] = field.default
                continue
            try:
                picks = self.picks(field, given) if field.applies(self.seen, given) else ()
            except UNKNOWABLE_ERRORS:
                if not asked:
                    raise
                continue  # it is asked once that is said on which it depends
            possible = [pick for pick in picks or () if not pick.why_not]
            if picks is not None and not possible:
                return _nothing(field, picks)
            only = self._only(action, field, possible, given)
            if only is not None:
                given[field.name] = only.value
            asked = asked or only is None
        return why_not

    def _shut(self, action: Action[Any]) -> str:
        """Why nobody in this seat can take the action now: the table's reason, or the game's."""
        return _sentence(self.why_not_now(action) or (action.when(self.seen) if action.when else None) or "")

    def filled(self, action: Action[Any], values: Values) -> Draft:
        """The draft as far as its fields go, before the rule is tried."""
        for name in values:
            if name not in {f.name for f in action.fields}:
                raise UnknownName(f"field of {action.title}", name, (f.name for f in action.fields))
        bare = Draft(action.name, action.title, action.doc, action.group, action.cites)
        why_not = self._shut(action)
        if why_not:
            return msgspec.structs.replace(bare, why_not=why_not)
        filling = FilledForm({}, {}, [])
        for field in action.fields:
            why_not = why_not or self._fill(action, field, values, filling)
        return msgspec.structs.replace(
            bare,
            fields=tuple(filling.fields) if not why_not else (),
            values=filling.values,
            why_not=why_not,
            missing=filling.missing,
        )

    # fields

    def picks(self, field: FormField, given: Values) -> tuple[FieldOption, ...] | None:
        """What a field lists for this seat. Whoever acts is somebody this seat may act with: its own first, then those
        nobody plays who are not on another side.
        """
        picks = field.picks(self.seen, given)
        if picks is None or not field.param.mine or self.eyes.master:
            return picks
        cast, mine = self.game.cast(self.seen), {self.game.side_of(self.seen, who) for who in self.eyes.plays}
        own = tuple(p for p in picks if p.value in self.eyes.plays)
        free = (p for p in picks if p not in own and not cast.get(p.value))
        return own + tuple(p for p in free if not mine or self.game.side_of(self.seen, p.value) in mine)

    def _fill(self, action: Action[Any], field: FormField, values: Values, filling: FilledForm) -> str:
        """One field more; why the action cannot be taken at all, if that shows here."""
        given = filling.given
        try:
            picks = self.picks(field, given) if field.applies(self.seen, given) else ()
        except UNKNOWABLE_ERRORS:
            if not filling.missing:
                raise
            return ""  # it is asked once that is said on which it depends
        if picks == () and not field.required:
            given[field.name] = field.default
            return ""
        possible = [pick for pick in picks or () if not pick.why_not]
        if picks is not None and field.required and not possible:
            return _nothing(field, picks)
        labelled = [(pick, self._label(field, pick)) for pick in picks or ()]
        raw = values.get(field.name)
        only = self._only(action, field, possible, given) if raw in (None, "") else None
        value, said, wrong = field.default, only is not None, ""
        if only is not None:
            value = only.value
        elif raw not in (None, ""):
            try:
                value, said = self._read(field, raw, labelled, given), True
            except Refused as refused:
                wrong = str(refused)
        missing = wrong or ("" if said or not field.required else f"Say {field.called}: {field.doc.rstrip('.')}.")
        drawn = self._drawn(field, labelled, given, value, said, wrong)
        befalls = only is not None and not field.param.mine and is_person(self.game, self.seen, only)
        if only is None or len(possible) > 1 or befalls:  # who acts is asked only where several can
            filling.fields.append(drawn)
        if said:
            filling.values[field.name] = drawn.value
        if said or not field.required:
            given[field.name] = value
        filling.missing = filling.missing or missing
        return ""

    def _label(self, field: FormField, pick: FieldOption) -> str:
        """What a pick is called. The words of a fixed list mean themselves, whatever else goes by them as an id."""
        fixed = field.kind == "choice" and field.param.among is None
        return label_of(pick, {}, None) if fixed else label_of(pick, self.names, self.seen)

    def _only(
        self, action: Action[Any], field: FormField, possible: list[FieldOption], given: Values
    ) -> FieldOption | None:
        return infer_value(self.game, self.eyes, self.seen, action, field, possible, given)

    def _read(self, field: FormField, raw: Any, labelled: list[tuple[FieldOption, str]], given: Values) -> Any:
        if labelled and field.kind != "int":
            if field.many:
                parts = raw.split(",") if isinstance(raw, str) else raw
                if not isinstance(parts, list | tuple):
                    raise Refused(f"“{field.called}” is a list: several may be chosen.", field.name)
                return tuple(self._pick(field, part, labelled) for part in parts if str(part).strip())
            return self._pick(field, raw, labelled)
        return field.read(raw, self.seen, given)

    def _pick(self, field: FormField, raw: Any, labelled: list[tuple[FieldOption, str]]) -> Any:
        found = next((pick for pick, _ in labelled if raw == pick.value and type(raw) is type(pick.value)), None)
        found = found or match_label(raw if isinstance(raw, str) else to_key(raw), labelled, field.name)
        if found.why_not:
            raise Refused(found.why_not, field.name)
        return found.value

    def _drawn(
        self,
        field: FormField,
        labelled: list[tuple[FieldOption, str]],
        given: Values,
        value: Any,
        said: bool,
        wrong: str,
    ) -> DraftField:
        kind: Literal["choice", "number", "text", "flag"] = (
            "number" if field.kind == "int" else "flag" if field.kind == "bool" else "choice" if labelled else "text"
        )
        listed = labelled if kind in ("choice", "flag") or field.param.among else []
        choices = tuple(FieldChoice(to_json_value(p.value), label, p.note, p.why_not) for p, label in listed)
        called = {**self.names, **{c.value: c.label for c in choices if isinstance(c.value, str)}}
        shown = label_of(FieldOption(value), called, self.seen)
        budget = field.param.budget(self.seen, given) if field.param.budget else ""
        called_so = (label for pick, label in labelled if pick.value == field.default)
        usual = "" if field.required else next(called_so, label_of(FieldOption(field.default), self.names, self.seen))
        return DraftField(
            field.name,
            field.called,
            field.doc,
            kind,
            field.required,
            field.required or field.param.main,
            field.many,
            to_json_value(value) if said or not field.required else None,
            shown if said and not wrong else "",
            said,
            usual,
            choices,
            len(choices) > MAX_LISTED,
            field.param.min,
            MAX_TEXT if kind == "text" and field.param.max is None else field.param.max,
            field.param.examples,
            budget,
            wrong,
        )

    # trying it

    def _tried(self, action: Action[Any], draft: Draft) -> Draft:
        """Whether the rule takes it as it is, what it would say first, and which other choices it would not take."""
        why = self.accepts(action, draft.values)
        tries, fields = MAX_TRIED, []
        for field in draft.fields:
            if not field.choices or field.many or len(field.choices) > tries:
                fields.append(field)
                continue
            tries -= len(field.choices)
            fields.append(self._ruled_out(action, draft, field, why))
        wrong = {why.field: str(why)} if why is not None and why.field else {}
        fields = [msgspec.structs.replace(f, wrong=wrong[f.name]) if f.name in wrong else f for f in fields]
        missing = str(why) if why is not None else ""
        preview = () if missing else self.preview(action, draft.values)
        return msgspec.structs.replace(draft, fields=tuple(fields), missing=missing, preview=preview)

    def _ruled_out(self, action: Action[Any], draft: Draft, field: DraftField, now: Refused | None) -> DraftField:
        """The field with those choices marked that the rule would refuse, the rest being as it is.

        What it refuses `now` because of another field is no fault of a choice here, nor is what was said in a field
        after it that would be asked anew.
        """
        elsewhere = str(now) if now is not None and now.field not in ("", field.name) else ""
        choices = []
        for choice in field.choices:
            why = None if choice.why_not else self.accepts(action, {**draft.values, field.name: choice.value})
            mark = why is not None and str(why) != elsewhere and not self._stale(action, draft, field, choice, why)
            choices.append(msgspec.structs.replace(choice, why_not=str(why)) if mark else choice)
        return msgspec.structs.replace(field, choices=tuple(choices))

    def _stale(self, action: Action[Any], draft: Draft, field: DraftField, choice: FieldChoice, why: Refused) -> bool:
        """Whether a choice is refused only for what was said in another field, which no longer lists it then."""
        if why.field in ("", field.name):
            return False
        return self.filled(action, {**draft.values, field.name: choice.value}).asks_anew(why.field)

    def preview(self, action: Action[Any], values: Values) -> tuple[str, ...]:
        """What would be told before the first die falls, and what would be asked or thrown first."""
        try:
            params = action.read(values, self.seen)
            progress = run_rule(action.begin(self.seen, params, self.eyes), {})
        except (Refused, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError):
            return ()  # it hangs on something this seat may not see
        told = [line.text for line in progress.lines if self.eyes.sees(line.audience)]
        thrown = Counter((q.question, f"{q.dice}d{q.sides}") for q in progress.questions if q.kind == "roll" and q.dice)
        told += [f"{what}: {f'{n} times ' if n > 1 else ''}{dice}." for (what, dice), n in thrown.items()]
        asked = (q.question for q in progress.questions if q.kind in ANSWERED_BY_PEOPLE and self.eyes.sees(q.audience))
        return (*told, *(f"Asked first: {question}" for question in dict.fromkeys(asked)))


def _nothing(field: FormField, picks: tuple[FieldOption, ...]) -> str:
    """Why none of these can be chosen."""
    return picks[0].why_not if picks else f"There is nothing to choose for “{field.called}”."


def _sentence(reason: str) -> str:
    if not reason:
        return ""
    text = reason[0].upper() + reason[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
