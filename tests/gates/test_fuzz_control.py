"""Whatever is asked of the control API by its own description is answered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.gates.fuzzing import FEW
from tests.gates.sampling import FULL

from workworld.host import Host
from workworld.host.control.openapi import described
from workworld.host.control.table import TABLE
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

SCHEMA = schemathesis.openapi.from_dict(described(TABLE))
CASES = [
    SCHEMA[row.path][row.method].as_strategy()
    for row in TABLE
    if not row.path.endswith("/export")  # it writes wherever it is told to
]
WORLD = "w1"


@pytest.fixture
def host(
    snapshot: Snapshot, authority: Authority, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Host]:
    """A host of its own: worlds are made and removed in it."""
    with (
        Worlds(tmp_path_factory.mktemp("fuzzed") / "worlds") as worlds,
        Host(worlds, snapshot, authority, control_port=0) as host,
    ):
        worlds.open(snapshot)
        yield host


@settings(FEW, max_examples=1_000 if FULL else 20)
@given(data=st.data())
def test_control_api_answers_anything_that_fits_its_description(
    host: Host, data: st.DataObject
) -> None:
    case = data.draw(st.one_of(CASES))
    if "world" in case.path_parameters and data.draw(st.booleans()):
        case.path_parameters["world"] = WORLD
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    answer = case.call(base_url=host.control_origin, headers=headers)
    assert answer.status_code < 500 or answer.status_code == 503, (
        case.as_curl_command(),
        answer.text,
    )
    assert answer.headers["content-type"] == ["application/json"]
