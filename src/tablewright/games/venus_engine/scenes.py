"""Turns, rounds and scenes."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    Choose,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    cites,
    find_by_id,
    tell,
    unique_id,
)
from tablewright.rules.kit import check_title

from .learning import earn_ego
from .peers import name_of
from .picks import attributes, bearers
from .state import Method, Scene, SceneOffer, Venus, paused, player_ids

MOST_SCENES = 12


@cites("turn.pass-order", "round.complete")
def ring(s: Venus) -> tuple[str, ...]:
    """The people who take turns, clockwise, with the FC unless the table counts otherwise."""
    takes_turns = {"player", "fc"} if s.rulings.fc_turn == "counts" else {"player"}
    return tuple(p.id for p in s.people if p.role in takes_turns)


@cites("turn.pass-order", "scene.opener-starts")
def order_from(s: Venus, seat: str) -> tuple[str, ...]:
    """The order of turns from this seat on."""
    seats = tuple(p.id for p in s.people)
    at = seats.index(seat) if seat in seats else 0
    turning = ring(s)
    return tuple(p for p in seats[at:] + seats[:at] if p in turning)


def members(s: Venus, scene: Scene) -> tuple[str, ...]:
    """The people with a turn in a scene: its players, and the FC, who is in every one."""
    return tuple(p for p in order_from(s, scene.opener) if p in scene.who or p == s.fc)


def at_turn(s: Venus) -> Venus:
    """Give the turn to the first of the scene in focus who has not had one."""
    todo = s.scene(s.now).todo if s.now else ()
    return s.but(turn=next((p for p in order_from(s, s.scene(s.now).opener) if p in todo), "") if s.now else "")


@cites("split.apart", "turn.fc-opens", "scene.opener-starts")
def with_scene(s: Venus, title: str, text: str, who: tuple[str, ...], opener: str) -> Venus:
    """Add a new scene in focus, at its first round. Its players leave the scenes they were in."""
    left = tuple(
        o.but(who=tuple(p for p in o.who if p not in who), todo=tuple(p for p in o.todo if p not in who))
        for o in s.scenes
    )
    scene = Scene(unique_id(title, [o.id for o in s.scenes]), title, text, who, opener)
    scene = scene.but(todo=members(s, scene))
    return at_turn(s.but(scenes=(*(o for o in left if o.who), scene), now=scene.id, offers=()))


@cites("turn.end", "round.complete", "split.method")
def passed(s: Venus) -> Venus:
    """The state after the turn has passed. When all have had one, the round is over and the turn is no one's.

    With scenes cut in the usual order, the turn goes round the whole table and the focus follows it.
    """
    gone, shared = s.turn, s.method == "usual order"
    scenes = tuple(
        o.but(todo=tuple(p for p in o.todo if p != gone)) if shared or o.id == s.now else o for o in s.scenes
    )
    quiet = tuple(c.but(agenda="", prefers="") if c.player == gone else c for c in s.characters)
    s = s.but(scenes=scenes, characters=quiet)
    playing = (s.scene(s.now), *(o for o in scenes if o.id != s.now and shared))
    for seat in order_from(s, gone):
        for scene in playing:
            if seat in scene.todo:
                return s.but(turn=seat, now=scene.id)
    return s.but(turn="")


def turn_told(s: Venus) -> Rule[None]:
    if s.turn:
        scene = s.scene(s.now)
        words = "{scene}, round {round}: it is {who}'s turn."
        yield tell("turn.pass-order", words, scene=scene.title, round=scene.round, who=s.person(s.turn).name)
    elif s.now:
        yield tell("round.complete", "Everybody has had a turn: round {n} is over.", n=s.scene(s.now).round)


def no_turn(s: Venus) -> str | None:
    return paused(s) or (None if s.turn else "it is nobody's turn; the FC sets a scene or starts a round.")


def no_round_over(s: Venus) -> str | None:
    if not s.now:
        return "there is no scene; the FC sets one."
    return paused(s) or (f"{s.person(s.turn).name} has the turn." if s.turn else None)


def no_scene(s: Venus) -> str | None:
    return paused(s) or (None if s.now else "there is no scene.")


def no_new_scene(s: Venus) -> str | None:
    debrief = "the debrief comes first; then the FC begins a chapter or a session."
    return paused(s) or (debrief if s.debriefing else None)


def mid_scene(s: Venus) -> str | None:
    return no_new_scene(s) or ("the scene has not ended yet." if s.now else None)


Title = Annotated[str, Param("What the scene is called", examples=("The drowned market", "Dawn on the mast"))]
Setting = Annotated[
    str,
    Param("Where, when, and what is going on", label="setting", main=True, examples=("Rain, lanterns, an argument.",)),
]


@action("turn.fc-opens", "split.apart", "round.next", title="Set a scene", by="fc", when=no_new_scene, group="Scenes")
def set_scene(
    s: Venus,
    title: Title,
    text: Setting = "",
    who: Annotated[
        tuple[str, ...], Param("Players in it; all, if nobody is named", label="only with", among=player_ids)
    ] = (),
) -> Rule[Venus]:
    """Set a scene and open its first round. Players who are not in it stay in the scene they were in."""
    if len(s.scenes) >= MOST_SCENES:
        raise Refused(f"There are {MOST_SCENES} scenes already: end one first.")
    chosen = tuple(dict.fromkeys(who)) or player_ids(s)
    s = with_scene(s, check_title(title), text.strip(), chosen, s.fc)
    yield tell("turn.fc-opens", "The FC sets a scene: {title}.", title=check_title(title))
    if len(s.scenes) > 1:
        names = ", ".join(scene.title for scene in s.scenes)
        yield tell("split.apart", "The story is in {n} scenes now: {names}.", n=len(s.scenes), names=names)
    yield from turn_told(s)
    return s


@action("turn.end", "turn.actions", title="Pass the turn", by=("player", "fc"), when=no_turn, group="Scenes")
def pass_turn(s: Venus, me: Annotated[str, ActingSeat()] = "") -> Rule[Venus]:
    """End a turn, with or without a roll: your own, or any if the FC moves things along."""
    if me not in (s.turn, s.fc):
        raise Refused(f"It is {s.person(s.turn).name}'s turn: they pass it, or the FC does.")
    yield tell("turn.end", "{who} passes the turn.", who=s.person(s.turn).name)
    s = passed(s)
    yield from turn_told(s)
    return s


@action("turn.actions", title="Use an attribute", by=("player", "fc"), when=no_turn, group="Scenes")
def use_attribute(
    s: Venus,
    who: Annotated[str, Param("Whose attribute", among=bearers, mine=True)],
    attribute: Annotated[str, Param("Which attribute", among=attributes)],
    how: Annotated[str, Param("What it does now", examples=("It holds the door.",))] = "",
) -> Rule[Venus]:
    """Use something special about an attribute on a turn, without any dice."""
    character = s.character(who)
    used = character.attribute(attribute)
    words = "{who} uses {what}. {how}" if how.strip() else "{who} uses {what}."
    yield tell("turn.actions", words, who=character.name, what=used.name, how=how.strip())
    return s


@action("round.next", "split.method", title="Play another round", by="fc", when=no_round_over, group="Scenes")
def next_round(s: Venus) -> Rule[Venus]:
    """Play another round of the same scene, of the next one in turn, or of all at once, by the way scenes are cut."""
    ids = [o.id for o in s.scenes]
    if s.method == "a round each":
        s = s.but(now=ids[(ids.index(s.now) + 1) % len(ids)])
    again = ids if s.method == "usual order" else [s.now]
    scenes = tuple(
        o.but(round=o.round + 1, todo=members(s, o)) if o.id in again and not o.todo else o for o in s.scenes
    )
    s = at_turn(s.but(scenes=scenes))
    yield tell("round.next", "Another round.")
    yield from turn_told(s)
    return s


def no_scenes(s: Venus) -> str | None:
    return paused(s) or (None if s.scenes else "there is no scene.")


@action("pacing.fc", title="Cut to a scene", by="fc", when=no_scenes, group="Scenes")
def cut_to(
    s: Venus,
    scene: Annotated[str, Param("Which scene", among=lambda s: [FieldOption(o.id, o.title) for o in s.scenes])],
) -> Rule[Venus]:
    """Put another scene in focus, where it was left."""
    s = at_turn(s.but(now=s.scene(scene).id))
    yield tell("pacing.fc", "We cut to {title}.", title=s.scene(scene).title)
    yield from turn_told(s)
    return s


@action("split.method", title="How scenes are cut", by="fc", group="Scenes")
def cut_scenes(
    s: Venus,
    method: Annotated[
        Method,
        Param("Finish one while the others wait; the usual turn order, cutting often; or a round of each in turn"),
    ],
) -> Rule[Venus]:
    """Choose how scenes that happen apart are played."""
    yield tell("split.method", "Scenes are played so: {method}.", method=method)
    return s.but(method=method)


@action("round.next", "scene.offer", title="End the scene", by="fc", when=no_scene, group="Scenes")
def end_scene(s: Venus) -> Rule[Venus]:
    """End the scene in focus. Now players may offer to introduce the next one."""
    gone = s.scene(s.now)
    left = tuple(o for o in s.scenes if o.id != gone.id)
    yield tell("scene.offer", "{title} ends. Who introduces the next scene?", title=gone.title)
    return s.but(scenes=left, now="", turn="", offers=())


@action("scene.offer", title="Offer a scene", by="player", when=mid_scene, group="Scenes")
def offer_scene(s: Venus, title: Title, text: Setting = "", me: Annotated[str, ActingSeat()] = "") -> Rule[Venus]:
    """Offer to introduce the next scene, between scenes."""
    person = s.person(me)
    offer = SceneOffer(me, check_title(title), text.strip())
    yield tell("scene.offer", "{who} offers to introduce a scene: {title}.", who=person.name, title=offer.title)
    others = tuple(o for o in s.offers if o.id != me)
    return s.but(offers=(*others, offer))


def offers(s: Venus) -> list[FieldOption]:
    return [FieldOption(o.id, f"{name_of(s, o.id)}: {o.title}", o.text) for o in s.offers]


def no_offer(s: Venus) -> str | None:
    return mid_scene(s) or (None if s.offers else "nobody has offered a scene.")


@action(
    "scene.permission",
    "scene.opener-starts",
    "ego.earn.scene",
    title="Allow a scene",
    by="fc",
    when=no_offer,
    group="Scenes",
)
def allow_scene(
    s: Venus,
    player: Annotated[str, Param("Whose offer", label="offer", among=offers)],
    who: Annotated[
        tuple[str, ...], Param("Players in it; all, if nobody is named", label="only with", among=player_ids)
    ] = (),
) -> Rule[Venus]:
    """Let one volunteer introduce the scene. They open its round, and earn Ego."""
    if len(s.scenes) >= MOST_SCENES:
        raise Refused(f"There are {MOST_SCENES} scenes already: end one first.")
    offer = find_by_id(s.offers, player, "offer")
    chosen = tuple(dict.fromkeys((player, *who))) if who else player_ids(s)
    s = with_scene(s, offer.title, offer.text, chosen, player)
    name = s.person(player).name
    yield tell("scene.opener-starts", "{who} introduces a scene: {title}.", who=name, title=offer.title)
    s = yield from scene_ego(s, player)
    yield from turn_told(s)
    return s


@cites("ego.earn.scene")
def scene_ego(s: Venus, player: str) -> Rule[Venus]:
    """Pay Ego for a scene once. A player with several characters picks one, and a character with Ego earns none."""
    mine = tuple(c.id for c in s.characters if c.player == player and not c.npc)
    held = [id for id in mine if s.character(id).ego]
    if not mine:
        return s
    if held or len(mine) == 1:
        return (yield from earn_ego(s, (held or list(mine))[0], "ego.earn.scene"))
    who = yield from Choose(
        player, "Who of yours earns Ego?", mine, label=lambda id: s.character(id).name, cites="ego.earn.scene"
    )
    return (yield from earn_ego(s, who, "ego.earn.scene"))


ACTIONS = (
    set_scene,
    pass_turn,
    use_attribute,
    next_round,
    cut_to,
    cut_scenes,
    end_scene,
    offer_scene,
    allow_scene,
)
