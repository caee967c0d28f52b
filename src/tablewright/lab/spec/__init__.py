"""The question: scenario, settings, start, rulings and measures, checked and prepared. Runs nothing."""

from .adjustables import (
    Adjustables,
)
from .book_figures import (
    corrections_page,
)
from .designer_questions import (
    FILE,
    SEED,
    DesignerQuestion,
    load_misprints,
    load_questions,
)
from .end_measures import (
    absent_at_end,
    over_all_plays,
)
from .overrides import (
    POLICY,
    check_not_set_twice,
    count_values,
    field_choices,
    fields_of,
    parse_values,
    start_for,
    with_overrides,
)
from .run_spec import (
    BEST,
    ERROR,
    NOBODY,
    AnyGame,
    By,
    RunOptions,
    RunSpec,
    StartState,
    any_game,
    check_named_values,
    game_of_spec,
    game_reference,
    make_spec,
)
from .start import (
    DECIDED,
    PreparedRun,
    convert_json,
    decode_state,
    find_policy,
    from_table,
    policies_of,
    prepare,
    prepare_by_reference,
    settable_values,
    start_of,
)
from .state_facts import (
    StateFacts,
)

__all__ = [
    "BEST",
    "DECIDED",
    "ERROR",
    "FILE",
    "NOBODY",
    "POLICY",
    "SEED",
    "Adjustables",
    "AnyGame",
    "By",
    "DesignerQuestion",
    "PreparedRun",
    "RunOptions",
    "RunSpec",
    "StartState",
    "StateFacts",
    "absent_at_end",
    "any_game",
    "check_named_values",
    "check_not_set_twice",
    "convert_json",
    "corrections_page",
    "count_values",
    "decode_state",
    "field_choices",
    "fields_of",
    "find_policy",
    "from_table",
    "game_of_spec",
    "game_reference",
    "load_misprints",
    "load_questions",
    "make_spec",
    "over_all_plays",
    "parse_values",
    "policies_of",
    "prepare",
    "prepare_by_reference",
    "settable_values",
    "start_for",
    "start_of",
    "with_overrides",
]
