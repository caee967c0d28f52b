"""Proxies that are believed when they say for whom they ask, and how they were asked."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address, ip_network

from tablewright.rules import Refused

from .asgi import RawHeaders

VARIABLE = "FORWARDED_ALLOW_IPS"
HOST_AND_PORT = re.compile(r"(?:\[(?P<v6>[^\]]*)\]|(?P<v4>[^:]*))(?::\d*)?")
SCHEMES = frozenset(("http", "https", "ws", "wss"))


class TrustedProxies:
    """A set of addresses and networks, or every address."""

    def __init__(self, named: str = "127.0.0.1") -> None:
        parts = [part.strip() for part in named.split(",")]
        self.includes_all = parts == ["*"]
        try:
            self.networks = [ip_network(part, strict=False) for part in parts if part and not self.includes_all]
        except ValueError as error:
            raise Refused(f"{VARIABLE} takes addresses and networks, with commas between them: {error}.") from None

    @staticmethod
    def from_environment() -> TrustedProxies:
        return TrustedProxies(os.environ.get(VARIABLE, "127.0.0.1"))

    def trusts(self, host: str) -> bool:
        try:
            return self.includes_all or any(ip_address(host) in network for network in self.networks)
        except ValueError:
            return False

    def forwarded(self, headers: RawHeaders) -> tuple[str, str]:
        """Return the client's host and scheme as a trusted proxy gives them; each is empty if it does not."""
        scheme, hosts = "", []
        for name, value in headers:
            if name == b"x-forwarded-proto":
                scheme = value.decode("latin-1").strip()
            elif name == b"x-forwarded-for":
                hosts += [_without_port(host.strip()) for host in value.decode("latin-1").split(",")]
        return self._client(hosts), scheme if scheme in SCHEMES else ""

    def _client(self, hosts: list[str]) -> str:
        """Return the last host that is no trusted proxy: each proxy appends the one that asked it."""
        if self.includes_all:
            return hosts[0] if hosts else ""
        return next((host for host in reversed(hosts) if not self.trusts(host)), hosts[0] if hosts else "")


def _without_port(host: str) -> str:
    found = HOST_AND_PORT.fullmatch(host)
    return (found["v6"] or found["v4"] or "") if found else host
