"""State as an immutable value: paths into it, parsing of plain data, type checks. Knows no game."""

from . import parse
from .parse import (
    decode_json,
    parse_value,
)
from .state import (
    State,
    check_unique_ids,
    child_items,
    find_by_id,
    get_path,
    leaf_paths,
    replace_by_id,
    set_path,
    type_at_path,
    unique_id,
)
from .type_check import (
    find_type_error,
)

__all__ = [
    "State",
    "check_unique_ids",
    "child_items",
    "decode_json",
    "find_by_id",
    "find_type_error",
    "get_path",
    "leaf_paths",
    "parse",
    "parse_value",
    "replace_by_id",
    "set_path",
    "type_at_path",
    "unique_id",
]
