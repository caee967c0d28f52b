"""Results of runs, with intervals and provenance, and the format of figures. Starts no run."""

from .best_play import (
    BEST_PLAY,
    TAKEN,
    BestPlay,
    DecisionRow,
    ShippedPolicy,
    format_value,
    format_worth,
)
from .format import (
    MOST,
    POSITIVE,
    Within,
    count_decimals,
    fall_label,
    figure_label,
    format_briefly,
    format_change,
    format_figure,
    format_with_interval,
    is_fall_label,
    join_or_count,
)
from .html_rows import (
    column_names,
    render_notebook,
    render_table,
)
from .interval import (
    difference_half_width,
    half_width,
    observed_range,
)
from .provenance import (
    FIRST,
    Provenance,
)
from .run_result import (
    RunResult,
    main_figure,
)
from .spread import (
    ValueSpread,
)

__all__ = [
    "BEST_PLAY",
    "FIRST",
    "MOST",
    "POSITIVE",
    "TAKEN",
    "BestPlay",
    "DecisionRow",
    "Provenance",
    "RunResult",
    "ShippedPolicy",
    "ValueSpread",
    "Within",
    "column_names",
    "count_decimals",
    "difference_half_width",
    "fall_label",
    "figure_label",
    "format_briefly",
    "format_change",
    "format_figure",
    "format_value",
    "format_with_interval",
    "format_worth",
    "half_width",
    "is_fall_label",
    "join_or_count",
    "main_figure",
    "observed_range",
    "render_notebook",
    "render_table",
]
