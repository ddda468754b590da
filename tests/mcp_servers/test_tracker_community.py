"""The tracker's tools as the community's server has them: texts of JSON, fewer words, no codes."""

import base64
import json
from typing import Any

import pytest
from tests.kit import Doors

from workworld import loading
from workworld.doors.mcp import Caller, Choice, ToolResult, call_tool, offer_of

TABLE = next(table for table in loading.tool_tables() if table.app_id == "tracker")
OFFER = offer_of([TABLE], Choice(("tracker",), "mcp-atlassian"))


def result(doors: Doors, name: str, /, **arguments: object) -> ToolResult:
    caller = Caller(doors.world, doors.actor, doors.site.addresses.app)
    return call_tool(caller, OFFER.tools[f"jira_{name}"], arguments)


def call(doors: Doors, name: str, /, **arguments: object) -> Any:
    answer = result(doors, name, **arguments)
    assert not answer.is_error, answer.text
    return answer.json()


def refusal(doors: Doors, name: str, /, **arguments: object) -> str:
    answer = result(doors, name, **arguments)
    assert answer.is_error, answer.text
    begins = f"Error calling tool 'jira_{name}': "
    assert answer.text.startswith(begins)
    return answer.text.removeprefix(begins)


@pytest.fixture
def made(doors: Doors) -> str:
    """The key of a new task."""
    answer = call(
        doors,
        "create_issue",
        project_key="CAL",
        summary="Count the pallets",
        issue_type="task",
        description="Some **must** be missing:\n\n- blue\n- red",
        assignee="mchen@calderoute.example",
        additional_fields=json.dumps({"priority": "High", "labels": ["yard"], "Story Points": 3}),
    )
    assert answer["message"] == "Issue created successfully"
    return str(answer["issue"]["key"])


def test_issue_is_told_in_few_words(doors: Doors, made: str) -> None:
    shape = call(doors, "get_issue", issue_key=made)
    assert shape["summary"] == "Count the pallets"
    assert shape["description"] == "Some **must** be missing:\n\n- blue\n- red"
    assert shape["status"] == {"name": "To Do", "category": "To Do", "color": "blue-gray"}
    assert (shape["issue_type"], shape["priority"]) == ({"name": "Task"}, {"name": "High"})
    assert shape["assignee"]["email"] == "mchen@calderoute.example"
    assert shape["reporter"]["account_id"] == doors.person_id
    assert shape["labels"] == ["yard"]
    assert shape["browse_url"].endswith(f"/browse/{made}")
    assert shape["created"].endswith(" UTC")
    assert "url" not in shape
    assert not [name for name in shape if name.startswith("customfield_")]


def test_fields_are_asked_for_by_id_name_or_all(doors: Doors, made: str) -> None:
    points = call(doors, "get_issue", issue_key=made, fields="summary,Story Points")
    assert points["customfield_10016"] == {"value": 3}
    assert [*points][:3] == ["id", "key", "summary"]
    assert "status" not in points
    named = call(doors, "get_issue", issue_key=made, fields="*all", use_display_names=True)
    assert named["Story Points"] == {"value": 3, "field_id": "customfield_10016"}
    assert named["url"].endswith(named["id"])
    assert named["project"]["key"] == "CAL"


def test_sections_come_along(doors: Doors, made: str) -> None:
    for said in ("One", "Two"):
        call(doors, "add_comment", issue_key=made, body=said)
    call(doors, "add_worklog", issue_key=made, time_spent="1h 30m", comment="*Hard*")
    shape = call(doors, "get_issue", issue_key=made, include="all")
    assert [each["body"] for each in shape["comments"]] == ["One", "Two"]
    assert shape["worklogs"][0]["time_spent_seconds"] == 5400
    assert "In Progress" in {each["to_status"] for each in shape["transitions"]}
    assert shape["watchers"]["watcher_count"] == len(shape["watchers"]["watchers"])
    assert (shape["remote_links"], shape["issue_type"]) == ([], {"name": "Task"})
    (change,) = (
        each
        for each in shape["changelogs"]
        if "timespent" in {item["field"] for item in each["items"]}
    )
    assert change["author"]["account_id"] == doors.person_id
    bare = call(doors, "get_issue", issue_key=made, comment_limit=0)
    assert "comments" not in bare


