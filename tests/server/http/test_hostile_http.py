"""Whatever is sent to any operation: no failure of ours, and nothing but what the document says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.people import GAME
from tests.server.running import Server, limited

EXAMPLES = 12
"""Of each operation, in each mode: with what the document allows, and with what it does not."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@schemathesis.serializer("application/x-ndjson")
def file(_: Any, value: Any) -> bytes:
    """A table's file, or what is none."""
    return value if isinstance(value, bytes) else repr(value).encode()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets one address ask as often as it likes."""
    most = limited(requests=100_000, tables=100_000, links=100_000)
    with Server(tmp_path_factory.mktemp("hostile"), *most) as running:
        yield running


async def host_at_a_table(server: Server) -> tuple[str, str]:
    """The host's token, and a table of theirs."""
    async with server.host() as host:
        return host.token, (await host.create_table(GAME)).id


def operations(server: Server) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{server.address}openapi.json")
    return [found.ok() for found in schema.get_all_operations() if hasattr(found, "ok")]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("who", ["nobody", "the host"])
def test_no_request_makes_the_server_fail(patient: Server, mode: GenerationMode, who: str) -> None:
    """Every operation, sent what it takes and what it does not, at a table that is there and at none."""
    token, table = asyncio.run(host_at_a_table(patient))
    headers = {"Authorization": f"Bearer {token}"} if who == "the host" else {}
    tried = 0
    for operation in operations(patient):
        takes = len(list(operation.body)) + len(list(operation.query)) > 0
        if mode == GenerationMode.NEGATIVE and not takes:
            continue  # every name is one: there is nothing to get wrong

        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode), there=st.booleans())
        def sent(case: Any, there: bool) -> None:
            nonlocal tried
            tried += 1
            real = there and "table" in (case.path_parameters or {})
            if real:
                case.path_parameters["table"] = table
            checks = [check for check in CHECKS if not (real and check is negative_data_rejection)]
            case.call_and_validate(headers=headers, checks=checks)

        sent()
    assert tried > 100
    assert httpx.get(f"{patient.address}health", trust_env=False).json()["ok"]
    assert patient.log == []
