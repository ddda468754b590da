"""An unmodified slack_sdk, over HTTP."""

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from tests.kit import Doors, Office

from workworld.host import Host


@pytest.fixture
def client(host: Host, doors: Doors) -> WebClient:
    return WebClient(token=doors.token, base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")


def test_a_morning_at_work(client: Any, doors: Doors, office: Office) -> None:
    me = client.auth_test()
    assert me["user_id"] == doors.person_id
    channels = {
        c["name"]: c["id"] for page in client.conversations_list(limit=3) for c in page["channels"]
    }
    assert channels["general"] == office.channels["general"]
    assert "finance-close" not in channels
    sent = client.chat_postMessage(channel=channels["general"], text="from slack_sdk &amp; on")
    client.chat_postMessage(channel="#general", text="reply", thread_ts=sent["ts"])
    newest = client.conversations_history(channel=channels["general"], limit=1)["messages"][0]
    assert (newest["text"], newest["reply_count"]) == ("from slack_sdk &amp; on", 1)
    thread = client.conversations_replies(channel=channels["general"], ts=sent["ts"])
    assert [message["text"] for message in thread["messages"]] == [
        "from slack_sdk &amp; on",
        "reply",
    ]
    assert client.users_info(user=doors.person_id)["user"]["profile"]["email"].startswith("aruiz@")
    members = client.users_list()["members"]
    assert [member["is_bot"] for member in members].count(True) == 1
    assert len(members) == 13
    assert client.api_test(foo="bar")["args"] == {"foo": "bar"}


def test_history_pages_by_iteration(client: Any, office: Office) -> None:
    pages = client.conversations_history(channel=office.channels["general"], limit=7)
    stamps = [message["ts"] for page in pages for message in page["messages"]]
    everything = client.conversations_history(channel=office.channels["general"], limit=1000)
    assert stamps == [message["ts"] for message in everything["messages"]]


def test_refusals_are_slack_api_errors(client: Any, office: Office, doors: Doors) -> None:
    with pytest.raises(SlackApiError) as refused:
        client.chat_postMessage(channel=office.channels["support"], text="x")
    assert refused.value.response["error"] == "not_in_channel"
    with pytest.raises(SlackApiError) as refused:
        WebClient(token="xoxp-forged", base_url=client.base_url).auth_test()
    assert refused.value.response["error"] == "invalid_auth"
    assert doors.changes == []