def test_null_is_as_if_it_was_left_out(doors: Doors, made: str) -> None:
    with_null = call(doors, "get_issue", issue_key=made, expand=None, include=None)
    assert with_null == call(doors, "get_issue", issue_key=made)
    assert call(doors, "assign_issue", issue_key=made, assignee=None)["issue"]["assignee"] == {
        "display_name": "Unassigned"
    }


def test_update_changes_fields_and_status_in_one_step(doors: Doors, made: str) -> None:
    before = len(doors.journal)
    fields = {"summary": "Counted", "status": "In Progress", "assignee": "me", "duedate": None}
    answer = call(doors, "update_issue", issue_key=made, fields=json.dumps(fields))
    assert answer["message"] == "Issue updated successfully"
    issue = answer["issue"]
    assert (issue["summary"], issue["status"]["name"]) == ("Counted", "In Progress")
    assert issue["assignee"]["account_id"] == doors.person_id
    assert len(doors.journal) == before + 1
    light = call(
        doors, "update_issue", issue_key=made, fields='{"labels": "a, b"}', return_fields="labels"
    )
    assert light["issue"]["labels"] == ["a", "b"]
    assert "summary" not in light["issue"]


def test_update_to_a_status_out_of_reach_changes_nothing(doors: Doors, made: str) -> None:
    fields = json.dumps({"summary": "Never", "status": "Nowhere"})
    assert "In Progress" in refusal(doors, "update_issue", issue_key=made, fields=fields)
    assert call(doors, "get_issue", issue_key=made)["summary"] == "Count the pallets"


def test_files_that_the_server_has_not_are_told(doors: Doors, made: str) -> None:
    answer = call(doors, "update_issue", issue_key=made, fields="{}", attachments="/etc/passwd,b")
    told = answer["issue"]["attachment_results"]
    assert (told["success"], [each["filename"] for each in told["failed"]]) == (
        False,
        ["/etc/passwd", "b"],
    )


def test_issue_goes_through_its_workflow(doors: Doors, made: str) -> None:
    ways = call(doors, "get_transitions", issue_key=made)
    way = next(each for each in ways if each["to_status"] == "In Progress")
    assert [*way] == ["id", "name", "to_status"]
    answer = call(
        doors, "transition_issue", issue_key=made, transition_id=way["id"], comment="*Off*"
    )
    assert answer["message"] == f"Issue {made} transitioned successfully"
    assert answer["issue"]["status"]["name"] == "In Progress"
    assert answer["issue"]["comments"][-1]["body"] == "_Off_"
    dates = call(doors, "get_issue_dates", issue_key=made)
    assert dates["current_status"] == "In Progress"
    assert [each["status"] for each in dates["status_changes"]] == ["To Do", "In Progress"]
    assert dates["status_changes"][1]["transitioned_by"]
    assert {each["status"]: each["visit_count"] for each in dates["status_summary"]} == {
        "To Do": 1,
        "In Progress": 1,
    }


def test_refusals_name_the_tool_and_no_code(doors: Doors, made: str) -> None:
    said = refusal(doors, "get_issue", issue_key="CAL-99999")
    assert said == "Issue does not exist or you do not have permission to see it."
    assert "issue_key" in refusal(doors, "get_issue", issue_key="not a key")
    assert "valid JSON" in refusal(doors, "update_issue", issue_key=made, fields="{")
    assert "Hgh" in refusal(
        doors, "update_issue", issue_key=made, fields='{"priority": {"name": "Hgh"}}'
    )
    assert doors.journal[-1].outcome == "invalid_fields"


