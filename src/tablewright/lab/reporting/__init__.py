"""Reports, the balance book and their charts, as HTML, Markdown and SVG. Computes no figure."""

from .balance_book import (
    write_book,
)
from .report import (
    AnyResult,
    check_writable,
    write,
)

__all__ = ["AnyResult", "check_writable", "write", "write_book"]
