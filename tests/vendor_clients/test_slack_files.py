"""Files by Slack's own Python client, unmodified, over real sockets."""

from __future__ import annotations

from typing import Any

import httpx2
from slack_sdk import WebClient
from tests.kit import Doors, Office

from workworld.host import Host


def test_files_upload_v2_works_unmodified(host: Host, doors: Doors, office: Office) -> None:
    client: Any = WebClient(doors.token, base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")
    content = bytes(range(256)) * 16000  # more than any other body may have
    answer = client.files_upload_v2(
        channel=office.channels["general"],
        content=content,
        filename="a+b=c&d.bin",
        title="All bytes",
        initial_comment="here",
    )
    file = answer["file"]
    assert file["title"] == "All bytes"
    response = httpx2.get(file["url_private"], headers={"Authorization": f"Bearer {doors.token}"})
    assert response.content == content
    history = client.conversations_history(channel=office.channels["general"], limit=1)
    assert history["messages"][0]["files"][0]["id"] == file["id"]
    several = client.files_upload_v2(
        file_uploads=[{"content": "one", "title": "1"}, {"content": b"two", "title": "2"}]
    )
    assert [each["title"] for each in several["files"]] == ["1", "2"]
    assert client.files_info(file=file["id"])["file"]["size"] == len(content)
    assert client.files_list()["paging"]["total"] == 3
    assert client.files_delete(file=file["id"])["ok"]