def test_some_tools_tell_failure_as_an_answer(doors: Doors) -> None:
    nobody = call(doors, "get_user_profile", user_identifier="Nobody At All")
    assert nobody == {
        "success": False,
        "error": "User 'Nobody At All' not found.",
        "user_identifier": "Nobody At All",
    }
    both = call(doors, "search_assignable_users", query="m", project_key="CAL", issue_key="CAL-1")
    assert both["success"] is False
    assert call(doors, "get_issue_dates", issue_key="CAL-99999")["success"] is False
    assert call(doors, "get_project_versions", project_key="NOSUCH") == []
    sprint = call(doors, "update_sprint", sprint_id="99999", name="x")
    assert sprint == {"error": "Failed to update sprint 99999. Check logs for details."}


def test_people_are_found_by_whatever_names_them(doors: Doors) -> None:
    (found, *_) = call(doors, "search_assignable_users", query="m", project_key="CAL")["users"]
    for name in (found["account_id"], found["email"], found["display_name"]):
        profile = call(doors, "get_user_profile", user_identifier=name)
        assert profile == {"success": True, "user": found}


def test_search_pages_without_a_total(doors: Doors) -> None:
    page = call(doors, "search", jql="project = CAL ORDER BY key", limit=2, fields="summary")
    assert (page["total"], page["start_at"], page["max_results"]) == (-1, 0, 2)
    more = call(
        doors,
        "search",
        jql="project = CAL ORDER BY key",
        limit=2,
        page_token=page["next_page_token"],
    )
    keys = {each["key"] for each in page["issues"]} | {each["key"] for each in more["issues"]}
    assert len(keys) == 4
    assert call(doors, "search", jql="key = CAL-214", projects_filter="OPS")["issues"] == []
    assert "line" in refusal(doors, "search", jql="project = = CAL")


def test_several_issues_are_made_or_only_checked(doors: Doors) -> None:
    fit = {"project_key": "CAL", "summary": "One", "issue_type": "Task"}
    unfit = {"project_key": "CAL", "summary": "", "issue_type": "Task"}
    wanted = json.dumps([fit, unfit])
    assert "summary" in refusal(doors, "batch_create_issues", issues=wanted, validate_only=True)
    checked = call(doors, "batch_create_issues", issues=json.dumps([fit]), validate_only=True)
    assert checked == {"message": "Issues validated successfully", "issues": []}
    assert doors.changes == []
    answer = call(doors, "batch_create_issues", issues=wanted)
    assert [each["summary"] for each in answer["issues"]] == ["One"]
    assert answer["errors"][0]["element"] == 1


def test_links_are_made_and_removed(doors: Doors, made: str) -> None:
    ends = {"inward_issue_key": made, "outward_issue_key": "CAL-214"}
    answer = call(doors, "create_issue_link", link_type="Blocks", **ends)
    assert answer["success"]
    (link,) = call(doors, "get_issue", issue_key=made, fields="issuelinks")["issuelinks"]
    assert link["outward_issue"]["key"] == "CAL-214"
    call(doors, "remove_issue_link", link_id=link["id"])
    assert "issuelinks" not in call(doors, "get_issue", issue_key=made, fields="issuelinks")
    call(doors, "create_remote_issue_link", issue_key=made, url="https://a.example", title="A")
    shape = call(doors, "get_issue", issue_key=made, include="remote_links")
    assert shape["remote_links"][0]["object"]["title"] == "A"


def test_sprint_is_planned_started_filled_and_completed(doors: Doors, made: str) -> None:
    (board, *_) = call(doors, "get_agile_boards", project_key="CAL", board_type="scrum")
    dates = {"start_date": "2036-01-05T09:00:00Z", "end_date": "2036-01-19T09:00:00Z"}
    sprint = call(doors, "create_sprint", board_id=board["id"], name="Far", goal="More", **dates)
    assert (sprint["state"], sprint["goal"]) == ("future", "More")
    into = call(doors, "add_issues_to_sprint", sprint_id=sprint["id"], issue_keys=made)
    assert into["message"] == "Successfully added 1 issue(s) to sprint"
    found = call(doors, "get_sprint_issues", sprint_id=sprint["id"])
    assert [each["key"] for each in found["issues"]] == [made]
    of_board = call(doors, "get_board_issues", board_id=board["id"], jql=f"key = {made}")
    assert of_board["total"] == 1
    renamed = call(doors, "update_sprint", sprint_id=sprint["id"], name="Farther")
    assert renamed["name"] == "Farther"
    call(doors, "move_issues_to_backlog", issue_keys=made)
    assert call(doors, "get_sprint_issues", sprint_id=sprint["id"])["issues"] == []
    past = {"start_date": "2001-01-05T09:00:00Z", "end_date": "2036-01-19T09:00:00Z"}
    said = refusal(doors, "create_sprint", board_id=board["id"], name="Gone", **past)
    assert said == "Start date cannot be in the past."


