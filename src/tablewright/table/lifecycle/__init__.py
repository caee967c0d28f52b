"""A stored table's life: created, opened, upgraded to new rules, exported, imported, backed up, its dice verified."""

from .backup import (
    write_backup,
)
from .dice_verification import (
    verify_dice,
)
from .library import (
    FileDamaged,
    create_table,
    import_file,
    import_text,
    resume_table,
    tables_of_game,
)
from .open import (
    open_stored,
    rebuild_table,
)
from .table_file import (
    encode_file,
    parse_header,
    read_bytes,
    read_file,
    write_file,
)

__all__ = [
    "FileDamaged",
    "create_table",
    "encode_file",
    "import_file",
    "import_text",
    "open_stored",
    "parse_header",
    "read_bytes",
    "read_file",
    "rebuild_table",
    "resume_table",
    "tables_of_game",
    "verify_dice",
    "write_backup",
    "write_file",
]
