"""Help for one prompt of a form: what is meant, how it is said, and which rules speak of it."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding

from tablewright.table.seat import MAX_LISTED, Draft, DraftField

from .sanitize import escape_quoted

ALSO = "back goes one field back, Ctrl-C leaves the form; undo, rules WORD, sheet and log work here too."


def explain_field(out: Console, draft: Draft, field: DraftField) -> None:
    """What one field means and how it is said."""
    _print(out, f"[head]{escape_quoted(draft.title)}[/]: {escape_quoted(draft.doc)}")
    _print(out, f"[head]{escape_quoted(field.label)}[/]: {_sentence(field.doc)} {how(field)}")
    _rules(out, draft)
    _print(out, f"[quiet]{ALSO}[/]")


def explain_form(out: Console, draft: Draft) -> None:
    """What every field of a form is now, means and may be."""
    _print(out, f"[head]{escape_quoted(draft.title)}[/]: {escape_quoted(draft.doc)}")
    for field in draft.fields:
        now = escape_quoted(field.shown or field.usual or "·")
        _print(out, f"[head]{escape_quoted(field.label)}[/] {now}  [quiet]{_sentence(field.doc)} {how(field)}[/]")
    _rules(out, draft)
    if draft.fields:
        name = escape_quoted(draft.fields[-1].label)
        _print(out, f"[quiet]{name}=VALUE says one of these; {name} alone asks for it.[/]")
    _print(out, f"[quiet]{ALSO}[/]")


def how(field: DraftField) -> str:
    """In which form a field is answered."""
    such = f" Such as {', '.join(map(escape_quoted, field.examples[:3]))}." if field.examples else ""
    match field.kind:
        case "choice":
            possible = [escape_quoted(c.label) for c in field.choices if not c.why_not] or [
                escape_quoted(c.label) for c in field.choices
            ]
            more = " …" if len(possible) > MAX_LISTED else ""
            return f"By number, name or a beginning: {', '.join(possible[:MAX_LISTED])}{more}."
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
        _print(
            out,
            f"[quiet]Rules:[/] [cite]{', '.join(map(escape_quoted, draft.cites))}[/] [quiet](rules ID shows one)[/]",
        )


def _sentence(doc: str) -> str:
    words = escape_quoted(doc)
    return words if not words or words.endswith((".", "?", "!")) else f"{words}."


def _print(out: Console, words: str) -> None:
    out.print(Padding(words, (0, 0, 0, 2), expand=False))
