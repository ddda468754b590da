"""Fields that are computed from others: at every door, and always as of now."""

import re
from typing import Any

import pytest
from tests.apps.tracker.desk import Desk, problems
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.kit import Doors

from workworld.apps.tracker.service import (
    custom_field_views,
    custom_fields,
    issues,
    project_fields,
    search,
)

POINTS = "customfield_10016"


def having(field: str, value: Any) -> dict[str, Any]:
    """A value of a field, to be given by its id."""
    return {field: value}


def compute(desk: Desk, formula: str = "{Pallets} * 2 + 1", name: str = "Load") -> str:
    """A computed field."""
    given = {"name": name, "kind": "formula", "formula": formula}
    return str(desk.do(custom_fields.create, **given).id)


def pallets(desk: Desk) -> str:
    return str(desk.do(custom_fields.create, name="Pallets", kind="number").id)


def keys(desk: Desk, jql: str) -> list[str]:
    return [row.key for row in desk.do(search.search, jql=jql).rows]


def test_value_follows_what_it_is_computed_from(desk: Desk) -> None:
    operand = pallets(desk)
    before = desk.create(**having(operand, 4))
    field = compute(desk)
    assert desk.record(before).customs[field] == 9
    key = desk.create(**having(operand, 0))
    assert desk.record(key).customs == {operand: 0.0, field: 1.0}
    desk.edit(key, **having(operand, 2.5))
    assert desk.record(key).customs[field] == 6
    desk.edit(key, **having(operand, None))
    assert desk.record(key).customs == {}
    desk.do(custom_fields.edit, field_id=field, formula="10 / {Pallets}")
    assert desk.record(before).customs[field] == 2.5


def test_fields_of_every_site_may_be_operands(desk: Desk) -> None:
    field = compute(desk, "days({Start date}, {Due date}) * {Story Points}")
    dates = {"customfield_10015": "2026-02-27", "duedate": "2026-03-02"}
    key = desk.create(type="Story", **dates, **having(POINTS, 2))
    assert desk.record(key).customs[field] == 6
    desk.edit(key, duedate=None)
    assert field not in desk.record(key).customs


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("{Pallets} +", "ends too early, at position 12"),
        ("{Severity} * 2", "no field 'Severity'"),
        ("", "ends too early"),
    ],
)
def test_formula_that_means_nothing_is_refused(desk: Desk, formula: str, said: str) -> None:
    pallets(desk)
    given = {"name": "Load", "kind": "formula", "formula": formula}
    assert said in problems(desk.refused(custom_fields.create, **given))["formula"]


def test_formula_is_neither_entered_nor_required_nor_lost(desk: Desk) -> None:
    operand = pallets(desk)
    field, key = compute(desk), desk.create(**having(operand, 1))
    refused = desk.refused(issues.edit, issue=key, fields={field: 9})
    assert problems(refused) == {field: "Load is computed from other fields: it cannot be set."}
    given: dict[str, Any] = {"project": "CAL", "type_id": "Task", "field_id": field}
    assert "is_required" in problems(desk.refused(project_fields.edit, **given, is_required=True))
    assert desk.refused(custom_fields.delete_field, field_id=operand).code == "field_in_use"
    assert desk.refused(custom_fields.edit, field_id=operand, formula="1").code == "invalid_fields"
    desk.do(custom_fields.edit, field_id=operand, name="Stacks")
    view = desk.do(custom_field_views.show, field_id=field)
    assert view.formula == "{Stacks} * 2 + 1"
    desk.do(custom_fields.delete_field, field_id=field)
    desk.do(custom_fields.delete_field, field_id=operand)


def test_queries_compare_and_sort_by_it(desk: Desk) -> None:
    operand = pallets(desk)
    compute(desk)
    few, many = desk.create(**having(operand, 1)), desk.create(**having(operand, 8))
    none = desk.create()
    assert keys(desk, "Load >= 17") == [many]
    assert keys(desk, "Load is not EMPTY ORDER BY Load DESC") == [many, few]
    assert none in keys(desk, "project = CAL AND Load is EMPTY")


def test_every_door_shows_it_and_none_takes_it(doors: Doors, desk: Desk) -> None:
    rest, page, operand = Rest(doors), Pages(doors), pallets(desk)
    field = compute(desk)
    key = rest.create(**having(operand, 3))
    assert rest.get(f"issue/{key}")["fields"][field] == 7
    assert field not in rest.get(f"issue/{key}/editmeta")["fields"]
    status, said = rest.refused("PUT", f"issue/{key}", {"fields": {field: 1}})
    assert (status, said["errors"][field]) == (
        400,
        "Load is computed from other fields: it cannot be set.",
    )
    shown = page.read(f"/browse/{key}")
    assert re.search(r"Load.{0,900}>7<", shown, re.DOTALL)
    assert f'name="{field}"' not in page.read("/create?project=CAL")
    schema: Any = next(each for each in rest.get("field") if each["id"] == field)["schema"]
    assert schema["type"] == "number"


def test_admin_page_says_where_a_formula_is_wrong(doors: Doors, desk: Desk) -> None:
    page = Pages(doors)
    pallets(desk)
    given = {"name": "Load", "kind": "formula"}
    shown = page.submit("/admin/fields/new", 422, **given, formula="{Pallets} * * 2")
    assert "'*' at position 13 is not expected" in shown
    at = page.submit("/admin/fields/new", **given, formula="{Pallets} * 2")
    root = f"/admin{at.rpartition('/admin')[2]}"
    assert "{Pallets} * 2<" in page.read(root)
    page.submit(f"{root}/edit", name="Load", formula="{Pallets} * 3")
    assert "{Pallets} * 3<" in page.read(root)
    refused = page.submit(f"{root}/edit", 422, name="Load", formula="{Pellets}")
    assert "There is no field 'Pellets'" in refused
