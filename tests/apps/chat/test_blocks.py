"""Blocks, attachments and what else messages hold; what people do with them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.blocks import reading
from workworld.errors import Invalid

_SAID = {"type": "section", "text": {"type": "mrkdwn", "text": "*Build 7* is <b>green</b>"}}
_ASKED = {
    "type": "actions",
    "elements": [
        {"type": "button", "text": {"type": "plain_text", "text": "Approve"}, "value": "yes"},
        {
            "type": "static_select",
            "placeholder": {"type": "plain_text", "text": "Owner"},
            "options": [{"text": {"type": "plain_text", "text": "Ming"}, "value": "m"}],
        },
    ],
}


@pytest.fixture
def bot(doors: Doors, office: Office) -> Doors:
    found = Doors(doors.world, doors.authority, office.people["lookout"])
    found.rest("conversations.join", channel=office.channels["deploys"])
    return found


def post(bot: Doors, office: Office, **arguments: Any) -> dict[str, Any]:
    sent = bot.rest("chat.postMessage", channel=office.channels["deploys"], **arguments)
    assert sent["ok"], sent
    return sent


def page(doors: Doors, office: Office) -> str:
    return str(doors.browser.get(f"/c/{office.channels['deploys']}").text)


@pytest.mark.parametrize(
    ("blocks", "said"),
    [
        ([{}], "missing required field: type [json-pointer:/blocks/0]"),
        ([{"type": "nothing"}], "unsupported type: nothing [json-pointer:/blocks/0]"),
        ([{"type": "divider", "x": 1}], "invalid additional property: x [json-pointer:/blocks/0]"),
        ([{"type": "divider"}] * 51, "no more than 50 items allowed [json-pointer:/blocks]"),
        (
            [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
            "must be less than 151 characters [json-pointer:/blocks/0/text]",
        ),
        (
            [{"type": "actions", "elements": [{"type": "button"}]}],
            "missing required field: text [json-pointer:/blocks/0/elements/0]",
        ),
    ],
)
def test_blocks_out_of_shape_are_refused_in_the_vendors_words(blocks: Any, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        reading.blocks(blocks)
    assert (refused.value.code, str(refused.value.problems[0])) == ("invalid_blocks", said)


def test_blocks_are_shown_in_place_of_the_text_and_told_as_text(
    bot: Doors, doors: Doors, office: Office
) -> None:
    sent = post(bot, office, blocks=json.dumps([_SAID]))
    assert sent["message"]["blocks"][0]["text"] == _SAID["text"]
    shown = page(doors, office)
    assert "<strong>Build 7</strong> is " in shown
    assert "<b>green" not in shown
    read = text_of(doors.mcp("slack_read_channel", channel_id=office.channels["deploys"], limit=1))
    assert "*Build 7* is" in read


def test_attachments_alone_have_no_text_over_rest(bot: Doors, doors: Doors, office: Office) -> None:
    attachment = {"color": "#e01e5a", "title": "Checkout fails", "text": "since 9:12"}
    message = post(bot, office, attachments=[attachment])["message"]
    assert (message["text"], message["attachments"][0]["title"]) == ("", "Checkout fails")
    shown = page(doors, office)
    assert 'class="attachment attachment-danger"' in shown
    assert "since 9:12" in shown


def test_metadata_is_told_to_whoever_asks_for_it(bot: Doors, doors: Doors, office: Office) -> None:
    details = {"event_type": "deployed", "event_payload": {"build": 7}}
    post(bot, office, text="done", metadata=details)
    place = {"channel": office.channels["deploys"], "limit": 1}
    (plain,) = doors.rest("conversations.history", **place)["messages"]
    (told,) = doors.rest("conversations.history", include_all_metadata=True, **place)["messages"]
    assert ("metadata" in plain, told["metadata"]) == (False, details)


def test_a_nonce_posts_once(doors: Doors, office: Office) -> None:
    words = {"channel": office.channels["general"], "text": "once", "client_msg_id": "n-1"}
    first, second = (doors.rest("chat.postMessage", **words)["ts"] for _ in range(2))
    assert first == second
    newest = doors.rest("conversations.history", channel=words["channel"], limit=2)["messages"]
    assert [message["text"] for message in newest].count("once") == 1


def test_an_update_leaves_blocks_that_are_not_given(bot: Doors, office: Office) -> None:
    ts = post(bot, office, text="x", blocks=[_SAID])["ts"]
    place = {"channel": office.channels["deploys"], "ts": ts}
    assert "blocks" in bot.rest("chat.update", text="y", **place)["message"]
    assert "blocks" not in bot.rest("chat.update", text="z", blocks=[], **place)["message"]


def test_a_bot_names_itself_and_a_person_may_not(bot: Doors, doors: Doors, office: Office) -> None:
    message = post(bot, office, text="hi", username="Pager", icon_emoji=":fire:")["message"]
    assert (message["username"], message["icons"]) == ("Pager", {"emoji": ":fire:"})
    assert '<bdi class="message-author">Pager</bdi>' in page(doors, office)


def test_what_is_pressed_is_kept_and_what_cannot_be_chosen_is_refused(
    bot: Doors, doors: Doors, office: Office
) -> None:
    ts = post(bot, office, text="Go?", blocks=[_ASKED])["ts"]
    path = f"/c/{office.channels['deploys']}/m/{ts}/actions"
    assert doors.submit(path, element="0.0").status_code == 303
    assert doors.submit(path, element="0.1", value="m").status_code == 303
    assert doors.submit(path, element="0.1", value="nobody").status_code == 422
    assert doors.submit(path, element="0.7").status_code == 404
    pressed = [each.after for each in doors.changes if each.table == "chat_interactions"]
    assert sorted(row["value"] for row in pressed if row) == ["m", "yes"]


def test_a_whisper_is_seen_by_its_reader_alone_until_waved_away(
    bot: Doors, doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    words = {"channel": deploys, "user": doors.person_id, "text": "only for Ana"}
    ts = bot.rest("chat.postEphemeral", **words)["message_ts"]
    assert "Only visible to you" in page(doors, office)
    assert "only for Ana" not in colleague.browser.get(f"/c/{deploys}").text
    newest = doors.rest("conversations.history", channel=deploys, limit=1)["messages"]
    assert newest[0]["text"] != "only for Ana"
    assert doors.rest("search.messages", query='"only for Ana"')["messages"]["total"] == 0
    assert colleague.submit(f"/c/{deploys}/whispers/{ts}/dismiss").status_code == 404
    before = len(doors.journal)
    doors.submit(f"/c/{deploys}/whispers/{ts}/dismiss")
    assert "only for Ana" not in page(doors, office)
    assert len(doors.journal) == before


def test_a_whisper_in_a_thread_is_seen_there(bot: Doors, doors: Doors, office: Office) -> None:
    ts = post(bot, office, text="a thread")["ts"]
    place = {"channel": office.channels["deploys"], "thread_ts": ts}
    bot.rest("chat.postMessage", text="a reply", **place)
    bot.rest("chat.postEphemeral", user=doors.person_id, text="aside", **place)
    assert "aside" not in page(doors, office)
    assert "aside" in doors.browser.get(f"/c/{office.channels['deploys']}/t/{ts}").text
