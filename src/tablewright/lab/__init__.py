"""The lab: test a game before anybody plays it.

>>> from tablewright import lab
>>> lab.run("GAME", "SCENARIO", settings={"name": "value"})                # doctest: +SKIP
>>> lab.start_of("GAME", "SCENARIO", settings={"name": "value"})           # doctest: +SKIP
>>> lab.sweep("GAME", "SCENARIO", {"name": "1..6", "policy": "*"})         # doctest: +SKIP
>>> lab.compare("GAME", "SCENARIO", {"name": "this"}, {"name": "that"})    # doctest: +SKIP
>>> lab.sensitivity("GAME", "SCENARIO")                                    # doctest: +SKIP
>>> lab.best("GAME", "SCENARIO")                                           # doctest: +SKIP
>>> lab.diff("./my_copy")                                                  # doctest: +SKIP
>>> lab.write(lab.run("GAME", "SCENARIO"), "duel.html")                    # doctest: +SKIP

Every answer says whether it was counted exactly or sampled, and what for; it shows itself in a notebook, and goes into
pandas by its rows: `pandas.DataFrame(answer.rows())`.
"""

from .best_play import BestPlay
from .comparing import Comparison, Difference, compare
from .diffing import Diff, diff
from .finding import best
from .question import Beginning, How
from .reports import write
from .running import run
from .sensing import Sensitivity, sensitivity
from .spread import Spread
from .start import start_of
from .sweeps import Sweep, sweep
from .trial import Trial
from .work import Work

__all__ = [
    "Beginning",
    "BestPlay",
    "Comparison",
    "Diff",
    "Difference",
    "How",
    "Sensitivity",
    "Spread",
    "Sweep",
    "Trial",
    "Work",
    "best",
    "compare",
    "diff",
    "run",
    "sensitivity",
    "start_of",
    "sweep",
    "write",
]
