"""For which projects and types of issues a site's own fields are, and what is usual there."""

import re
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk, problems
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.kit import Doors

from workworld.apps.tracker.models import IssueType, IssueValue
from workworld.apps.tracker.service import (
    custom_fields,
    field_contexts,
    issues,
    projects,
    screens,
    search,
)
from workworld.apps.tracker.service.field_places import Where


def make(desk: Desk, kind: str = "number", **more: Any) -> str:
    return str(desk.do(custom_fields.create, name="Pallets", kind=kind, **more).id)


def having(field: str, value: Any) -> dict[str, Any]:
    """A value of a field, to be given by its id."""
    return {field: value}


def context(desk: Desk, field: str) -> Where:
    """The first context of a field."""
    found: Where = desk.do(field_contexts.list, field_id=field)[0]
    return found


def default(desk: Desk, field: str, value: Any) -> None:
    """Let every new issue have something in a field."""
    values = {context(desk, field).id: value}
    desk.do(field_contexts.set_defaults, field_id=field, values=values)


def type_id(desk: Desk, name: str) -> str:
    ((id,),) = desk.rows(select(IssueType.id).where(IssueType.name == name))
    return str(id)


def has(desk: Desk, field: str, project: str = "CAL", type: str = "Task") -> bool:
    found = desk.do(screens.create_screen, project_id=project, type_id=type)
    return field in [each.id for each in found]


def keys(desk: Desk, jql: str) -> list[str]:
    return [row.key for row in desk.do(search.search, jql=jql).rows]


def test_new_issues_have_the_default_if_nothing_is_given(desk: Desk) -> None:
    field = make(desk)
    default(desk, field, 3)
    assert desk.record(desk.create()).customs == {field: 3.0}
    assert desk.record(desk.create(**having(field, 5))).customs == {field: 5.0}
    assert desk.record(desk.create(**having(field, None))).customs == {}


def test_default_meets_what_is_required(desk: Desk) -> None:
    field = make(desk, "text")
    default(desk, field, "dry")
    assert desk.record(desk.create()).customs[field] == "dry"
    default(desk, field, None)
    assert desk.record(desk.create()).customs == {}


@pytest.mark.parametrize(
    ("kind", "value"), [("number", "many"), ("date", "soon"), ("select", "1"), ("user", "nobody")]
)
def test_default_that_does_not_fit_the_field_is_refused(desk: Desk, kind: str, value: Any) -> None:
    field = make(desk, kind)
    given: dict[str, Any] = {"field_id": field, "values": {context(desk, field).id: value}}
    assert "values" in problems(desk.refused(field_contexts.set_defaults, **given))


def test_dialog_shows_the_default_and_takes_its_being_emptied(desk: Desk, doors: Doors) -> None:
    field, page = make(desk), Pages(doors)
    default(desk, field, 3)
    task = type_id(desk, "Task")
    assert re.search(
        rf'name="{field}"[^>]*value="3"', page.read(f"/create?project=CAL&type={task}")
    )
    given = {"project": "CAL", "type": task, "summary": "x"}
    key = page.submit("/create", **given, **having(field, "")).rpartition("/")[2]
    assert desk.record(key).customs == {}


def test_field_is_where_its_contexts_say_and_hides_what_it_holds_elsewhere(desk: Desk) -> None:
    field = make(desk)
    bug, task = desk.create(type="Bug", **having(field, 1)), desk.create(**having(field, 2))
    given = {"field_id": field, "context_id": context(desk, field).id}
    desk.do(field_contexts.edit, **given, type_ids=[type_id(desk, "Bug")])
    assert has(desk, field, type="Bug")
    assert not has(desk, field)
    assert desk.record(bug).customs == {field: 1.0}
    assert desk.record(task).customs == {}
    assert keys(desk, "Pallets > 0") == [bug]
    refused = desk.refused(issues.edit, issue=task, fields={field: 9})
    assert "not on the appropriate screen" in problems(refused)[field]
    assert desk.rows(select(IssueValue.number).where(IssueValue.field_id == field)) == [
        (1.0,),
        (2.0,),
    ]
    desk.do(field_contexts.edit, **given, type_ids=[])
    assert desk.record(task).customs == {field: 2.0}


def test_project_may_have_another_default_than_all_others(desk: Desk) -> None:
    field = make(desk)
    default(desk, field, 1)
    made = desk.do(
        field_contexts.create, field_id=field, name="Product", project_ids=["CAL"], type_ids=[]
    )
    desk.do(field_contexts.set_defaults, field_id=field, values={made.id: 7})
    assert desk.record(desk.create()).customs == {field: 7.0}
    refused = desk.refused(field_contexts.create, field_id=field, name="Again", project_ids=["CAL"])
    assert refused.code == "context_overlaps"
    assert desk.refused(field_contexts.create, field_id=field, name="All").code == (
        "context_overlaps"
    )
    desk.do(field_contexts.delete, field_id=field, context_id=made.id)
    assert desk.record(desk.create()).customs == {field: 1.0}


