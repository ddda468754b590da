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
    assert {each["name"] for each in members if each["is_bot"]} == {"lookout", "workflows"}
    assert len(members) == 16
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


def test_life_of_a_channel(client: Any, doors: Doors, office: Office) -> None:
    ming, tadhg = office.people["mchen"], office.people["tbreslin"]
    made = client.conversations_create(name="war-room", is_private=True)["channel"]
    place = made["id"]
    assert made["is_private"]
    client.conversations_invite(channel=place, users=[ming, tadhg])
    members = {
        who
        for page in client.conversations_members(channel=place, limit=1)
        for who in page["members"]
    }
    assert members == {doors.person_id, ming, tadhg}
    client.conversations_kick(channel=place, user=ming)
    assert (
        client.conversations_rename(channel=place, name="peace-room")["channel"]["name"]
        == "peace-room"
    )
    assert client.conversations_setTopic(channel=place, topic="calm")["topic"] == "calm"
    client.conversations_setPurpose(channel=place, purpose="rest")
    found = client.conversations_info(channel=place)["channel"]
    assert (found["topic"]["value"], found["purpose"]["value"], found["num_members"]) == (
        "calm",
        "rest",
        2,
    )
    client.conversations_archive(channel=place)
    refused(lambda: client.chat_postMessage(channel=place, text="x"), "is_archived")
    client.conversations_unarchive(channel=place)
    support = office.channels["support"]
    assert "warning" not in client.conversations_join(channel=support)
    assert client.conversations_join(channel=support)["warning"] == "already_in_channel"
    assert "not_in_channel" not in client.conversations_leave(channel=support).data
    assert client.conversations_leave(channel=support)["not_in_channel"]
    refused(lambda: client.conversations_create(name="general"), "name_taken")


def test_life_of_a_message(client: Any, doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = client.chat_postMessage(channel=general, text="zebra")["ts"]
    edited = client.chat_update(channel=general, ts=sent, text="zebra &lt;3")
    assert edited["text"] == "zebra &lt;3"
    assert edited["message"]["edited"]["user"] == doors.person_id
    client.reactions_add(channel=general, timestamp=sent, name="thumbsup")
    refused(
        lambda: client.reactions_add(channel=general, timestamp=sent, name="+1"), "already_reacted"
    )
    refused(
        lambda: client.reactions_add(channel=general, timestamp="x", name="+1"), "bad_timestamp"
    )
    reacted = client.reactions_get(channel=general, timestamp=sent)["message"]["reactions"]
    assert reacted == [{"name": "+1", "count": 1, "users": [doors.person_id]}]
    items = [item["message"]["ts"] for item in client.reactions_list(count=1)["items"]]
    assert items == [sent]
    client.reactions_remove(channel=general, timestamp=sent, name="+1")
    refused(
        lambda: client.reactions_remove(channel=general, timestamp=sent, name="+1"), "no_reaction"
    )
    found = client.search_messages(query="ZEBRA in:#general", highlight=True)["messages"]
    (match,) = found["matches"]
    assert (found["total"], found["paging"]["pages"], match["ts"]) == (1, 1, sent)
    assert match["text"] == "\ue000zebra\ue001 &lt;3"
    assert (
        match["permalink"]
        == client.chat_getPermalink(channel=general, message_ts=sent)["permalink"]
    )
    assert client.chat_meMessage(channel=general, text="waves")["ts"] > sent
    newest = client.conversations_history(channel=general, limit=1)["messages"][0]
    assert newest["subtype"] == "me_message"
    whispered = client.chat_postEphemeral(channel=general, user=office.people["mchen"], text="psst")
    assert whispered["message_ts"]
    assert client.chat_delete(channel=general, ts=sent)["ts"] == sent
    refused(lambda: client.chat_delete(channel=general, ts=sent), "message_not_found")
    assert (
        client.conversations_history(channel=general, limit=1)["messages"][0]["ts"] == newest["ts"]
    )


def test_people_and_the_workspace(client: Any, doors: Doors, office: Office) -> None:
    profile = client.users_profile_get()["profile"]
    assert client.users_profile_set(name="title", value="CTO")["profile"]["title"] == "CTO"
    assert client.users_profile_set(profile={"title": profile["title"]})["profile"] == profile
    assert client.users_lookupByEmail(email=profile["email"])["user"]["id"] == doors.person_id
    assert client.team_info()["team"]["domain"] == "calderoute"
    assert client.emoji_list()["emoji"]["ship_it"] == "alias:shipped"
    refused(lambda: client.bots_info(bot="B000"), "bot_not_found")
    refused(lambda: client.users_lookupByEmail(email="x@y.example"), "users_not_found")
    refused(lambda: client.search_messages(query=""), "no_query")


def refused(call: Any, code: str) -> None:
    with pytest.raises(SlackApiError) as refusal:
        call()
    assert refusal.value.response["error"] == code
