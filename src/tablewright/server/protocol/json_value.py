"""JSON values as Python types: the values of a form, a state's value set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    JsonValue: TypeAlias = bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None
    """Any JSON value."""
else:
    JsonValue = Any  # msgspec decodes no recursive alias; `Any` lets the same values through

Values: TypeAlias = dict[str, JsonValue]
"""A form as filled in: field names and what was entered. What each field takes is the action's to say."""