def test_field_without_a_context_is_nowhere(desk: Desk) -> None:
    field = make(desk, project_ids=["CAL"])
    desk.do(projects.delete, project="CAL")
    assert not has(desk, field, "OPS")
    where = context(desk, field)
    assert (where.is_everywhere, where.projects) == (False, frozenset())


def test_rest_has_the_family_of_contexts(doors: Doors, desk: Desk) -> None:
    rest, field, bug = Rest(doors), make(desk, "select", options=["A"]), type_id(desk, "Bug")
    root = f"field/{field}/context"
    (first,) = rest.get(root)["values"]
    assert (first["isGlobalContext"], first["isAnyIssueType"]) == (True, True)
    cal = rest.get("project/CAL")["id"]
    made = rest.post(root, {"name": "Bugs", "projectIds": [cal], "issueTypeIds": [bug]})
    assert (made["projectIds"], made["issueTypeIds"]) == ([cal], [bug])
    assert rest.get(root, isGlobalContext="false")["total"] == 1
    mine = {"contextId": made["id"]}
    assert mine | {"projectId": cal} in rest.get(f"{root}/projectmapping")["values"]
    assert mine | {"issueTypeId": bug} in rest.get(f"{root}/issuetypemapping")["values"]
    ops = rest.get("project/OPS")["id"]
    rest.put(f"{root}/{made['id']}/project", {"projectIds": [ops]})
    rest.post(f"{root}/{made['id']}/project/remove", {"projectIds": [cal]}, 204)
    assert (
        mine | {"projectId": ops}
        in rest.get(f"{root}/projectmapping", contextId=made["id"])["values"]
    )
    rest.post(f"{root}/{made['id']}/issuetype/remove", {"issueTypeIds": [bug]}, 204)
    rest.put(f"{root}/{made['id']}/issuetype", {"issueTypeIds": [bug]})
    rest.put(f"{root}/{made['id']}", {"name": "Defects"})
    assert rest.get(root, contextId=made["id"])["values"][0]["name"] == "Defects"
    rest.delete(f"{root}/{made['id']}")
    assert rest.get(root)["total"] == 1
    status, _ = rest.refused("DELETE", f"{root}/{made['id']}")
    assert status == 404


def test_rest_sets_defaults_and_createmeta_tells_them(doors: Doors, desk: Desk) -> None:
    rest, field = Rest(doors), make(desk, "select", options=["A", "B"])
    where, task = context(desk, field).id, type_id(desk, "Task")
    meta = f"issue/createmeta/CAL/issuetypes/{task}"

    def told() -> Any:
        return next(each for each in rest.get(meta)["fields"] if each["fieldId"] == field)

    option = told()["allowedValues"][1]
    assert told()["hasDefaultValue"] is False
    sent = {"contextId": where, "type": "option.single", "optionId": option["id"]}
    rest.put(f"field/{field}/context/defaultValue", {"defaultValues": [sent]})
    assert rest.get(f"field/{field}/context/defaultValue")["values"] == [sent]
    assert (told()["hasDefaultValue"], told()["defaultValue"]) == (True, option)
    key = rest.create()
    assert rest.get(f"issue/{key}")["fields"][field] == option
    wrong = {"contextId": where, "type": "float", "number": 1}
    status, said = rest.refused(
        "PUT", f"field/{field}/context/defaultValue", {"defaultValues": [wrong]}
    )
    assert (status, "defaultValues" in said["errors"]) == (400, True)


def test_rest_refuses_a_default_that_is_no_moment(doors: Doors, desk: Desk) -> None:
    rest, field = Rest(doors), make(desk, "datetime")
    path, where = f"field/{field}/context/defaultValue", context(desk, field).id
    moment = "2026-04-01T09:00:00.000+0000"
    sent = {"contextId": where, "type": "datetimepicker", "dateTime": moment}
    rest.put(path, {"defaultValues": [sent]})
    status, said = rest.refused("PUT", path, {"defaultValues": [sent | {"dateTime": "soon"}]})
    assert (status, "defaultValues" in said["errors"]) == (400, True)
    assert rest.get(path)["values"] == [sent]


def test_admin_page_says_where_a_field_is(doors: Doors, desk: Desk) -> None:
    page, field = Pages(doors), make(desk, "date")
    root = f"/admin/fields/{field}/contexts"
    at = f"{root}/{context(desk, field).id}"
    cal = desk.do(projects.info, project="CAL").id
    page.submit(f"{at}/edit", name="Docks", places="1", project=[cal], type=[type_id(desk, "Bug")])
    page.submit(f"{at}/default", **having(field, "2026-03-17"))
    shown = page.read(f"/admin/fields/{field}")
    assert re.search(r"Docks</a></th><td>Calderoute product</td><td>Bug</td><td>Yes</td>", shown)
    assert 'value="2026-03-17"' in page.read(at) or "2026" in page.read(at)
    assert "This is no day" in page.submit(f"{at}/default", 422, **having(field, "soonish"))
    assert "The name is empty." in page.submit(f"{root}/new", 422, name=" ", places="1")
    page.submit(f"{at}/delete")
    assert "No project has the field." in page.read(f"/admin/fields/{field}")
    Pages.of(doors, "nbarve").read(f"{root}/new", 404)
