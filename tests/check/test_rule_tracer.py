"""What the conformance suite finds by playing: each test breaks the template once, as an author might."""

from __future__ import annotations

from pathlib import Path

import pytest

from .broken import FOLLOWED, HEADLINE, STEADIED, STEP_ROLL, broken, found, line

RULES = "rules.py"
RAISES = "random play never raises"
REMEMBERED = "what rules do can be remembered"
FIELDS = "fields hold what they declare"
OUTCOME = "one outcome an action, in the action itself"

READS = "best = yield from Roll(2, 6, best_of(), who)"
BEST_OF = """
{above}
def best_of() -> Reading[int]:
    return Reading(0, lambda top, face, k: max(top, face if k else 0), lambda top, n: top)


@rule("step.roll", "step.nerve")
"""


def reads_dice(into: Path, above: str) -> Path:
    """The template with a Reading of its own, under a decorator or none."""
    return broken(
        into,
        RULES,
        ("\nfrom .state", "\nfrom tablewright.rules import Reading, Roll\nfrom .state"),
        ("from enum", "from functools import cache\nfrom enum"),
        ('\n@rule("step.roll", "step.nerve")\n', BEST_OF.format(above=above)),
        (STEP_ROLL, READS),
    )


def test_a_second_outcome_is_found(tmp_path: Path) -> None:
    """Both lines are named: the odds are about one."""
    folder = broken(tmp_path, RULES, (HEADLINE, HEADLINE + "    yield Outcome(0)\n"))
    (text,) = found(folder)[OUTCOME]
    first, second = line(folder, RULES, "yield Outcome(step"), line(folder, RULES, "yield Outcome(0)")
    assert text.startswith("take_step(who='")
    assert f"yields an Outcome at {first} and another at {second}: the odds are about one, so tell the other." in text


def test_an_outcome_inside_a_rule_is_found(tmp_path: Path) -> None:
    """Nobody counts it there."""
    folder = broken(
        tmp_path, RULES, ("    if step is Step.SWIFT:\n", "    yield Outcome(9)\n    if step is Step.SWIFT:\n")
    )
    (text,) = found(folder)[OUTCOME]
    at = line(folder, RULES, "yield Outcome(9)")
    assert text.startswith("take_step(who='")
    assert f"comes to an Outcome at {at} inside the rule follow_step, which nobody counts: return it" in text


def test_a_reading_built_anew_each_time_is_found(tmp_path: Path) -> None:
    """Where it is read, where it is made, and how to make it once."""
    folder = reads_dice(tmp_path, "")
    (text,) = found(folder)[REMEMBERED]
    read, made = line(folder, RULES, READS), line(folder, RULES, "return Reading(")
    assert text.startswith("take_step(who='")
    assert f"reads dice at {read} by a Reading that is another each time (made at {made})" in text
    assert text.endswith("Build it at module level, or under functools.cache.")


def test_a_reading_that_is_kept_is_not_found(tmp_path: Path) -> None:
    """The same under functools.cache."""
    assert REMEMBERED not in found(reads_dice(tmp_path, "@cache"))


def test_an_argument_nobody_can_remember_is_found(tmp_path: Path) -> None:
    """Which argument of which rule, and what to give it instead; it is said once."""
    folder = broken(
        tmp_path,
        RULES,
        ("steady_roll(who, walker.nerve)", "steady_roll([who], walker.nerve)"),
        ("by=who", "by=who[0]"),
        ('            who, "Steady', '            who[0], "Steady'),
    )
    wrong = found(folder)
    (text,) = wrong[REMEMBERED]
    at = line(folder, RULES, "steady_roll([who]")
    assert text.startswith("take_step(who='")
    assert f" at {at}: steady_roll is a rule, so its arguments must be hashable, and who is a list: make it" in text
    assert wrong["odds total one"][0].endswith(f": as above, at {at}.")


