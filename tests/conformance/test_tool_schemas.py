"""What agents are trained against does not change unless somebody means it to."""

import json
import os
import re
from pathlib import Path

import pytest

from workworld import loading
from workworld.doors.mcp import Choice, ToolTable, offer_of
from workworld.operations import operations

SNAPSHOTS = Path(__file__).parent / "tool_schemas"
TABLES = loading.tool_tables()
PROFILES = [(table, profile) for table in TABLES for profile in table.profiles]


def advertised(table: ToolTable, profile: str) -> str:
    offer = offer_of([table], Choice((table.app_id,), profile))
    tools = [
        {"toolset": tool.toolset} | tool.advertised().model_dump(by_alias=True, exclude_none=True)
        for tool in offer.tools.values()
    ]
    return json.dumps({"instructions": offer.instructions, "tools": tools}, indent=2) + "\n"


@pytest.mark.parametrize(
    ("table", "profile"), PROFILES, ids=lambda each: getattr(each, "app_id", each)
)
def test_advertised_tools_are_those_of_the_snapshot(table: ToolTable, profile: str) -> None:
    path = SNAPSHOTS / f"{table.app_id}.{profile}.json"
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        path.write_text(advertised(table, profile))
    assert path.read_text() == advertised(table, profile), (
        "changed tools: if meant, run `make snapshots`"
    )


def test_no_snapshot_is_left_of_a_profile_that_is_gone() -> None:
    expected = {f"{table.app_id}.{profile}.json" for table, profile in PROFILES}
    assert {path.name for path in SNAPSHOTS.iterdir()} == expected


@pytest.mark.parametrize(
    ("table", "profile"), PROFILES, ids=lambda each: getattr(each, "app_id", each)
)
def test_every_tool_and_parameter_is_described(table: ToolTable, profile: str) -> None:
    for tool in table.profiles[profile].tools:
        assert re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool.name)
        assert len(tool.description) > 40, tool.name
        assert re.fullmatch(r"[a-z][a-z_]*", tool.toolset), tool.name
        assert set(tool.required) <= set(tool.properties)
        for name, schema in tool.properties.items():
            assert schema.get("description"), f"{tool.name}.{name}"
            assert "anyOf" not in schema, f"{tool.name}.{name}: some model platforms refuse anyOf"


@pytest.mark.parametrize(
    ("table", "profile"), PROFILES, ids=lambda each: getattr(each, "app_id", each)
)
def test_every_tool_says_what_it_may_do(table: ToolTable, profile: str) -> None:
    for tool in table.profiles[profile].tools:
        hints = tool.advertised().annotations
        assert hints is not None
        assert hints.title, tool.name
        if tool.hints is not None:  # the mirrored server says less: what it says is true
            assert hints.read_only_hint in (None, tool.read_only), tool.name
            assert bool(hints.destructive_hint) == tool.destructive, tool.name
            continue
        said = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint)
        assert None not in (*said, hints.open_world_hint), tool.name
        assert not (tool.read_only and tool.destructive), tool.name


@pytest.mark.parametrize("profile", ["vendor", "full"])
def test_no_two_apps_have_a_tool_of_one_name(profile: str) -> None:
    names = [tool.name for table in TABLES for tool in table.profiles[profile].tools]
    assert len(names) == len(set(names))


def test_whatever_the_vendor_has_is_in_the_full_profile_too() -> None:
    for table in TABLES:
        full = {tool.name for tool in table.profiles["full"].tools}
        assert {tool.name for tool in table.profiles["vendor"].tools} <= full


def test_every_operation_says_what_it_does() -> None:
    for declared in operations().values():
        assert declared.function.__doc__, declared.id
        for name, field in declared.arguments.model_fields.items():
            assert field.description, f"{declared.id}: {name} has no description"
