"""A clock for each search, as in the tests of the lab."""

from tests.lab.conftest import searches_by_ticks

__all__ = ["searches_by_ticks"]
