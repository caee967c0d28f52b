"""Tables in memory: one room a table, its lock, its subscribers, broadcasts, presence and group commit."""

from . import presence
from .broadcast import (
    Subscriber,
)
from .group_commit import (
    GroupCommitter,
)
from .outbox import (
    Outbox,
)
from .registry import (
    RoomRegistry,
)
from .room import (
    Room,
)

__all__ = ["GroupCommitter", "Outbox", "Room", "RoomRegistry", "Subscriber", "presence"]
