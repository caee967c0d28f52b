"""The HTTP client: people, games, tables, invitations."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TypeVar

import httpx
import msgspec

from tablewright.rules import Refused
from tablewright.server.protocol import (
    CurrentUser,
    ErrorBody,
    FeedPage,
    GameInfo,
    Health,
    HostTokenBody,
    ImportResult,
    Invitation,
    InvitationInfo,
    JoinBody,
    JsonValue,
    NameBody,
    NewInvitationBody,
    NewTableBody,
    RequestBody,
    RuleInfo,
    SeatAssignment,
    TableInfo,
    TokenBody,
)

from .seat_connection import RECONNECT_TIMEOUT, SeatConnection

T = TypeVar("T")
COOKIE = "tablewright"
REQUEST_TIMEOUT = 30.0  # seconds


class ServerRefused(Refused):
    """A request the server refused, in its own words, with the status it answered."""

    def __init__(self, status: int, reason: str, field: str = "") -> None:
        super().__init__(reason, field)
        self.status = status


class Client:
    """A client of one server, for one person. `token` authenticates them: keep it to come back as the same person."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        secure = self.address.startswith("https:")  # certificates are read only where they are needed: it takes long
        self.http = httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=REQUEST_TIMEOUT, verify=secure)
        self.token = token

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(
        self,
        method: str,
        path: str,
        type: type[T],
        body: RequestBody | JsonValue = None,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> T:
        """Send a request and decode its answer. Raises `ServerRefused` with the server's own words."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None and content is None:
            content, sent["Content-Type"] = msgspec.json.encode(body), "application/json"
        sent |= headers or {}
        answer = await self.http.request(method, path, content=content, headers=sent, params=params)
        if COOKIE in answer.cookies:
            self.token = answer.cookies[COOKIE]
        if answer.is_error:
            try:
                error = msgspec.json.decode(answer.content, type=ErrorBody)
            except (msgspec.DecodeError, msgspec.ValidationError):
                error = ErrorBody(f"The server answered {answer.status_code}.")
            raise ServerRefused(answer.status_code, error.reason, error.field)
        if type is bytes:
            return answer.content  # type: ignore[return-value]
        return msgspec.json.decode(answer.content or b"null", type=type)

    async def until_up(self, seconds: float = 30.0) -> None:
        """Wait for a server that is still starting."""
        async with asyncio.timeout(seconds):
            while True:
                try:
                    await self.ask("GET", "/health", Health)
                    return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    # people

    async def me(self) -> CurrentUser:
        """Return who this client is to the server."""
        return await self.ask("GET", "/api/me", CurrentUser)

    async def set_name(self, name: str) -> CurrentUser:
        """Give this person a name."""
        return await self.ask("POST", "/api/me", CurrentUser, NameBody(name))

    async def become_host(self, token: str, again: bool = False) -> CurrentUser:
        """Become the host by the token in the host's link; with `again`, the host there was, with their tables."""
        return await self.ask("POST", "/api/me/host", CurrentUser, HostTokenBody(token, again))

    # games and tables

    async def games(self) -> list[GameInfo]:
        """List the games the server has."""
        return await self.ask("GET", "/api/games", list[GameInfo])

    async def rules(self, game: str) -> list[RuleInfo]:
        """List the rules of a game's ledger."""
        return await self.ask("GET", f"/api/games/{game}/rules", list[RuleInfo])

    async def tables(self) -> list[TableInfo]:
        """List the tables of this person."""
        return await self.ask("GET", "/api/tables", list[TableInfo])

    async def table(self, table: str) -> TableInfo:
        """Return one of them."""
        return await self.ask("GET", f"/api/tables/{table}", TableInfo)

    async def create_table(
        self,
        game: str,
        name: str = "",
        *,
        rulings: Mapping[str, JsonValue] | None = None,
        empty: bool = False,
        physical_dice: bool = False,
        my_name: str = "",
    ) -> TableInfo:
        """Create a table. Each option is as `NewTableBody` says."""
        body = NewTableBody(game, name, dict(rulings or {}), empty, physical_dice, my_name)
        return await self.ask("POST", "/api/tables", TableInfo, body)

    async def rename(self, table: str, name: str) -> TableInfo:
        """Rename a table."""
        return await self.ask("PATCH", f"/api/tables/{table}", TableInfo, NameBody(name))

    async def trash(self, table: str) -> None:
        """Put a table into the trash."""
        await self.ask("DELETE", f"/api/tables/{table}", bytes)

    async def restore(self, table: str) -> TableInfo:
        """Take a table out of the trash."""
        return await self.ask("POST", f"/api/tables/{table}/restore", TableInfo)

    async def close(self, table: str) -> TableInfo:
        """Close the session of a table."""
        return await self.ask("POST", f"/api/tables/{table}/close", TableInfo)

    async def reopen(self, table: str) -> TableInfo:
        """Begin the next session of a table."""
        return await self.ask("POST", f"/api/tables/{table}/reopen", TableInfo)

    async def feed(self, table: str, since: int = 0, most: int = 1000) -> FeedPage:
        """Read the feed of a table from an item on."""
        return await self.ask("GET", f"/api/tables/{table}/feed?since={since}&most={most}", FeedPage)

    async def story(self, table: str) -> str:
        """Read the story of a table as Markdown."""
        return (await self.ask("GET", f"/api/tables/{table}/story", bytes)).decode()

    async def export(self, table: str, with_seed: bool = False) -> bytes:
        """Export a table as a file."""
        return await self.ask("GET", f"/api/tables/{table}/export?with_seed={str(with_seed).lower()}", bytes)

    async def import_file(self, text: bytes, name: str = "", mend: bool = False) -> ImportResult:
        """Import a table's file; with `mend`, as much of a damaged one as holds."""
        kind = {"Content-Type": "application/x-ndjson"}
        query = {"name": name, "mend": str(mend).lower()}
        return await self.ask("POST", "/api/tables/import", ImportResult, content=text, headers=kind, params=query)

    # invitations

    async def invite(self, table: str, role: str = "", seat: str = "") -> Invitation:
        """Create an invitation to a table: to any free seat, to a role, or to one seat."""
        return await self.ask("POST", f"/api/tables/{table}/links", Invitation, NewInvitationBody(role, seat))

    async def invitations(self, table: str) -> list[Invitation]:
        """List the invitations to a table."""
        return await self.ask("GET", f"/api/tables/{table}/links", list[Invitation])

    async def revoke(self, table: str, invitation: str) -> None:
        """Revoke an invitation."""
        await self.ask("DELETE", f"/api/tables/{table}/links/{invitation}", bytes)

    async def invitation(self, token: str) -> InvitationInfo:
        """Return where an invitation leads, by its token."""
        return await self.ask("POST", "/api/join/look", InvitationInfo, TokenBody(token))

    async def join(self, token: str, name: str, seat: str = "", role: str = "") -> SeatAssignment:
        """Take a seat by an invitation: a free one, or a new one of a role."""
        return await self.ask("POST", "/api/join", SeatAssignment, JoinBody(token, name, seat, role))

    def connect(self, table: str, since: int = -1, reconnect_timeout: float = RECONNECT_TIMEOUT) -> SeatConnection:
        """Connect to one's seat at a table, live. A lost connection is retried for `reconnect_timeout` seconds."""
        return SeatConnection(self.address, table, self.token, since, reconnect_timeout)
