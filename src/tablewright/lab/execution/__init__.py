"""Runs of a prepared scenario: exact or sampled, on cores or a cluster, alone, in pairs or as a forecast."""

from .forecast import (
    ForecastRun,
)
from .paired_sampling import (
    PairStatistics,
    sample_pairs,
)
from .runner import (
    answer_spec,
    answer_specs,
    check_settings_used,
    run,
    run_scenario,
    sampled_result,
    try_exact,
)
from .unused_axes import (
    ChangesNothing,
    Ran,
    check_axes_used,
    is_constant,
)
from .work_options import (
    WorkOptions,
    check_options,
)

__all__ = [
    "ChangesNothing",
    "ForecastRun",
    "PairStatistics",
    "Ran",
    "WorkOptions",
    "answer_spec",
    "answer_specs",
    "check_axes_used",
    "check_options",
    "check_settings_used",
    "is_constant",
    "run",
    "run_scenario",
    "sample_pairs",
    "sampled_result",
    "try_exact",
]
