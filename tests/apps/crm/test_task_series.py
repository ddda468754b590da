"""Tasks that repeat: as series, and once they are closed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import REP, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.crm.models import Task
from workworld.apps.crm.service import task_series
from workworld.apps.crm.service.recurrences import Rule, days
from workworld.identity import Authority
from workworld.worlds import World

SERIES = {
    "IsRecurrence": True,
    "RecurrenceStartDateOnly": "2026-03-02",
    "RecurrenceEndDateOnly": "2026-03-31",
}


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """A sales representative at every door."""
    return Doors(world, authority, office.people[REP])


def due(floor: Floor, first: str) -> list[str]:
    """The days of a series that are left."""
    query = select(Task.activity_date).where(Task.series_id == first, ~Task.is_deleted)
    return [str(each.activity_date) for each in floor.rows(query.order_by(Task.activity_date))]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (Rule("RecursDaily", 10), ["03-02", "03-12", "03-22"]),
        (Rule("RecursWeekly", 2, 0b0010010), ["03-02", "03-05", "03-16", "03-19", "03-30"]),
        (Rule("RecursMonthly", 1, day_of_month=31), ["03-31"]),
        (Rule("RecursMonthlyNth", 1, 0b0100000, instance="Last"), ["03-27"]),
        (Rule("RecursMonthlyNth", 1, 0b0111110, instance="First"), ["03-02"]),
        (Rule("RecursYearly", day_of_month=17, month=3), ["03-17"]),
        (Rule("RecursYearlyNth", 1, 1, instance="Second", month=3), ["03-08"]),
        (Rule("RecursYearly", day_of_month=1, month=3), []),
    ],
)
def test_days_of_a_series(rule: Rule, told: list[str]) -> None:
    found = days(rule, date(2026, 3, 2), date(2026, 3, 31))
    assert [f"{each:%m-%d}" for each in found] == told


def test_shorter_months_and_ends_of_time() -> None:
    found = days(Rule("RecursMonthly", 1, day_of_month=31), date(2027, 12, 31), date(2028, 2, 29))
    assert [each.isoformat() for each in found] == ["2027-12-31", "2028-01-31", "2028-02-29"]
    assert len(days(Rule("RecursEveryWeekday"), date(2026, 1, 1), date.max)) == 101
    assert days(Rule("RecursDaily", 999), date(9999, 12, 1), date.max) == [date(9999, 12, 1)]


def test_a_series_is_made_at_once_and_its_rest_deleted(floor: Floor, doors: Doors) -> None:
    asked = {"RecurrenceType": "RecursWeekly", "RecurrenceInterval": 1}
    first = floor.create(
        "Task", Subject="Call in", **SERIES, **asked, RecurrenceDayOfWeekMask=10, Priority="High"
    )
    dates = [f"2026-03-{day:02}" for day in (2, 4, 9, 11, 16, 18, 23, 25, 30)]
    assert due(floor, first) == dates
    rows = floor.rows(select(Task.priority, Task.owner_id).where(Task.series_id == first))
    assert {tuple(row) for row in rows} == {("High", floor.user(REP))}
    (third,) = floor.rows(
        select(Task.id).where(Task.activity_date == dates[2], Task.series_id == first)
    )
    page = Pages(doors)
    assert "Delete this and following" in page.read(f"/Task/{third.id}")
    assert "Monday; Wednesday" in page.words(f"/Task/{first}")
    page.submit(f"/Task/{third.id}/series")
    assert due(floor, first) == dates[:2]
    single = floor.create("Task", Subject="Once")
    refusal = floor.refused(task_series.delete, task_id=single)
    assert "This task does not repeat." in refusal.message


def test_a_series_is_made_in_the_form(floor: Floor, doors: Doors) -> None:
    page = Pages(doors)
    form = page.read("/Task/new")
    assert "Create Recurring Series of Tasks" in form
    page.submit(
        "/Task/new",
        **{"Subject": "Dispatch report", "IsRecurrence": "1", "RecurrenceType": "RecursWeekly"},
        **{"RecurrenceStartDateOnly": "2026-03-02", "RecurrenceEndDateOnly": "2026-03-15"},
        **{"RecurrenceInterval": "1", "RecurrenceDayOfWeekMask": ["2", "16"]},
    )
    query = select(Task.activity_date).where(Task.subject == "Dispatch report")
    found = [each.activity_date for each in floor.rows(query.order_by(Task.activity_date))]
    assert found == ["2026-03-02", "2026-03-05", "2026-03-09", "2026-03-12"]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"RecurrenceType": "RecursDaily"}, {"IsRecurrence"}),
        ({**SERIES}, {"RecurrenceType"}),
        (
            {**SERIES, "RecurrenceType": "RecursMonthlyNth"},
            {"RecurrenceInterval", "RecurrenceInstance", "RecurrenceDayOfWeekMask"},
        ),
        (
            {**SERIES, "RecurrenceType": "RecursWeekly", "RecurrenceDayOfWeekMask": 128},
            {"RecurrenceDayOfWeekMask"},
        ),
        (
            {**SERIES, "RecurrenceType": "RecursDaily", "RecurrenceInterval": 0},
            {"RecurrenceInterval"},
        ),
        (
            {
                **SERIES,
                "RecurrenceType": "RecursEveryWeekday",
                "RecurrenceEndDateOnly": "2030-01-01",
            },
            {"RecurrenceEndDateOnly"},
        ),
        (
            {
                **SERIES,
                "RecurrenceType": "RecursEveryWeekday",
                "RecurrenceEndDateOnly": "2026-03-01",
            },
            {"RecurrenceEndDateOnly"},
        ),
        ({"RecurrenceRegeneratedType": "RecurrenceRegenerateAfterToday"}, {"RecurrenceInterval"}),
        (
            {"RecurrenceRegeneratedType": "RecurrenceRegenerated", "RecurrenceInterval": 2},
            {"RecurrenceRegeneratedType"},
        ),
    ],
)
def test_what_makes_no_series_is_refused_with_its_fields(
    floor: Floor, given: dict[str, Any], fields: set[str]
) -> None:
    assert set(fields_of(floor.not_created("Task", Subject="Never", **given))) == fields
    assert floor.rows(select(Task.id).where(Task.subject == "Never")) == []


@pytest.mark.parametrize(
    ("kind", "days_after"),
    [("RecurrenceRegenerateAfterDueDate", "2026-01-15"), ("RecurrenceRegenerateAfterToday", "")],
)
def test_a_task_repeats_once_it_is_closed(floor: Floor, kind: str, days_after: str) -> None:
    values = {"RecurrenceRegeneratedType": kind, "RecurrenceInterval": 5}
    task = floor.create("Task", Subject="Water", ActivityDate="2026-01-10", **values)
    floor.update(task, Description="Twice")
    floor.update(task, Status="Completed")
    floor.update(task, Description="Thrice")
    query = select(Task.id, Task.activity_date, Task.status, Task.regenerated_type)
    (made,) = floor.rows(query.where(Task.recurs_from_id == task))
    assert (made.status, made.regenerated_type) == ("Not Started", kind)
    assert made.activity_date == days_after or made.activity_date > "2026-01-15"
    assert floor.row(task).regenerated_type == "RecurrenceRegenerated"
    floor.update(task, Status="In Progress")
    floor.update(task, Status="Completed")
    assert len(floor.rows(query.where(Task.recurs_from_id == task))) == 1


def test_programs_make_and_read_series(doors: Doors) -> None:
    rest = Rest(doors)
    first = rest.create(
        "Task",
        Subject="Standing call",
        RecurrenceType="RecursEveryWeekday",
        **{**SERIES, "RecurrenceEndDateOnly": "2026-03-06"},
    )
    asked = (
        "SELECT ActivityDate, IsRecurrence, RecurrenceActivityId FROM Task"
        f" WHERE RecurrenceActivityId = '{first}' ORDER BY ActivityDate"
    )
    found = rest.get("query/", q=asked)["records"]
    assert [each["ActivityDate"][-2:] for each in found] == ["02", "03", "04", "05", "06"]
    assert [each["IsRecurrence"] for each in found] == [True, False, False, False, False]
    fields = {each["name"]: each for each in rest.get("sobjects/Task/describe")["fields"]}
    listed = [each["value"] for each in fields["RecurrenceType"]["picklistValues"]]
    assert listed[0] == "RecursDaily"
    assert not fields["RecurrenceActivityId"]["createable"]
    status, code = rest.refused(
        "POST", "sobjects/Task", {"IsRecurrence": True, "RecurrenceType": "RecursHourly"}
    )
    assert (status, code) == (400, "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST")
