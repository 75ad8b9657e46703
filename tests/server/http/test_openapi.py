"""Every API call, generated from the OpenAPI description: the server answers as described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from odintable.server.app import make_app
from odintable.server.settings import Settings
from tests.server.support.server_process import WAIT, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.long, pytest.mark.bulk]

EXAMPLES = 25  # for each call, of what is described and of what is not
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
WAITING, PLAYING, OVER, NOWHERE = "waiting", "playing", "over", "nowhere"


class TablesWithTokens:
    """Tables at every stage and the tokens that open them, so that calls get somewhere."""

    def __init__(self, server: ServerProcess) -> None:
        """Make them."""
        self.server = server
        self.of: dict[str, list[tuple[str, str]]] = {NOWHERE: [("A" * 12, "x")]}
        for stage in (WAITING, PLAYING, OVER):
            made, tokens = server.seated("odin", 2, open=stage != OVER)
            for token in tokens if stage != WAITING else []:
                server.call("POST", made.path("/requests"), {"do": "ready"}, token)
            if stage == OVER:
                server.call("POST", made.path("/requests"), {"do": "resign"}, tokens[0])
            known = [*tokens, made.spectating, made.invitation, "wrong"]
            self.of[stage] = [(made.name, token) for token in known]

    def all(self) -> list[tuple[str, str]]:
        """Every table with every token."""
        return [table for tables in self.of.values() for table in tables]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots think for a moment only."""
    server = ServerProcess(tmp_path_factory.mktemp("schema"), bot_time=10, hints_per_minute=3)
    yield server
    server.close()


@pytest.fixture(scope="module")
def tables(own: ServerProcess) -> TablesWithTokens:
    """Its tables."""
    return TablesWithTokens(own)


def calls() -> list[tuple[str, str, GenerationMode]]:
    """Every call there is, as described and, where it takes anything, as not described."""
    found = []
    for path, methods in make_app(Settings()).openapi()["paths"].items():
        for method, call in methods.items():
            found.append((method.upper(), path, GenerationMode.POSITIVE))
            if call.get("parameters") or call.get("requestBody"):
                found.append((method.upper(), path, GenerationMode.NEGATIVE))
    return found


@pytest.mark.parametrize(("method", "path", "mode"), calls())
def test_every_answer_is_one_of_those_described_and_no_server_error(
    method: str,
    path: str,
    mode: GenerationMode,
    own: ServerProcess,
    tables: TablesWithTokens,
) -> None:
    schema = schemathesis.openapi.from_url(f"{own.url}/api/v2/openapi.json", timeout=WAIT)
    cases = schema[path][method].as_strategy(generation_mode=mode)

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, table=st.sampled_from([None, *tables.all()]))
    def probe(case: Any, table: tuple[str, str] | None) -> None:
        headers = {}
        if table is not None:
            if "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table[0]
            headers = {"authorization": f"Bearer {table[1]}"}
        response = case.call(headers=headers, timeout=WAIT)
        assert response.status_code < 500, (case.as_curl_command(), response.text)
        case.validate_response(response, checks=CHECKS)

    probe()
