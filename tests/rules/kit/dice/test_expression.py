"""The free dice tray and its notation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from operator import add, eq, ge, le, mul

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules.errors import Refused, TooLarge
from tablewright.rules.kit import Expression, NotationError, format_dice, parse_dice, roll_expression
from tablewright.rules.kit.dice.expression import (
    DEFAULT_EXPLOSIONS,
    MAX_REROLLS,
    Constant,
    DiceTerm,
    Maximum,
    Minimum,
    Negative,
    Product,
    Quotient,
    RepeatedDice,
    Sum,
    repeat_dice,
)
from tablewright.rules.kit.dice.expression_size import ExpressionSize, measure_expression
from tests.rules.kit.table import settle


@st.composite
def dice(draw: st.DrawFn) -> DiceTerm:
    n = draw(st.integers(1, 4))
    kept = draw(st.integers(1, n))
    faces = draw(st.just(()) | st.lists(st.integers(-2, 3), min_size=1, max_size=4).map(lambda f: tuple(sorted(f))))
    sides = len(faces) or draw(st.integers(1, 4))
    found = DiceTerm(
        n,
        sides,
        kept,
        draw(st.sampled_from(["highest", "lowest"])) if kept < n else "highest",
        faces=() if faces == tuple(range(1, sides + 1)) else faces,
    )
    if draw(st.booleans()):
        found = replace(
            found,
            again=draw(st.sampled_from([">=", "<=", "="])),
            against=draw(st.integers(-2, 4)),
            once=draw(st.booleans()),
        )
    return found if found.possible() else replace(found, again="", against=0)


def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
    several = [parts.map(kind) for kind in (Sum, Product, Maximum, Minimum)]
    return st.one_of(inner.map(Negative), st.builds(Quotient, inner, st.integers(1, 3)), *several)


few = st.integers(0, 2).map(Constant) | st.integers(1, 2).map(lambda sides: DiceTerm(1, sides, 1))
leaves: st.SearchStrategy[Expression] = st.one_of(
    st.integers(0, 9).map(Constant),
    dice(),
    st.builds(RepeatedDice, few, dice().map(lambda found: repeat_dice(found, 1))),
)
expressions: st.SearchStrategy[Expression] = st.recursive(leaves, larger, max_leaves=4)


Odds = dict[int, Fraction]
JOINED: dict[type[Expression], Callable[[int, int], int]] = {Sum: add, Product: mul, Maximum: max, Minimum: min}
COMPARED = {">=": ge, "<=": le, "=": eq}


def listed(expression: Expression) -> Odds:
    """Every roll of every die, one by one: the obvious slow way."""
    match expression:
        case Constant(value):
            return {value: Fraction(1)}
        case DiceTerm(n, _, kept, keep):
            found: Odds = defaultdict(Fraction)
            for row in product(one_listed(expression).items(), repeat=n):
                faces = sorted((face for face, _ in row), reverse=keep == "highest")
                found[sum(faces[:kept])] += prod((p for _, p in row), start=Fraction(1))
            return found
        case RepeatedDice(count, of):
            found = defaultdict(Fraction)
            for n, p in listed(count).items():
                for value, q in (listed(repeat_dice(of, n)) if n else {0: Fraction(1)}).items():
                    found[value] += p * q
            return found
        case Negative(of_):
            return {-value: p for value, p in listed(of_).items()}
        case Quotient(of_, by):
            found = defaultdict(Fraction)
            for value, p in listed(of_).items():
                found[int(value / by)] += p
            return found
    total, *rest = (listed(part) for part in expression.parts)
    join = JOINED[type(expression)]
    for part in rest:
        both: Odds = defaultdict(Fraction)
        for (a, p), (b, q) in product(total.items(), part.items()):
            both[join(a, b)] += p * q
        total = both
    return total


def one_listed(dice: DiceTerm) -> Odds:
    """One die, whose faces are thrown again: all the same afterwards, or once."""
    faces = dice.faces or range(1, dice.sides + 1)
    bad = [face for face in faces if dice.again and COMPARED[dice.again](face, dice.against)]
    good = [face for face in faces if face not in bad]
    found: Odds = defaultdict(Fraction)
    for face in good:
        found[face] += Fraction(1, len(faces)) if dice.once else Fraction(1, len(good))
    for face in faces if dice.once else ():
        found[face] += Fraction(len(bad), len(faces)) * Fraction(1, len(faces))
    return found


@given(expressions)
def test_exact_agrees_with_listing_every_roll(expression: Expression) -> None:
    """The distribution is whole and is the one found by listing all rolls."""
    quick = ExactCounter().dist(roll_expression(expression))
    assert quick.whole()
    assert dict(quick.items()) == listed(expression)


@pytest.mark.parametrize(
    "text", ["4d{0,5,9}kh2", "4d{0,5,9}kl1", "3d{-2,5,9}kh2", "3dFkl2", "3d6r1kl1", "3d{2,7}ro7kh1"]
)
def test_other_faces_are_kept_by_what_is_on_them(text: str) -> None:
    """Few of them or most, from above and from below."""
    assert dict(ExactCounter().dist(roll_expression(parse_dice(text))).items()) == listed(parse_dice(text))


@given(expressions)
def test_live_stays_within_what_exact_finds(expression: Expression) -> None:
    """A throw of all ones and a throw of all highest are results the exact reader knows."""
    known = ExactCounter().dist(roll_expression(expression))
    assert settle(lambda: iter(roll_expression(expression))).result in known
    assert settle(lambda: iter(roll_expression(expression)), lambda q: [q.sides] * q.dice).result in known


@given(expressions)
def test_what_is_written_reads_the_same(expression: Expression) -> None:
    """Reading a written expression gives the expression."""
    assert parse_dice(format_dice(expression)) == expression


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("4d6kh3+2", 5, 20),
        ("d20", 1, 20),
        ("2d6+1d4-1", 2, 15),
        (" 2 D6 - D4 ", -2, 11),
        ("d%", 1, 100),
        ("4d6dl", 3, 18),
        ("4d6kl2", 2, 12),
        ("(d8+2)*3", 9, 30),
        ("-d4*2", -8, -2),
        ("10-(3-2)", 9, 9),
        ("2--3", 5, 5),
        ("4dF", -4, 4),
        ("2d{0, 0, 1..3, 9}", 0, 18),
        ("d{-2..-1}", -2, -1),
        ("d20r1", 2, 20),
        ("d20ro1", 1, 20),
        ("4d6r<3kh3", 9, 18),
        ("2d6 / 2", 1, 6),
        ("-d4/3*2", -2, 0),
        ("max(d8, d6+1, 3)", 3, 8),
        ("MIN(d8, 5)", 1, 5),
        ("max(2)", 2, 2),
        ("(d4)d6", 1, 24),
        ("(d4-2)d6+1", 1, 13),
        ("2d6×2−1", 3, 23),  # noqa: RUF001 (signs as phones type them)
    ],
)
def test_ordinary_notation_means_what_people_mean(text: str, low: int, high: int) -> None:
    """The lowest and the highest total are as expected."""
    totals = ExactCounter().dist(roll_expression(parse_dice(text)))
    assert (min(totals), max(totals)) == (low, high)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        ("a", 1),
        ("4d", 3),
        ("4d6kx3", 4),
        ("(1+2", 5),
        ("1 2", 3),
        ("2d6 + ", 7),
        ("4d6kh9", 6),
        ("4d6kh0", 6),
        ("4d6dl4", 6),
        ("²d6", 1),
        ("1+)", 3),
        ("d6 & d8", 4),
        ("d{}", 3),
        ("d{1,", 5),
        ("d{3..1}", 3),
        ("d{1;2}", 4),
        ("d6/0", 4),
        ("d6/d2", 4),
        ("max d6", 5),
        ("max(d6", 7),
        ("d6r", 4),
        ("d6r1r2", 5),
        ("(d4)d6kh1", 7),
    ],
)
def test_errors_point_at_the_place(text: str, place: int) -> None:
    """The message counts places as people do and puts a mark under the place."""
    with pytest.raises(NotationError) as error:
        parse_dice(text)
    sentence, shown, mark = str(error.value).split("\n")
    assert sentence.startswith(f"At place {place} ")
    assert shown == text
    assert mark.index("^") == error.value.at == place - 1


@given(st.text("0123456789dklhrof%+-*/(){},.!<>= x", max_size=30) | st.text(max_size=30))
@example("\x1c")
@example("4d6\u00a0+2")
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader stumble: it is an expression, or refused within the text."""
    try:
        expression = parse_dice(text)
    except NotationError as error:
        at = error.at
    except TooLarge:
        at = 0
    else:
        at = 0
        assert parse_dice(format_dice(expression)) == expression
    assert 0 <= at <= len(text)


