"""Polls: asking people to choose, choosing, and closing."""

import html
import json
import re
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.clock import Clock
from workworld.identity import Authority
from workworld.passing_time import let_time_pass
from workworld.schedule import planned

_LUNCH = ["Noodles", "Soup & bread"]


def ask(doors: Doors, channel_id: str, **more: Any) -> str:
    given = {"question": "Where *do* we eat, @channel?", "options": _LUNCH, **more}
    answer = doors.mcp("slack_create_poll", channel_id=channel_id, **given)
    assert not answer.is_error, answer.content
    ts: str = json.loads(text_of(answer))["message_context"]["message_ts"]
    return ts


def vote(doors: Doors, channel_id: str, ts: str, option: float, tool: str = "vote_in_poll") -> str:
    """What the tool answers: how the poll stands, or why not."""
    place = {"channel_id": channel_id, "message_ts": ts}
    return str(doors.mcp(f"slack_{tool}", **place, option=option).content)


def read(doors: Doors, channel_id: str, ts: str) -> str:
    return str(doors.mcp("slack_read_poll", channel_id=channel_id, message_ts=ts).content)


def shown(doors: Doors, channel_id: str) -> str:
    """The last poll of a channel's page."""
    page = doors.browser.get(f"/c/{channel_id}?at=end").get_data(as_text=True)
    return html.unescape(re.findall(r'<form class="poll".*?</form>', page, re.DOTALL)[-1])


def pressed(poll: str) -> list[str]:
    return re.findall(r'value="(\d)" aria-pressed="true"', poll)


def last(doors: Doors, channel_id: str) -> dict[str, Any]:
    found: dict[str, Any] = doors.rest("conversations.history", channel=channel_id, limit=1)
    message: dict[str, Any] = found["messages"][0]
    return message


