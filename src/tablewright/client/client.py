"""A visit to a server: everything that is asked over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import httpx
import msgspec

from tablewright.rules import Refused
from tablewright.server.protocol import http_types as a

from .seat_connection import RECONNECT_TIMEOUT, SeatConnection

T = TypeVar("T")
COOKIE = "tablewright"
REQUEST_TIMEOUT = 30.0
"""Seconds to wait for an answer."""


class ServerRefused(Refused):
    """What the server refused, in its own words, with the status it gave."""

    def __init__(self, status: int, why: str, field: str = "") -> None:
        super().__init__(why, field)
        self.status = status


class Client:
    """One person's visit. `token` is who they are, to come back with."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        secure = self.address.startswith("https:")  # certificates are read only where they are needed: it takes long
        self.http = httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=REQUEST_TIMEOUT, verify=secure)
        self.token = token

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, type: type[T], data: Any = None, **more: Any) -> T:
        """Asks; refused in the server's words."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if data is not None and "content" not in more:
            more["content"], headers["Content-Type"] = msgspec.json.encode(data), "application/json"
        headers |= more.pop("headers", {})
        answer = await self.http.request(method, path, headers=headers, **more)
        if COOKIE in answer.cookies:
            self.token = answer.cookies[COOKIE]
        if answer.is_error:
            try:
                said = msgspec.json.decode(answer.content, type=a.ErrorBody)
            except (msgspec.DecodeError, msgspec.ValidationError):
                said = a.ErrorBody(f"The server answered {answer.status_code}.")
            raise ServerRefused(answer.status_code, said.why, said.field)
        if type is bytes:
            return answer.content  # type: ignore[return-value]
        return msgspec.json.decode(answer.content or b"null", type=type)

    async def until_up(self, seconds: float = 30.0) -> None:
        """Waits for a server that is still starting."""
        async with asyncio.timeout(seconds):
            while True:
                try:
                    await self.ask("GET", "/health", a.Health)
                    return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    # who I am

    async def me(self) -> a.CurrentUser:
        return await self.ask("GET", "/api/me", a.CurrentUser)

    async def call_me(self, name: str) -> a.CurrentUser:
        return await self.ask("POST", "/api/me", a.CurrentUser, a.NameBody(name))

    async def host(self, token: str, again: bool = False) -> a.CurrentUser:
        """Becomes the host, by the token in the host's link; with `again`, the one there was, with their tables."""
        return await self.ask("POST", "/api/me/host", a.CurrentUser, a.HostTokenBody(token, again))

    # games and tables

    async def games(self) -> list[a.GameInfo]:
        return await self.ask("GET", "/api/games", list[a.GameInfo])

    async def rules(self, game: str) -> list[a.RuleInfo]:
        return await self.ask("GET", f"/api/games/{game}/rules", list[a.RuleInfo])

    async def tables(self) -> list[a.TableInfo]:
        return await self.ask("GET", "/api/tables", list[a.TableInfo])

    async def table(self, table: str) -> a.TableInfo:
        return await self.ask("GET", f"/api/tables/{table}", a.TableInfo)

    async def begin(self, game: str, name: str = "", **more: Any) -> a.TableInfo:
        return await self.ask("POST", "/api/tables", a.TableInfo, a.NewTableBody(game, name, **more))

    async def rename(self, table: str, name: str) -> a.TableInfo:
        return await self.ask("PATCH", f"/api/tables/{table}", a.TableInfo, a.NameBody(name))

    async def throw_away(self, table: str) -> None:
        await self.ask("DELETE", f"/api/tables/{table}", bytes)

    async def restore(self, table: str) -> a.TableInfo:
        return await self.ask("POST", f"/api/tables/{table}/restore", a.TableInfo)

    async def close(self, table: str) -> a.TableInfo:
        return await self.ask("POST", f"/api/tables/{table}/close", a.TableInfo)

    async def reopen(self, table: str) -> a.TableInfo:
        return await self.ask("POST", f"/api/tables/{table}/reopen", a.TableInfo)

    async def feed(self, table: str, since: int = 0, most: int = 1000) -> a.FeedPage:
        return await self.ask("GET", f"/api/tables/{table}/feed?since={since}&most={most}", a.FeedPage)

    async def story(self, table: str) -> str:
        return (await self.ask("GET", f"/api/tables/{table}/story", bytes)).decode()

    async def export(self, table: str, with_seed: bool = False) -> bytes:
        return await self.ask("GET", f"/api/tables/{table}/export?with_seed={str(with_seed).lower()}", bytes)

    async def bring_in(self, text: bytes, name: str = "", mend: bool = False) -> a.ImportResult:
        kind = {"Content-Type": "application/x-ndjson"}
        query = {"name": name, "mend": str(mend).lower()}
        return await self.ask("POST", "/api/tables/import", a.ImportResult, content=text, headers=kind, params=query)

    # links

    async def invite(self, table: str, role: str = "", seat: str = "") -> a.Invitation:
        return await self.ask("POST", f"/api/tables/{table}/links", a.Invitation, a.NewInvitationBody(role, seat))

    async def links(self, table: str) -> list[a.Invitation]:
        return await self.ask("GET", f"/api/tables/{table}/links", list[a.Invitation])

    async def revoke(self, table: str, link: str) -> None:
        await self.ask("DELETE", f"/api/tables/{table}/links/{link}", bytes)

    async def look(self, token: str) -> a.InvitationInfo:
        """Where a link leads."""
        return await self.ask("POST", "/api/join/look", a.InvitationInfo, a.TokenBody(token))

    async def join(self, token: str, name: str, seat: str = "", role: str = "") -> a.SeatAssignment:
        return await self.ask("POST", "/api/join", a.SeatAssignment, a.JoinBody(token, name, seat, role))

    def sit(self, table: str, since: int = -1, patience: float = RECONNECT_TIMEOUT) -> SeatConnection:
        """Takes one's place, live. A lost connection is tried again for so many seconds."""
        return SeatConnection(self.address, table, self.token, since, patience)
