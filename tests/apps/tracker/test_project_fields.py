"""Which fields issues of a project's type are created and edited with, and who says so."""

import json
import re
from typing import Any

import pytest
from tests.apps.tracker.desk import DEVELOPER, Desk, problems
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.conformance.parity_cases.tracker.facts import SITE
from tests.kit import Doors

from workworld.apps.tracker.service import issues, project_fields, project_types, projects
from workworld.apps.tracker.service.project_fields import ProjectScreen

TASK = {"project": "CAL", "type_id": "Task"}


def ids(screen: ProjectScreen) -> list[str]:
    return [line.id for line in screen.fields]


def test_field_is_added_last_and_moved(desk: Desk) -> None:
    before = ids(desk.do(project_fields.list, **TASK))
    assert "environment" not in before
    assert ids(desk.do(project_fields.add, **TASK, field_id="environment")) == [
        *before,
        "environment",
    ]
    moved = desk.do(project_fields.edit, **TASK, field_id="environment", position=0)
    assert ids(moved) == ["environment", *before]
    assert "environment" not in [line.id for line in moved.others]
    again = desk.refused(project_fields.add, **TASK, field_id="environment")
    assert again.code == "field_exists"


def test_field_that_is_required_must_be_given(desk: Desk) -> None:
    desk.do(project_fields.edit, **TASK, field_id="duedate", is_required=True)
    given: dict[str, Any] = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "x"}}
    assert problems(desk.refused(issues.create, **given)) == {"duedate": "Due date is required."}
    desk.create(type="Bug")
    desk.do(project_fields.edit, **TASK, field_id="duedate", is_required=False)
    desk.create()


def test_removed_field_is_hidden_and_not_lost(desk: Desk, doors: Doors) -> None:
    key = desk.create(duedate="2027-01-05")
    assert "Due date" in Pages(doors).read(f"/browse/{key}")
    desk.do(project_fields.remove, **TASK, field_id="duedate")
    assert "Due date" not in Pages(doors).read(f"/browse/{key}")
    refused = desk.refused(issues.edit, issue=key, fields={"duedate": None})
    assert "not on the appropriate screen" in problems(refused)["duedate"]
    desk.do(project_fields.add, **TASK, field_id="duedate")
    assert desk.value(key, "duedate") == "2027-01-05"


@pytest.mark.parametrize(
    ("function", "more", "code"),
    [
        (project_fields.remove, {}, "field_fixed"),
        (project_fields.edit, {"is_required": False}, "invalid_fields"),
    ],
)
def test_summary_stays_and_is_required(
    desk: Desk, function: object, more: dict[str, bool], code: str
) -> None:
    refused = desk.refused(function, **TASK, field_id="summary", **more)  # type: ignore[arg-type]  # operations
    assert refused.code == code


@pytest.mark.parametrize("field_id", ["sprint", "customfield_1", "status"])
def test_field_that_does_not_apply_is_not_added(desk: Desk, field_id: str) -> None:
    refused = desk.refused(project_fields.add, **TASK, field_id=field_id)
    assert "field_id" in problems(refused)


def test_epics_have_neither_parents_nor_sprints(desk: Desk) -> None:
    epics = {"project": "CAL", "type_id": "Epic"}
    others = [line.id for line in desk.do(project_fields.list, **epics).others]
    assert {"customfield_10020", "parent"}.isdisjoint(others)


def test_whoever_may_not_configure_and_archived_projects_are_refused(desk: Desk) -> None:
    given = {**TASK, "field_id": "duedate"}
    refused = desk.refused(project_fields.remove, by=DEVELOPER, **given)
    assert refused.code == "permission_denied"
    desk.do(projects.archive, project="CAL")
    assert desk.refused(project_fields.remove, **given).code == "project_archived"


def test_type_is_told_by_name_or_id(desk: Desk) -> None:
    types = desk.do(project_types.list, project="CAL")
    moved = desk.do(project_types.edit, project="CAL", type_id="bug", position=0)
    assert moved[0].type_id in [each.type_id for each in types]
    assert moved[0].type_id == desk.do(project_fields.list, project="CAL", type_id="Bug").type.id
    assert desk.refused(project_types.remove, project="CAL", type_id="Bug").code == "type_in_use"
    assert desk.refused(project_types.edit, project="CAL", type_id="Bog").code == "type_not_found"


def test_every_door_shows_a_change_at_once(doors: Doors, desk: Desk) -> None:
    page, rest = Pages(doors), Rest(doors)
    task = desk.do(project_fields.list, **TASK).type.id
    key = desk.create()
    root = f"/p/CAL/settings/fields/{task}"
    page.submit(f"{root}/add", field="environment", is_required="1")
    page.submit(f"{root}/duedate/remove")
    shown = page.read(f"/p/CAL/settings/fields?type={task}")
    lines = re.findall(r'<tr aria-label="([^"]+)"', shown)
    assert "Environment" in lines
    assert "Due date" not in lines
    dialog = page.read(f"/create?project=CAL&type={task}")
    assert 'name="environment"' in dialog
    assert 'name="duedate"' not in dialog
    meta = rest.get(f"issue/createmeta/CAL/issuetypes/{task}")["fields"]
    told = {each["fieldId"]: each["required"] for each in meta}
    assert told["environment"] is True
    assert "duedate" not in told
    assert "environment" in rest.get(f"issue/{key}/editmeta")["fields"]
    where = {"cloudId": SITE, "projectIdOrKey": "CAL", "issueTypeNameOrId": task}
    answer = doors.mcp("getJiraProjectFields", **where | {"issueTypeNameOrId": "Task"})
    found = json.loads(answer.content[0].text)  # type: ignore[union-attr]  # text is what it is
    assert [line["name"] for line in found["fields"]] == lines
    status, said = rest.refused(
        "POST",
        "issue",
        {"fields": {"project": {"key": "CAL"}, "issuetype": {"id": task}, "summary": "x"}},
    )
    assert (status, said["errors"]) == (400, {"environment": "Environment is required."})


def test_page_tells_why_a_field_is_not_removed(doors: Doors, desk: Desk) -> None:
    task = desk.do(project_fields.list, **TASK).type.id
    page = Pages(doors)
    shown = page.submit(f"/p/CAL/settings/fields/{task}/summary/remove", 409)
    assert "The summary cannot be removed" in shown
    page.read("/p/CAL/settings/fields?type=none", 404)
    Pages.of(doors, "nbarve").read("/p/CAL/settings/fields", 404)
