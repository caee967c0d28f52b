"""House rulings: points a table may read otherwise than the ledger."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class LifeboatRulings(Rulings, frozen=True):
    storm: Annotated[
        Literal["spills", "drifts"], Ruling("sea.storm", "Does a storm spill water, or drive the boat back?")
    ] = "spills"