def test_message_says_what_is_asked_and_stays_the_same(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = ask(doors, general)
    said = "Poll: Where *do* we eat, @channel? — Noodles, Soup &amp; bread"
    assert (last(doors, general)["ts"], last(doors, general)["text"]) == (ts, said)
    vote(colleague, general, ts, 2)
    assert last(doors, general)["text"] == said
    found = doors.rest("search.messages", query="noodles bread")["messages"]["matches"]
    assert ts in [each["ts"] for each in found]
    refused = doors.rest("chat.update", channel=general, ts=ts, text="Something else")
    assert refused["error"] == "cant_update_message"


def test_vote_takes_the_place_of_the_one_before(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = ask(doors, general)
    vote(colleague, general, ts, 1)
    vote(doors, general, ts, 1)
    assert "2. Soup & bread — 1 [your choice]: Ana Ruiz" in vote(doors, general, ts, 2)
    assert "1. Noodles — 1: Jonas" in read(doors, general, ts)
    assert "(one may be chosen, open)" in read(doors, general, ts)
    assert "2. Soup & bread — 0" in vote(doors, general, ts, 2, "withdraw_vote")


def test_several_may_be_chosen_where_the_poll_allows(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general, is_multiple=True)
    vote(doors, general, ts, 1)
    vote(doors, general, ts, 2)
    assert pressed(shown(doors, general)) == ["1", "2"]
    assert "1 person has voted · Several may be chosen" in shown(doors, general)


def test_anonymous_poll_names_nobody(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general, is_anonymous=True)
    vote(colleague, general, ts, 1)
    assert "Jonas" not in read(doors, general, ts) + shown(doors, general)
    assert "1. Noodles — 1" in read(doors, general, ts)
    assert "Anonymous" in shown(doors, general)


def test_page_asks_and_counts(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    form = {"question": "Lunch?", "options": "Noodles\r\n\r\nSoup\r\n"}
    made = doors.submit(f"/c/{general}/poll", **form)
    ts = last(doors, general)["ts"]
    assert (made.status_code, ts.replace(".", "") in made.location) == (303, True)
    for _ in range(2):  # a second click is as wished for
        assert colleague.submit(f"/c/{general}/m/{ts}/vote", option="2").status_code == 303
    poll = shown(colleague, general)
    assert (pressed(poll), "You</small>" in poll, "Close poll" in poll) == (["2"], True, False)
    assert "Jonas</small>" in shown(doors, general)
    assert 'value="1" max="1"' in shown(doors, general)
    assert colleague.submit(f"/c/{general}/m/{ts}/vote", drop="2").status_code == 303
    assert pressed(shown(colleague, general)) == []
    for wrong in ("", "x", "9", "²"):
        assert colleague.submit(f"/c/{general}/m/{ts}/vote", option=wrong).status_code == 404


def test_emoji_by_name_are_shown_and_nothing_else_is_markup(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ask(doors, general, question="*Lunch* :pizza: <b>?", options=[":tada:", "*b* <@U1>"])
    poll = shown(doors, general)
    assert re.search(r'-poll">\*Lunch\* .*🍕.* <b>\?</p>', poll)
    assert "🎉" in poll
    assert ">*b* <@U1></bdi>" in poll


def test_refused_form_keeps_what_was_entered(doors: Doors, office: Office) -> None:
    path = f"/c/{office.channels['general']}/poll"
    assert "Options" in doors.browser.get(path).get_data(as_text=True)
    answer = doors.submit(path, question="Lunch?", options="Noodles", anonymous="1")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "A poll has at least 2 options." in page
    assert 'value="Lunch?"' in page
    assert "\nNoodles</textarea>" in page
    assert re.search(r'name="anonymous" value="1" checked', page)


def test_closed_poll_counts_no_more(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general)
    place = {"channel_id": general, "message_ts": ts}
    assert "cant_close_poll" in str(colleague.mcp("slack_close_poll", **place).content)
    assert doors.submit(f"/c/{general}/m/{ts}/close-poll").status_code == 303
    assert "poll_closed" in vote(colleague, general, ts, 1)
    assert colleague.submit(f"/c/{general}/m/{ts}/vote", option="1").status_code == 403
    poll = shown(colleague, general)
    assert poll.count("disabled") == 2
    assert "Closed" in poll


def test_admin_closes_the_poll_of_somebody_else(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = ask(colleague, general)
    closed = doors.mcp("slack_close_poll", channel_id=general, message_ts=ts)
    assert ", closed)" in str(closed.content)


def test_only_members_vote_and_nobody_in_archived_channels(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    made = doors.rest("conversations.create", name="plans")["channel"]["id"]
    ts = ask(doors, made)
    assert "not_in_channel" in vote(colleague, made, ts, 1)
    assert shown(colleague, made).count("disabled") == 2
    assert doors.rest("conversations.archive", channel=made)["ok"]
    assert "is_archived" in vote(doors, made, ts, 1)
    closed = doors.mcp("slack_close_poll", channel_id=made, message_ts=ts)
    assert "is_archived" in str(closed.content)


def test_poll_goes_with_its_message(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general)
    vote(doors, general, ts, 1)
    doors.rest("chat.postMessage", channel=general, text="re", thread_ts=ts)
    assert doors.rest("chat.delete", channel=general, ts=ts)["ok"]
    assert "message_not_found" in read(doors, general, ts)
    tables = {each.table for each in doors.changes}
    assert not tables & {"chat_polls", "chat_poll_options", "chat_poll_votes"}


def test_everybody_votes_where_only_admins_post(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    announcements = office.channels["announcements"]
    refused = colleague.mcp(
        "slack_create_poll", channel_id=announcements, question="Lunch?", options=_LUNCH
    )
    assert refused.is_error
    ts = ask(doors, announcements)
    assert "[your choice]" in vote(colleague, announcements, ts, 1)


def test_guest_votes_where_they_are_let_into(
    doors: Doors, office: Office, authority: Authority
) -> None:
    guest = Doors(doors.world, authority, office.people["mtierney"])
    general = office.channels["general"]
    inside = next(each["id"] for each in guest.rest("users.conversations")["channels"])
    doors.rest("conversations.join", channel=inside)
    assert "[your choice]" in vote(guest, inside, ask(doors, inside), 1)
    ts = ask(doors, general)
    assert "channel_not_found" in vote(guest, general, ts, 1)
    assert guest.submit(f"/c/{general}/m/{ts}/vote", option="1").status_code == 404


def test_poll_is_taken_back_until_somebody_votes(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = ask(doors, general)
    vote(colleague, general, ts, 1)
    assert doors.submit(f"/c/{general}/m/{ts}/unsend").status_code == 403
    vote(colleague, general, ts, 1, "withdraw_vote")
    assert doors.submit(f"/c/{general}/m/{ts}/unsend").status_code == 303


def test_command_asks(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    path = f"/c/{general}/messages"
    answer = doors.submit(path, text='/poll "Lunch?" “Noodles” "Soup" anonymous')
    assert answer.status_code == 303
    assert last(doors, general)["text"] == "Poll: Lunch? — Noodles, Soup"
    assert "Anonymous" in shown(doors, general)
    assert doors.submit(path, text="/poll").location.endswith(f"/c/{general}/poll")
    for wrong in ("/poll Lunch?", '/poll "Lunch?" "Soup" loud', '/poll "Lunch?" "Soup"'):
        assert doors.submit(path, text=wrong).status_code == 422


def test_poll_of_a_thread_stays_there(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    answer = doors.submit(f"/c/{general}/t/{root}/messages", text='/poll "Lunch?" "a" "b"')
    assert answer.location.endswith(f"/t/{root}")
    _parent, reply = doors.rest("conversations.replies", channel=general, ts=root)["messages"]
    assert reply["text"] == "Poll: Lunch? — a, b"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"question": "x" * 301}, "too_long"),
        ({"options": ["a", "b" * 101]}, "too_long"),
        ({"options": ["a", " "]}, "no_option"),
        ({"options": []}, "too_few_options"),
        ({"thread_ts": "1700000000.000001"}, "thread_not_found"),
    ],
)
def test_poll_is_refused(doors: Doors, office: Office, given: dict[str, Any], error: str) -> None:
    asked = {"question": "Lunch?", "options": _LUNCH, **given}
    answer = doors.mcp("slack_create_poll", channel_id=office.channels["general"], **asked)
    assert error in str(answer.content)
    assert doors.changes == []


def now(doors: Doors) -> int:
    with doors.world.reading() as session:
        return Clock(session).now_us() // 1_000_000


def test_poll_closes_by_the_clock_and_says_so(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    ts = ask(doors, general, closes_at=now(doors) + 7200)
    assert "open until" in read(doors, general, ts)
    assert re.search(r"Closes <time datetime=.*?>today at ", shown(doors, general))
    let_time_pass(doors.world, 3600)
    assert "1. Noodles" in vote(colleague, general, ts, 1)
    let_time_pass(doors.world, 3700)
    assert "poll_closed" in vote(colleague, general, ts, 2)
    assert "(one may be chosen, closed)" in read(doors, general, ts)
    poll = shown(doors, general)
    assert "Closed" in poll
    assert "<time" not in poll
    assert "disabled" in poll
    assert [step.outcome for step in doors.journal if step.operation == "chat.polls.expire"] == [
        "ok"
    ]


def test_author_opens_a_poll_again(doors: Doors, colleague: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general, closes_at=now(doors) + 600)
    doors.submit(f"/c/{general}/m/{ts}/close-poll")
    assert "Open again" in shown(doors, general)
    assert "Open again" not in shown(colleague, general)
    doors.submit(f"/c/{general}/m/{ts}/reopen-poll")
    let_time_pass(doors.world, 1200)
    assert "2. Soup" in vote(colleague, general, ts, 2)
    assert not [step for step in doors.journal if step.operation == "chat.polls.expire"]


def test_time_of_a_deleted_poll_does_not_come(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    ts = ask(doors, general, closes_at=now(doors) + 600)
    doors.rest("chat.delete", channel=general, ts=ts)
    with doors.world.reading() as session:
        assert not [due for due in planned(session) if due.operation == "chat.polls.expire"]


def test_form_takes_the_time_in_words(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    asked = {"question": "Lunch?", "options": "Noodles\nSoup"}
    doors.submit(f"/c/{general}/poll", **asked, closes="tomorrow at 5pm")
    assert "tomorrow at 5:00 PM" in shown(doors, general)
    refused = doors.submit(f"/c/{general}/poll", **asked, closes="whenever")
    assert refused.status_code == 422
    assert "This is no time: whenever." in html.unescape(refused.text)
    assert 'value="whenever"' in refused.text


@pytest.mark.parametrize(("ahead", "code"), [(-5, "time_in_past"), (10**8, "time_too_far")])
def test_time_must_be_one_to_come(doors: Doors, office: Office, ahead: int, code: str) -> None:
    given = {"question": "Lunch?", "options": _LUNCH, "closes_at": now(doors) + ahead}
    answer = doors.mcp("slack_create_poll", channel_id=office.channels["general"], **given)
    assert text_of(answer).startswith(code)
