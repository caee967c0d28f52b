"""What a game declares: who may do and see what, and under which house rulings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from tablewright.rules import (
    Action,
    Game,
    GameError,
    Param,
    Refused,
    Role,
    Rule,
    Ruling,
    Rulings,
    Scenario,
    Seat,
    State,
    UnknownName,
    action,
    rule,
    tell,
)
from tablewright.rules.seat import SPECTATOR
from tablewright.table.core.permissions import check_sit


class House(Rulings, frozen=True):
    critical: Annotated[Literal["kept", "lost"], Ruling("crit", "Is a critical kept?")] = "kept"
    dice: Annotated[int, Ruling("dice", "How many dice?", min=1, max=4)] = 2


class Camp(State, frozen=True):
    house: House
    people: tuple[tuple[str, str], ...] = (("ada", "ann"), ("bo", "ben"), ("dog", ""))


def names(s: Camp) -> list[str]:
    return [name for name, _ in s.people]


@action(title="Walk", by="crew")
def walk(s: Camp, who: Annotated[str, Param("Who", among=names, mine=True)]) -> Rule[Camp]:
    """Somebody walks."""
    yield tell("toy", "{who} walks.", who=who)
    return s


@action(title="March", by="crew")
def march_off(s: Camp, who: Annotated[tuple[str, ...], Param("Who", among=names, mine=True)]) -> Rule[Camp]:
    """Several walk."""
    yield tell("toy", "{who} march.", who=who)
    return s


@rule("toy")
def stand(s: Camp) -> Rule[Camp]:
    yield tell("toy", "Nothing happens.")
    return s


def begin(rulings: House, dice: Annotated[int, Param("Dice", min=1, max=4)] = 2) -> Camp:
    return Camp(rulings.but(dice=dice))


GAME = Game(
    name="camp",
    title="Camp",
    version="1",
    roles=(Role("gm", "runs it", master=True), Role("crew", "plays it"), Role("guest", "looks on")),
    state=Camp,
    rulings=House,
    setup=Camp,
    actions=(walk, march_off),
    sheet=lambda s, seat: (),
    cast=lambda s: dict(s.people),
    policies={"bold": lambda ask: ask.options[-1]},
    scenarios=(Scenario("rest", "Rest", "Nothing happens.", start=begin, step=stand, ending=lambda s: "over"),),
)
GM, ANN, BEN, EVE = Seat("gm-1", "gm"), Seat("ann", "crew", "Ann"), Seat("ben", "crew"), Seat("eve", "guest")
START = Camp(House())


def test_house_rulings_default_to_the_ledgers_reading() -> None:
    """Nothing chosen is the book."""
    assert GAME.parse_rulings({}) == House()


def test_house_rulings_are_read_from_flags_and_json() -> None:
    """Text and numbers, each of its own type."""
    assert GAME.parse_rulings({"critical": "lost", "dice": "3"}) == House("lost", 3)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"criticl": "lost"}, "no house ruling in Camp called 'criticl'. Did you mean critical"),
        ({"critical": "eaten"}, "Choose from: kept, lost"),
        ({"dice": 5}, "dice is between 1 and 4, not 5"),
    ],
)
def test_a_wrong_house_ruling_is_refused_with_what_is_legal(chosen: dict[str, Any], sentence: str) -> None:
    """Unknown names get the nearest, wrong values the legal ones."""
    with pytest.raises(Refused) as refused:
        GAME.parse_rulings(chosen)
    assert sentence in str(refused.value)


def test_house_rulings_show_their_question_default_and_rule() -> None:
    """As a form would list them."""
    assert [(f.name, f.cites, f.doc, f.default) for f in GAME.ruling_form.fields] == [
        ("critical", "crit", "Is a critical kept?", "kept"),
        ("dice", "dice", "How many dice?", 2),
    ]


def test_a_ruling_without_a_question_is_its_authors_fault() -> None:
    """Every option says what it decides."""

    class Mute(Rulings, frozen=True):
        dice: int = 2

    with pytest.raises(GameError, match=r"Mute.dice needs a Ruling"):
        Game("m", "M", "1", (), Camp, Mute, Camp, (), lambda s, seat: ()).parse_rulings({})


def test_an_action_is_for_its_roles() -> None:
    """Others are told whose it is; the master may take any."""
    GAME.check_may_take(ANN, walk)
    GAME.check_may_take(GM, walk)
    with pytest.raises(Refused, match="Walk is for the crew; eve is guest"):
        GAME.check_may_take(EVE, walk)


def test_a_role_has_its_actions_and_a_master_all_of_them() -> None:
    """In the game's order; an action without roles is for each of them."""
    open_to_all = action(title="March", by=())(march_off.fn)
    game = msgspec.structs.replace(GAME, actions=(walk, open_to_all))
    assert [game.actions_for(seat) for seat in (ANN, GM, EVE)] == [(walk, open_to_all)] * 2 + [(open_to_all,)]


@pytest.mark.parametrize(("act", "who"), [(walk, "bo"), (march_off, ("ada", "bo"))])
def test_nobody_acts_with_somebody_elses_character(act: Action[Any], who: Any) -> None:
    """Whether one character acts or several: who plays them must act; the sentence says whom one plays."""
    with pytest.raises(Refused, match="bo is played by ben; Ann plays ada"):
        GAME.check_may_act(ANN, act, START, {"who": who}, {"ben": BEN})


