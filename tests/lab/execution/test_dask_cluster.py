"""More than one machine: a real Dask cluster of several workers, one of them killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tablewright import lab
from tablewright.lab.execution import dask_cluster
from tablewright.rules.errors import Refused

WAIT = 60
distributed: Any = import_module("distributed")  # its client has no types


def started(*words: str, cwd: Path) -> subprocess.Popen[bytes]:
    """A part of the cluster, as its own process group."""
    quiet = subprocess.DEVNULL
    words = (sys.executable, "-m", *words)
    return subprocess.Popen(words, cwd=cwd, start_new_session=True, stdout=quiet, stderr=quiet)


@contextmanager
def running(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler on any free port, and its workers' processes."""
    file = folder / "scheduler.json"
    common = ("--no-dashboard",)
    scheduler = started(
        "distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file), *common, cwd=folder
    )
    parts = [scheduler]
    try:
        until(file.is_file)
        for _ in range(workers):
            flags = ("--nthreads", "1", "--no-nanny", "--scheduler-file", str(file), *common)
            parts.append(started("distributed.cli.dask_worker", *flags, cwd=folder))
        with distributed.Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=WAIT)
            yield client.scheduler.address, parts[1:]
    finally:
        for part in parts:
            if part.poll() is None:
                os.killpg(part.pid, signal.SIGKILL)
            part.wait()


def until(so: Any) -> None:
    end = time.monotonic() + WAIT
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_cluster_gives_what_one_core_would(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """To the last bit, for plays and for a sweep, although one of its workers is killed while it plays."""
    with running(tmp_path, 3) as (address, workers):
        killed: list[int] = []

        def kill(done: int, of: int) -> None:
            if not killed:
                killed.append(workers[0].pid)
                os.killpg(workers[0].pid, signal.SIGKILL)

        work = lab.WorkOptions(cluster=address, kept=None, progress=kill)
        far = lab.run(fork, "road", by="bulk", plays=40_000, work=work)
        assert killed
        assert far == lab.run(fork, "road", by="bulk", plays=40_000, work=alone)
        swept = lab.sweep(fork, "road", {"long": "2..4"}, work=lab.WorkOptions(cluster=address, kept=None))
        assert swept == lab.sweep(fork, "road", {"long": "2..4"}, work=alone)


def test_where_nobody_answers_that_is_said(fork: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the address; and without Dask, what to install."""
    monkeypatch.setattr(dask_cluster, "WAIT", "1s")
    with pytest.raises(Refused, match=r"No cluster answers at tcp://127.0.0.1:1"):
        lab.run(fork, "road", by="bulk", plays=10, work=lab.WorkOptions(cluster="tcp://127.0.0.1:1", kept=None))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r"install tablewright\[cluster\]"):
        lab.run(fork, "road", by="bulk", plays=10, work=lab.WorkOptions(cluster="tcp://127.0.0.1:1", kept=None))


@pytest.mark.parametrize("address", ["nonsense", "http://x", "tcp://[", "tls://127.0.0.1:1"])
def test_an_address_that_is_none_is_a_sentence_and_no_more(address: str, fork: str) -> None:
    """Nothing is left behind that complains of it when the program ends."""
    words = (sys.executable, "-m", "tablewright", "lab", "run", fork, "road", "--by", "bulk", "--cluster", address)
    done = subprocess.run((*words, "--fresh"), capture_output=True, text=True, check=False, timeout=WAIT)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"tablewright: No cluster answers at {address}: ")
    assert done.stderr.count("\n") == 1
