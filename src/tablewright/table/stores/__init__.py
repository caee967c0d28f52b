"""Stores of tables and documents: the protocols, SQLite and PostgreSQL. Knows records, not what they mean."""

from .postgres import (
    open_database,
)
from .seed_files import (
    fsync_folder,
    os_error_text,
)
from .sqlite import (
    SqliteStore,
    SqliteTable,
)
from .store import (
    AppendBatch,
    Document,
    DocumentStore,
    DuplicateCommand,
    StoredTable,
    StoreUnavailable,
    TableHeader,
    TableStore,
    VersionConflict,
    check_table_name,
    unique_table_name,
)

__all__ = [
    "AppendBatch",
    "Document",
    "DocumentStore",
    "DuplicateCommand",
    "SqliteStore",
    "SqliteTable",
    "StoreUnavailable",
    "StoredTable",
    "TableHeader",
    "TableStore",
    "VersionConflict",
    "check_table_name",
    "fsync_folder",
    "open_database",
    "os_error_text",
    "unique_table_name",
]
