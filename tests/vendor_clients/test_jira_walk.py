"""Everything that the two packages ask for beside issues, in one walk through one host.

https://pypi.org/project/jira/ and https://pypi.org/project/atlassian-python-api/
"""

from contextlib import closing
from typing import Any

import pytest
from atlassian import Jira, ServiceDesk
from jira import JIRA, JIRAError
from requests import HTTPError
from tests.kit import Doors

from workworld.host import Host

PREFIX = "ATATT3x"
NEW = {"project": {"key": "CAL"}, "issuetype": {"name": "Task"}, "summary": "Sort it out"}


@pytest.fixture
def told(host: Host, doors: Doors) -> tuple[str, str]:
    """The address, and a token."""
    token = doors.authority.token(doors.world, doors.person_id, PREFIX)
    return f"{host.origin}/w/{doors.world.id}/tracker", token


def test_jira_reads_the_site_and_keeps_things_with_it(told: tuple[str, str]) -> None:
    with closing(JIRA(told[0], token_auth=told[1], max_retries=0)) as client:
        site(client)
        shown = client.create_dashboard("Beacon")
        gadget = client.add_gadget_to_dashboard(shown.id, module_key="text", title="Said")
        client.set_dashboard_item_property(shown.id, gadget.id, "looks", {"wide": True})
        (key,) = client.dashboard_item_property_keys(shown.id, gadget.id)
        held = client.dashboard_item_property(shown.id, gadget.id, key.key)
        assert held.value.wide
        issue = client.create_issue(NEW)
        client.add_remote_link(issue.key, {"url": "https://x.example", "title": "Elsewhere"})
        client.add_issue_property(issue.key, "seen", {"by": 3})
        found = client.issue(issue.key, properties="seen")
        assert found.raw["properties"] == {"seen": {"by": 3}}
        with pytest.raises(JIRAError) as refused:
            client.security_level("404")
        assert refused.value.status_code == 404


def site(client: JIRA) -> None:
    assert client.applicationlinks() == []
    listed: Any = client.application_properties()
    assert "jira.title" in [each["key"] for each in listed]
    assert [each.key for each in client.statuscategories()]
    assert client.statuscategory(4).key == "indeterminate"
    assert client.group_members("engineering")
    assert client.search_assignable_users_for_projects("m", "CAL,OPS")
    assert client.search_allowed_users_for_issue("m", projectKey="CAL")
    assert client.project_avatars("CAL")["system"]


def test_atlassian_reads_boards_workflows_and_changes(told: tuple[str, str]) -> None:
    client: Any = Jira(url=told[0], token=told[1], cloud=True)
    board = client.get_all_agile_boards(board_type="scrum")["values"][0]["id"]
    client.put(f"rest/agile/1.0/board/{board}/properties/looks", data={"wide": True})
    assert client.get_agile_board_properties(board)["keys"][0]["key"] == "looks"
    client.delete_agile_board_property(board, "looks")
    (project,) = client.get_all_projects_associated_with_board(board)["values"]
    assert client.get_all_versions_from_board(board, released="false")["values"]
    epic = client.get_epics(board)["values"][0]["key"]
    issues = client.get_issues_for_epic(board, epic)["issues"]
    assert {each["fields"]["parent"]["key"] for each in issues} == {epic}
    assert client.get_issues_without_epic(board)["total"]
    sprint = client.get_all_sprints_from_board(board, state="active")["values"][0]["id"]
    assert client.get_all_issues_for_sprint_in_board(board, sprint)["issues"]
    whole = client.get_workflows_paginated()
    assert whole["total"] == len(client.get_all_workflows()) == len(whole["values"])
    key = client.create_issue(fields=NEW)["key"]
    client.update_issue_field(key, {"summary": "Sorted"})
    comment = client.issue_add_comment(key, "Said")["id"]
    assert client.issues_get_comments_by_id(int(comment))["values"][0]["body"] == "Said"
    (log,) = client.get_changelogs_bulk([key])["issueChangeLogs"]
    assert log["changeHistories"][0]["items"][0]["toString"] == "Sorted"
    client.set_comment_property(comment, "seen", {"by": 3})
    assert client.get_comment_property(comment, "seen")["value"]
    assert project["key"] == "CAL"
    settings(client, told)


def settings(client: Any, told: tuple[str, str]) -> None:
    assert "BROWSE_PROJECTS" in client.get_all_permissions()["permissions"]
    assert client.get_property("jira.title")[0]["value"]
    assert client.get_time_tracking_settings()["workingHoursPerDay"] == 8
    assert "software" in [each["key"] for each in client.get_all_project_types()]
    assert client.get_all_system_avatars("user")["system"]
    desks: Any = ServiceDesk(url=told[0], token=told[1], cloud=True)
    assert desks.get_info()["isLicensedForUse"]
    with pytest.raises(HTTPError):
        client.get_agile_board_by_filter_id("nothing/at/all")
