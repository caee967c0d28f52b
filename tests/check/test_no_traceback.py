"""Whatever lies in a folder given as a game, people get a sentence with the file and line, and never a traceback."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game

from .broken import POURED, broken, line

COMMANDS = {
    "check": ["--steps", "20"],
    "play": [],
    "odds": ["take_step", "--set", "who=ada"],
    "lab": ["walk"],
    "rules": [],
    "reference": [],
}


class Said:
    """Runs commands on a folder, and gives back how they ended and what they said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, command: str, folder: Path, typed: str = "quit\n", more: list[str] | None = None) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([command, str(folder), *(COMMANDS[command] if more is None else more)])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in out + err
        assert (code, bool(err)) in ((0, False), (2, True))
        return f"{code} {out if code == 0 or command == 'check' else ''}{err}"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(monkeypatch, capsys)


DOOR, RULES = "__init__.py", "rules.py"
FIRST = "from __future__ import annotations\n"
PLAIN = "def pour_oil(s: Walk, much: Annotated[int, Param('How much', min=1, max=3)] = 1) -> Walk:\n    return s\n"
GENERATOR = '    yield tell("oil.pour", "Oil! The light grows by {much}.", much=min(much, LIGHT_MOST - s.light))\n'

#: What keeps a folder from being opened: the file, what it says instead, the line that is named, and what is said.
UNOPENED = [
    pytest.param(RULES, FIRST, f"{FIRST}def (:\n", "def (", "invalid syntax", id="syntax"),
    pytest.param(RULES, FIRST, f"{FIRST}if 1:\nx = 1\n", "x = 1", "expected an indented block", id="indent"),
    pytest.param(RULES, FIRST, f"{FIRST}from tablewright.rules import Chose\n", "import Chose",
                 "cannot import name 'Chose'", id="import"),
    pytest.param(RULES, FIRST, f"{FIRST}import nothing_there\n", "nothing_there", "No module named", id="no module"),
    pytest.param(RULES, FIRST, f"{FIRST}TOP = {{}}['x']\n", "TOP = ", "KeyError: 'x'", id="raises"),
    pytest.param(RULES, FIRST, f"{FIRST}raise SystemExit(3)\n", "raise SystemExit", "SystemExit: 3", id="exits"),
    pytest.param(DOOR, "GAME = ", "PLAY = ", ")\n", "must declare GAME", id="no GAME"),
    pytest.param(DOOR, "GAME = Game(", "GAME = dict(", "GAME = dict(", "must declare GAME", id="GAME of another type"),
    pytest.param(DOOR, '    version="1",\n', "", "GAME = Game(", "Missing required argument 'version'", id="version"),
    pytest.param(DOOR, 'version="1"', "version=1", "GAME = Game(", "version holds 1 (int)", id="mistyped version"),
    pytest.param(DOOR, "actions=ACTIONS", "actions=list(ACTIONS)", "GAME = Game(", "actions holds [", id="list"),
    pytest.param(DOOR, "setup=new_walk", "setup=None", "GAME = Game(", "setup holds None", id="no setup"),
    pytest.param(RULES, GENERATOR, "", '@action("oil.pour"', "must be a generator: yield at least", id="no generator"),
    pytest.param(RULES, "who: str, nerve: int)", "who: str, *, nerve: int)", '@rule("step.roll", "step.nerve")',
                 "may be keyword-only", id="keyword"),
    pytest.param(RULES, 'much: Annotated[int, Param("How much", min=1, max=3)] = 1', "much: int = 1",
                 '@action("oil.pour"', "needs a type and a Param", id="no Param"),
    pytest.param(RULES, "much: Annotated[int,", "much: Annotated[Lots,", '@action("oil.pour"',
                 "name 'Lots' is not defined", id="no type"),
    pytest.param("options.py", 'Ruling("step.stumble", "Does a stumble dim the lantern or cost nerve?")', '"no"',
                 "class ", "needs a Ruling", id="no Ruling"),
    pytest.param("options.py", ' = "dims"', "", "class ", "needs a default", id="no default"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("file", "old", "new", "words", "says"), UNOPENED)
def test_a_folder_that_cannot_be_opened_says_why(
    said: Said, tmp_path: Path, command: str, file: str, old: str, new: str, words: str, says: str
) -> None:
    """Whatever is asked of it: exit code 2, the file, the line and the reason in one sentence, and so a second time."""
    folder = broken(tmp_path, file, (old, new))
    for _ in range(2):
        text = said(command, folder)
        assert text.startswith(f"2 tablewright: {line(folder, file, words)}: ")
        assert says in text
        assert text.count("\n") == 1


def test_a_function_among_the_actions_is_told_what_it_needs(said: Said, tmp_path: Path) -> None:
    """A plain function is not one yet."""
    folder = broken(tmp_path, DOOR, ("actions=ACTIONS", "actions=(*ACTIONS, new_walk)"))
    text = said("check", folder)
    assert f"{line(folder, DOOR, 'GAME = ')}: GAME is no game yet: actions." in text
    assert "put @action(...) above it" in text


@pytest.mark.parametrize("raw", [b'WORD = "caf\xe9"\n', b"x = 1\0\n"])
def test_code_that_is_no_text_is_named(said: Said, tmp_path: Path, raw: bytes) -> None:
    """Not UTF-8, or with a null byte in it."""
    folder = broken(tmp_path, RULES)
    (folder / RULES).write_bytes((folder / RULES).read_bytes() + raw)
    text = said("play", folder)
    assert text.startswith("2 tablewright: ")
    assert "rules.py" in text or "null bytes" in text


@pytest.mark.parametrize("name", ["my game", "1st_game", "my-game", "class", "json", "antigravity", "msgspec"])
@pytest.mark.parametrize("command", ["check", "play"])
def test_a_folder_of_a_name_that_will_not_do_is_refused(said: Said, tmp_path: Path, command: str, name: str) -> None:
    """No Python name, or somebody else's: with a way out, and nothing else is imported instead."""
    folder = write_game("some-walk", tmp_path).rename(tmp_path / name)
    text = said(command, folder)
    assert text.startswith(f"2 tablewright: {folder} cannot be opened: ")
    assert "ename the folder" in text


def test_what_is_no_folder_is_refused(said: Said, tmp_path: Path) -> None:
    """Nothing there, a file, a folder without a game."""
    (tmp_path / "file.py").write_text("x = 1\n")
    (tmp_path / "empty").mkdir()
    for name in ("nowhere", "file.py", "empty"):
        assert "is not a game's folder: it has no __init__.py." in said("rules", tmp_path / name)


#: What a ledger says instead, the line that is named, and what is said.
LEDGERS = [
    pytest.param('kind = "limit"', 'kind = "wish"', 'kind = "wish"', "The rule light.most: there is no kind 'wish'."),
    pytest.param('kind = "limit"', "kind = 3", "kind = 3", "The rule light.most: expected `str`, got `int`."),
    pytest.param('kind = "limit"', 'kind = "limit"\ncolour = "red"', "colour = ", "unknown field `colour`"),
    pytest.param(
        '[[rule]]\nid = "nerve.start"\nsection = "Walkers"\n',
        '[[rule]] # walkers\nid = "nerve.start"\n',
        "# walkers",
        "missing required field `section`",
    ),
    pytest.param('id = "light.out"', "id = 'light.most'", "'light.most'", "ids must be unique in"),
    pytest.param('roles = ["guide", "walker"]', 'roles = "all"', 'roles = "all"', "roles: expected `array`, got `str`"),
    pytest.param('title = "', "title = ", "title = ", "This is no TOML: "),
    pytest.param('summary = "', 'sumary = "', "sumary = ", "unknown field `sumary`"),
]


@pytest.mark.parametrize("command", ["check", "rules", "reference"])
@pytest.mark.parametrize(("old", "new", "words", "says"), LEDGERS)
def test_a_ledger_that_cannot_be_read_says_why(
    said: Said, tmp_path: Path, command: str, old: str, new: str, words: str, says: str
) -> None:
    """Which line of it, and what would do."""
    folder = broken(tmp_path, "ledger.toml", (old, new))
    text = said(command, folder)
    named = " ".join(text.split())
    assert f"{line(folder, 'ledger.toml', words)}: " in named
    assert " ".join(says.split()) in named
    assert text.startswith("2 ")


@pytest.mark.parametrize("command", ["play", "odds", "lab"])
def test_what_needs_no_ledger_does_without(said: Said, tmp_path: Path, command: str) -> None:
    """A game can be played and counted while its author mends the ledger."""
    folder = broken(tmp_path, "ledger.toml", ('kind = "limit"', 'kind = "wish"'))
    assert said(command, folder).startswith("0 ")


def test_a_wrong_kind_is_named_with_the_kinds_there_are(said: Said, tmp_path: Path) -> None:
    """At its very line."""
    folder = broken(tmp_path, "ledger.toml", ('kind = "limit"', 'kind = "wish"'))
    at = line(folder, "ledger.toml", '"wish"')
    assert said("rules", folder) == (
        f"2 tablewright: {at}: The rule light.most: there is no kind 'wish'. "
        "The kinds are value, table, procedure, choice, limit, trigger, role, advice.\n"
    )


def test_a_missing_ledger_is_named(said: Said, tmp_path: Path) -> None:
    """By everything that needs it."""
    folder = broken(tmp_path, RULES)
    (folder / "ledger.toml").unlink()
    for command in ("check", "rules", "reference"):
        assert "has no ledger.toml." in said(command, folder)


@pytest.mark.parametrize("file", ["ledger.toml", "README.md", "golden/a_walk.txt", "unbuilt.txt", "scratch.py"])
def test_a_file_that_is_not_utf_8_is_named(said: Said, tmp_path: Path, file: str) -> None:
    """With the line where it stops being so."""
    folder = broken(tmp_path, RULES)
    (folder / file).write_bytes(b"# one\n# two: \xff\n")
    assert f"{file}:2" in " ".join(said("check", folder).split())


def test_a_file_beside_the_game_that_is_no_python_is_named(said: Said, tmp_path: Path) -> None:
    """Even if nobody imports it."""
    folder = broken(tmp_path, RULES)
    (folder / "scratch.py").write_text("x = 1\ndef (:\n")
    assert "scratch.py:2" in " ".join(said("check", folder).split())


SETUP = "    return Walk(rulings, (Walker("


@pytest.mark.parametrize("command", COMMANDS)
def test_a_setup_that_raises_is_named(said: Said, tmp_path: Path, command: str) -> None:
    """By everything that sets up a table."""
    folder = broken(tmp_path, "state.py", (SETUP, f"    print(1 // 0)\n{SETUP}"))
    text = said(command, folder)
    if command in ("rules", "reference"):
        assert text.startswith("0 ")
    else:
        assert text.startswith("2 ")
        assert f"{line(folder, 'state.py', '1 // 0')}: ZeroDivisionError" in " ".join(text.split())


@pytest.mark.parametrize("command", ["check", "play"])
def test_a_sheet_that_raises_is_named(said: Said, tmp_path: Path, command: str) -> None:
    """By everything that shows it."""
    folder = broken(tmp_path, "sheet.py", ("min(s.gone, ROAD)", "min(s.gone, ROAD) // 0"))
    text = said(command, folder)
    assert text.startswith("2 ")
    assert f"{line(folder, 'sheet.py', '// 0')}: ZeroDivisionError" in " ".join(text.split())


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("# x\nseat ann king\n", "golden/a_walk.txt:2 cannot be played: There is no role in"),
        ("ruling luck=good\n", "golden/a_walk.txt:1 cannot be played: There is no house ruling in"),
        ("seed x\nseat 'ann\n", 'golden/a_walk.txt:2 cannot be played: "\'ann" cannot be read: No closing quotation.'),
    ],
)
@pytest.mark.parametrize("write", [[], ["--write"]])
def test_a_broken_golden_transcript_is_named(
    said: Said, tmp_path: Path, head: str, says: str, write: list[str]
) -> None:
    """With its line; and it is not written over."""
    folder = broken(tmp_path, RULES)
    golden = folder / "golden" / "a_walk.txt"
    golden.write_text(head)
    text = " ".join(said("check", folder, more=["--steps", "20", *write]).split())
    assert says in text.replace(", and is left as it was", "")
    assert golden.read_text() == head


