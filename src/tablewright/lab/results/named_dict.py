"""Dictionaries of an answer's parts by name."""

from __future__ import annotations

from typing import NoReturn, TypeVar

from tablewright.rules import UnknownName

T = TypeVar("T")


class NamedDict(dict[str, T]):
    """A dictionary that refuses an unknown name and lists the known ones."""

    def __init__(self, what: str, parts: dict[str, T]) -> None:
        super().__init__(parts)
        self.what = what

    def __missing__(self, name: object) -> NoReturn:
        raise UnknownName(self.what, name, self)

    def __reduce__(self) -> tuple[type[NamedDict[T]], tuple[str, dict[str, T]]]:
        return type(self), (self.what, dict(self))
