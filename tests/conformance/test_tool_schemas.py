"""What agents are trained against does not change unless somebody means it to."""

import json
import os
import re
from pathlib import Path

import pytest

from workworld import loading
from workworld.doors.mcp import ToolTable
from workworld.operations import operations

SNAPSHOTS = Path(__file__).parent / "tool_schemas"
TABLES = loading.tool_tables()


def advertised(table: ToolTable) -> str:
    tools = [tool.advertised().model_dump(by_alias=True, exclude_none=True) for tool in table.tools]
    return json.dumps({"instructions": table.instructions, "tools": tools}, indent=2) + "\n"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.app_id)
def test_advertised_tools_are_those_of_the_snapshot(table: ToolTable) -> None:
    path = SNAPSHOTS / f"{table.app_id}.json"
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        path.write_text(advertised(table))
    assert path.read_text() == advertised(table), "changed tools: if meant, run `make snapshots`"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.app_id)
def test_every_tool_and_parameter_is_described(table: ToolTable) -> None:
    for tool in table.tools:
        assert re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool.name)
        assert len(tool.description) > 40, tool.name
        assert set(tool.required) <= set(tool.properties)
        for name, schema in tool.properties.items():
            assert schema.get("description"), f"{tool.name}.{name}"
            assert "anyOf" not in schema, f"{tool.name}.{name}: some model platforms refuse anyOf"


def test_every_operation_says_what_it_does() -> None:
    for declared in operations().values():
        assert declared.function.__doc__, declared.id
        for name, field in declared.arguments.model_fields.items():
            assert field.description, f"{declared.id}: {name} has no description"
