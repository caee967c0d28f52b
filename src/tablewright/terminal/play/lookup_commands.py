"""Looking: sheets, the log, rules, all that could be done, why something cannot, how it may go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table as Grid

from tablewright.rules import Refused
from tablewright.table.seat import ActionSummary
from tablewright.terminal.lazy_import import load_part
from tablewright.terminal.render import escape_quoted, print_columns, show_rule

from .action_match import MatchedAction, actions_mentioning
from .command import TypedCommand
from .prompt import PromptContext

MAX_LOG_LINES = 25
"""Lines of the log shown at once."""
MAX_RULES = 6


class LookupCommands:
    """Changes nothing. `wish` says which action is meant."""

    def __init__(self, chair: PromptContext, wish: Callable[[str], MatchedAction]) -> None:
        self.chair, self.out, self.sitting, self.wish = chair, chair.out, chair.sitting, wish
        self.commands = [
            TypedCommand("sheet [NAME]", "a character, a panel or a seat; alone: everything you see", self.sheet, True),
            TypedCommand(
                "log [ENTRY]", "what was told, with the numbers of its entries; from one of them on", self.log, True
            ),
            TypedCommand("more [WORD …]", "all actions, or those that speak of something", self.more, True),
            TypedCommand("why ACTION", "what it is, and why it cannot be done now", self.why, True),
            TypedCommand("rules WORD", "a rule by its id, or those that speak of something", self.rules, True),
            TypedCommand("forecast [SCENARIO [POLICY]]", "how it is likely to go on from here", self.forecast),
        ]

    def sheet(self, name: str) -> None:
        if name:
            self.chair.teller.about(name)
        else:
            self.chair.teller.whole(self.sitting.here)

    def log(self, text: str) -> None:
        if text and not text.isdigit():
            raise Refused(f"{text!r} is not the number of an entry.")
        told = self.sitting.here.feed()
        since = [one for one in told if text and one.item.event >= int(text)]
        if text and told and not since:
            raise Refused(f"The log ends with entry {told[-1].item.event}.")
        told = since[:MAX_LOG_LINES] if text else told[-MAX_LOG_LINES:]
        self.chair.teller.log(told)
        if told and told[0].item.number and not text:
            self.out.print("[quiet]log ENTRY shows what came before.[/]")

    # actions

    def more(self, words: str) -> None:
        actions = self.sitting.actions
        if words:
            self.found(words, actions_mentioning(words, actions))
            return
        groups: dict[str, list[ActionSummary]] = {}
        for doable in actions:
            groups.setdefault(doable.group or "Actions", []).append(doable)
        for group, members in groups.items():
            can = [_named(doable) for doable in members if not doable.why_not]
            if can:
                print_columns(self.out, can, first=f"[quiet]{escape_quoted(group)}:[/] ")
        cannot = sum(bool(doable.why_not) for doable in actions)
        if cannot:
            self.out.print(f"[quiet]{cannot} others cannot be done now: more WORD finds them, why ACTION says why.[/]")

    def found(self, words: str, actions: Sequence[ActionSummary]) -> None:
        """Actions with what they are, or why not."""
        if not actions:
            raise Refused(f"No action speaks of {words!r}.")
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", min_width=3)
        for doable in actions:
            title, doc = escape_quoted(doable.title), escape_quoted(doable.doc.partition("\n")[0])
            if doable.why_not:
                grid.add_row(
                    f"[quiet]{doable.number}[/]", f"[quiet]{title}  not now: {escape_quoted(doable.why_not)}[/]"
                )
            else:
                grid.add_row(f"[head]{doable.number}[/]", f"{title}  [quiet]{doc}[/]")
        self.out.print(grid)

    def why(self, text: str) -> None:
        if not text:
            raise Refused("Why what? Say why and the name of an action.")
        doable = self.wish(text).doable
        self.out.print(f"{_named(doable)}: {escape_quoted(doable.doc)}")
        cites = self.chair.game.action(doable.name).cites
        if cites:
            self.out.print(f"[quiet]Rules:[/] [cite]{', '.join(map(escape_quoted, cites))}[/]")
        if doable.why_not:
            self.chair.wrong(doable.why_not)
        else:
            self.out.print("[good]It can be done now.[/]")

    # the book

    def rules(self, word: str) -> None:
        found = self.chair.box.ledger.find(word) if word else ()
        if not found:
            raise Refused(f"No rule speaks of {word!r}." if word else "Say rules WORD, or rules ID.")
        for entry in found[:MAX_RULES]:
            show_rule(self.out, entry)
        if len(found) > MAX_RULES:
            rest = ", ".join(escape_quoted(entry.id) for entry in found[MAX_RULES : MAX_RULES + 12])
            self.out.print(f"[quiet]… and {len(found) - MAX_RULES} more: {rest}[/]")

    def forecast(self, words: str) -> None:
        name, _, policy = words.partition(" ")
        here = self.sitting.here
        if not name:
            name = _only([f.name for f in here.forecasts if not f.why_not])
        load_part("lab.forecast").show_forecast(self.out, here.game, *here.forecast_start(name), policy.strip() or None)


def _only(forecasts: list[str]) -> str:
    """The forecast meant where none is named: the only one there is."""
    if not forecasts:
        raise Refused("There is nothing to forecast here and now.")
    if len(forecasts) > 1:
        raise Refused(f"Forecast what? Say {' or '.join(f'forecast {name}' for name in forecasts)}.")
    return forecasts[0]


def _named(doable: ActionSummary) -> str:
    return f"[head]{doable.number}[/] {escape_quoted(doable.title)}"
