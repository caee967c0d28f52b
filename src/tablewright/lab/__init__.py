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

Every answer says if it is exact or sampled, and for which question. It shows itself in a notebook, and its rows go into
pandas: `pandas.DataFrame(answer.rows())`.
"""

from .cache import (
    AnswerCache,
)
from .execution.runner import run
from .execution.work_options import WorkOptions
from .reporting.report import write
from .results.best_play import BestPlay
from .results.run_result import RunResult
from .results.spread import ValueSpread
from .spec.run_spec import RunOptions, StartState
from .spec.start import start_of
from .studies.balance_diff import Diff, diff
from .studies.best_search import best
from .studies.comparison import Comparison, Difference, compare
from .studies.grid_sweep import Sweep, sweep
from .studies.sensitivity_analysis import Sensitivity, sensitivity

__all__ = [
    "AnswerCache",
    "BestPlay",
    "Comparison",
    "Diff",
    "Difference",
    "RunOptions",
    "RunResult",
    "Sensitivity",
    "StartState",
    "Sweep",
    "ValueSpread",
    "WorkOptions",
    "best",
    "compare",
    "diff",
    "run",
    "sensitivity",
    "start_of",
    "sweep",
    "write",
]
