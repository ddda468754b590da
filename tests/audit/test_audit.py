"""The audit log: what it tells, whom, and what it never does."""

import re

import pytest
from tests.kit import Doors, Office

from workworld.clock import Clock
from workworld.faults import FaultKind, inject
from workworld.notifications import inbox
from workworld.operations import operations
from workworld.passing_time import let_time_pass
from workworld.schedule import plan


def page(doors: Doors, query: str = "") -> str:
    response = doors.home.get(f"/audit{query}")
    assert response.status_code == 200, response.get_data(as_text=True)
    text: str = response.get_data(as_text=True)
    return text


def rows(text: str) -> list[str]:
    """Each entry as the words that one reads."""
    body = text.partition("log-table")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = (re.sub(r"<[^>]+>", " ", row) for row in body.split("</tr>")[:-1])
    return [" ".join(row.split()) for row in cells]


@pytest.fixture
def deeds(doors: Doors, colleague: Doors, office: Office) -> None:
    """A deed through each door, and a refusal."""
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text=f"secret words <@{colleague.person_id}>")
    colleague.mcp("slack_send_message", channel_id=general, message="by tool")
    doors.submit(f"/c/{general}/messages", text="by browser")
    colleague.rest("chat.postMessage", channel=office.channels["announcements"], text="no")


@pytest.mark.usefixtures("deeds")
def test_entries_say_who_did_what_when_and_through_which_door(doors: Doors) -> None:
    assert rows(page(doors)) == [
        "Today, 9:30 AM JW Jonas Wikstrand Refused restricted action chat.messages.post API",
        "Today, 9:30 AM AR Ana Ruiz Added message in #general chat.messages.post Browser",
        "Today, 9:30 AM JW Jonas Wikstrand Added message in #general chat.messages.post Tools",
        "Today, 9:30 AM AR Ana Ruiz Added message in #general chat.messages.post API",
    ]
    assert "secret words" not in page(doors)


def test_what_comes_with_a_change_goes_without_saying_unless_it_is_all(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text=f"<@{colleague.person_id}>")
    doors.rest("chat.postEphemeral", channel=general, text="psst", user=colleague.person_id)
    assert [row.partition("Ana Ruiz ")[2] for row in rows(page(doors))] == [
        "Added whisper chat.whispers.post API",
        "Added message in #general chat.messages.post API",
    ]
    tables = {change.table for change in doors.changes}
    assert {"chat_mentions", "notifications_notifications"} & tables


@pytest.mark.usefixtures("deeds")
@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?person=jonas", 2),
        ("?person=aruiz@", 2),
        ("?person=nobody", 0),
        ("?app=chat", 4),
        ("?app=cha", 0),
        ("?through=mcp", 1),
        ("?through=rest&person=Ana", 1),
        ("?through=nonsense", 4),
        ("?operation=chat.messages", 4),
        ("?operation=directory", 0),
        ("?person=%25", 0),
        ("?since=today", 4),
        ("?since=tomorrow", 0),
        ("?until=yesterday", 0),
        ("?since=2026-03-17&until=2026-03-17", 4),
        ("?since=some+day", 4),
    ],
)
def test_filters(doors: Doors, query: str, count: int) -> None:
    text = page(doors, query)
    assert len(rows(text)) == count
    assert ("Nothing matches" in text) is (count == 0)


def test_pages_follow_each_other_with_their_filters(doors: Doors, office: Office) -> None:
    for number in range(55):
        doors.rest("chat.postMessage", channel=office.channels["general"], text=f"{number}")
        doors.submit(f"/c/{office.channels['general']}/messages", text=f"{number}")
    path: str | None = "?through=rest"
    seen = 0
    while path:
        text = page(doors, path)
        seen += len(rows(text))
        assert not re.search("Browser</td>", text)
        older = re.search(r'href="/audit([^"]*cursor=[^"]+)"', text)
        path = older[1].replace("&amp;", "&") if older else None
    assert seen == 55


def test_others_find_nothing_there(doors: Doors, colleague: Doors) -> None:
    answers = {
        (answer.status_code, answer.get_data(), tuple(sorted(answer.headers.items())))
        for path in ("/audit", "/audit?app=chat", "/audit?cursor=x", "/nothing-of-the-kind")
        for answer in [colleague.home.get(path)]
    }
    assert len(answers) == 1
    assert {status for status, _body, _headers in answers} == {404}
    owner = Doors(doors.world, doors.authority, doors.person_id)
    assert owner.home.get("/audit").status_code == 200


def test_hidden_channel_is_not_told_of_to_an_admin_outside_it(doors: Doors, office: Office) -> None:
    member = Doors(doors.world, doors.authority, office.people["dwhitlock"])
    private = office.channels["renewals"]
    assert member.rest("chat.postMessage", channel=private, text="quiet")["ok"]
    (row,) = rows(page(doors))
    assert row.endswith("Added message chat.messages.post API")
    text = page(doors)
    assert private not in text
    assert "renewals" not in text
    owner = Doors(doors.world, doors.authority, office.people["gostrander"])
    assert rows(page(owner))[0].endswith("Added message in #renewals chat.messages.post API")


def test_how_the_world_is_run_is_not_told(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    with doors.world.writing() as session:
        now_us = Clock(session).now_us()
        jonas = office.people["jwikstrand"]
        for operation, arguments in (
            ("chat.messages.post", {"channel_id": general, "text": "as planned"}),
            ("chat.messages.post", {"channel_id": "C0000000000", "text": "in vain"}),
            ("chat.messages.fly", {}),
        ):
            plan(
                session,
                due_us=now_us + 1_000_000,
                actor_id=jonas,
                operation=operation,
                arguments=arguments,
            )
    let_time_pass(doors.world, 60)
    with doors.world.writing() as session:
        inject(session, app_id="chat", kind=FaultKind.DOWN, times=1)
    doors.submit(f"/c/{general}/messages", text="lost")
    assert len(doors.journal) == 4
    (row,) = rows(page(doors))
    assert "Jonas Wikstrand Added message in #general chat.messages.post Automation" in row
    text = page(doors)
    assert doors.world.id not in text.replace(doors.site.root, "")
    for word in ("as planned", "service unavailable", "schedule", "world_", "lost"):
        assert word not in text


def test_marks_are_entries_of_their_own(doors: Doors, colleague: Doors, office: Office) -> None:
    text = f"<@{doors.person_id}>"
    colleague.rest("chat.postMessage", channel=office.channels["general"], text=text)
    doors.submit_home("/notifications/read")
    assert rows(page(doors))[0] == (
        "Today, 9:30 AM AR Ana Ruiz Changed notification notifications.inbox.mark_all_read Browser"
    )
    assert operations()["notifications.inbox.mark_all_read"].function is inbox.mark_all_read


@pytest.mark.usefixtures("deeds")
def test_entries_are_saved_as_a_table(doors: Doors, colleague: Doors) -> None:
    answer = doors.home.get("/audit/entries.csv?through=rest&person=Ana")
    lines = answer.data.decode("utf-8-sig").splitlines()
    assert lines[0] == "when,who,through,operation,refused,what"
    assert len(lines) == 2
    assert lines[1].startswith("2026-03-17T09:30:")
    assert "Ana Ruiz,API,chat.messages.post,," in lines[1]
    assert colleague.home.get("/audit/entries.csv").status_code == 404


def test_day_that_cannot_be_told_is_told(doors: Doors) -> None:
    assert "This is no day that can be told." in page(doors, "?until=some+day")
    assert doors.browser.get("/admin/audit").location.endswith("/audit?app=chat")
