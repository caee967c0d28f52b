"""`tablewright serve`: what cannot be served is said in a sentence before anything is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.terminal import main


def refusal(capsys: pytest.CaptureFixture[str], data: Path) -> str:
    assert main(["serve", "--no-open", "--port", "0", "--data", str(data)]) == 2
    return capsys.readouterr().err


def test_a_file_is_no_folder_to_keep_tables_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nor is anything below one."""
    (tmp_path / "file").write_text("mine")
    assert "it is a file, not a folder." in refusal(capsys, tmp_path / "file")
    assert "Not a directory." in refusal(capsys, tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "mine"


def test_what_is_no_hosts_token_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder in its place, or bytes that are no words."""
    (tmp_path / "host").write_bytes(b"\xff\xfe")
    assert "it holds no token. Remove it" in refusal(capsys, tmp_path)
    (tmp_path / "host").unlink()
    (tmp_path / "host").mkdir()
    assert "Is a directory." in refusal(capsys, tmp_path)
