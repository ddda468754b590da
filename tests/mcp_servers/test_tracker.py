"""The tracker's tools, as Atlassian's server has them."""

import json
from typing import Any

import pytest
from tests.kit import Doors, text_of

SITE = {"cloudId": "https://tracker.calderoute.example"}


def call(doors: Doors, tool: str, **arguments: object) -> Any:
    result = doors.mcp(tool, **arguments)
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


def refusal(doors: Doors, tool: str, **arguments: object) -> str:
    result = doors.mcp(tool, **arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


@pytest.fixture
def made(doors: Doors) -> str:
    """The key of a new task."""
    answer = call(
        doors,
        "createJiraIssue",
        **SITE,
        projectKey="CAL",
        issueTypeName="Task",
        summary="Count the pallets",
        description="Some **must** be missing:\n\n- blue\n- red",
        additional_fields={"priority": {"name": "High"}, "labels": ["yard"]},
    )
    assert answer["self"].endswith(f"/rest/api/3/issue/{answer['id']}")
    key: str = answer["key"]
    return key


def test_sites_are_named_by_id_and_address(doors: Doors) -> None:
    (site,) = call(doors, "getAccessibleAtlassianResources")
    for name in (site["id"], site["url"]):
        found = call(doors, "getVisibleJiraProjects", cloudId=name)
        assert "CAL" in {each["key"] for each in found["values"]}
    said = refusal(doors, "getVisibleJiraProjects", cloudId="elsewhere.example")
    assert said.startswith("site_not_found: ")
    assert call(doors, "atlassianUserInfo")["account_id"] == doors.person_id


def test_issue_is_created_and_read_as_markdown_or_document(doors: Doors, made: str) -> None:
    shape = call(doors, "getJiraIssue", **SITE, issueIdOrKey=made)
    fields = shape["fields"]
    assert fields["summary"] == "Count the pallets"
    assert fields["description"] == "Some **must** be missing:\n\n- blue\n- red"
    assert fields["priority"]["name"] == "High"
    assert fields["labels"] == ["yard"]
    assert "comment" not in fields
    document = call(doors, "getJiraIssue", **SITE, issueIdOrKey=made, responseContentFormat="adf")[
        "fields"
    ]["description"]
    assert document["type"] == "doc"
    assert document["content"][1]["type"] == "bulletList"


def test_fields_that_are_wrong_are_named(doors: Doors) -> None:
    said = refusal(
        doors,
        "createJiraIssue",
        **SITE,
        projectKey="CAL",
        issueTypeName="Task",
        summary="",
        additional_fields={"priority": {"name": "Hgh"}, "duedate": "soon"},
    )
    assert said.startswith("invalid_fields: ")
    for name in ("summary", "priority", "duedate"):
        assert name in said
    assert doors.changes == []


def test_issue_is_edited_commented_moved_on_and_found(doors: Doors, made: str) -> None:
    edited = call(
        doors, "editJiraIssue", **SITE, issueIdOrKey=made, fields={"summary": "Count zeppelins"}
    )
    assert edited["fields"]["summary"] == "Count zeppelins"
    comment = call(
        doors, "addCommentToJiraIssue", **SITE, issueIdOrKey=made, commentBody="Twelve, *so far*"
    )
    assert comment["body"] == "Twelve, _so far_"
    changed = call(
        doors,
        "addCommentToJiraIssue",
        **SITE,
        issueIdOrKey=made,
        commentId=comment["id"],
        commentBody="Thirteen",
    )
    assert (changed["id"], changed["body"]) == (comment["id"], "Thirteen")
    ways = call(doors, "getTransitionsForJiraIssue", **SITE, issueIdOrKey=made)["transitions"]
    onward = next(way for way in ways if way["to"]["name"] == "In Progress")
    call(
        doors,
        "transitionJiraIssue",
        **SITE,
        issueIdOrKey=made,
        transition={"id": onward["id"]},
    )
    jql = 'summary ~ "zeppelins" AND status = "In Progress"'
    found = call(doors, "searchJiraIssuesUsingJql", **SITE, jql=jql, fields=["status"])
    assert [each["key"] for each in found["issues"]] == [made]
    assert [*found["issues"][0]["fields"]] == ["status"]
    count = call(doors, "searchJiraIssuesUsingJql", **SITE, jql=jql, searchResultMode="count")
    assert count == {"totalCount": 1}
    (hit,) = call(doors, "search", query="zeppelins")["results"]
    assert call(doors, "fetch", id=hit["id"])["key"] == made


def test_impossible_transition_names_those_that_are_possible(doors: Doors, made: str) -> None:
    said = refusal(
        doors, "transitionJiraIssue", **SITE, issueIdOrKey=made, transition={"id": "9999"}
    )
    assert said.startswith("transition_not_allowed: ")
    assert "In Progress" in said


def test_work_is_logged_and_changed(doors: Doors, made: str) -> None:
    logged = call(doors, "addWorklogToJiraIssue", **SITE, issueIdOrKey=made, timeSpent="1h 30m")
    assert logged["timeSpentSeconds"] == 5400
    changed = call(
        doors,
        "addWorklogToJiraIssue",
        **SITE,
        issueIdOrKey=made,
        timeSpent="2h",
        worklogId=logged["id"],
    )
    assert changed["timeSpent"] == "2h"
    said = refusal(doors, "addWorklogToJiraIssue", **SITE, issueIdOrKey=made, timeSpent="a while")
    assert said.startswith("invalid_arguments: timeSpent")


def test_issues_are_linked(doors: Doors, made: str) -> None:
    names = {each["name"] for each in call(doors, "getIssueLinkTypes", **SITE)["issueLinkTypes"]}
    assert {"Blocks", "Relates"} <= names
    ends = {"inwardIssue": made, "outwardIssue": "CAL-214"}
    call(doors, "createIssueLink", **SITE, type="Blocks", **ends)
    (link,) = call(doors, "getJiraIssue", **SITE, issueIdOrKey=made, fields=["issuelinks"])[
        "fields"
    ]["issuelinks"]
    assert link["outwardIssue"]["key"] == "CAL-214"
    said = refusal(
        doors, "createIssueLink", **SITE, type="Blocks", inwardIssue=made, outwardIssue=made
    )
    assert said.startswith("cannot_link_to_self: ")
    assert call(doors, "getJiraIssueRemoteIssueLinks", **SITE, issueIdOrKey=made) == []


def test_what_a_project_takes_is_told(doors: Doors) -> None:
    types = call(doors, "getJiraProjectIssueTypesMetadata", **SITE, projectIdOrKey="CAL")
    bug = next(each for each in types["issueTypes"] if each["name"] == "Bug")
    fields = call(
        doors,
        "getJiraIssueTypeMetaWithFields",
        **SITE,
        projectIdOrKey="CAL",
        issueTypeId=bug["id"],
    )["fields"]
    by_id = {each["fieldId"]: each for each in fields}
    assert by_id["summary"]["required"]
    assert {"High", "Low"} <= {each["name"] for each in by_id["priority"]["allowedValues"]}
    (ming,) = call(doors, "lookupJiraAccountId", **SITE, searchString="Mingz")["users"]["users"]
    assert ming["displayName"] == "Mingzhu Chen"


def test_hidden_issue_is_as_one_that_is_not_there(doors: Doors) -> None:
    missing = refusal(doors, "getJiraIssue", **SITE, issueIdOrKey="CAL-99999")
    assert missing == (
        "issue_not_found: Issue does not exist or you do not have permission to see it."
    )


def test_sprint_is_planned_filled_started_and_completed(doors: Doors, made: str) -> None:
    board = next(
        each
        for each in call(doors, "getJiraBoards", **SITE, projectIdOrKey="CAL")["values"]
        if each["type"] == "scrum"
    )
    listed = call(doors, "getJiraSprints", **SITE, boardId=board["id"], states=["active"])
    (active,) = listed["values"]
    planned = call(doors, "createJiraSprint", **SITE, boardId=board["id"], name="Yard")
    call(
        doors,
        "moveJiraIssuesToSprint",
        **SITE,
        sprintId=planned["id"],
        issueIdsOrKeys=[made],
    )
    said = refusal(doors, "startJiraSprint", **SITE, sprintId=planned["id"])
    assert said.startswith("sprint_already_active: ")
    call(doors, "completeJiraSprint", **SITE, sprintId=active["id"])
    started = call(
        doors,
        "startJiraSprint",
        **SITE,
        sprintId=planned["id"],
        end="2026-03-31T09:00:00.000+0000",
    )
    assert (started["state"], started["endDate"]) == ("active", "2026-03-31T09:00:00.000Z")


def test_several_issues_are_changed_each_for_itself(doors: Doors, made: str) -> None:
    outcomes = call(
        doors,
        "editJiraIssues",
        **SITE,
        issueIdsOrKeys=[made, "CAL-99999"],
        fields={"priority": {"name": "Low"}},
    )
    assert [outcome["refused"] is None for outcome in outcomes] == [True, False]
    assert outcomes[1]["refused"]["code"] == "issue_not_found"


@pytest.mark.parametrize(
    "tool",
    [
        "getJiraFields",
        "getJiraStatuses",
        "getJiraIssueTypes",
        "getJiraPriorities",
        "getJiraResolutions",
        "getJiraRoles",
        "getJiraProjectCategories",
        "getMyJiraPermissions",
        "getJiraGroups",
        "getJiraPermissionSchemes",
        "getJiraSecuritySchemes",
        "getJiraFilters",
        "getJiraBoards",
        "getRecentJiraIssues",
        "getStarredJiraProjects",
        "getStarredJiraBoards",
    ],
)
def test_whatever_is_listed_for_the_whole_site_is_answered(doors: Doors, tool: str) -> None:
    answer = call(doors, tool, **SITE)
    assert isinstance(answer, dict | list)
    assert doors.changes == []


@pytest.mark.parametrize(
    "tool",
    [
        "getJiraIssueHistory",
        "getJiraIssueEditFields",
        "getJiraIssueComments",
        "getJiraIssueWorklogs",
        "getJiraIssueWatchers",
        "getJiraIssueVotes",
        "getJiraIssueLinks",
        "getOpenIssuesBlockedBy",
        "getOpenBlockers",
        "getJiraIssueAttachments",
        "getJiraIssueProperties",
        "findJiraIssueViewers",
    ],
)
def test_whatever_is_below_an_issue_is_answered_or_refused(doors: Doors, tool: str) -> None:
    answer = call(doors, tool, **SITE, issueIdOrKey="CAL-214")
    assert isinstance(answer, dict | list)
    said = refusal(doors, tool, **SITE, issueIdOrKey="CAL-99999")
    assert said.startswith("issue_not_found: ")


def test_files_are_attached_and_read(doors: Doors, made: str) -> None:
    file = {"issueIdOrKey": made, "filename": "yard.txt", "content": "twelve pallets"}
    attached = call(doors, "addJiraAttachment", **SITE, **file)
    assert (attached["filename"], attached["size"]) == ("yard.txt", 14)
    read = call(doors, "readJiraAttachment", **SITE, attachmentId=attached["id"])
    assert read == {"size": 14, "encoding": "text", "content": "twelve pallets"}
    said = refusal(doors, "addJiraAttachment", **SITE, **file, encoding="base64")
    assert said.startswith("invalid_arguments: ")
