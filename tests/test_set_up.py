"""`./table` sets itself up under any Python that will do, and what it installs is the same under all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

THIS = f"{sys.version_info[0]}.{sys.version_info[1]}"
OTHER = "3.12" if THIS == "3.11" else "3.11"

#: A Python that will do, as far as it is asked; what it is then told to run, it says.
GOOD = '[ "$1" = -c ] || echo "$0 $*"'
#: One that is found on the path and does not run, as the stand-in of a version manager may be.
BROKEN = "exit 127"
TOO_OLD = "exit 1"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A copy of the script, on a machine without any Python."""
    shutil.copy(ROOT / "table", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "test.txt").touch()
    (tmp_path / "bin").mkdir()
    for tool in ("dirname", "cat", "cmp"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return tmp_path


def put(python: Path, script: str) -> None:
    python.parent.mkdir(parents=True, exist_ok=True)
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)


def table(place: Path, *args: str) -> subprocess.CompletedProcess[str]:
    path = {"PATH": str(place / "bin"), "CHROMIUM": "one that is there"}
    return subprocess.run([place / "table", *args], env=path, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("asked", [[], ["3"], ["3.9"], ["3.13.0"], ["newest"]])
def test_what_is_no_python_of_ours_is_refused_in_a_sentence(place: Path, asked: list[str]) -> None:
    """One line says what can be asked for, and nothing is made."""
    refused = table(place, "test", "--python", *asked)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(r"== please name a Python from 3\.11 on, [^\n]+\n", refused.stderr)
    assert not list(place.glob(".venv*"))


@pytest.mark.parametrize("asked", ["3.19", "all"])
def test_a_python_that_is_not_here_is_refused_in_a_sentence(place: Path, asked: str) -> None:
    """One line says what to install, and nothing is made."""
    refused = table(place, "test", "--python", asked)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert re.fullmatch(r"== please install [^\n]+\n", refused.stderr)
    assert not list(place.glob(".venv*"))


def test_a_python_is_known_by_what_it_is(place: Path) -> None:
    """One that bears the name of another version is not taken for it."""
    put(place / "bin" / f"python{OTHER}", f'exec "{sys.executable}" "$@"')
    assert f"please install Python {OTHER}" in table(place, "test", "--python", OTHER).stderr


def test_the_newest_python_that_runs_is_taken(place: Path) -> None:
    """A newer one that is there and does not run is passed over."""
    for name, script in (("3.14", BROKEN), ("3.13", GOOD), ("3.12", GOOD)):
        put(place / "bin" / f"python{name}", script)
    assert table(place, "test").stderr.startswith(f"== making .venv with {place}/bin/python3.13\n")


def test_a_python_asked_for_has_an_environment_of_its_own(place: Path) -> None:
    """It is used although a newer one is there, and the usual environment is left alone."""
    for name in ("3.13", "3.12"):
        put(place / "bin" / f"python{name}", GOOD)
    made = table(place, "test", "--python", "3.12")
    assert made.stderr.startswith(f"== making .venv-3.12 with {place}/bin/python3.12\n")
    assert made.stdout == f"{place}/bin/python3.12 -m venv --clear .venv-3.12\n"


@pytest.mark.parametrize("script", [BROKEN, TOO_OLD])
def test_an_environment_whose_python_has_gone_is_made_anew(place: Path, script: str) -> None:
    """The same where it has become too old for us."""
    put(place / "bin" / "python3.13", GOOD)
    put(place / ".venv" / "bin" / "python", script)
    assert table(place, "test").stderr.startswith("== making .venv ")


def test_an_environment_that_will_do_is_kept(place: Path) -> None:
    """Nothing is made or installed again; the tests run in it, with what was asked of them."""
    put(place / ".venv-3.13" / "bin" / "python", GOOD)
    (place / ".venv-3.13" / "installed-test").touch()
    ran = table(place, "test", "--python", "3.13", "tests/kit", "-x")
    assert (ran.stdout, ran.stderr) == (".venv-3.13/bin/python -m pytest tests/kit -x\n", "")


def test_every_python_that_is_here_can_be_asked_for(place: Path) -> None:
    """`--python all` runs the tests under each that runs, the newest first."""
    for name, script in (("3.14", BROKEN), ("3.13", GOOD), ("3.11", GOOD)):
        put(place / "bin" / f"python{name}", script)
        put(place / f".venv-{name}" / "bin" / "python", script)
        (place / f".venv-{name}" / "installed-test").touch()
    ran = table(place, "test", "--python", "all", "tests/kit")
    assert ran.stderr == "== under Python 3.13\n== under Python 3.11\n"
    assert ran.stdout == "".join(f".venv-{name}/bin/python -m pytest tests/kit\n" for name in ("3.13", "3.11"))


def pins(kind: str) -> list[tuple[str, str]]:
    text = (ROOT / "requirements" / f"{kind}.txt").read_text()
    return re.findall(r"^([\w.-]+)==([\w.]+)", text, flags=re.MULTILINE)


@pytest.mark.parametrize("kind", ["run", "test"])
def test_every_python_is_given_the_same_versions(kind: str) -> None:
    """What is played and tested is locked to one version of each package, whichever Python runs it."""
    names = [name for name, _ in pins(kind)]
    assert len(names) > 5
    assert len(names) == len(set(names))


def test_what_is_played_and_measured_is_what_is_tested() -> None:
    """The locks are installed into one environment, so where they name the same package they name the same version."""
    tested = dict(pins("test"))
    assert set(pins("run")) <= set(pins("test"))
    for kind in ("bench", "mutate"):
        assert {(name, version) for name, version in pins(kind) if tested.get(name, version) != version} == set()


def test_what_spoils_rules_is_not_installed_for_the_tests() -> None:
    """Cosmic Ray and what it needs are in a group of their own."""
    assert "cosmic-ray" in dict(pins("mutate"))
    assert "cosmic-ray" not in dict(pins("test"))
