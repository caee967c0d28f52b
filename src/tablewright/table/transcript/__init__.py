"""A whole play as plain text, written and replayed."""

from .replay import (
    TranscriptError,
    TranscriptReplay,
)
from .transcript import (
    play_transcript,
)

__all__ = ["TranscriptError", "TranscriptReplay", "play_transcript"]
