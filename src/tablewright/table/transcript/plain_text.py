"""View words as plain text: for transcripts, for terminals without colour and for people who read by ear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablewright.rules import widgets as v


def panels_to_text(panels: Iterable[v.AnyWidget]) -> str:
    return "\n".join(line for panel in panels for line in widget_lines(panel))


def widget_lines(word: v.AnyWidget, indent: str = "") -> Iterator[str]:
    """A word as lines of text; what stands inside it is indented."""
    if isinstance(word, v.Panel):
        yield f"{indent}{word.title}{f' ({word.note})' if word.note else ''}"
        for inner in word.words:
            yield from widget_lines(inner, indent + "  ")
        return
    yield indent + widget_sentence(word)
    for card in getattr(word, "known", ()):
        yield f"{indent}  in it: {widget_sentence(card)}"
    for card in getattr(word, "drawn", ()):
        yield f"{indent}  drawn: {widget_sentence(card)}"
    if isinstance(word, v.TableWidget):
        for row in word.rows:
            yield indent + "  " + " | ".join(row)


def widget_sentence(word: v.AnyWidget) -> str:
    """A word on one line."""
    match word:
        case v.TextWidget():
            return word.text
        case v.FieldWidget():
            return f"{word.label}: {word.value}"
        case v.TrackWidget():
            marks = "".join(f", {text} at {at}" for at, text in word.marks)
            far = f" of {word.most}" if not word.least else f", from {word.least} to {word.most}"
            return f"{word.label}: {word.value}{far}{marks}"
        case v.RulerWidget():
            rows = (" ".join(f"[{n}]" if n == word.at else str(n) for n in some) for some in v.ruler_zones(word))
            shows = f", the die on {word.at} shows {word.face}" if word.face and word.at is not None else ""
            return f"{word.label}: {' | '.join(rows)}{shows}{_aside(' | '.join(word.zones))}"
        case v.TokenWidget():
            return f"{word.label}: {'yes' if word.on else 'no'}{_aside(word.note)}"
        case v.PoolWidget():
            faces = f", showing {' '.join(map(str, word.faces))}" if word.faces else ""
            return f"{word.label}: {word.dice}d{word.sides}{_aside(v.format_reasons(word.reasons))}{faces}"
        case v.ClockWidget():
            return (
                f"{word.label}: {word.filled} of {word.size}{_aside(word.kind)}{f', {word.note}' if word.note else ''}"
            )
        case v.CardWidget():
            return f"{word.title}{_aside(word.state)}{f': {word.text}' if word.text else ''}"
        case v.DeckWidget():
            return f"{word.label}: {word.left} cards left"
        case v.TableWidget():
            return f"{word.label}: {' | '.join(word.columns)}"
        case v.TurnOrderWidget():
            names = [f"[{n}]" if i == word.turn else n for i, n in enumerate(word.names)]
            return f"{word.label}: {' > '.join(names)}{f', round {word.round}' if word.round else ''}"
        case v.Panel():
            return word.title


def _aside(note: str) -> str:
    return f" ({note})" if note else ""
