"""The package ``atlassian-python-api``, unmodified, against the tracker.

https://atlassian-python-api.readthedocs.io/jira.html
"""

from pathlib import Path
from typing import Any

import pytest
from atlassian import Jira
from requests import HTTPError
from tests.kit import Doors

from workworld.host import Host

PREFIX = "ATATT3x"


@pytest.fixture
def client(host: Host, doors: Doors) -> Any:
    token = doors.authority.token(doors.world, doors.person_id, PREFIX)
    url = f"{host.origin}/w/{doors.world.id}/tracker"
    return Jira(url=url, token=token, cloud=True)


def new(client: Any, **fields: Any) -> str:
    wanted = {"project": {"key": "CAL"}, "issuetype": {"name": "Task"}, "summary": "Sort it out"}
    return str(client.create_issue(fields=wanted | fields)["key"])


def test_basic_credentials_are_an_address_and_a_token(host: Host, doors: Doors) -> None:
    token = doors.authority.token(doors.world, doors.person_id, PREFIX)
    url = f"{host.origin}/w/{doors.world.id}/tracker"
    client = Jira(url=url, username="aruiz@calderoute.example", password=token, cloud=True)
    me = client.myself()
    assert me is not None
    assert me["accountId"] == doors.person_id


def test_issue_is_created_read_and_changed(client: Any) -> None:
    key = new(client, description="*because*", labels=["a"])
    client.update_issue_field(key, {"summary": "Sorted"})
    fields = client.issue(key)["fields"]
    assert (fields["summary"], fields["description"]) == ("Sorted", "*because*")
    assert client.issue_field_value(key, "labels") == ["a"]
    client.delete_issue(key)
    with pytest.raises(HTTPError):
        client.issue(key)


def test_issue_goes_through_its_workflow(client: Any) -> None:
    key = new(client)
    client.issue_transition(key, "In Progress")
    assert client.get_issue_status(key) == "In Progress"


def test_issue_is_commented_watched_and_assigned(client: Any, doors: Doors) -> None:
    key = new(client)
    comment = client.issue_add_comment(key, "First")
    client.issue_edit_comment(key, comment["id"], "Changed")
    assert [each["body"] for each in client.issue_get_comments(key)["comments"]] == ["Changed"]
    client.assign_issue(key, doors.person_id)
    assert client.issue(key)["fields"]["assignee"]["accountId"] == doors.person_id
    assert client.issue_get_watchers(key)["isWatching"]


def test_work_is_logged(client: Any) -> None:
    key = new(client)
    client.issue_worklog(key, "2026-03-16T09:00:00.000+0000", 3600, "Looked")
    (found,) = client.issue_get_worklog(key)["worklogs"]
    assert (found["timeSpentSeconds"], found["comment"]) == (3600, "Looked")


def test_file_is_attached(client: Any, tmp_path: Path) -> None:
    key, file = new(client), tmp_path / "plan.txt"
    file.write_text("hello")
    client.add_attachment(key, str(file))
    (found,) = client.issue(key)["fields"]["attachment"]
    assert (found["filename"], found["size"]) == ("plan.txt", 5)


def test_issues_are_linked(client: Any) -> None:
    blocker, blocked = new(client), new(client)
    ends = {"inwardIssue": {"key": blocker}, "outwardIssue": {"key": blocked}}
    client.create_issue_link({"type": {"name": "Blocks"}, **ends})
    (link,) = client.issue(blocked)["fields"]["issuelinks"]
    assert link["inwardIssue"]["key"] == blocker


def test_issues_are_found(client: Any) -> None:
    key = new(client, labels=["sought"])
    found = client.enhanced_jql("labels = sought", fields=["summary"])
    assert [each["key"] for each in found["issues"]] == [key]
    assert client.approximate_issue_count("labels = sought")["count"] == 1


def test_site_is_told(client: Any) -> None:
    assert "CAL" in [each["key"] for each in client.projects()]
    assert client.project("CAL")["issueTypes"]
    assert "Rank" in [each["name"] for each in client.get_all_fields()]
    assert client.get_all_priorities()
    assert client.get_all_statuses()
    assert "Administrator" in client.get_project_roles("CAL")
    assert client.issue_createmeta_issuetypes("CAL")["issueTypes"]


def test_boards_and_sprints_are_listed(client: Any) -> None:
    boards = client.get_all_agile_boards(board_type="scrum")["values"]
    board = next(each for each in boards if each["name"].startswith("CAL"))
    assert client.get_all_sprints_from_board(board["id"])["values"]
    assert client.get_issues_for_backlog(board["id"])["issues"]
    assert client.get_agile_board_configuration(board["id"])["columnConfig"]["columns"]
