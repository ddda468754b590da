"""How pressing messages are, and acknowledging them."""

import pytest
from sqlalchemy import select
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.models import Acknowledgement, MessagePriority
from workworld.apps.chat.service import acknowledgements, messages, scheduled
from workworld.calls import perform
from workworld.errors import Refused
from workworld.passing_time import let_time_pass

ASKING = {"level": "urgent", "asks_for_acknowledgement": True}


def post(doors: Doors, channel_id: str, text: str = "Stop deploying", **priority: object) -> str:
    said = {"channel_id": channel_id, "text": text, "priority": priority or ASKING}
    return str(perform(doors.world, doors.actor, messages.post, **said).ts)


def page_of(doors: Doors, place: str) -> str:
    return str(doors.browser.get(place).get_data(as_text=True))


def kept(doors: Doors) -> tuple[list[tuple[str, bool]], list[str]]:
    """What messages say beside their text, and who has acknowledged one."""
    with doors.world.reading() as session:
        columns = (MessagePriority.level, MessagePriority.asks_for_acknowledgement)
        said = [(level, asks) for level, asks in session.execute(select(*columns))]
        return said, [*session.scalars(select(Acknowledgement.person_id))]


def test_message_is_sent_with_a_priority_and_acknowledged(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    fields = {"text": "Stop deploying", "priority": "urgent", "acknowledge": "1"}
    answer = doors.submit(f"/c/{general}/messages", **fields)
    assert answer.status_code == 303
    assert kept(doors) == ([("urgent", True)], [])
    (message,) = perform(
        doors.world, doors.actor, messages.history, channel_id=general, limit=1
    ).items
    place = f"/c/{general}/m/{message.ts}/acknowledgements"
    shown = page_of(colleague, f"/c/{general}?at=end")
    assert '<span class="badge tone-danger">Urgent</span>' in shown
    assert 'name="give" value="1" aria-pressed="false"' in shown
    colleague.submit(place, give="1")
    colleague.submit(place, give="1")
    assert kept(doors)[1] == [colleague.person_id]
    shown = page_of(colleague, f"/c/{general}?at=end")
    assert 'name="drop" value="1" aria-pressed="true"' in shown
    mine = page_of(doors, f"/c/{general}?at=end")
    assert "1 acknowledged" in mine
    assert 'name="give"' not in mine
    who = page_of(colleague, place).partition('id="who-acknowledged"')[2].partition("</dialog>")[0]
    assert who.count("<li") == 1
    assert "(you)" in who
    for _twice in range(2):
        assert colleague.submit(place, drop="1").status_code == 303
    assert kept(doors)[1] == []
    assert "Nobody has acknowledged this message yet." in page_of(doors, place)


def test_ordinary_messages_say_nothing(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    doors.submit(f"/c/{general}/messages", text="hello", priority="standard")
    post(doors, general, "hello again", level="standard")
    assert kept(doors) == ([], [])


def test_priority_that_there_is_not_is_refused_with_the_text(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    fields = {"text": "Stop deploying", "priority": "extreme", "acknowledge": "1"}
    answer = doors.submit(f"/c/{general}/messages", **fields)
    assert answer.status_code == 422
    assert "Stop deploying</textarea>" in answer.get_data(as_text=True)
    said = doors.mcp("slack_send_priority_message", channel_id=general, message="x", priority="x")
    assert "invalid_arguments" in text_of(said)
    assert kept(doors) == ([], [])


def test_what_was_chosen_stays_when_a_message_is_refused(doors: Doors, office: Office) -> None:
    fields = {"text": " ", "priority": "important", "acknowledge": "1"}
    answer = doors.submit(f"/c/{office.channels['general']}/messages", **fields)
    said = answer.get_data(as_text=True)
    assert 'value="important" checked' in said
    assert 'name="acknowledge" value="1" checked' in said


def test_asking_before_a_crowd_is_told_keeps_it(doors: Doors, office: Office) -> None:
    fields = {"text": "@channel stop", "priority": "urgent", "acknowledge": "1"}
    path = f"/c/{office.channels['product-eng']}/messages"
    said = doors.submit(path, **fields).get_data(as_text=True)
    assert '<input type="hidden" name="priority" value="urgent">' in said
    assert '<input type="hidden" name="acknowledge" value="1">' in said
    doors.submit(path, confirmed="1", **fields)
    assert kept(doors) == ([("urgent", True)], [])


def test_replies_have_none(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = post(doors, general)
    place = {"channel_id": general, "text": "re", "thread_ts": ts, "priority": ASKING}
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, messages.post, **place)
    assert refused.value.code == "invalid_arguments"
    assert "urgency" not in page_of(doors, f"/c/{general}/t/{ts}").partition("<aside")[2]


def test_it_is_never_changed_by_an_edit(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = post(doors, general, level="important")
    doors.submit(f"/c/{general}/m/{ts}/edit", text="otherwise", priority="urgent")
    assert kept(doors)[0] == [("important", False)]


def refusal(doors: Doors, deed: str, channel_id: str, ts: str) -> str:
    function = getattr(acknowledgements, deed)
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, function, channel_id=channel_id, ts=ts)
    return str(refused.value.code)


def test_who_may_not_acknowledge(doors: Doors, colleague: Doors, office: Office) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    asked, unasked = post(doors, general), post(doors, general, level="urgent")
    assert refusal(doors, "give", general, asked) == "own_message"
    assert refusal(colleague, "give", general, unasked) == "not_asked"
    assert refusal(colleague, "list", general, unasked) == "not_asked"
    assert refusal(colleague, "take_back", general, asked) == "no_acknowledgement"
    assert refusal(colleague, "give", general, "1700000000.000001") == "message_not_found"
    outside = post(doors, deploys)
    doors.rest("conversations.kick", channel=deploys, user=colleague.person_id)
    assert refusal(colleague, "give", deploys, outside) == "not_in_channel"
    assert "1 acknowledged" not in page_of(colleague, f"/c/{deploys}/m/{outside}")
    made = doors.rest("conversations.create", name="for-a-day")["channel"]["id"]
    doors.rest("conversations.invite", channel=made, users=colleague.person_id)
    closed = post(doors, made)
    doors.rest("conversations.archive", channel=made)
    assert refusal(colleague, "give", made, closed) == "is_archived"


def test_hidden_messages_are_not_found(doors: Doors, colleague: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="closed", is_private=True)["channel"]["id"]
    ts = post(doors, made)
    for deed in ("give", "take_back", "list"):
        assert refusal(colleague, deed, made, ts) == "channel_not_found"


def test_it_is_taken_back_for_five_minutes(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = post(doors, general)
    place = {"channel_id": general, "message_ts": ts}
    assert "is acknowledged" in text_of(colleague.mcp("slack_acknowledge_message", **place))
    for _step in range(20):
        post(doors, general, "later", level="standard")
    assert "acknowledgement_stays" in text_of(
        colleague.mcp("slack_take_back_acknowledgement", **place)
    )
    shown = page_of(colleague, f"/c/{general}/m/{ts}")
    assert 'aria-pressed="true" disabled aria-description="It can no longer be taken back"' in shown


def test_tools_tell_of_it(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    said = {"message": "**Stop**", "priority": "important", "ask_for_acknowledgement": True}
    doors.mcp("slack_send_priority_message", channel_id=general, **said)
    assert kept(doors)[0] == [("important", True)]
    read = text_of(colleague.mcp("slack_read_channel", channel_id=general, limit=1))
    assert "Priority: important, to be acknowledged (by 0 so far)\\n" in read
    (newest,) = perform(
        doors.world, doors.actor, messages.history, channel_id=general, limit=1
    ).items
    place = {"channel_id": general, "message_ts": newest.ts}
    nobody = text_of(doors.mcp("slack_list_acknowledgements", **place))
    assert "Nobody has acknowledged this message yet." in nobody
    colleague.mcp("slack_acknowledge_message", **place)
    assert colleague.person_id in text_of(doors.mcp("slack_list_acknowledgements", **place))


@pytest.mark.parametrize("is_answered", [False, True])
def test_it_goes_with_its_message(
    doors: Doors, colleague: Doors, office: Office, is_answered: bool
) -> None:
    general = office.channels["general"]
    ts = post(doors, general)
    perform(colleague.world, colleague.actor, acknowledgements.give, channel_id=general, ts=ts)
    if is_answered:
        doors.rest("chat.postMessage", channel=general, thread_ts=ts, text="re")
    doors.rest("chat.delete", channel=general, ts=ts)
    assert kept(doors) == ([], [])
    assert "badge tone-danger" not in page_of(doors, f"/c/{general}?at=end")


def test_what_was_acknowledged_is_not_taken_back(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = post(doors, general)
    perform(colleague.world, colleague.actor, acknowledgements.give, channel_id=general, ts=ts)
    assert doors.submit(f"/c/{general}/m/{ts}/unsend").status_code == 403


def test_urgent_messages_reach_whom_they_mention_in_quiet(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    colleague.rest("dnd.setSnooze", num_minutes=60)
    post(doors, general, f"<@{colleague.person_id}> important", level="important")
    assert "mentioned you in #general" not in page_of(colleague, "/told")
    post(doors, general, "<!channel> urgent", level="urgent")
    assert "#general (urgent)" not in page_of(colleague, "/told")
    post(doors, general, f"<@{colleague.person_id}> urgent", level="urgent")
    assert "mentioned you in #general (urgent)" in page_of(colleague, "/told")


def test_scheduled_message_keeps_its_priority(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    fields = {"text": "later", "when": "tomorrow at 9:00", "priority": "urgent"}
    assert doors.submit(f"/c/{general}/schedule", **fields).status_code == 200
    rows = perform(doors.world, doors.actor, scheduled.list).items
    (row,) = (each for each in rows if each.text == "later")
    assert '<span class="badge tone-danger">Urgent</span>' in page_of(doors, "/scheduled")
    editor = page_of(doors, f"/scheduled/{row.id}/edit")
    assert 'value="urgent" checked' in editor
    tool, which = "slack_update_scheduled_message", {"scheduled_message_id": row.id}
    asking = {"priority": "urgent", "ask_for_acknowledgement": True}
    assert not doors.mcp(tool, **which, **asking).is_error
    assert text_of(doors.mcp(tool, **which, priority="dire")).startswith("invalid_arguments")
    assert kept(doors)[0] == []
    let_time_pass(doors.world, 2 * 86_400)
    assert kept(doors)[0] == [("urgent", True)]


def test_priority_of_a_scheduled_message_is_taken_back(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    fields = {"text": "later", "when": "tomorrow at 9:00", "priority": "important"}
    doors.submit(f"/c/{general}/schedule", **fields, acknowledge="1")
    rows = perform(doors.world, doors.actor, scheduled.list).items
    (row,) = (each for each in rows if each.text == "later")
    again = {"text": "later", "day": "tomorrow", "time": "9:00 AM", "priority": "standard"}
    assert doors.submit(f"/scheduled/{row.id}/edit", **again).status_code == 303
    doors.submit(f"/scheduled/{row.id}/send")
    assert kept(doors)[0] == []


def test_reply_is_scheduled_without_one(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    root = post(doors, general, level="standard")
    fields = {"text": "later", "when": "tomorrow at 9:00", "thread_ts": root}
    answer = doors.submit(f"/c/{general}/schedule", **fields, priority="urgent")
    assert answer.status_code == 422
    assert "A reply in a thread has no priority" in answer.text


def test_draft_keeps_its_priority_and_is_sent_with_it(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    typed = {"text": "Stop", "priority": "important", "acknowledge": "1"}
    assert doors.submit(f"/c/{general}/draft", **typed).status_code == 200
    composer = page_of(doors, f"/c/{general}").partition('id="channel-composer-form"')[2]
    assert "data-urgency>Important, to acknowledge</output>" in composer
    assert 'value="important" checked' in composer
    listed = page_of(doors, "/drafts")
    assert "Important, to acknowledge</span>" in listed
    assert '<input type="hidden" name="priority" value="important">' in listed
    doors.submit(f"/c/{general}/messages", **typed)
    assert kept(doors)[0] == [("important", True)]
    assert "data-urgency></output>" in page_of(doors, f"/c/{general}")
