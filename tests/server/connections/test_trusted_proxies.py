"""Proxies: who is believed, and what is read of what they say."""

from __future__ import annotations

import pytest

from tablewright.rules.errors import Refused
from tablewright.server.connections import TrustedProxies


@pytest.mark.parametrize(
    ("named", "host", "trusted"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("10.0.0.0/8, 192.0.2.1", "10.1.2.3", True),
        ("10.0.0.0/8, 192.0.2.1", "192.0.2.1", True),
        ("10.0.0.0/8, 192.0.2.1", "192.0.2.2", False),
        ("::1", "::1", True),
        ("::1", "127.0.0.1", False),
        ("*", "203.0.113.9", True),
        ("", "127.0.0.1", False),
        ("127.0.0.1", "nobody", False),
    ],
)
def test_a_proxy_is_trusted_by_its_address_or_network(named: str, host: str, trusted: bool) -> None:
    assert TrustedProxies(named).trusts(host) is trusted


def test_what_is_no_address_is_refused() -> None:
    """Rather than never matched."""
    with pytest.raises(Refused, match=r"FORWARDED_ALLOW_IPS.*'proxy.example'"):
        TrustedProxies("127.0.0.1, proxy.example")


@pytest.mark.parametrize(
    ("named", "said", "client"),
    [
        ("127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1, 192.0.2.7", "203.0.113.1, 198.51.100.1, 192.0.2.7", "198.51.100.1"),
        ("127.0.0.1, 192.0.2.7", "127.0.0.1, 192.0.2.7", "127.0.0.1"),
        ("*", "198.51.100.1, 192.0.2.7", "198.51.100.1"),
        ("127.0.0.1", "192.0.2.7:4711", "192.0.2.7"),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("127.0.0.1", "", ""),
    ],
)
def test_the_client_is_the_last_that_no_trusted_proxy_is(named: str, said: str, client: str) -> None:
    """What stands further left anybody may have written."""
    assert TrustedProxies(named).forwarded([(b"x-forwarded-for", said.encode())]) == (client, "")


def test_several_headers_are_one_list() -> None:
    """As if they stood in one."""
    headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"x-forwarded-for", b"192.0.2.7")]
    assert TrustedProxies().forwarded(headers)[0] == "192.0.2.7"


@pytest.mark.parametrize(("said", "scheme"), [("https", "https"), (" wss ", "wss"), ("javascript", ""), ("", "")])
def test_a_scheme_is_one_of_four(said: str, scheme: str) -> None:
    assert TrustedProxies().forwarded([(b"x-forwarded-proto", said.encode())])[1] == scheme