def test_a_rule_that_raises_is_said_at_the_table_and_the_table_stays(said: Said, tmp_path: Path) -> None:
    """What was wanted has not been done, and one can go on."""
    folder = broken(tmp_path, RULES, (POURED, "    return s.but(light=1 // 0)\n"))
    text = " ".join(said("play", folder, typed="set light=3\npour_oil much=1\nset light=5\nquit\n").split())
    assert f"The game has a fault: {line(folder, RULES, '1 // 0')}: ZeroDivisionError" in text
    assert "sets light to 5 by hand" in text
    assert "Goodbye" in text


def test_a_forgotten_return_is_said_at_the_table(said: Said, tmp_path: Path) -> None:
    """With the action, its parameters and the remedy."""
    folder = broken(tmp_path, RULES, (POURED, POURED.replace("return ", "")))
    text = " ".join(said("play", folder, typed="set light=3\npour_oil much=2\nquit\n").split())
    at = line(folder, RULES, '@action("oil.pour"')
    assert "ended without returning anything" in text, text
    assert at in text
    assert "pour_oil(" in text


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    step = read(best)\n", "    step = read(best // 0)\n", "best // 0"),
        ("(False, True), (0, 1), cites", "(False, True), (0,), cites", ""),
        (
            "    return best, 0\n",
            "    return (yield from steady_roll(who, nerve))\n",
            '@rule("step.roll", "step.nerve")',
        ),
    ],
)
@pytest.mark.parametrize("more", [["odds", "take_step", "--set", "who=ada"], ["lab", "walk", "--policy", "best"]])
def test_what_goes_wrong_while_counting_is_said(
    said: Said, tmp_path: Path, old: str, new: str, words: str, more: list[str]
) -> None:
    """By odds and lab, with the line where there is one."""
    folder = broken(tmp_path, RULES, (old, new))
    text = said(more[0], folder, more=more[1:])
    assert text.startswith(f"2 tablewright: {line(folder, RULES, words) if words else 'Each option needs its cost'}: ")


def test_what_goes_wrong_in_another_process_is_said(said: Said, tmp_path: Path) -> None:
    """The line comes home with it."""
    folder = broken(tmp_path, RULES, ("    step = read(best)\n", "    step = read(best // 0)\n"))
    text = said("lab", folder, more=["walk", "--by", "bulk", "--plays", "12000", "--cores", "2"])
    assert text.startswith(f"2 tablewright: {line(folder, RULES, 'best // 0')}: ZeroDivisionError")


def test_the_real_command_says_the_same(tmp_path: Path) -> None:
    """In a process of its own."""
    folder = broken(tmp_path, RULES, (FIRST, f"{FIRST}def (:\n"))
    run = [sys.executable, "-m", "tablewright", "check", str(folder)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"tablewright: {line(folder, RULES, 'def (')}: invalid syntax")
    assert "Traceback" not in done.stderr
