"""A site has fields, adds its own, and says which of them screens have."""

from typing import Any

import pytest
from sqlalchemy import func, select
from tests.apps.tracker.desk import DEVELOPER, REPORTER, Desk, problems
from tests.apps.tracker.test_edits import own_field

from workworld.apps.tracker.models import FieldOption, IssueValue, ProjectField
from workworld.apps.tracker.service import custom_fields, fields, issues, screens


def shown(desk: Desk, key: str, by: str = "aruiz") -> list[str]:
    return [field.id for field in desk.do(screens.edit_screen, by=by, issue=key)]


def make(desk: Desk, **more: Any) -> str:
    given = {"name": "Impact", "kind": "select", "options": ["Small", "Large"]} | more
    return str(desk.do(custom_fields.create, **given).id)


def test_fields_of_every_site_and_its_own_are_listed_once(desk: Desk) -> None:
    found = desk.do(fields.list)
    ids = [field.id for field in found]
    assert len(ids) == len(set(ids))
    points = next(field for field in found if field.id == "customfield_10016")
    assert (points.name, points.is_custom, points.number) == ("Story Points", True, 10016)
    severity = next(field for field in found if field.name == "Severity")
    assert severity.clause_names == (f"cf[{severity.number}]", "Severity")


def test_new_field_is_filled_in_at_once(desk: Desk) -> None:
    field = make(desk, project_ids=["CAL"])
    (impact,) = [
        each
        for each in desk.do(screens.create_screen, project_id="CAL", type_id="Task")
        if each.id == field
    ]
    assert [choice.name for choice in impact.allowed] == ["Small", "Large"]
    key = desk.create(**{field: impact.allowed[1].id})
    assert desk.record(key).customs == {field: impact.allowed[1].id}
    others = desk.do(screens.create_screen, by=DEVELOPER, project_id="OPS", type_id="Task")
    assert field not in [each.id for each in others]


def test_only_admins_add_fields(desk: Desk) -> None:
    refusal = desk.refused(custom_fields.create, by=DEVELOPER, name="Impact", kind="text")
    assert refusal.code == "permission_denied"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": " ", "kind": "text"}, "name"),
        ({"name": "x", "kind": "text", "options": ["a"]}, "options"),
    ],
)
def test_field_that_makes_no_sense_is_refused(
    desk: Desk, given: dict[str, Any], field: str
) -> None:
    assert field in problems(desk.refused(custom_fields.create, **given))


def test_options_are_added_renamed_and_put_in_order(desk: Desk) -> None:
    field = make(desk)
    middle = desk.do(custom_fields.add_option, field_id=field, value="Middling")
    desk.do(custom_fields.edit_option, option_id=middle.id, value="Medium", position=1)
    query = select(FieldOption.value).where(FieldOption.field_id == field)
    values = [value for (value,) in desk.rows(query.order_by(FieldOption.position))]
    assert values == ["Small", "Medium", "Large"]
    refusal = desk.refused(custom_fields.add_option, field_id=field, value="small")
    assert refusal.code == "option_exists"


def test_second_level_stands_below_the_first(desk: Desk) -> None:
    field = make(desk, kind="cascading", options=["Dock"])
    ((dock,),) = desk.rows(select(FieldOption.id).where(FieldOption.field_id == field))
    below = desk.do(custom_fields.add_option, field_id=field, value="Door", parent_id=dock)
    assert below.parent_id == dock
    refusal = desk.refused(
        custom_fields.add_option, field_id=field, value="Hinge", parent_id=below.id
    )
    assert "parent_id" in problems(refusal)


def test_renamed_field_keeps_what_it_holds(desk: Desk) -> None:
    severity = own_field(desk, "Severity")
    key = desk.create(type="Bug", **{severity.id: severity.allowed[0].id})
    desk.do(custom_fields.edit, field_id=severity.id, name="Badness")
    assert own_field(desk, "Badness").id == severity.id
    assert desk.record(key).customs == {severity.id: severity.allowed[0].id}


def test_deleted_field_is_gone_with_what_it_held(desk: Desk) -> None:
    severity = own_field(desk, "Severity")
    key = desk.create(type="Bug", **{severity.id: severity.allowed[0].id})
    desk.do(custom_fields.delete_field, field_id=severity.id)
    assert desk.record(key).customs == {}
    for column in (IssueValue.field_id, ProjectField.field, FieldOption.field_id):
        count = select(func.count()).where(column == severity.id)
        assert desk.rows(count) == [(0,)]
    refusal = desk.refused(issues.edit, issue=key, fields={severity.id: None})
    assert severity.id in problems(refusal)


def test_screen_has_what_may_be_set(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER)
    assert "assignee" in shown(desk, key, DEVELOPER)
    assert shown(desk, key, "gostrander") == []
    own = desk.create(by=REPORTER)
    assert "assignee" not in shown(desk, own, REPORTER)
    assert "summary" in shown(desk, own, REPORTER)


def test_subtask_asks_for_its_parent_and_no_sprint(desk: Desk) -> None:
    found = desk.do(screens.create_screen, project_id="CAL", type_id="Sub-task")
    by_id = {field.id: field for field in found}
    assert by_id["parent"].is_required
    assert "customfield_10020" not in by_id


def test_epic_has_neither_parent_nor_sprint(desk: Desk) -> None:
    found = desk.do(screens.create_screen, project_id="CAL", type_id="Epic")
    assert {"parent", "customfield_10020"}.isdisjoint(field.id for field in found)
