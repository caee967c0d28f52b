"""What is kept between runs: verdicts, so that an interrupted run goes on, and what the tests are known to run."""

from __future__ import annotations

import hashlib
import json
import tomllib
from threading import Lock
from typing import Any

from .mutant import Mutant, Verdict
from .targets import ROOT, Target

KEPT = ROOT / ".mutation"
EQUIVALENT = ROOT / "mutation" / "equivalent.toml"


def state_of(*folders: str) -> str:
    """A fingerprint of every file in some folders."""
    sum_ = hashlib.sha256()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                sum_.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return sum_.hexdigest()[:16]


class Verdicts:
    """A line for each mutant tried.

    Who died stays dead while their file is the same; who lived is tried again when tests change.
    """

    def __init__(self, target: Target) -> None:
        KEPT.mkdir(exist_ok=True)
        self.path = KEPT / f"{target.name}.jsonl"
        self.tests = state_of("tests", str(target.code / "golden"))
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


def known_of(target: Target, learn: Any) -> dict[str, Any]:
    """What the tests run, as it was learnt for this very code and these tests, or learnt now."""
    path = KEPT / f"{target.name}-{state_of('src', 'tests')}.json"
    if not path.exists():
        for old in KEPT.glob(f"{target.name}-????????????????.json"):
            old.unlink()
        path.write_text(json.dumps(learn()))
    known: dict[str, Any] = json.loads(path.read_text())
    return known


def equivalents() -> dict[tuple[str, str, str], str]:
    """Mutants that change nothing anybody could see, by file, old line and new line: the reason why."""
    named = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return {(one["file"], one["old"], one["new"]): one["because"] for one in named}


def reason(mutant: Mutant, spoilt: str, named: dict[tuple[str, str, str], str]) -> str | None:
    """Why a mutant is equivalent, if it is named as such."""
    lines = mutant.diff(spoilt)
    old = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    new = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return named.get((mutant.path.name, old, new))
