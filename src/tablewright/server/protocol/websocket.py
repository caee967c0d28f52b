"""Framing of a WebSocket message: once for however many clients it goes to."""

from __future__ import annotations


def frame_text(text: bytes) -> bytes:
    """A text as one WebSocket message of a server: a byte that says so, its length, itself."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
