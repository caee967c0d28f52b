"""A copy of everything in which one file at a time is spoilt; the tree that people work in is never touched."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from .mutant import Known, Mutant, Verdict
from .spoiling import spoilt
from .targets import ROOT, Target

PYTEST = ("-m", "pytest", "-q", "--no-header", "--tb=line", "-p", "mutation.order")
#: Seconds after which even a busy machine should be through; each test has a limit of its own, in its own time.
PATIENCE = 3600
#: So many tests are tried by themselves: most mutants die of them, and their few files are soon read.
FIRST = 20
#: So many tests may fail before anything is spoilt.
FAILING = 3


class Arena:
    """One copy, in a folder of its own."""

    def __init__(self, folder: Path, target: Target) -> None:
        self.folder, self.target = folder, target
        self.tree = folder / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules"))

    def learn(self, files: Sequence[str]) -> Known:
        """Runs these files of tests on the code as it is, and says which test runs which lines.

        What fails already notices nothing and is left out, as may happen to one or two on a busy machine.
        """
        print("running the tests once as they are", file=sys.stderr, flush=True)
        out = self.folder / "known.json"
        given = {"MUTATION_OUT": str(out), "MUTATION_CODE": str(self.tree / self.target.code)}
        done = self._pytest(given, *files)
        if not out.exists() or not json.loads(out.read_text())["tests"]:
            raise SystemExit(f"The tests cannot be run:\n{done.stdout[-4000:]}")
        told: dict[str, Any] = json.loads(out.read_text())
        failed = told.pop("failed")
        if len(failed) > FAILING:
            raise SystemExit(f"The tests fail before anything is spoilt:\n{done.stdout[-4000:]}")
        for test in failed:
            print(f"left out, for it fails as things are: {test}", file=sys.stderr, flush=True)
        return Known(**told)

    def tried(self, mutant: Mutant, known: Known) -> Verdict:
        """Spoils one place, runs a few tests and then the others until one fails, and mends it again."""
        order = known.order(mutant)
        self._write(mutant, spoilt(mutant))
        try:
            for some in filter(None, (order[:FIRST], order[FIRST:])):
                if (verdict := self._tried_by(some, known)).killed:
                    return verdict
            return Verdict(False)
        finally:
            self._write(mutant, mutant.text)

    def _write(self, mutant: Mutant, text: str) -> None:
        path = self.tree / mutant.path
        path.write_text(text, "utf-8")
        Path(cache_from_source(str(path))).unlink(missing_ok=True)  # two changes in a second look alike to Python

    def _tried_by(self, order: list[str], known: Known) -> Verdict:
        out, plan = self.folder / "failed", self.folder / "plan.json"
        plan.write_text(json.dumps({"order": order, "seconds": known.seconds}))
        out.unlink(missing_ok=True)
        files = dict.fromkeys(test.partition("::")[0] for test in order)
        try:
            done = self._pytest({"MUTATION_OUT": str(out), "MUTATION_PLAN": str(plan)}, "-x", *files, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return Verdict(True, "the clock")
        if done.returncode == 0:
            return Verdict(False)
        return Verdict(True, out.read_text() if out.exists() else "importing it")

    def _pytest(
        self, given: dict[str, str], *arguments: str, timeout: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join((str(self.tree / "src"), str(self.tree)))
        env = {**os.environ, **given, "PYTHONPATH": paths, "MUTATION_GAME": self.target.game}
        command = [sys.executable, *PYTEST, *arguments]
        return subprocess.run(
            command,
            cwd=self.tree,
            env=env,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            start_new_session=True,  # Ctrl-C is for us: tests that it broke off would pass for tests that failed
        )
