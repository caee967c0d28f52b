"""What people mean by a word."""

from __future__ import annotations

import pytest

from tablewright.kernel import Refused
from tablewright.run.meant import meant

KNOWN = {"ada": ("Ada Lark",), "adam": ("Adam",), "bo": ("Bo the Tall",), "7": ("seven",), "none": ("",)}


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("ada", "ada"),
        ("adam", "adam"),
        ("ADA", "ada"),
        ("Ada Lark", "ada"),
        ("ada l", "ada"),
        ("b", "bo"),
        ("bo the", "bo"),
        ("sev", "7"),
        ("7", "7"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_a_word_means_a_key_a_name_or_the_beginning_of_just_one(word: str, key: str) -> None:
    """The strictest reading that fits; a word that means nothing stays what it is."""
    assert meant(word, KNOWN) == key


def test_a_word_that_may_mean_several_is_refused() -> None:
    """With what it may mean."""
    with pytest.raises(Refused, match="'ad' may mean ada or adam: say more of it"):
        meant("ad", KNOWN)
