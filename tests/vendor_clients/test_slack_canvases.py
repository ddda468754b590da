"""The vendor's own client, unmodified, keeps canvases and lists."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from tests.kit import COLLEAGUE, Doors, Office

from workworld.host import Host


@pytest.fixture
def client(host: Host, doors: Doors) -> Any:
    """A client that acts for the persona."""
    return WebClient(doors.token, base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")


def test_canvases_work_unmodified(client: Any, office: Office) -> None:
    content = {"type": "markdown", "markdown": "# Plan\n\nFirst"}
    canvas = client.canvases_create(title="Plan", document_content=content)["canvas_id"]
    found = client.canvases_sections_lookup(
        canvas_id=canvas, criteria={"section_types": ["any_header"]}
    )
    change = {
        "operation": "insert_after",
        "section_id": found["sections"][0]["id"],
        "document_content": {"type": "markdown", "markdown": "Second"},
    }
    client.canvases_edit(canvas_id=canvas, changes=[change])
    whole = client.canvases_getContent(canvas_id=canvas)["content"]
    assert whole == "# Plan\n\nSecond\n\nFirst"
    people = [office.people[COLLEAGUE]]
    client.canvases_access_set(canvas_id=canvas, access_level="read", user_ids=people)
    client.canvases_access_delete(canvas_id=canvas, user_ids=people)
    there = office.channels["product-eng"]
    made = client.conversations_canvases_create(channel_id=there, document_content=content)
    assert made["canvas_id"] != canvas
    client.canvases_delete(canvas_id=canvas)
    with pytest.raises(SlackApiError, match="canvas_not_found"):
        client.canvases_getContent(canvas_id=canvas)


def test_lists_work_unmodified(client: Any, office: Office) -> None:
    schema = [
        {"key": "task", "name": "Task", "type": "text", "is_primary_column": True},
        {"key": "due", "name": "Due", "type": "date"},
    ]
    made = client.slackLists_create(name="Tasks", schema=schema)
    due = next(each["id"] for each in made["list_metadata"]["schema"] if each["key"] == "due")
    fields = [{"column_id": due, "date": ["2026-03-20"]}]
    item = client.slackLists_items_create(list_id=made["list_id"], initial_fields=fields)["item"]
    cells = [{"row_id": item["id"], "column_id": due, "date": ["2026-03-21"]}]
    client.slackLists_items_update(list_id=made["list_id"], cells=cells)
    listed = client.slackLists_items_list(list_id=made["list_id"])["items"]
    assert [each["fields"][0]["date"] for each in listed] == [["2026-03-21"]]
    client.slackLists_access_set(
        list_id=made["list_id"], access_level="write", channel_ids=[office.channels["general"]]
    )
    client.slackLists_update(id=made["list_id"], name="To do")
    found = client.slackLists_items_info(list_id=made["list_id"], id=item["id"])
    assert found["list"]["title"] == "To do"
    client.slackLists_items_delete(list_id=made["list_id"], id=item["id"])
    assert client.slackLists_items_list(list_id=made["list_id"])["items"] == []