@pytest.mark.parametrize(
    ("seat", "act", "who"),
    [
        (ANN, walk, "ada"),
        (ANN, walk, "dog"),
        (ANN, march_off, ("ada", "dog")),
        (GM, walk, "bo"),
        (GM, march_off, ("bo",)),
    ],
)
def test_ones_own_characters_and_those_nobody_plays_may_act(seat: Seat, act: Action[Any], who: Any) -> None:
    """And the master acts with anybody's."""
    GAME.check_may_act(seat, act, START, {"who": who})


@pytest.mark.parametrize(
    ("seat", "by", "may"),
    [
        (ANN, "ada", True),
        (ANN, "ann", True),
        (ANN, "crew", True),
        (ANN, ("bo", "ada"), True),
        (ANN, "bo", False),
        (ANN, "gm", False),
        (ANN, "dog", False),
        (EVE, (), True),
        (EVE, "", True),
        (EVE, "crew", False),
        (GM, "bo", True),
    ],
)
def test_a_question_is_for_the_seats_roles_and_characters_it_names(seat: Seat, by: Any, may: bool) -> None:
    """For anyone, if it names nobody; the master answers for all."""
    assert GAME.may_answer(seat, by, START) is may


@pytest.mark.parametrize(
    ("audience", "sees"), [((), True), (("ada",), True), (("gm",), False), (("ben", "crew"), True)]
)
def test_a_line_is_seen_by_its_audience(audience: tuple[str, ...], sees: bool) -> None:
    """Named as seats, roles or characters; by everyone, if nobody is named."""
    assert GAME.may_see(ANN, audience, START) is sees
    assert GAME.may_see(GM, audience, START)


@pytest.mark.parametrize(
    ("audience", "among"), [((), True), (("crew",), True), (("ann",), True), (("ben", "gm"), False)]
)
def test_a_seat_knows_whether_it_is_in_an_audience(audience: tuple[str, ...], among: bool) -> None:
    """By its own name, its role's or its characters'."""
    assert GAME.viewer(START, ANN).sees(audience) is among


@pytest.mark.parametrize(
    ("look_up", "sentence"),
    [
        (lambda: GAME.action("wlak"), "no action in Camp called 'wlak'. Did you mean walk"),
        (lambda: GAME.scenario("rets"), "no scenario in Camp called 'rets'. Did you mean rest"),
        (lambda: GAME.policy("blod"), "no policy in Camp called 'blod'. Did you mean bold"),
        (lambda: GAME.role("crow"), "no role in Camp called 'crow'. Did you mean crew"),
    ],
)
def test_unknown_names_are_answered_with_the_nearest(look_up: Any, sentence: str) -> None:
    """Of actions, scenarios, policies and roles."""
    with pytest.raises(UnknownName) as unknown:
        look_up()
    assert sentence in str(unknown.value)


def test_anybody_may_look_on() -> None:
    """Unless a game says itself what that means."""
    assert [role.name for role in GAME.all_roles] == [*(role.name for role in GAME.roles), "spectator"]
    own = Role("spectator", "Sits in the gallery.")
    assert msgspec.structs.replace(GAME, roles=(*GAME.roles, own)).all_roles == (*GAME.roles, own)
    other = Role("watch", "Keeps order.")
    assert msgspec.structs.replace(GAME, roles=(other,)).all_roles == (other, SPECTATOR)


def test_a_hundred_may_look_on() -> None:
    """And no more: what each of them is sent is made for each of them."""
    seats = tuple(Seat(f"s{n}", "spectator") for n in range(101))
    check_sit(GAME, seats[:99], seats[99])
    with pytest.raises(Refused, match="100 seats for spectator"):
        check_sit(GAME, seats[:100], seats[100])


def test_a_role_is_found_by_its_name() -> None:
    """Each of the game's, and who only looks on."""
    assert [GAME.role(role.name) for role in GAME.all_roles] == [*GAME.roles, SPECTATOR]


def test_an_action_is_found_with_dashes_too() -> None:
    """As a command line would write it."""
    assert GAME.action("march-off") is march_off


def test_a_scenario_has_a_form_of_its_own() -> None:
    """Made of what its start asks for."""
    (field,) = GAME.scenario("rest").form.fields
    assert (field.name, field.doc, field.default) == ("dice", "Dice", 2)


def test_a_sheet_is_given_only_what_is_left_by_concealing() -> None:
    """What a seat may not know never reaches the code that draws its sheet."""
    shown: list[Any] = []
    hiding = Game(
        *("h", "H", "1", GAME.roles, Camp, House, Camp, ()),
        sheet=lambda s, seat: tuple(shown.append(s) or ()),  # type: ignore[func-returns-value]
        conceal=lambda s, seat: s.but(people=()),
    )
    assert hiding.view(START, ANN) == ()
    assert shown == [START.but(people=())]


def test_a_seat_goes_by_its_name_or_else_its_id() -> None:
    """Wherever people read it."""
    assert (ANN.title, BEN.title) == ("Ann", "ben")
