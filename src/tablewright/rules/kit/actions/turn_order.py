"""Setting the order of initiative and passing the turn."""

from __future__ import annotations

from typing import Annotated, Any

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import Rule, tell
from tablewright.rules.forms import Param
from tablewright.rules.kit import turn_order as orders
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.state import HasKit, check_title
from tablewright.rules.state import find_by_id

MAX_SCORE = 1000


def actor_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(actor.id for actor in s.kit.order.entries)


def later_ids(s: HasKit) -> tuple[str, ...]:
    """Those still to act this round."""
    return tuple(actor.id for actor in s.kit.order.entries[s.kit.order.turn + 1 :]) if s.kit.order.round else ()


def nobody_there(s: HasKit) -> str | None:
    return None if s.kit.order.entries else "Nobody is in the order yet."


def nobody_acts(s: HasKit) -> str | None:
    return None if orders.current_actor(s.kit.order) else "It is nobody's turn."


def with_order(s: HasKit, order: orders.TurnOrder) -> HasKit:
    return s.but(kit=s.kit.but(order=order))


Score = Annotated[int, Param("Higher acts earlier", min=-MAX_SCORE, max=MAX_SCORE)]


def order_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Actions on the turn order. Those who run the table say who is in it; anyone passes the turn on or waits."""
    cites = house.cites

    def turn_told(order: orders.TurnOrder) -> Rule[None]:
        actor = orders.current_actor(order)
        if actor is not None:
            words = "Round {round}: it is {who}'s turn."
            yield from tell(cites("kit.order.next"), words, round=order.round, who=actor.name)

    @action(cites("kit.order.set"), title="Set the order", by=house.runs, group="Order")
    def set_order(
        s: HasKit,
        names: Annotated[tuple[str, ...], Param("Who takes part", examples=("Ada", "Wolves"))],
        scores: Annotated[tuple[int, ...], Param("Their scores, in the same order", -MAX_SCORE, MAX_SCORE)] = (),
    ) -> Rule[HasKit]:
        """Starts a new order: highest score first, equals as they are named."""
        order = orders.make_order(tuple(check_title(name) for name in names), scores)
        who = ", ".join(actor.name for actor in order.entries) or "nobody"
        yield from tell(cites("kit.order.set"), "The order is: {who}.", who=who)
        return with_order(s, order)

    @action(cites("kit.order.next"), title="Next turn", by=house.all, when=nobody_there, group="Order")
    def next_turn(s: HasKit) -> Rule[HasKit]:
        """Passes the turn on; after the last a new round begins."""
        order = orders.next_turn(s.kit.order)
        yield from turn_told(order)
        return with_order(s, order)

    @action(cites("kit.order.wait"), title="Wait", by=house.all, when=nobody_acts, group="Order")
    def wait_turn(
        s: HasKit, after: Annotated[str, Param("Act after whom, of those still to act", among=later_ids)]
    ) -> Rule[HasKit]:
        """Whoever's turn it is acts after somebody else, this round and from then on."""
        actor, order = orders.current_actor(s.kit.order), orders.delay_turn(s.kit.order, after)
        words = "{who} waits until after {after}."
        other = find_by_id(order.entries, after, "name in the order")
        yield from tell(cites("kit.order.wait"), words, who=actor.name if actor else "", after=other.name)
        yield from turn_told(order)
        return with_order(s, order)

    @action(cites("kit.order.join"), title="Join the order", by=house.runs, group="Order")
    def join_order(
        s: HasKit, name: Annotated[str, Param("Who joins", examples=("Ada", "Wolves"))], score: Score = 0
    ) -> Rule[HasKit]:
        """Somebody joins at the place of their score, after their equals."""
        yield from tell(cites("kit.order.join"), "{who} joins the order.", who=check_title(name))
        return with_order(s, orders.add_actor(s.kit.order, check_title(name), score))

    @action(cites("kit.order.leave"), title="Leave the order", by=house.runs, group="Order")
    def leave_order(s: HasKit, who: Annotated[str, Param("Who leaves", among=actor_ids)]) -> Rule[HasKit]:
        """Somebody leaves; if it was their turn, it passes on."""
        gone, order = find_by_id(s.kit.order.entries, who, "name in the order"), orders.remove_actor(s.kit.order, who)
        yield from tell(cites("kit.order.leave"), "{who} leaves the order.", who=gone.name)
        if gone == orders.current_actor(s.kit.order):
            yield from turn_told(order)
        return with_order(s, order)

    @action(cites("kit.order.set"), title="Sort the order", by=house.runs, when=nobody_there, group="Order")
    def sort_order(s: HasKit) -> Rule[HasKit]:
        """Sorts by score again, as after somebody waited; whose turn it is does not change."""
        yield from tell(cites("kit.order.set"), "The order is sorted by score again.")
        return with_order(s, orders.sort_order(s.kit.order))

    @action(cites("kit.order.end"), title="End the order", by=house.runs, when=nobody_there, group="Order")
    def end_order(s: HasKit) -> Rule[HasKit]:
        """Clears the order."""
        yield from tell(cites("kit.order.end"), "The order is cleared.")
        return with_order(s, orders.TurnOrder())

    return (set_order, next_turn, wait_turn, join_order, leave_order, sort_order, end_order)
