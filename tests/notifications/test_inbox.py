"""What somebody was told of, what of it is read, and the page that shows it."""

import re

import pytest
from tests.kit import Doors, Office
from tests.states import all_rows

from workworld.calls import perform
from workworld.notifications import inbox
from workworld.worlds import Worlds


@pytest.fixture
def three(doors: Doors, colleague: Doors, office: Office) -> list[str]:
    """Ids of three notifications of the usual persona, newest first."""
    for number in range(3):
        answer = colleague.rest(
            "chat.postMessage",
            channel=office.channels["general"],
            text=f"{number} <@{doors.person_id}>",
        )
        assert answer["ok"]
    return [item.id for item in perform(doors.world, doors.actor, inbox.list).items]


def page(doors: Doors, path: str = "/notifications", status: int = 200) -> str:
    response = doors.home.get(path)
    assert response.status_code == status
    text: str = response.get_data(as_text=True)
    return text


def unread(doors: Doors) -> list[str]:
    found = perform(doors.world, doors.actor, inbox.list, only_unread=True)
    assert sum(perform(doors.world, doors.actor, inbox.count).values()) == len(found.items)
    return [item.id for item in found.items]


def test_page_lists_the_newest_first_and_leads_to_them(
    doors: Doors, office: Office, three: list[str]
) -> None:
    text = page(doors)
    assert re.findall(r'data-key="(\w+)"', text) == three
    assert "<strong>Jonas Wikstrand</strong> mentioned you in #general" in text
    assert "Notifications, 3 unread" in page(doors, "/notifications/bell")
    target = doors.home.get(f"/notifications/{three[1]}").headers["Location"]
    general = office.channels["general"]
    assert target.startswith(f"{doors.site.addresses.app('chat')}/archives/{general}/p")
    response = doors.browser.get(target.removeprefix(doors.site.addresses.app("chat")))
    assert response.headers["Location"].startswith(f"/c/{general}/m/")


def test_what_somebody_may_not_read_any_more_is_not_shown(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    author = Doors(doors.world, doors.authority, office.people["mchen"])
    said = f"rather private <@{doors.person_id}>"
    assert author.rest("chat.postMessage", channel=deploys, text=said)["ok"]
    assert "rather private @Ana" in page(doors)
    with doors.world.writing() as session:
        connection = session.connection()
        statements = (
            "UPDATE chat_channels SET kind = 'private' WHERE id = ?",
            "DELETE FROM chat_memberships WHERE channel_id = ? AND person_id = ?",
        )
        connection.exec_driver_sql(statements[0], (deploys,))
        connection.exec_driver_sql(statements[1], (deploys, doors.person_id))
    text = page(doors)
    assert "rather private" not in text
    assert "mentioned you in #deploys" in text


def test_opening_one_marks_it_read_without_a_step(doors: Doors, three: list[str]) -> None:
    before, journal = doors.changes, doors.journal
    doors.home.get(f"/notifications/{three[0]}")
    doors.home.get(f"/notifications/{three[0]}")
    assert unread(doors) == three[1:]
    assert (doors.changes, len(doors.journal)) == (before, len(journal))
    assert "Notifications, 2 unread" in page(doors, "/notifications/bell")


def test_marking_is_a_step(doors: Doors, three: list[str]) -> None:
    steps = len(doors.journal)
    assert doors.submit_home(f"/notifications/{three[0]}/read").status_code == 303
    assert unread(doors) == three[1:]
    doors.home.get(f"/notifications/{three[1]}")
    for opened_or_marked in three[:2]:
        doors.submit_home(f"/notifications/{opened_or_marked}/unread")
    assert unread(doors) == three
    response = doors.submit_home("/notifications/read", app="chat", show="unread")
    assert response.headers["Location"] == "/notifications?app=chat&show=unread"
    assert unread(doors) == []
    assert [(entry.operation, entry.surface) for entry in doors.journal[steps:]] == [
        ("notifications.inbox.mark_read", "ui"),
        ("notifications.inbox.mark_unread", "ui"),
        ("notifications.inbox.mark_unread", "ui"),
        ("notifications.inbox.mark_all_read", "ui"),
    ]
    assert "Notifications, none unread" in page(doors, "/notifications/bell")


def test_what_was_opened_does_not_decide_what_a_step_writes(
    worlds: Worlds, doors: Doors, three: list[str]
) -> None:
    fork = worlds.fork(doors.world)
    other = Doors(fork, doors.authority, doors.person_id)
    other.home.get(f"/notifications/{three[0]}")
    for each in (doors, other):
        each.submit_home("/notifications/read")
    assert all_rows(fork)["notifications_items"] == all_rows(doors.world)["notifications_items"]


def test_pages_follow_each_other(doors: Doors, colleague: Doors, office: Office) -> None:
    for number in range(60):
        text = f"{number} <@{doors.person_id}>"
        colleague.rest("chat.postMessage", channel=office.channels["general"], text=text)
    path: str | None = "/notifications"
    seen: list[str] = []
    while path:
        text = page(doors, path)
        seen += re.findall(r'data-key="(\w+)"', text)
        older = re.search(r'href="([^"]*cursor=[^"]+)"', text)
        path = older[1].replace("&amp;", "&") if older else None
    assert len(seen) == len(set(seen)) == 60
    page(doors, "/notifications?cursor=nonsense", status=422)


def test_somebody_elses_is_not_there(doors: Doors, colleague: Doors, three: list[str]) -> None:
    before = all_rows(doors.world)["notifications_items"]
    answers = set()
    for notification_id in (three[0], "N0000000000"):
        answers.add(colleague.home.get(f"/notifications/{notification_id}").get_data())
        for state in ("read", "unread"):
            answer = colleague.submit_home(f"/notifications/{notification_id}/{state}")
            assert answer.status_code == 404
            answers.add(answer.get_data())
    assert len(answers) == 1
    assert three[0] not in page(colleague)
    colleague.submit_home("/notifications/read")
    assert all_rows(doors.world)["notifications_items"] == before


def test_filters_say_when_nothing_is_left(doors: Doors, three: list[str]) -> None:
    doors.submit_home("/notifications/read")
    assert "You are all caught up" in page(doors, "/notifications?show=unread")
    assert "Nothing here yet" in page(doors, "/notifications?app=nowhere")
    assert "disabled" in page(doors)