def test_versions_are_made_one_by_one_and_together(doors: Doors) -> None:
    one = call(doors, "create_version", project_key="CAL", name="9.1", start_date="2031-01-31")
    assert one["startDate"] == "2031-01-31"
    assert call(doors, "create_version", project_key="CAL", name="9.1")["success"] is False
    several = [{"name": "9.2", "releaseDate": "2031-03-01"}, {"name": "9.1"}, {}]
    answer = call(doors, "batch_create_versions", project_key="CAL", versions=json.dumps(several))
    assert [each["success"] for each in answer] == [True, False, False]
    done = call(doors, "update_version", version_id=one["id"], released=True)
    assert done["released"] is True
    names = [each["name"] for each in call(doors, "get_project_versions", project_key="CAL")]
    assert {"9.1", "9.2"} <= set(names)


def test_fields_are_found_by_what_is_like_them(doors: Doors) -> None:
    (best, *_) = call(doors, "search_fields", keyword="story pionts")
    assert best["id"] == "customfield_10016"
    said = refusal(doors, "get_field_options", field_id="summary")
    assert "summary" in said
    fields = call(doors, "get_project_fields", project_key="CAL")
    summary = next(each for each in fields if each["field_id"] == "summary")
    assert summary["required"]
    assert "Task" in summary["issue_types"]


def test_files_are_handed_on_whole(doors: Doors, made: str) -> None:
    empty = result(doors, "download_attachments", issue_key=made)
    assert empty.json()["message"] == f"No attachments found for issue {made}"
    given = {"issueIdOrKey": made, "filename": "a.txt", "content": "Hello"}
    add = TABLE.tool("addJiraAttachment")
    assert add is not None
    caller = Caller(doors.world, doors.actor, doors.site.addresses.app)
    assert not call_tool(caller, add, {"cloudId": "", **given}).is_error
    found = result(doors, "download_attachments", issue_key=made)
    assert found.structured is None
    (block,) = found.more
    assert base64.b64decode(json.loads(block["text"])["content"]) == b"Hello"
    assert result(doors, "get_issue_images", issue_key=made).json()["total_images"] == 0


def test_issue_is_moved_and_deleted(doors: Doors, made: str) -> None:
    there = call(doors, "search_projects", query="OPS")[0]["key"]
    moved = call(doors, "move_issue", issue_key=made, target_project_key=there)
    assert moved["issue"]["key"].startswith(f"{there}-")
    said = call(doors, "delete_issue", issue_key=made)["message"]
    assert said == f"Issue {made} has been deleted successfully."
    refusal(doors, "get_issue", issue_key=made)


def test_answer_is_told_as_text_and_as_value(doors: Doors) -> None:
    answer = result(doors, "get_link_types", name_filter="block")
    assert answer.structured == {"result": answer.text}
    assert answer.text.startswith("[\n  {\n")
    advertised = OFFER.tools["jira_get_link_types"].advertised()
    assert advertised.output_schema is not None
    assert advertised.output_schema["required"] == ["result"]


ODD = ("", "x" * 300, "null", "{}", "[null]", '{"summary": 3, "parent": {"x": 1}}', "\x00", "-1")
FIT = {"issue_key": "CAL-214", "project_key": "CAL", "epic_key": "CAL-99999"}


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_anything_is_answered_or_refused(doors: Doors, odd: str) -> None:
    for tool in OFFER.tools.values():
        texts = [name for name, schema in tool.properties.items() if schema["type"] == "string"]
        said = {name: FIT.get(name, odd) for name in texts}
        answer = result(doors, tool.name.removeprefix("jira_"), **said)
        assert answer.text
