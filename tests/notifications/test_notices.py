"""Who is told of what."""

from typing import Any

import pytest
from tests.kit import Doors, Office
from tests.states import all_rows

from workworld.apps.chat.service import members, messages
from workworld.calls import perform
from workworld.database import is_consequence
from workworld.grading import Allowed, Evidence
from workworld.grading.collateral import nothing_else_changed
from workworld.notifications import inbox
from workworld.worlds.changes import RowChange


def post(doors: Doors, channel_id: str, text: str, **more: Any) -> str:
    answer = doors.rest("chat.postMessage", channel=channel_id, text=text, **more)
    assert answer["ok"], answer
    return str(answer["ts"])


def told(doors: Doors) -> list[tuple[str, str, str]]:
    """Whom, of what kind, and in which words; in the order of telling."""
    rows = [change.after for change in doors.changes if change.table == "notifications_items"]
    return sorted((row["person_id"], row["kind"], row["text"]) for row in rows if row)


def test_mentioned_members_are_told_once(doors: Doors, office: Office) -> None:
    ming, jonas = office.people["mchen"], office.people["jwikstrand"]
    general = office.channels["general"]
    ts = post(doors, general, f"<@{ming}> and <@{ming}> and <@{jonas}|jonas>: <@{doors.person_id}>")
    text = "mentioned you in #general"
    assert told(doors) == sorted([(ming, "mention", text), (jonas, "mention", text)])
    row = next(change.after for change in doors.changes if change.table == "notifications_items")
    assert row is not None
    address = f"https://chat.calderoute.example/archives/{general}/p{ts.replace('.', '')}"
    assert (row["url"], row["actor_id"], row["app_id"]) == (address, doors.person_id, "chat")
    (entry,) = doors.journal
    assert entry.topics is not None
    assert {topic for topic in entry.topics if not topic.startswith("chat.")} == {
        f"notifications:{ming}",
        f"notifications:{jonas}",
    }


@pytest.mark.parametrize("call", ["<!channel>", "<!here>", "<!everyone|everyone>"])
def test_call_to_everybody_reaches_the_members(doors: Doors, office: Office, call: str) -> None:
    deploys = office.channels["deploys"]
    with doors.world.reading() as session:
        query = "SELECT person_id FROM chat_memberships WHERE channel_id = ?"
        members = session.connection().exec_driver_sql(query, (deploys,)).scalars().all()
    post(doors, deploys, f"{call} freeze at noon")
    text = "mentioned everybody in #deploys"
    others = sorted(set(members) - {doors.person_id})
    assert told(doors) == [(person_id, "everybody", text) for person_id in others]


