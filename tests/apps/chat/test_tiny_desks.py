"""What people of the tiny company keep for themselves is what they find on their pages."""

import html
import re

import pytest
from sqlalchemy import func, select
from tests.apps.chat.test_sections import shown
from tests.kit import Doors, Office

from workworld.apps.chat.models import Draft, Poll
from workworld.passing_time import let_time_pass

HOUR = 3600


def page_of(doors: Doors, path: str) -> str:
    return html.unescape(doors.browser.get(path).text)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/drafts", "Two things: your yes to the load test with real carriers, and"),
        ("/drafts", "Thread in #support-escalations"),
        ("/scheduled", "Lunch is at 12:30 today"),
        ("/later", "Was due"),
        ("/later", "Write into the postmortem"),
        ("/later?state=completed", "CAL-232 is merged"),
        ("/later?state=completed", "Slide on Dock Planner"),
    ],
)
def test_newcomer_finds_what_the_persona_keeps(doors: Doors, path: str, said: str) -> None:
    assert said in page_of(doors, path)


def test_sidebar_is_divided_as_its_person_wants(doors: Doors, colleague: Doors) -> None:
    mine, theirs = shown(doors), shown(colleague)
    assert [*mine][:3] == ["Starred", "🤝 Customers", "Channels"]
    assert (mine["Starred"], mine["🤝 Customers"]) == (["product-eng"], ["support-escalations"])
    assert theirs["Starred"] == ["deploy-alerts"]
    assert theirs["📚 To learn from"] == ["Mingzhu Chen", "support"]


def test_draft_goes_as_it_is_sent_and_is_in_no_difference(doors: Doors, office: Office) -> None:
    with doors.world.reading() as session:
        assert session.scalar(select(func.count()).select_from(Draft)) == 0
    channel = office.channels["support-escalations"]
    root = re.search(rf"/c/{channel}/t/([\d.]+)", page_of(doors, "/drafts"))
    assert root is not None
    doors.submit(f"/c/{channel}/t/{root[1]}/messages", text="Thank you, all three.")
    assert "Thread in #support-escalations" not in page_of(doors, "/drafts")
    assert not [
        each for each in doors.changes if "draft" in each.table or "unfinished" in each.table
    ]


def test_poll_of_the_company_takes_a_vote(doors: Doors, office: Office) -> None:
    channel = office.channels["product-eng"]
    with doors.world.reading() as session:
        ts = session.scalars(select(Poll.ts).where(Poll.channel_id == channel)).one()
    before = page_of(doors, f"/c/{channel}/m/{ts}")
    assert "6 people have voted" in before
    doors.submit(f"/c/{channel}/m/{ts}/vote", option="3")
    after = page_of(doors, f"/c/{channel}/m/{ts}")
    assert "7 people have voted" in after
    assert [change.table for change in doors.changes] == ["chat_poll_votes"]


def test_what_is_due_comes_to_pass_in_its_time(doors: Doors, office: Office) -> None:
    profile = f"/u/{office.people['tbreslin']}"
    assert "Up a hill until Wednesday" in page_of(doors, profile)
    let_time_pass(doors.world, 7 * 24 * HOUR)
    assert "Up a hill until Wednesday" not in page_of(doors, profile)
    assert "Lunch is at 12:30 today" in page_of(doors, "/sent")
    assert "Scheduled" in page_of(doors, "/scheduled")
    assert "Lunch is at 12:30 today" not in page_of(doors, "/scheduled")
    assert "asked for a reminder: Read through the week's alerts" in page_of(doors, "/activity")
    assert "Friday, March 27" in page_of(doors, "/later")
