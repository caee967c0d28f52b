"""WebSocket framing of a server's text messages, done once for all clients that get the same message."""

from __future__ import annotations


def frame_text(text: bytes) -> bytes:
    """Frame a text as one unmasked WebSocket message (RFC 6455, 5.2): final text opcode, length, payload."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
