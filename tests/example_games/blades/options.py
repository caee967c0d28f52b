"""House rulings: points a table may read otherwise than the ledger."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class BladesRulings(Rulings, frozen=True):
    cut: Annotated[
        Literal["two", "one"], Ruling("pass.cut", "Does a blade that cuts a cloak gain two of the edge, or one?")
    ] = "two"
