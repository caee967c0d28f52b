"""The lab as people write it in Python: plain scripts work, and what cannot be meant is refused in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright import lab
from tablewright.kernel.errors import Refused
from tablewright.run import hands

SCRIPT = """
print("begun")
from tablewright import lab
work = lab.Work(cores=2, kept=None)
print(lab.run({fork!r}, "road", by="bulk", plays=600, seed=11, work=work).chances)
print(lab.sweep({fork!r}, "road", {{"long": "2..3"}}, work=work).says())
"""


@pytest.mark.parametrize("typed", [False, True])
def test_a_plain_script_works_and_is_run_once(typed: bool, fork: str, tmp_path: Path, alone: lab.Work) -> None:
    """On several cores, in a file or typed in, with nothing around it: the same figures as on one."""
    text, file = SCRIPT.format(fork=fork), tmp_path / "plain.py"
    file.write_text(text)
    words = (sys.executable, "-" if typed else str(file))
    done = subprocess.run(words, input=text if typed else "", capture_output=True, text=True, check=False)
    trial = lab.run(fork, "road", by="bulk", plays=600, seed=11, work=alone)
    swept = lab.sweep(fork, "road", {"long": "2..3"}, work=alone)
    assert (done.stdout, done.stderr) == (f"begun\n{trial.chances}\n{swept.says()}\n", "")


def test_a_process_that_dies_is_a_sentence() -> None:
    """And no traceback out of its inside."""
    with hands.all_cores(1) as ours, pytest.raises(Refused, match="has died, for want of memory"):
        list(hands.in_order(ours, os._exit, [(1,)]))
