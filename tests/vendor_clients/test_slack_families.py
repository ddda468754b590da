"""Families of methods, each by an unmodified slack_sdk as its documentation calls them."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from tests.kit import Doors, Office

from workworld.clock import Clock
from workworld.host import Host


@pytest.fixture
def client(host: Host, doors: Doors) -> Any:
    return WebClient(token=doors.token, base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")


@pytest.fixture
def sent(client: Any, office: Office) -> dict[str, str]:
    """A new message: where it is, as methods on messages take it."""
    general = office.channels["general"]
    return {
        "channel": general,
        "timestamp": client.chat_postMessage(channel=general, text="hi")["ts"],
    }


def refused(method: Any, **arguments: Any) -> str:
    with pytest.raises(SlackApiError) as error:
        method(**arguments)
    return str(error.value.response["error"])


def now(doors: Doors) -> int:
    with doors.world.reading() as session:
        return Clock(session).now_us() // 1_000_000


def test_pins(client: Any, sent: dict[str, str]) -> None:
    client.pins_add(**sent)
    assert refused(client.pins_add, **sent) == "already_pinned"
    items = client.pins_list(channel=sent["channel"])["items"]
    assert sent["timestamp"] in [item["message"]["ts"] for item in items]
    client.pins_remove(**sent)
    assert refused(client.pins_remove, **sent) == "no_pin"


def test_bookmarks(client: Any, office: Office) -> None:
    place = {"channel_id": office.channels["general"]}
    made = client.bookmarks_add(title="Runbook", type="link", link="https://a.example/r", **place)
    which = {"bookmark_id": made["bookmark"]["id"], **place}
    client.bookmarks_edit(title="Runbooks", **which)
    titles = [each["title"] for each in client.bookmarks_list(**place)["bookmarks"]]
    assert "Runbooks" in titles
    client.bookmarks_remove(**which)
    assert refused(client.bookmarks_remove, **which) == "not_found"


def test_reminders(client: Any, doors: Doors) -> None:
    made = client.reminders_add(text="call back", time=str(now(doors) + 3600))["reminder"]
    assert client.reminders_info(reminder=made["id"])["reminder"]["text"] == "call back"
    assert made["id"] in [each["id"] for each in client.reminders_list()["reminders"]]
    client.reminders_complete(reminder=made["id"])
    client.reminders_delete(reminder=made["id"])
    assert refused(client.reminders_info, reminder=made["id"]) == "not_found"


def test_scheduled_messages(client: Any, doors: Doors, office: Office) -> None:
    general, later = office.channels["general"], now(doors) + 7200
    made = client.chat_scheduleMessage(channel=general, text="later", post_at=later)
    listed = client.chat_scheduledMessages_list(channel=general)["scheduled_messages"]
    assert made["scheduled_message_id"] in [each["id"] for each in listed]
    which = {"channel": general, "scheduled_message_id": made["scheduled_message_id"]}
    client.chat_deleteScheduledMessage(**which)
    assert refused(client.chat_deleteScheduledMessage, **which) == "invalid_scheduled_message_id"
    past = {"channel": general, "text": "x", "post_at": now(doors) - 60}
    assert refused(client.chat_scheduleMessage, **past) == "time_in_past"


def test_direct_conversations(client: Any, office: Office) -> None:
    ming, tadhg = office.people["mchen"], office.people["tbreslin"]
    opened = client.conversations_open(users=[ming, tadhg])["channel"]["id"]
    assert client.conversations_open(users=[tadhg, ming])["channel"]["id"] == opened
    client.chat_postMessage(channel=opened, text="both of you")
    kinds = client.conversations_list(types="im,mpim", limit=100)["channels"]
    assert opened in [each["id"] for each in kinds]
    client.conversations_mark(
        channel=opened, ts=client.conversations_history(channel=opened)["messages"][0]["ts"]
    )


def test_presence_and_do_not_disturb(client: Any, doors: Doors) -> None:
    assert client.users_getPresence(user=doors.person_id)["presence"] in ("active", "away")
    client.users_setPresence(presence="away")
    assert client.users_getPresence(user=doors.person_id)["presence"] == "away"
    assert client.dnd_setSnooze(num_minutes=30)["snooze_enabled"]
    assert client.dnd_info()["snooze_enabled"]
    assert not client.dnd_endSnooze()["snooze_enabled"]


@pytest.mark.filterwarnings("ignore:stars")
@pytest.mark.usefixtures("clean_desks")
def test_stars(client: Any, office: Office) -> None:
    place = {"channel": office.channels["deploys"]}
    client.stars_add(**place)
    (starred,) = client.stars_list()["items"]
    assert (starred["type"], starred["channel"]) == ("channel", place["channel"])
    assert starred["date_create"] > 0
    client.stars_remove(**place)
    assert client.stars_list()["items"] == []


def test_blocks_and_whispers(client: Any, office: Office, doors: Doors) -> None:
    general = office.channels["general"]
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "*hi*"}}
    posted = client.chat_postMessage(channel=general, text="hi", blocks=[block])
    assert posted["message"]["blocks"][0]["text"]["text"] == "*hi*"
    bad = {"channel": general, "text": "x", "blocks": [{"type": "section"}]}
    assert refused(client.chat_postMessage, **bad) == "invalid_blocks"
    whisper = {"channel": general, "user": doors.person_id, "text": "to you"}
    assert client.chat_postEphemeral(**whisper)["message_ts"]
