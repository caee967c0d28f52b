"""Commands on stored tables, one file a command."""

from .list_tables import (
    show_tables,
)

__all__ = ["show_tables"]