def test_a_result_nobody_can_remember_is_found(tmp_path: Path) -> None:
    """A list that a rule returns."""
    folder = broken(tmp_path, RULES, (STEADIED, "    return [best, 0]\n"))
    (text,) = found(folder)[REMEMBERED]
    at = line(folder, RULES, '@rule("step.roll", "step.nerve")')
    assert f" at {at}: steady_roll is a rule, so what it returns must be hashable, and it is a list" in text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("light=s.light - 1)", "light=s.light - 1.0)", "light holds 5.0 (float), and is declared as int"),
        ("light=s.light - 1)", "light=s.light > 1)", "light holds True (bool), and is declared as int"),
        ("light=s.light - 1)", "light=None)", "light holds None (NoneType), and is declared as int"),
        (
            "walker.but(nerve=walker.nerve - spent)))",
            "walker.but(nerve=str(walker.nerve - spent))))",
            "(str), and is declared as int",
        ),
    ],
)
def test_a_mistyped_field_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Which field holds what, and the very line that put it there."""
    folder = broken(tmp_path, RULES, (old, new))
    wrong = found(folder)
    text = wrong[FIELDS][0]
    assert text.startswith("take_step(who='")
    assert f" at {line(folder, RULES, new)} makes a state that is not as declared: " in text
    assert says in text


def test_a_mistyped_start_is_found(tmp_path: Path) -> None:
    """The line of the set-up, and nothing is blamed on the actions that follow."""
    folder = broken(tmp_path, "state.py", ('Walker("bo", "Bo", "bob")', 'Walker("bo", "Bo", "bob", "2")'))
    wrong = found(folder)
    at = line(folder, "state.py", '"bob", "2")')
    assert wrong["sets up"] == (
        f"setup() at {at} makes a state that is not as declared: "
        "walkers.bo.nerve holds '2' (str), and is declared as int.",
    )
    assert FIELDS not in wrong


def test_costs_of_another_length_are_found(tmp_path: Path) -> None:
    """The question, the line that asks it, and how to give costs."""
    folder = broken(tmp_path, RULES, ("(False, True), (0, 1), cites", "(False, True), (0, 1, 2), cites"))
    (text,) = found(folder)[RAISES]
    at = line(folder, RULES, "        yield from Choose(")
    assert text.startswith("take_step(who='")
    assert f" at {at}: Each option needs its cost: 'Steady yourself" in text
    assert "has 2 options and 3 costs. Give as many costs as options" in text


def test_a_question_for_nobody_is_found(tmp_path: Path) -> None:
    """The table would wait forever."""
    folder = broken(tmp_path, RULES, ('            who, "Steady', '            "cook", "Steady'))
    (text,) = found(folder)["whoever is asked is there"]
    at = line(folder, RULES, "        yield from Choose(")
    assert text.startswith("take_step(who='")
    assert f"asks 'cook' at {at} (“Steady yourself" in text
    assert "who is no seat, role or character: the table would wait forever. Name somebody of Game.cast" in text


@pytest.mark.parametrize("again", ["steady_roll(who, nerve)", "steady_roll(who, nerve + 1)"])
def test_rules_without_end_are_found(tmp_path: Path, again: str) -> None:
    """Whether their arguments stay or grow, and however seldom they are thrown: odds would never be counted."""
    new = f"    return (yield from {again}) if best == 1 else (best, 0)\n"
    folder = broken(tmp_path, RULES, (STEADIED, new))
    (text,) = found(folder)["odds total one"]
    assert text.startswith("take_step(who='")
    at = line(folder, RULES, '@rule("step.roll", "step.nerve")')
    assert f" at {at}: steady_roll calls itself, or rules that call it, without end: give it something" in text


def test_a_rule_that_only_calls_itself_is_found(tmp_path: Path) -> None:
    """Nobody is asked anything on the way, so not even a table could stop it."""
    folder = broken(tmp_path, RULES, (STEP_ROLL, "best, _ = yield from steady_roll(who, nerve)"))
    (text,) = found(folder)[RAISES]
    at = line(folder, RULES, '@rule("step.roll", "step.nerve")')
    assert text.startswith("take_step(who='")
    assert f" at {at}: steady_roll calls itself, or rules that call it, without end: give it something" in text


def test_a_rule_met_inside_itself_is_found(tmp_path: Path) -> None:
    """With the same arguments: what it depends on does not run out, even if these dice did."""
    folder = broken(
        tmp_path, RULES, (STEADIED, "    return (yield from steady_roll(who, nerve)) if best < 5 else (best, 0)\n")
    )
    text = found(folder)["rules come to an end"][0]
    at = line(folder, RULES, "if best < 5 else")
    assert text.startswith("take_step(who='")
    assert f" at {at}: steady_roll calls itself with the same arguments before it has ended" in text
    assert text.endswith("Give it a number that falls.")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (RULES, "    step = read(best)\n", "    step = read(best // 0)\n", "ZeroDivisionError: "),
        (RULES, '"{name} stumbles. The', '"{nam} stumbles. The', "cannot be told: KeyError('nam'). Give every {fact}"),
        (RULES, HEADLINE, "    yield 7\n" + HEADLINE, "A rule yielded 7, which is no effect."),
        (RULES, "(False, True), (0, 1)", "(True, True), (0, 1)", "Options must be there and differ"),
        ("state.py", "if s.gone >= ROAD", "if s.gon >= ROAD", "AttributeError: 'Walk' object has no attribute 'gon'"),
    ],
)
def test_whatever_is_raised_is_said_with_its_line(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    """In a rule, in what it tells, in what it yields, in what it asks, in a function beside it."""
    folder = broken(tmp_path, file, (old, new))
    text = found(folder)[RAISES][0]
    words = "        yield from Choose(" if "Options" in says else new.strip().splitlines()[0]
    assert f" at {line(folder, file, words)}: " in text
    assert says in text


def test_a_sheet_that_raises_is_found(tmp_path: Path) -> None:
    """Whose sheet, and which line; once."""
    folder = broken(tmp_path, "sheet.py", ("min(s.gone, ROAD)", "min(s.gone, ROAD) // 0"))
    assert found(folder)["sets up"] == (
        f"the sheet of guide at {line(folder, 'sheet.py', '// 0')}: "
        "ZeroDivisionError: integer division or modulo by zero",
    )


def test_a_scenario_that_takes_no_rule_for_its_step_is_found(tmp_path: Path) -> None:
    """A generator is no call of a rule: what to put above it."""
    folder = broken(tmp_path, "scenarios.py", ('@rule("step.roll")\n', ""))
    (text,) = found(folder)["scenarios run"]
    at = line(folder, "scenarios.py", "def lead_on")
    assert f" at {at}: walk takes its steps by what is no rule: put @rule(...) above it." in text


def test_one_fault_is_told_once(tmp_path: Path) -> None:
    """What it leads to points to where it was said."""
    folder = broken(tmp_path, RULES, (FOLLOWED, "    return s.but(light=1 // 0)\n"))
    wrong = found(folder)
    at = line(folder, RULES, "light=1 // 0")
    told = [text for texts in wrong.values() for text in texts if "ZeroDivisionError" in text]
    assert len(told) == 1
    assert wrong["scenarios run"] == (f"walk (first option): as above, at {at}.",)
    assert wrong["golden transcripts match"] == (f"golden/a_walk.txt: as above, at {at}.",)


def test_no_more_than_five_of_a_kind_are_told(tmp_path: Path) -> None:
    """And how many more there are."""
    folder = broken(tmp_path, "ledger.toml", ('"step.', '"stride.'))
    texts = found(folder, steps=20)["declares itself"]
    assert len(texts) == 6
    assert texts[-1].startswith("and ")
    assert texts[-1].endswith(" more like these.")
