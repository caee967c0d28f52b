"""The table itself: events applied to its state, permissions, the feed, snapshots and provably fair dice."""

from . import provably_fair
from .feed_builder import (
    describe_proposal,
    name_index,
    seed_commit_text,
)
from .feed_reader import (
    LOG_KINDS,
    UNDOABLE_KINDS,
    feed_item_view,
    read_feed,
    readable_items,
)
from .metadata import (
    TableMetadata,
    initial_metadata,
)
from .permissions import (
    TransferableCharacter,
    check_name,
    pause_reason,
    transferable_characters,
    voters,
    why_not_now,
)
from .play_state import (
    FinishedAction,
    PendingAction,
    PlayState,
)
from .reducer import (
    EventReducer,
    as_corrupt_journal,
)
from .snapshot import (
    LASTING_EVERY,
    SNAPSHOT_EVERY,
    RestoredTable,
    SnapshotCorrupt,
    SnapshotOutdated,
    decode_snapshot,
    encode_snapshot,
    load_snapshot,
    metadata_at,
    snapshot_hash,
)
from .table import (
    Table,
)

__all__ = [
    "LASTING_EVERY",
    "LOG_KINDS",
    "SNAPSHOT_EVERY",
    "UNDOABLE_KINDS",
    "EventReducer",
    "FinishedAction",
    "PendingAction",
    "PlayState",
    "RestoredTable",
    "SnapshotCorrupt",
    "SnapshotOutdated",
    "Table",
    "TableMetadata",
    "TransferableCharacter",
    "as_corrupt_journal",
    "check_name",
    "decode_snapshot",
    "describe_proposal",
    "encode_snapshot",
    "feed_item_view",
    "initial_metadata",
    "load_snapshot",
    "metadata_at",
    "name_index",
    "pause_reason",
    "provably_fair",
    "read_feed",
    "readable_items",
    "seed_commit_text",
    "snapshot_hash",
    "transferable_characters",
    "voters",
    "why_not_now",
]
