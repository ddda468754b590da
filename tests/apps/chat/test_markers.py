"""Read markers: kept by pages unasked, outside steps, time and diffs."""

import re

from tests.kit import Doors, Office

from workworld.apps.chat.service import members, messages
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.database import TableRole, rebuild_derived, tables
from workworld.worlds import World


def unread(doors: Doors, at: str) -> list[str]:
    page = doors.browser.get(f"/c/{at}").get_data(as_text=True)
    return re.findall(r'<span dir="auto">([^<]+)<span class="visually-hidden"> unread', page)


def look(doors: Doors, at: str) -> None:
    """Open a channel and see its end, in a browser without scripts."""
    page = doors.browser.get(f"/c/{at}").get_data(as_text=True)
    for picture in re.findall(r'<noscript><img src="([^"]+)"', page):
        assert doors.browser.get(picture).mimetype == "image/gif"


def test_channel_is_unread_until_it_was_looked_at(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, announcements = office.channels["general"], office.channels["announcements"]
    assert unread(colleague, announcements) == []
    doors.rest("chat.postMessage", channel=general, text="news")
    assert unread(colleague, announcements) == ["general"]
    assert unread(doors, announcements) == []  # one has read what one wrote
    look(colleague, general)
    assert unread(colleague, announcements) == []


def test_reply_does_not_make_a_channel_unread_unless_it_was_sent_there_too(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, other = office.channels["general"], office.channels["announcements"]
    root = doors.rest("chat.postMessage", channel=general, text="root")["ts"]
    look(colleague, general)
    reply = {"channel": general, "text": "re", "thread_ts": root}
    doors.rest("chat.postMessage", **reply)
    assert unread(colleague, other) == []
    doors.rest("chat.postMessage", **reply, reply_broadcast=True)
    assert unread(colleague, other) == ["general"]


def test_looking_is_no_step_takes_no_time_and_is_no_change(doors: Doors, office: Office) -> None:
    with doors.world.reading() as session:
        before = Clock(session).now_us()
    for name in ("general", "announcements"):
        look(doors, office.channels[name])
    assert doors.journal == []
    assert doors.changes == []
    with doors.world.reading() as session:
        assert Clock(session).now_us() == before


def test_looking_at_old_messages_marks_nothing_read(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, other = office.channels["general"], office.channels["announcements"]
    first = doors.rest("chat.postMessage", channel=general, text="one")["ts"]
    for number in range(60):
        doors.rest("chat.postMessage", channel=general, text=f"later {number}")
    colleague.browser.get(f"/c/{general}/m/{first}")
    assert unread(colleague, other) == ["general"]


def test_guest_in_a_public_channel_leaves_no_marker(colleague: Doors, office: Office) -> None:
    listed = colleague.rest("conversations.list", exclude_archived=True)["channels"]
    foreign = next(channel["id"] for channel in listed if not channel["is_member"])
    page = colleague.browser.get(f"/c/{foreign}")
    assert page.status_code == 200
    assert "Only members of" in page.get_data(as_text=True)
    with colleague.world.reading() as session:
        rows = session.connection().exec_driver_sql(
            "SELECT count(*) FROM chat_read_markers m LEFT JOIN chat_memberships USING"
            " (channel_id, person_id) WHERE chat_memberships.person_id IS NULL"
        )
        assert rows.scalar() == 0


def test_roll_ups_of_threads_equal_a_rebuild(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=general, text="root")["ts"]
    for at in (doors, colleague, doors):
        at.rest("chat.postMessage", channel=general, text="re", thread_ts=root)
    (thread,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
    assert (thread["reply_count"], thread["reply_users"]) == (
        3,
        [doors.person_id, colleague.person_id],
    )
    derived = tables(TableRole.DERIVED)
    assert derived
    with doors.world.writing() as session:
        kept = [session.execute(table.select()).all() for table in derived]
        session.connection().exec_driver_sql("UPDATE chat_threads SET reply_count = 99")
        rebuild_derived(session)
        again = [session.execute(table.select()).all() for table in derived]
    assert [sorted(rows, key=repr) for rows in kept] == [sorted(rows, key=repr) for rows in again]
    assert kept[0]


def test_joining_makes_no_old_message_unread(doors: Doors, office: Office, world: World) -> None:
    support, general = office.channels["support"], office.channels["general"]
    perform(world, doors.actor, members.join, channel_id=support)
    assert unread(doors, general) == []
    eboadi = Actor(office.people["eboadi"])
    perform(world, eboadi, messages.post, channel_id=support, text="news")
    assert unread(doors, general) == ["support"]


def test_coming_and_going_makes_nothing_unread(doors: Doors, office: Office, world: World) -> None:
    deploys, general = office.channels["deploys"], office.channels["general"]
    eboadi = Actor(office.people["eboadi"])
    perform(world, eboadi, members.leave, channel_id=deploys)
    assert unread(doors, general) == []