@pytest.mark.parametrize(
    "bomb",
    [
        "999999d999999",
        "9" * 150 + "d6",
        "101d6",
        "d501",
        "0d6",
        "d0",
        "60d6+60d6",
        "100d100",
        "(" * 60 + "1" + ")" * 60,
        "-" * 100 + "1",
        "*".join(["1000000"] * 20),
        "*".join(["d10"] * 40),
        "d6+" * 100 + "d6",
        "1" * 100_000,
        "d{1..1000000}",
        "d{1..400,1..400}",
        "(101)d6",
        "(d20)d100",
        "20d20!kh5",
    ],
)
def test_bombs_are_refused_at_once(bomb: str) -> None:
    """What no table throws is refused before anything is counted."""
    with pytest.raises(Refused):
        parse_dice(bomb)


@pytest.mark.parametrize(
    "text",
    [
        "100d10",
        "2d500",
        "1000000*1000",
        "-1000000*1000",
        "(" * 20 + "1" + ")" * 20,
        "-" * 20 + "1",
        "+".join(["(1)"] * 25),
    ],
)
def test_what_is_just_not_too_much_is_thrown(text: str) -> None:
    """A hundred dice, a thousand faces, a total of a thousand million, twenty brackets or signs."""
    assert parse_dice(format_dice(parse_dice(text))) == parse_dice(text)


