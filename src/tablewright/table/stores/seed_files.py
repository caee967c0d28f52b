"""The seeds of tables' dice: apart from the journals, one small file each, readable by its owner alone."""

from __future__ import annotations

import os
from pathlib import Path

from tablewright.rules import Refused


class SeedFiles:
    """A folder of seeds, by the tables' ids."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True, mode=0o700)
        self.folder = folder

    def keep(self, id: str, seed: str) -> None:
        """Write a seed once, synced to the disk before a table with it is."""
        try:
            with os.fdopen(os.open(self.folder / id, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(seed.encode())
                file.flush()
                os.fsync(file.fileno())
            fsync_folder(self.folder)
        except OSError as error:
            self.forget(id)
            raise Refused(f"The seed of the dice cannot be kept: {os_error_text(error)}.") from None

    def change(self, id: str, seed: str) -> None:
        """Replace a seed that was shown; the old one stays until the new one is synced."""
        self.forget(f"{id}.new")
        self.keep(f"{id}.new", seed)
        try:
            (self.folder / f"{id}.new").replace(self.folder / id)
            fsync_folder(self.folder)
        except OSError as error:
            raise Refused(f"The seed of the dice cannot be kept: {os_error_text(error)}.") from None

    def of(self, id: str) -> str:
        """The seed of a table; "" if it is missing or cannot be read."""
        try:
            return (self.folder / id).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def forget(self, id: str) -> None:
        (self.folder / id).unlink(missing_ok=True)


def fsync_folder(folder: Path) -> None:
    """Sync the names of files in a folder, as syncing their contents does not."""
    if os.name == "posix":  # elsewhere a folder cannot be opened
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def os_error_text(error: Exception) -> str:
    """The reason for an error, in the system's words."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error).rstrip(".")
