"""House rulings: points of the text with more than one playable reading. The ledger's reading is the default."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Ruling, Rulings

PeersDecide = Literal["nobody objects", "majority", "first word", "fc rules"]


class VenusRulings(Rulings, frozen=True):
    peers: Annotated[
        PeersDecide,
        Ruling(
            "peers.decide",
            "How do Peers decide: it stands unless somebody objects (then the table talks and the FC records what came "
            "of it), by majority, by the first of them who speaks, or by the FC alone?",
        ),
    ] = "nobody objects"
    fc_turn: Annotated[
        Literal["counts", "does not count"],
        Ruling("round.complete", "Is the FC's seat in the ring, so that a round is over only after the FC's turn?"),
    ] = "counts"
    natural_one: Annotated[
        Literal["fails", "may be mended"],
        Ruling("check.autofail.no-bonus", "May bonus dice mend a natural 1 that would otherwise fail automatically?"),
    ] = "fails"
    lots_in_checks: Annotated[
        Literal["approved", "free"],
        Ruling("check.bonus.approval", "Is a Lot spent on a check put to the Peers like every other factor?"),
    ] = "approved"
    kiss_rounds: Annotated[
        Literal["one", "several"],
        Ruling("kiss.one-round", "Is there one round of KISSing, or several as long as each die is KISSed once?"),
    ] = "one"
    named_successes: Annotated[
        Literal["with doubled sixes", "always"],
        Ruling(
            "kiss.disappoint",
            "When may a player name successes as disappointing, to KISS them: where Ego counts sixes twice, or always "
            "(for dice that explode, or an attribute that wants a certain number)?",
        ),
    ] = "with doubled sixes"
    ego_and_aid: Annotated[
        Literal["included", "own dice only"],
        Ruling("ego.double", "Does Ego reach aid dice: do their sixes double, and are they KISSed with the rest?"),
    ] = "included"
    vetoed_stunt: Annotated[
        Literal["another may be tried", "is used up"],
        Ruling("stunt.veto", "May somebody whose stunt the FC struck down try another in the same task?"),
    ] = "another may be tried"
    repeats: Annotated[
        Literal["once each", "tertiaries repeat"],
        Ruling("task.once-each", "May a tertiary consequence be bought more than once in a task?"),
    ] = "once each"
    subversions: Annotated[
        int, Ruling("task.subvert", "How many unbought secondary consequences may the FC turn?", min=1, max=4)
    ] = 1
    learner: Annotated[
        Literal["automatic", "fc decides"],
        Ruling("learn.factor", "Does being a learner always raise the threshold, or only if the FC says so?"),
    ] = "automatic"
    later_levels: Annotated[
        Literal["sixteen", "by hand"],
        Ruling("advance.jobs", "Does a bar of 16 exp raise a job above level 0 by one, or does the table decide?"),
    ] = "sixteen"
    spare_exp: Annotated[
        Literal["lost", "kept"], Ruling("learn.complete", "What becomes of exp beyond a full bar?")
    ] = "lost"
    overflow: Annotated[
        Literal["held or earned", "held", "earned"],
        Ruling("lot.overflow", "When does a Lot become exp: at ten held, at ten earned in the session, or at either?"),
    ] = "held or earned"
    starting_lots: Annotated[int, Ruling("lot.start", "How many Lots does a new character have?", min=0, max=10)] = 10