@pytest.mark.parametrize(
    "text",
    [
        "10d6+91d1",
        "2d500+d1",
        "1000000*1001",
        "-1000000*1001",
        "(" * 21 + "1" + ")" * 21,
        "(1)+(1)+" + "(" * 21 + "1" + ")" * 21,
        "-" * 21 + "1",
    ],
)
def test_one_more_is_too_much(text: str) -> None:
    """Of dice, faces, total, brackets or signs; below nothing as above it."""
    with pytest.raises(TooLarge):
        parse_dice(text)


@given(expressions)
def test_how_large_a_throw_is_is_known_before(expression: Expression) -> None:
    """Its lowest and highest total, as listing every roll finds them, and no fewer totals than there are."""
    size, totals = measure_expression(expression), listed(expression)
    assert (size.low, size.high) == (min(totals), max(totals))
    assert size.values >= len(totals)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("7", ExpressionSize(7, 7, values=1)),
        ("3d6", ExpressionSize(3, 18, values=16, dice=3, faces=18)),
        ("4d6kh3", ExpressionSize(3, 18, values=16, dice=4, faces=24)),
        ("5d10>=7", ExpressionSize(0, 5, values=6, dice=5, faces=50)),
        ("d6!", ExpressionSize(1, 60, values=60, dice=1, faces=6)),
        ("d10!>=6", ExpressionSize(0, 10, values=11, dice=1, faces=10)),
        ("d6+d6+d6", ExpressionSize(3, 18, values=16, pairs=6 * 6 + 6 * 11, dice=3, faces=18)),
        ("(d4+d4)*(d6+d6)", ExpressionSize(4, 96, values=77, pairs=4 * 4 + 6 * 6 + 7 * 11, dice=4, faces=20)),
    ],
)
def test_what_its_odds_take_is_known_before(text: str, size: ExpressionSize) -> None:
    """How many totals, how many pairs of them are added up half by half, and how many dice with how many faces."""
    assert measure_expression(parse_dice(text)) == size


@pytest.mark.parametrize("text", ["30d6kh3", "30d6dl27", "20d20kl5", "+".join(["d6"] * 60), "8d10+8d8+8d6"])
def test_large_throws_are_counted_in_a_moment(text: str) -> None:
    """Many dice do not cost their number of rolls, which nobody could wait for."""
    assert ExactCounter().dist(roll_expression(parse_dice(text))).whole()


def test_every_face_is_on_the_table() -> None:
    """The log shows each die as it fell, also those that do not count."""
    told = run_rule(iter(roll_expression(parse_dice("4d6kh3+d8"), "ada")), {"0": [1, 6, 3, 3], "1": [8]})
    assert told.result == 20
    assert [(line.text, line.faces, line.by) for line in told.lines] == [
        ("4d6kh3", (1, 6, 3, 3), "ada"),
        ("1d8", (8,), "ada"),
    ]


def test_the_same_dice_twice_are_two_throws() -> None:
    """2d6 + 2d6 is thrown twice, not once and doubled."""
    assert ExactCounter().dist(roll_expression(parse_dice("d2+d2")))[3] == Fraction(1, 2)


def test_an_exploding_die_is_thrown_again_and_added() -> None:
    """A d6 comes to 6k+r with one in 6 to the k+1; after nine more throws it explodes no further."""
    found = ExactCounter().dist(roll_expression(parse_dice("d6!")))
    assert found.whole()
    for total in range(1, 60):
        again, rest = divmod(total, 6)
        assert found[total] == (Fraction(1, 6 ** (again + 1)) if rest else 0), total
    assert found[60] == Fraction(1, 6**10)
    two = ExactCounter().dist(roll_expression(parse_dice("2d6!")))
    assert two[14] == sum(found[a] * found[14 - a] for a in range(1, 14))
    three = ExactCounter().dist(roll_expression(parse_dice("3d6!")))
    assert three[14] == sum(found[a] * two[14 - a] for a in range(1, 13))


