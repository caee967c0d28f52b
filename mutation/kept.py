"""What is kept between runs: verdicts, so that an interrupted run goes on, and what the tests are known to run."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock

from .mutant import Known, Mutant, Verdict
from .targets import ROOT, Target

KEPT = ROOT / ".mutation"
EQUIVALENT = ROOT / "mutation" / "equivalent.toml"


def files_in(*folders: str) -> list[Path]:
    """Every file in some folders, from the root."""
    found = (path for folder in folders for path in sorted((ROOT / folder).rglob("*")))
    return [path.relative_to(ROOT) for path in found if path.is_file() and "__pycache__" not in path.parts]


def state_of(files: Iterable[Path]) -> str:
    """A fingerprint of some files."""
    sum_ = hashlib.sha256()
    for path in files:
        sum_.update(str(path).encode() + b"\0" + (ROOT / path).read_bytes())
    return sum_.hexdigest()[:16]


class Verdicts:
    """A line for each mutant tried.

    Who died stays dead while their file is the same; who lived is tried again when tests change.
    """

    def __init__(self, target: Target) -> None:
        KEPT.mkdir(exist_ok=True)
        self.path = KEPT / f"{target.name}.jsonl"
        self.tests = state_of(files_in("tests", str(target.code / "golden")))
        self.lock = Lock()
        self.found: dict[str, Verdict] = {}
        self.path.touch()
        text = self.path.read_text("utf-8")
        for line in text.splitlines():
            if line.endswith("}"):  # one that was cut off is no verdict
                told = json.loads(line)
                if told["killed"] or told["tests"] == self.tests:
                    self.found[told["mutant"]] = Verdict(told["killed"], told["by"])
        if text and not text.endswith("\n"):
            self.path.write_text(text + "\n", "utf-8")

    def get(self, mutant: Mutant) -> Verdict | None:
        return self.found.get(mutant.key)

    def keep(self, mutant: Mutant, verdict: Verdict) -> None:
        line = json.dumps({"mutant": mutant.key, "tests": self.tests, **verdict._asdict()})
        with self.lock, self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            self.found[mutant.key] = verdict


def known_of(target: Target, learn: Callable[[Sequence[str]], Known]) -> Known:
    """What the tests run, as it was learnt for this very code; a file of tests that has changed since is learnt now."""
    path = KEPT / f"{target.name}.json"
    around = state_of(file for file in files_in("src", "tests") if not file.name.startswith("test_"))
    now = {str(file): state_of([file]) for file in target.test_files()}
    told = json.loads(path.read_text()) if path.exists() else {}
    before = told["files"] if told.get("around") == around else {}
    changed = [file for file in now if before.get(file) != now[file]]
    known = Known(**told["known"]).of(set(now) - set(changed)) if before else Known([], {}, {})
    if changed:
        known = known.and_(learn(changed))
    path.write_text(json.dumps({"around": around, "files": now, "known": known._asdict()}))
    return known


def equivalents() -> dict[tuple[str, str, str], str]:
    """Mutants that change nothing anybody could see, by file, old line and new line: the reason why."""
    named = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return {(one["file"], one["old"], one["new"]): one["because"] for one in named}


def reason(mutant: Mutant, spoilt: str, named: dict[tuple[str, str, str], str]) -> str | None:
    """Why a mutant is equivalent, if it is named as such."""
    lines = mutant.diff(spoilt)
    old, new = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)).strip() for sign in "-+")
    return named.get((mutant.path.name, old, new))
