"""What happens in one app because of another."""

from __future__ import annotations

from html import unescape

from tests.kit import Doors, Office

from workworld.apps.tracker.service import issues
from workworld.calls import perform


def written(doors: Doors, office: Office, text: str, channel: str = "general") -> str:
    """The page after a line was written into a channel."""
    path = f"/c/{office.channels[channel]}/messages"
    answer = doors.browser.post(
        path, data={"csrf": doors.csrf, "text": text}, follow_redirects=True
    )
    return unescape(answer.get_data(as_text=True))


def test_an_issue_is_told_of_to_whoever_asks(doors: Doors, office: Office) -> None:
    arguments = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, doors.actor, issues.create, **arguments).key
    steps = len(doors.journal)
    page = written(doors, office, f"/issue {key.lower()}")
    assert f"{key}: Wombat burrow — To Do, nobody's yet." in page
    assert len(doors.journal) == steps


def test_a_hidden_issue_is_not_there_for_chat_either(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    arguments = {"project_id": "SEC", "type_id": "Task", "fields": {"summary": "Wombat burrow"}}
    key = perform(doors.world, doors.actor, issues.create, **arguments).key
    page = written(colleague, office, f"/issue {key}")
    assert "Wombat" not in page
    assert "Issue does not exist or you do not have permission to see it." in page


def test_an_issue_is_created_out_of_a_conversation_which_is_told(
    doors: Doors, office: Office
) -> None:
    page = written(doors, office, "/issue create cal Wombats <graze>  here")
    tables = [change.table for change in doors.changes]
    assert tables.count("tracker_issues") == tables.count("chat_messages") == 1
    row = next(each.after for each in doors.changes if each.table == "tracker_issues")
    assert row is not None
    assert row["summary"] == "Wombats <graze> here"
    assert f"/c/{office.channels['general']}" in str(row["description"])
    assert f"{row['key']}: Wombats <graze> here" in page  # the card
    assert len(doors.journal) == 1


def test_what_lacks_a_part_says_how_it_goes(doors: Doors, office: Office) -> None:
    for text in ("/issue", "/issue create", "/issue make it so"):
        assert "/issue CAL-214, or: create CAL summary" in written(doors, office, text)
    assert "No project could be found" in written(doors, office, "/issue create NOPE x")
    assert doors.changes == []


def test_who_may_create_nothing_is_refused_and_nothing_is_said(
    doors: Doors, office: Office
) -> None:
    viewer = Doors(doors.world, doors.authority, office.people["gostrander"])
    page = written(viewer, office, "/issue create CAL Something")
    assert "You do not have permission to create issues in this project." in page
    assert doors.changes == []
