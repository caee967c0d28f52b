"""What is left alone when rules are spoilt. Run by hand, where Cosmic Ray is: `./table mutate` has installed it."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import spoiling


@pytest.mark.parametrize(
    ("text", "spoilt"),
    [
        ("x = 1\n", True),
        ("def f(n: Annotated[int, 3]) -> Box[4]: ...\n", False),
        ("x: Box[3]\n", False),
        ("def f(n: Annotated[int, Param('n', among=lambda s: s.all[1:])]): ...\n", True),
        ("Dice = Annotated[int, Param('dice', max=6)]\n", False),
        ("def f(n: int = 3): ...\n", True),
        ("say = f'{n - 1} left'\n", False),
        ("say = 'a' + b\n", False),
        ("x = a + b\n", True),
        ("@cache\ndef f(): ...\n", False),
        ("@cites('a.b')\ndef f(): ...\n", False),
        ("class A(Struct, gc=False, cache_hash=True): ...\n", False),
        ("class A(Struct, frozen=True): ...\n", True),
        ("try: ...\nexcept json.Wrong: ...\n", False),
        ("@rule('one')\ndef f(): ...\n", True),
    ],
)
def test_what_nothing_could_notice_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, spoilt: bool
) -> None:
    """Annotations, forms, sentences and what is only remembered; everything else is spoilt."""
    monkeypatch.setattr(spoiling, "ROOT", tmp_path)
    (tmp_path / "rules.py").write_text(text)
    assert bool(list(spoiling.mutants(Path("rules.py")))) is spoilt


def test_texts_are_not_put_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is another text is asked, whether it comes before it is not; of numbers both are."""
    monkeypatch.setattr(spoiling, "ROOT", tmp_path)
    for text, ordered in (("x = a == 'b'\n", False), ("x = a == b\n", True)):
        (tmp_path / "rules.py").write_text(text)
        operators = [mutant.operator for mutant in spoiling.mutants(Path("rules.py"))]
        assert "core/ReplaceComparisonOperator_Eq_NotEq" in operators
        assert ("core/ReplaceComparisonOperator_Eq_LtE" in operators) is ordered