def test_those_in_a_thread_are_told_of_a_reply_by_the_strongest_reason(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = post(colleague, general, "who is on call?")
    post(doors, general, "me", thread_ts=root)
    assert told(doors) == [
        (colleague.person_id, "reply", "replied in a thread in #general"),
    ]
    post(colleague, general, f"thanks <@{doors.person_id}>", thread_ts=root)
    assert (doors.person_id, "mention", "mentioned you in #general") in told(doors)
    assert len(told(doors)) == 2


def test_who_cannot_see_a_channel_is_told_nothing(doors: Doors, office: Office) -> None:
    outsider = office.people["jwikstrand"]
    private = office.channels["finance-close"]
    by_member = Doors(doors.world, doors.authority, office.people["gostrander"])
    if not by_member.rest("chat.postMessage", channel=private, text=f"<@{outsider}>")["ok"]:
        pytest.fail("the chief executive is in the channel")
    assert told(doors) == []


@pytest.mark.parametrize("text", ["`<@{}>`", "```\n<@{}> <!channel>\n```", "nobody"])
def test_code_mentions_nobody(doors: Doors, office: Office, text: str) -> None:
    post(doors, office.channels["general"], text.format(office.people["mchen"]))
    assert told(doors) == []


def test_refused_message_tells_nobody(doors: Doors, office: Office) -> None:
    answer = doors.rest(
        "chat.postMessage", channel=office.channels["support"], text=f"<@{office.people['mchen']}>"
    )
    assert not answer["ok"]
    assert all_rows(doors.world)["notifications_items"] == []


def evidence(*changes: RowChange) -> Evidence:
    return Evidence(None, None, changes, (), None)  # type: ignore[arg-type]


def inserted(table: str, key: str, step: int) -> RowChange:
    return RowChange(table, (key,), None, {"id": key}, step, (step,))


def test_what_follows_from_an_allowed_change_is_allowed() -> None:
    assert is_consequence("notifications_items")
    allowed = [Allowed("chat_channels", "insert", {"id": "C1"})]
    check = nothing_else_changed(allowed, "U1")
    cause = inserted("chat_channels", "C1", 3)
    assert check.decide(evidence(cause, inserted("notifications_items", "N1", 3))).holds
    removed = RowChange("notifications_items", ("N1",), {"id": "N1"}, None, 3, (3,))
    assert check.decide(evidence(cause, removed)).holds
    for stray in (
        inserted("notifications_items", "N1", 4),
        inserted("chat_messages", "M1", 3),
        RowChange("notifications_items", ("N1",), {"is_read": 0}, {"is_read": 1}, 3, (3,)),
    ):
        assert not check.decide(evidence(cause, stray)).holds
    assert not check.decide(evidence(inserted("notifications_items", "N1", 3))).holds


def test_nobody_is_told_of_a_mention_that_came_by_an_edit(doors: Doors, office: Office) -> None:
    ming, jonas = office.people["mchen"], office.people["jwikstrand"]
    general = office.channels["general"]
    ts = post(doors, general, f"ask <@{ming}>")
    edited = {"channel_id": general, "ts": ts, "text": f"<@{ming}> <@{jonas}>"}
    perform(doors.world, doors.actor, messages.edit, **edited)
    assert told(doors) == [(ming, "mention", "mentioned you in #general")]


def test_deleted_message_is_withdrawn(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = post(doors, general, f"<@{colleague.person_id}>")
    (item,) = perform(doors.world, colleague.actor, inbox.list).items
    colleague.home.get(f"/notifications/{item.id}")
    perform(doors.world, doors.actor, messages.delete, channel_id=general, ts=ts)
    rows = all_rows(doors.world)
    assert (rows["notifications_items"], rows["notifications_openings"]) == ([], [])
    topics = doors.journal[-1].topics
    assert topics is not None
    assert f"notifications:{colleague.person_id}" in topics


def test_whoever_has_left_is_told_of_the_next_invitation(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    made = doors.rest("conversations.create", name="war-room", is_private=True)["channel"]["id"]
    other = office.people["mchen"]
    kept, mine = (
        (person_id, "invitation", "added you to #war-room")
        for person_id in (other, colleague.person_id)
    )
    doors.rest("conversations.invite", channel=made, users=f"{other},{colleague.person_id}")
    for _ in range(2):
        assert told(doors) == sorted([kept, mine])
        assert "added you to #war-room" in colleague.home.get("/notifications").text
        assert colleague.rest("conversations.leave", channel=made)["ok"]
        assert told(doors) == [kept]
        assert "added you to #war-room" not in colleague.home.get("/notifications").text
        doors.rest("conversations.invite", channel=made, users=colleague.person_id)
    doors.rest("conversations.kick", channel=made, user=colleague.person_id)
    assert told(doors) == [kept]


def test_invitation_is_told_to_whom_it_is_for(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    inside = perform(doors.world, doors.actor, members.list, channel_id=deploys).items
    outside = min(set(office.people.values()) - {person.id for person in inside})
    invitation = {"channel_id": deploys, "user_ids": [outside]}
    perform(doors.world, doors.actor, members.invite, **invitation)
    assert told(doors) == [(outside, "invitation", "added you to #deploys")]
