"""Editing and deleting messages."""

from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.errors import Refused


def act(doors: Doors, function: Any, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, function, **arguments)


def post(doors: Doors, channel_id: str, text: str = "hello", **arguments: object) -> Message:
    found: Message = act(doors, messages.post, channel_id=channel_id, text=text, **arguments)
    return found


def thread(doors: Doors, channel_id: str, ts: str) -> list[dict[str, Any]]:
    answer = doors.rest("conversations.replies", channel=channel_id, ts=ts)
    return list(answer["messages"]) if answer["ok"] else []


def refusal(doors: Doors, function: Any, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        act(doors, function, **arguments)
    return refused.value.code


def test_edited_message_says_so(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = post(doors, general)
    act(doors, messages.edit, channel_id=general, ts=sent.ts, text="hello *there*")
    (shown,) = thread(doors, general, sent.ts)
    assert shown["text"] == "hello *there*"
    assert shown["edited"]["user"] == doors.person_id
    assert shown["edited"]["ts"] > sent.ts


def test_only_the_author_edits_but_admins_delete(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    mine, theirs = post(doors, general), post(colleague, general)
    place = {"channel_id": general, "ts": theirs.ts}
    assert refusal(doors, messages.edit, **place, text="x") == "cant_update_message"
    assert (
        refusal(colleague, messages.delete, channel_id=general, ts=mine.ts) == "cant_delete_message"
    )
    act(doors, messages.delete, **place)
    assert refusal(doors, messages.delete, **place) == "message_not_found"
    assert thread(doors, general, theirs.ts) == []


@pytest.mark.parametrize(
    ("text", "code"), [(" ", "no_text"), ("x" * 40_001, "msg_too_long"), ("\x00", None)]
)
def test_edited_text_must_be_good(
    doors: Doors, office: Office, text: str, code: str | None
) -> None:
    general = office.channels["general"]
    sent = post(doors, general)
    place = {"channel_id": general, "ts": sent.ts}
    assert refusal(doors, messages.edit, **place, text=text) == (code or "invalid_arguments")


def test_archives_stay_as_they_are(doors: Doors, office: Office) -> None:
    archive = office.channels["gatehouse-migration"]
    history = doors.rest("conversations.history", channel=archive)["messages"]
    mine = next(each["ts"] for each in history if each["user"] == doors.person_id)
    assert refusal(doors, messages.edit, channel_id=archive, ts=mine, text="x") == "is_archived"
    assert refusal(doors, messages.delete, channel_id=archive, ts=mine) == "is_archived"


def test_counts_follow_deleted_replies(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = post(doors, general)
    replies = [post(who, general, thread_ts=parent.ts) for who in (doors, colleague, colleague)]
    act(colleague, messages.delete, channel_id=general, ts=replies[2].ts)
    shown = thread(doors, general, parent.ts)[0]
    assert (shown["reply_count"], shown["latest_reply"]) == (2, replies[1].ts)
    assert shown["reply_users"] == [doors.person_id, colleague.person_id]
    for reply in replies[:2]:
        act(doors, messages.delete, channel_id=general, ts=reply.ts)
    assert "reply_count" not in thread(doors, general, parent.ts)[0]


def test_deleted_parent_leaves_a_note_as_long_as_it_has_replies(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    parent = post(doors, general, "a secret")
    reply = post(colleague, general, "what?", thread_ts=parent.ts)
    act(doors, messages.delete, channel_id=general, ts=parent.ts)
    note, kept = thread(doors, general, parent.ts)
    assert (note["subtype"], note["user"]) == ("tombstone", "USLACKBOT")
    assert "secret" not in note["text"]
    assert (kept["text"], kept["parent_user_id"]) == ("what?", "USLACKBOT")
    place = {"channel_id": general, "ts": parent.ts}
    assert refusal(doors, messages.edit, **place, text="x") == "message_not_found"
    assert refusal(doors, messages.delete, **place) == "message_not_found"
    act(colleague, messages.delete, channel_id=general, ts=reply.ts)
    assert [change for change in doors.changes if change.table.startswith("chat_")] == []


def test_deleting_is_taken_back_by_a_rewind(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = post(doors, general)
    post(doors, general, thread_ts=parent.ts)
    before = doors.changes
    act(doors, messages.delete, channel_id=general, ts=parent.ts)
    doors.world.rewind(2)
    assert doors.changes == before
    assert thread(doors, general, parent.ts)[0]["reply_count"] == 1
