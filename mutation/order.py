"""For pytest, while a mutant is tried: the likeliest tests first, none for ever. Beforehand: what each test runs."""

from __future__ import annotations

import functools
import gc
import inspect
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

from .mutant import READING

#: Seconds of its own that a test may take if it usually takes none; and how often as long as it usually does.
LEAST, TIMES = 10, 6
MEMORY = 4 << 30
#: What a function is that keeps its answers.
KEEPER = type(functools.cache(len))


class Recorder:
    """Writes down which tests run which lines, and how long each takes."""

    def __init__(self, out: Path, code: str) -> None:
        self.out, self.seconds, self.failed = out, dict[str, float](), set[str]()
        self.coverage = Coverage(data_file=None, config_file=False, include=[f"{code}/*"], check_preimported=True)
        self.code, self.kept = code, list[Any]()
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        """Finds what keeps its answers: if it kept them from test to test, only the first would seem to run it."""
        kept = [thing for thing in gc.get_objects() if isinstance(thing, KEEPER)]
        self.kept = [one for one in kept if source_of(one).startswith(self.code)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for reckoned in self.kept:
            reckoned.cache_clear()
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        tests = [test for test in self.seconds if test not in self.failed]
        number = {"": READING} | {test: n for n, test in enumerate(tests)}
        lines = {
            str(Path(file).relative_to(Path.cwd())): {
                line: [number[test] for test in run if test in number]
                for line, run in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        known = {"tests": tests, "seconds": self.seconds, "lines": lines, "failed": sorted(self.failed)}
        self.out.write_text(json.dumps(known))


def source_of(one: Any) -> str:
    """The file a function stands in, if it is one of Python's own kind."""
    code = getattr(inspect.unwrap(one), "__code__", None)
    return str(code.co_filename) if code else ""


class Trial:
    """Runs the tests in the order it is given, and says which of them failed first."""

    def __init__(self, plan: Path, out: Path) -> None:
        told = json.loads(plan.read_text())
        self.order: list[str] = told["order"]
        self.seconds: dict[str, float] = told["seconds"]
        self.out = out

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rank = {test: n for n, test in enumerate(self.order)}
        items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * self.seconds.get(item.nodeid, 0))
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.out.write_text(report.nodeid)


def too_long(_: int, __: FrameType | None) -> None:
    pytest.fail("it takes too long", pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: Any) -> None:
    """A failing property need not be made small; what fills the memory or never ends has failed."""
    settings.register_profile("mutation", settings.get_profile("tablewright"), phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    out = Path(os.environ["MUTATION_OUT"])
    if code := os.environ.get("MUTATION_CODE"):
        config.pluginmanager.register(Recorder(out, code))
    else:
        signal.signal(signal.SIGPROF, too_long)
        config.pluginmanager.register(Trial(Path(os.environ["MUTATION_PLAN"]), out))
