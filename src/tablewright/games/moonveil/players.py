"""Players and their Seekers: one living Seeker each, who may change hands or leave the Moonveil."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cites, find_by_id, replace_by_id, tell

from .people import Seeker
from .state import Veil


def all_ids(s: Veil) -> tuple[str, ...]:
    """Ids of every Seeker, alive or dead, and of those still being made."""
    return tuple(seeker.id for seeker in (*s.seekers, *s.drafts))


def taken_ids(s: Veil, *more: str) -> tuple[str, ...]:
    """Ids already taken. Questions address Seekers, enemies, seats and roles, so no two may share an id."""
    players = dict.fromkeys(seeker.player for seeker in (*s.seekers, *s.drafts))
    return ("guide", "seeker", *more, *all_ids(s), *(enemy.id for enemy in s.enemies), *players)


def played_by(s: Veil, player: str) -> Seeker | None:
    """The living Seeker of a player, or the one being made, if any."""
    return next((x for x in (*s.living, *s.drafts) if player and x.player == player), None)


@cites("role.seeker", "death.new")
def may_begin(s: Veil, me: str) -> None:
    """Refuse a second living Seeker for a player. A dead one is followed by a new one."""
    seeker = played_by(s, me)
    if seeker is not None:
        raise Refused(f"{seeker.name} is still {'being made' if seeker.step else 'alive'}: one Seeker a player.")


@cites("role.seeker")
def give(s: Veil, who: str, player: str) -> Veil:
    """The table with a Seeker, made or still being made, given to another player."""
    seeker, other = find_by_id((*s.seekers, *s.drafts), who, "Seeker"), played_by(s, player)
    if other is not None and (seeker.alive or seeker.step):
        raise Refused(f"One Seeker a player: who takes {seeker.name} has to let {other.name} go first.")
    seeker = seeker.but(player=player)
    return s.but(seekers=replace_by_id(s.seekers, seeker), drafts=replace_by_id(s.drafts, seeker))


@action("role.seeker", title="Leave the Moonveil", by="seeker", group="Creation")
def leave_veil(s: Veil, who: Annotated[str, Param("Which Seeker", among=all_ids, mine=True)]) -> Rule[Veil]:
    """Take a Seeker out of the story, with everything they carry. The dead and the unfinished can leave too."""
    seeker = find_by_id((*s.seekers, *s.drafts), who, "Seeker")
    if s.fighting and seeker.alive:
        raise Refused(f"{seeker.name} cannot go in the middle of an encounter: the Guide ends it first.")
    yield tell("role.seeker", "{name} leaves the Moonveil.", name=seeker.name)
    others = tuple(x.but(carries="") if x.carries == who else x for x in s.seekers if x.id != who)
    check = None if s.check is not None and s.check.who == who else s.check
    insights = tuple(insight for insight in s.insights if insight.by != who)
    drafts = tuple(draft for draft in s.drafts if draft.id != who)
    return s.but(seekers=others, drafts=drafts, check=check, insights=insights)


ACTIONS = (leave_veil,)
