"""Studies of many runs: sweeps, comparisons, sensitivity, best play, rules of thumb, balance. Draws nothing."""

from .balance_diff import (
    Diff,
    write_baseline,
)
from .best_search import (
    best,
    best_of,
)
from .comparison import (
    Comparison,
    compare,
)
from .grid_sweep import (
    Sweep,
    SweepPoint,
    as_setting,
    point_label,
    sweep,
)
from .sensitivity_analysis import (
    Sensitivity,
    sensitivity,
)

__all__ = [
    "Comparison",
    "Diff",
    "Sensitivity",
    "Sweep",
    "SweepPoint",
    "as_setting",
    "best",
    "best_of",
    "compare",
    "point_label",
    "sensitivity",
    "sweep",
    "write_baseline",
]
