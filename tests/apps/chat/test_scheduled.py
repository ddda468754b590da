import html
import re
from collections.abc import Callable

import pytest
from tests.kit import COLLEAGUE, Doors, Office, text_of

from workworld.apps.chat.models import ScheduledMessage
from workworld.clock import Clock
from workworld.identity import Authority
from workworld.passing_time import let_time_pass
from workworld.worlds import World

pytestmark = pytest.mark.usefixtures("clean_desks")

HOUR = 3600


def now(world: World) -> int:
    with world.reading() as session:
        return Clock(session).now_us() // 1_000_000


def schedule(doors: Doors, channel_id: str, ahead: int = HOUR, text: str = "later") -> str:
    answer = doors.rest(
        "chat.scheduleMessage", channel=channel_id, text=text, post_at=now(doors.world) + ahead
    )
    assert answer["ok"], answer
    return str(answer["scheduled_message_id"])


def newest(doors: Doors, channel_id: str) -> dict[str, str]:
    (message,) = doors.rest("conversations.history", channel=channel_id, limit=1)["messages"]
    assert isinstance(message, dict)
    return message


def state(world: World, scheduled_id: str) -> tuple[str, str | None]:
    with world.reading() as session:
        row = session.get_one(ScheduledMessage, scheduled_id)
        return row.state, row.reason


def test_message_is_sent_at_its_time_by_its_author(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    at = now(doors.world) + HOUR
    scheduled_id = schedule(doors, general)
    let_time_pass(doors.world, HOUR - 60)
    assert newest(doors, general)["text"] != "later"
    let_time_pass(doors.world, 120)
    message = newest(doors, general)
    assert (message["text"], message["user"]) == ("later", doors.person_id)
    assert message["ts"].startswith(str(at))
    assert state(doors.world, scheduled_id) == ("sent", None)
    assert doors.rest("chat.scheduledMessages.list")["scheduled_messages"] == []


def test_message_that_cannot_be_sent_fails_with_the_reason(doors: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="short-lived")["channel"]["id"]
    scheduled_id = schedule(doors, made)
    doors.rest("conversations.archive", channel=made)
    let_time_pass(doors.world, 2 * HOUR)
    assert state(doors.world, scheduled_id)[0] == "failed"
    page = html.unescape(doors.home.get("/notifications").get_data(as_text=True))
    assert "that was not sent: #short-lived is archived" in page


def test_author_who_left_is_told(world: World, authority: Authority, office: Office) -> None:
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    made = jonas.rest("conversations.create", name="brief")["channel"]["id"]
    scheduled_id = schedule(jonas, made)
    jonas.rest("conversations.leave", channel=made)
    let_time_pass(world, 2 * HOUR)
    assert state(world, scheduled_id) == ("failed", "Only members of #brief can post here.")


def _archived(doors: Doors, channel: str, _author: str) -> None:
    doors.rest("conversations.archive", channel=channel)


def _read_only(doors: Doors, channel: str, _author: str) -> None:
    doors.mcp("slack_set_posting_permissions", channel_id=channel, posting="admins")


def _removed(doors: Doors, channel: str, author: str) -> None:
    doors.rest("conversations.kick", channel=channel, user=author)


def _deactivated(doors: Doors, _channel: str, author: str) -> None:
    doors.mcp("slack_deactivate_user", user_id=author)


@pytest.mark.parametrize(
    ("happens", "reason"),
    [
        (_archived, "#brief is archived: it can be read, not written to."),
        (_read_only, "Only admins can post in #brief."),
        (_removed, "Only members of #brief can post here."),
        (_deactivated, "Your account was deactivated then."),
    ],
)
def test_message_fails_when_its_author_may_not_post_any_more(
    doors: Doors,
    colleague: Doors,
    office: Office,
    happens: Callable[[Doors, str, str], None],
    reason: str,
) -> None:
    made = doors.rest("conversations.create", name="brief")["channel"]["id"]
    doors.rest("conversations.invite", channel=made, users=colleague.person_id)
    scheduled_id = schedule(colleague, made)
    happens(doors, made, colleague.person_id)
    before = newest(doors, made)["ts"]
    let_time_pass(doors.world, 2 * HOUR)
    assert state(doors.world, scheduled_id) == ("failed", reason)
    assert newest(doors, made)["ts"] == before
    if happens is _deactivated:
        doors.mcp("slack_reactivate_user", user_id=colleague.person_id)
    page = html.unescape(colleague.browser.get("/scheduled").get_data(as_text=True))
    assert reason in page
    assert f"was not sent: {reason}" in html.unescape(
        colleague.home.get("/notifications").get_data(as_text=True)
    )
    listed = text_of(colleague.mcp("slack_list_scheduled_messages", include_failed=True))
    assert scheduled_id in listed


@pytest.mark.parametrize(
    ("ahead", "code"), [(-5, "time_in_past"), (0, "time_in_past"), (121 * 86_400, "time_too_far")]
)
def test_times_out_of_bounds_are_refused(
    doors: Doors, office: Office, ahead: int, code: str
) -> None:
    when = now(doors.world) + ahead
    given = {"channel": office.channels["general"], "text": "x", "post_at": when}
    assert doors.rest("chat.scheduleMessage", **given)["error"] == code


def test_hosted_server_wants_two_minutes(doors: Doors, office: Office) -> None:
    given = {"channel_id": office.channels["general"], "message": "**soon**"}
    soon = now(doors.world) + 100
    refused = doors.mcp("slack_schedule_message", **given, post_at=soon)
    assert "time_in_past" in text_of(refused)
    made = doors.mcp("slack_schedule_message", **given, post_at=soon + 100)
    assert not made.is_error
    (row,) = doors.rest("chat.scheduledMessages.list")["scheduled_messages"]
    assert row["text"] == "*soon*"


def test_time_is_changed_and_message_cancelled(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    scheduled_id = schedule(doors, general)
    later = now(doors.world) + 3 * HOUR
    doors.mcp("slack_update_scheduled_message", scheduled_message_id=scheduled_id, post_at=later)
    let_time_pass(doors.world, 2 * HOUR)
    assert state(doors.world, scheduled_id)[0] == "waiting"
    given = {"channel": general, "scheduled_message_id": scheduled_id}
    assert doors.rest("chat.deleteScheduledMessage", **given)["ok"]
    again = doors.rest("chat.deleteScheduledMessage", **given)
    assert again["error"] == "invalid_scheduled_message_id"
    let_time_pass(doors.world, 2 * HOUR)
    assert newest(doors, general)["text"] != "later"


def test_nobody_else_knows_of_it(world: World, authority: Authority, office: Office) -> None:
    ana = Doors(world, authority, office.people["aruiz"])
    jonas = Doors(world, authority, office.people[COLLEAGUE])
    scheduled_id = schedule(ana, office.channels["general"], text="quarterly surprise")
    assert jonas.rest("chat.scheduledMessages.list")["scheduled_messages"] == []
    given = {"channel": office.channels["general"], "scheduled_message_id": scheduled_id}
    refused = jonas.rest("chat.deleteScheduledMessage", **given)
    assert refused["error"] == "invalid_scheduled_message_id"
    assert not re.search("surprise", jonas.browser.get("/scheduled").get_data(as_text=True))
