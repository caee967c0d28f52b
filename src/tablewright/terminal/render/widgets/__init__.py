"""Widgets in the terminal: sheets, changes of sheets, and dice. A kind of widget is drawn by its row or its drawing."""

from .changes import describe_changes
from .dice import faces
from .drawing import Drawing
from .panel import drawing_of
from .sheet import sheets

__all__ = ["Drawing", "describe_changes", "drawing_of", "faces", "sheets"]
