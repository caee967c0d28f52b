"""Help for one prompt of a form: what is meant, how it is said, and which rules speak of it."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding

from tablewright.table.draft import LISTED, Draft, DraftField

from .clean import said

ALSO = "back goes one field back, Ctrl-C leaves the form; undo, rules WORD, sheet and log work here too."


def explain_field(out: Console, draft: Draft, field: DraftField) -> None:
    """What one field means and how it is said."""
    _print(out, f"[head]{said(draft.title)}[/]: {said(draft.doc)}")
    _print(out, f"[head]{said(field.label)}[/]: {_sentence(field.doc)} {how(field)}")
    _rules(out, draft)
    _print(out, f"[quiet]{ALSO}[/]")


def explain_form(out: Console, draft: Draft) -> None:
    """What every field of a form is now, means and may be."""
    _print(out, f"[head]{said(draft.title)}[/]: {said(draft.doc)}")
    for field in draft.fields:
        now = said(field.shown or field.usual or "·")
        _print(out, f"[head]{said(field.label)}[/] {now}  [quiet]{_sentence(field.doc)} {how(field)}[/]")
    _rules(out, draft)
    if draft.fields:
        name = said(draft.fields[-1].label)
        _print(out, f"[quiet]{name}=VALUE says one of these; {name} alone asks for it.[/]")
    _print(out, f"[quiet]{ALSO}[/]")


def how(field: DraftField) -> str:
    """In which form a field is answered."""
    such = f" Such as {', '.join(map(said, field.examples[:3]))}." if field.examples else ""
    match field.kind:
        case "choice":
            possible = [said(c.label) for c in field.choices if not c.why_not] or [said(c.label) for c in field.choices]
            more = " …" if len(possible) > LISTED else ""
            return f"By number, name or a beginning: {', '.join(possible[:LISTED])}{more}."
        case "flag":
            return "Yes or no."
        case "number":
            return f"A number{among(field)}.{such}"
    return f"In your own words.{such}"


def among(field: DraftField) -> str:
    """Between which numbers."""
    least, most = field.least, field.most
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""


def _rules(out: Console, draft: Draft) -> None:
    if draft.cites:
        _print(out, f"[quiet]Rules:[/] [cite]{', '.join(map(said, draft.cites))}[/] [quiet](rules ID shows one)[/]")


def _sentence(doc: str) -> str:
    words = said(doc)
    return words if not words or words.endswith((".", "?", "!")) else f"{words}."


def _print(out: Console, words: str) -> None:
    out.print(Padding(words, (0, 0, 0, 2), expand=False))
