"""What is shipped: wheel and sdist install where there is no Node, serve the page, and find games of other packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import ROOT

from .server.running import Server

LEFT_OUT = shutil.ignore_patterns(
    ".git*", ".venv*", "node_modules", "__pycache__", ".*_cache", ".mutation", "dist", ".hypothesis"
)
PACKAGE = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "lantern-walk"
version = "1"

[project.entry-points."tablewright.games"]
lantern_walk = "lantern_walk"
"""
LOOK = 'theme=Theme("A walk in the dark.", ("2 to 4 players",), hue=300, emblem=(EmblemPath("M8 8h32v32H8z"),)),\n'


def uv(*said: object, path: str = os.environ["PATH"]) -> None:
    env = {**os.environ, "PATH": path}
    subprocess.run([sys.executable, "-m", "uv", *map(str, said)], check=True, capture_output=True, env=env)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of this tree, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("shipped")
    shutil.copytree(ROOT, folder / "tree", ignore=LEFT_OUT)
    out = folder / "dist"
    constraints = ("--build-constraints", ROOT / "requirements" / "build.txt")
    uv("build", "--sdist", "-o", out, *constraints, folder / "tree")
    (sdist,) = out.glob("*.tar.gz")
    uv("build", "--wheel", "-o", out, *constraints, sdist, path="/nowhere")  # no Node, nor anything else
    return out


@pytest.fixture(scope="module")
def python(dist: Path) -> Path:
    """The Python of an environment with nothing in it but the wheel, what it needs, and one game from elsewhere."""
    env = dist.parent / "env"
    uv("venv", "-p", sys.executable, env)
    there = env / ("Scripts" if os.name == "nt" else "bin")
    python = there / "python"
    (wheel,) = dist.glob("*.whl")
    uv("pip", "install", "-p", python, "--require-hashes", "-r", ROOT / "requirements" / "run.txt")
    uv("pip", "install", "-p", python, "--no-deps", wheel)
    game = dist.parent / "lantern-walk"
    game.mkdir()
    made = [str(python), "-m", "tablewright", "new-game", "lantern-walk", "--into", str(game)]
    subprocess.run(made, check=True, capture_output=True)
    (game / "pyproject.toml").write_text(PACKAGE)
    opening = game / "lantern_walk" / "__init__.py"
    text = opening.read_text().replace("    scenarios=", f"    {LOOK}    scenarios=")
    opening.write_text(
        text.replace("\nfrom .options", "\nfrom tablewright.rules import EmblemPath, Theme\n\nfrom .options")
    )
    uv("pip", "install", "-p", python, "--no-deps", game)
    return python


@pytest.fixture(scope="module")
def served(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data"), python=str(python)) as running:
        yield running


def test_the_sdist_holds_the_page_its_sources_and_the_tests(dist: Path) -> None:
    """And nothing that npm installs."""
    with tarfile.open(next(iter(dist.glob("*.tar.gz")))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"src/tablewright/server/static/index.html", "ui/src/main.ts", "tests/test_shipped.py", "table"} <= names
    assert not [name for name in names if "node_modules" in name]


def test_the_wheel_serves_the_page_and_all_that_it_loads(served: Server) -> None:
    """Everything that the page, its styles and its manifest name is there, each as what it is."""
    with httpx.Client(base_url=served.address) as client:
        page = client.get("")
        assert page.headers["content-type"].startswith("text/html")
        loaded = re.findall(r'(?:src|href)="\./([^"]+)"', page.text)
        kinds = {name: client.get(name).raise_for_status().headers["content-type"] for name in [*loaded, "sw.js"]}
        (style,) = (name for name in loaded if name.endswith(".css"))
        fonts = re.findall(r"url\(\.?/?([^)]+\.woff2)\)", client.get(style).text)
        assert fonts
        for font in fonts:
            assert client.get(f"assets/{font.rpartition('/')[2]}").status_code == 200
        for icon in client.get("manifest.webmanifest").json()["icons"]:
            assert client.get(icon["src"]).status_code == 200
    assert kinds["sw.js"].startswith("text/javascript")
    assert {kind.partition(";")[0] for name, kind in kinds.items() if name.endswith(".js")} == {"text/javascript"}


def test_a_game_of_another_package_is_on_the_shelf_with_its_look(served: Server) -> None:
    """Found by its entry point; a table of it can be begun."""
    with httpx.Client(base_url=served.address) as client:
        games = {game["name"]: game for game in client.get("api/games").json()}
        walk = games["lantern-walk"]
        assert (walk["title"], walk["about"], walk["theme"]["hue"]) == ("Lantern walk", "A walk in the dark.", 300)
        assert len(games) > 1
        client.post("api/me/host", json={"token": served.token}).raise_for_status()
        table = client.post("api/tables", json={"game": "lantern-walk"}).raise_for_status().json()
        assert table["title"] == "Lantern walk"
