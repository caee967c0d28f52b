"""House rulings: points a table may read otherwise than the ledger."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings


class TemplateRulings(Rulings, frozen=True):
    stumble: Annotated[
        Literal["dims", "frightens"], Ruling("step.stumble", "Does a stumble dim the lantern or cost nerve?")
    ] = "dims"
