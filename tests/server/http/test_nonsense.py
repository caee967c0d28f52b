"""Nonsense at the door: refused with a sentence, and none of it in the log."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablewright.server.http import static_page
from tablewright.server.logs import error_location
from tests.server.running import Server

LONG = "x" * 5_000


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]b"])
def test_what_is_no_address_is_another_sites(server: Server, origin: str) -> None:
    """A request that says it comes from nowhere is not our own page's."""
    before = list(server.log)
    said = httpx.post(f"{server.address}api/me", headers={"Origin": origin}, trust_env=False, timeout=60)
    assert (said.status_code, said.json()["reason"]) == (403, "This was asked by another site's page.")
    assert server.log == before


@pytest.mark.filterwarnings("ignore:.*deprecated inferred style")  # as all routes are declared
@pytest.mark.parametrize("name", [LONG, f"assets/{'%C3%A9' * 200}", f"{LONG}/x", "a%00b", "index.html/x", "assets"])
def test_a_page_that_no_file_could_be_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    """Too long, too deep, a folder, or no name at all: not found, where a file that is there is."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    monkeypatch.setattr(static_page, "STATIC_FILES", tmp_path)
    with TestClient(Litestar([static_page.asset])) as browser:
        assert browser.get("/assets/a.js").status_code == 200
        said = browser.get(f"/{name}")
        assert (said.status_code, said.json()["detail"]) == (404, "There is no such page.")


def test_the_log_does_not_repeat_all_that_somebody_sent() -> None:
    """What the machine says of a file is cut short: the name may be anybody's."""
    with pytest.raises(OSError, match="name too long") as caught:
        Path("/", LONG).read_bytes()
    assert "name too long" in error_location(caught.value)
    assert LONG[:300] not in error_location(caught.value)