@pytest.mark.parametrize("text", ["4d6>=5", "4d6>4", "3d10<=3", "3d10<4", "5d4=3", "4d6≥5"])
def test_successes_are_counted(text: str) -> None:
    """The number of dice that show it, as in listing every roll."""
    found = ExactCounter().dist(roll_expression(parse_dice(text)))
    n, sides = int(text[0]), int("".join(c for c in text[2:4] if c.isdigit()))
    counts = {"4d6>=5": (5, 6), "4d6>4": (5, 6), "3d10<=3": (1, 3), "3d10<4": (1, 3), "5d4=3": (3, 3), "4d6≥5": (5, 6)}
    low, high = counts[text]
    listed = Counter(sum(low <= die <= high for die in roll) for roll in product(range(1, sides + 1), repeat=n))
    assert dict(found.items()) == {value: Fraction(ways, sides**n) for value, ways in listed.items()}


def test_exploding_dice_may_be_counted() -> None:
    """Each throw of a die may be a success: a ten at six or more is one, and whatever comes after it may be another."""
    found = ExactCounter().dist(roll_expression(parse_dice("d10!>=6")))
    assert found[0] == Fraction(1, 2)
    assert found[1] == Fraction(4, 10) + Fraction(1, 10) * found[0]
    assert format_dice(parse_dice("3D10!9>5")) == "3d10!9>=6"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("d6!1", "a face from 2 to 6, or it would be thrown for ever"),
        ("d1!", "a face from 2 to 1"),
        ("4d6kh3>=2", "either kept or counted"),
        ("4d6>=", "a number"),
        ("d6r<=6", "less than that, or it would be thrown for ever"),
        ("d6!5r<5", "less than that, or it would be thrown for ever"),
        ("d6r<5!5", "a face from 6 to 6, or it would be thrown for ever"),
        ("d{1,1}!", "or it would be thrown for ever"),
    ],
)
def test_what_cannot_explode_or_count_is_pointed_at(text: str, says: str) -> None:
    """With the place in the text."""
    with pytest.raises(NotationError, match=says):
        parse_dice(text)


def test_of_dice_that_explode_the_best_are_kept() -> None:
    """Each die counts as all it comes to; the same as the higher of two, however many are thrown after each other."""
    one = ExactCounter().dist(roll_expression(parse_dice("d4!")))
    both = list(product(one.items(), repeat=2))
    for text, best in (("2d4!kh1", max), ("2d4!kl1", min), ("max(d4!,d4!)", max)):
        found = ExactCounter().dist(roll_expression(parse_dice(text)))
        for total in (1, 3, 5, 11, 40):
            assert found[total] == sum(p * q for (a, p), (b, q) in both if best(a, b) == total), text
    assert parse_dice("3d6kh2!5") == parse_dice("3d6!5kh2")


def test_a_die_is_thrown_again_on_the_table() -> None:
    """Once: whatever comes then counts. Else until it shows something else, at last one of just the other faces."""
    dice = {str(i): [1] for i in range(MAX_REROLLS + 1)}
    once = run_rule(iter(roll_expression(parse_dice("d6ro<=2"))), {"0": [1], "1": [2]})
    assert once.result == 2
    assert [line.text for line in once.lines] == ["1d6ro<=2", "1d6ro<=2, again"]
    last = run_rule(iter(roll_expression(parse_dice("d6r1"))), dice | {str(MAX_REROLLS + 1): [5]})
    assert last.result == 6
    assert last.lines[-1].text == "one of {2..6}"
    assert len(last.lines) == MAX_REROLLS + 2


def test_a_die_that_is_thrown_again_may_explode_too() -> None:
    """Every throw of it is thrown again for what it must not show."""
    found = ExactCounter().dist(roll_expression(parse_dice("d4r1!")))
    assert found[2] == found[3] == Fraction(1, 3)
    assert found[6] == Fraction(1, 9)
    assert max(found) == 4 * (DEFAULT_EXPLOSIONS + 1)


def test_a_die_of_other_faces_says_which_they_are() -> None:
    """Its sides are thrown, and the log says what is on them."""
    told = run_rule(iter(roll_expression(parse_dice("2dF+d{5,9}"))), {"0": [1, 3], "1": [2]})
    assert told.result == 9
    assert [line.text for line in told.lines] == ["2dF: 1 is -1, 2 is 0, 3 is 1", "1d{5,9}: 1 is 5, 2 is 9"]


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("d{3,1,2}", "1d3"),
        ("4d{1,0,-1}", "4dF"),
        ("d{0,0,1,2,5}", "1d{0,0..2,5}"),
        ("2d6r1", "2d6r=1"),
        ("2D6RO<3", "2d6ro<=2"),
        ("4d6kh3r1", "4d6r=1kh3"),
        ("max((d6),d8)/2", "max(1d6,1d8)/2"),
        ("(1)d6", "(1)d6"),
    ],
)
def test_it_is_spelt_in_one_way(text: str, spelt: str) -> None:
    """However it was typed."""
    assert format_dice(parse_dice(text)) == spelt
