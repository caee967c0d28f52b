"""The lab on the command line: its arguments, its questions and how results are printed."""

from .parser import (
    add_lab,
)

__all__ = ["add_lab"]
