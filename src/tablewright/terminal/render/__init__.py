"""Drawing for the terminal: widgets, odds, columns, a page to print, and safe text. Reads no input."""

from .columns import (
    print_columns,
)
from .console import (
    PROGRAM_NAME,
    bar,
    make_console,
    percent,
    say_json,
    short_percent,
)
from .field_help import (
    among,
    explain_field,
    explain_form,
)
from .odds_summary import (
    odds_line,
    show_odds_summary,
)
from .odds_tables import (
    show_advice,
    show_odds,
    show_spending,
)
from .printed_rules import (
    summary_page,
)
from .rule_text import (
    show_rule,
)
from .sanitize import (
    escape_quoted,
    strip_controls,
)
from .widgets import (
    describe_changes,
    faces,
    sheets,
)

__all__ = [
    "PROGRAM_NAME",
    "among",
    "bar",
    "describe_changes",
    "escape_quoted",
    "explain_field",
    "explain_form",
    "faces",
    "make_console",
    "odds_line",
    "percent",
    "print_columns",
    "say_json",
    "sheets",
    "short_percent",
    "show_advice",
    "show_odds",
    "show_odds_summary",
    "show_rule",
    "show_spending",
    "strip_controls",
    "summary_page",
]
