"""What people mean by a word: the thing itself, what it is called, in any case, or the beginning of just one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablewright.kernel.errors import Refused

Fits = Callable[[str, str], bool]

#: From the strictest to the kindest.
WAYS: tuple[Fits, ...] = (
    lambda word, name: word == name,
    lambda word, name: word.casefold() == name.casefold(),
    lambda word, name: name.casefold().startswith(word.casefold()),
)


def meant(word: str, known: Mapping[str, tuple[str, ...]]) -> str:
    """The key meant by a word, among keys and what else each is called; the word itself, if it means none of them.

    Refused if it may mean several: a key goes before a name, the whole word before a beginning.
    """
    for fits in WAYS:
        for names in ({key: (key,) for key in known}, known):
            found = [key for key, called in names.items() if any(name and fits(word, name) for name in called)]
            if len(found) == 1:
                return found[0]
            if found and word:
                raise Refused(f"{word[:60]!r} may mean {' or '.join(found[:12])}: say more of it.")
    return word
