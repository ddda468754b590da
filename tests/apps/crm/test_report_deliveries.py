"""Subscriptions to reports, and snapshots of what they said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.rest import Rest
from tests.kit import Doors

from workworld.apps.crm.models import Report, ReportSnapshot, ReportSubscription
from workworld.apps.crm.schema.schedules import next_time
from workworld.apps.crm.service import (
    notice_choices,
    report_folders,
    report_snapshots,
    report_subscriptions,
    reports,
)
from workworld.clock import from_microseconds, to_microseconds
from workworld.identity import Authority
from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass
from workworld.worlds import World
from workworld.zones import zone

WEEK = 7 * 24 * 3600
TUESDAY = datetime(2026, 3, 17, 13, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("frequency", "days", "hour", "expected"),
    [
        ("daily", [], 9, "2026-03-18T09:00"),
        ("daily", [], 10, "2026-03-17T10:00"),
        ("weekly", [1], 9, "2026-03-24T09:00"),
        ("weekly", [0, 3], 8, "2026-03-19T08:00"),
        ("monthly", [31], 8, "2026-03-31T08:00"),
        ("monthly", [1], 0, "2026-04-01T00:00"),
    ],
)
def test_the_next_time_is_found(frequency: str, days: list[int], hour: int, expected: str) -> None:
    where = zone("America/New_York")
    found = next_time(to_microseconds(TUESDAY), where, frequency, days, hour)
    assert from_microseconds(found).astimezone(where).isoformat()[:16] == expected


def test_a_month_without_that_day_ends_with_it() -> None:
    now_us = to_microseconds(datetime(2026, 4, 2, tzinfo=UTC))
    found = next_time(now_us, UTC, "monthly", [31], 8)
    assert from_microseconds(found).isoformat()[:10] == "2026-04-30"


@pytest.fixture
def report(floor: Floor) -> str:
    """A report of all deals that everybody sees."""
    (found,) = floor.rows(select(Report.id).where(Report.name == "Pipeline by Stage"))
    return str(found.id)


def notices(floor: Floor, handle: str) -> list[str]:
    """What somebody is told of."""
    query = select(Notification.text, Notification.url).where(
        Notification.person_id == floor.people[handle], Notification.kind == "report_sent"
    )
    return [row.text for row in floor.rows(query)]


def test_everybody_is_sent_what_they_may_see(floor: Floor, report: str) -> None:
    users = [floor.user(REP), floor.user(MANAGER)]
    floor.do(
        report_subscriptions.create,
        by=MANAGER,
        report_id=report,
        frequency="weekly",
        days=[0],
        recipient_ids=users,
    )
    let_time_pass(floor.world, WEEK)
    counts = {
        by: floor.do(reports.run, by=by, report_id=report).result.count for by in (REP, MANAGER)
    }
    assert counts[REP] < counts[MANAGER]
    assert notices(floor, REP) == [f"sent you the report Pipeline by Stage: {counts[REP]} records"]
    assert notices(floor, MANAGER) == [
        f"subscribed to the report Pipeline by Stage: {counts[MANAGER]} records"
    ]
    let_time_pass(floor.world, WEEK)
    assert len(notices(floor, REP)) == 2


def test_a_snapshot_does_not_change_with_the_records(floor: Floor, report: str) -> None:
    taken = floor.do(report_snapshots.take, report_id=report)
    before = floor.do(reports.run, report_id=report).result
    floor.create("Opportunity", Name="Later", Amount=5)
    found = floor.do(report_snapshots.get, report_id=report, instance_id=taken.id)
    assert found.result.count == before.count == taken.rows
    assert floor.do(reports.run, report_id=report).result.count == before.count + 1
    assert [each.label for each in found.result.down] == [each.label for each in before.down]
    for each in found.result.totals:
        for group in before.down:
            assert found.result.value(each, (group.key,)) == before.value(each, (group.key,))


def test_snapshots_are_for_one_user(floor: Floor, report: str) -> None:
    taken = floor.do(report_snapshots.take, by=MANAGER, report_id=report)
    for by in (REP, ADMIN):
        refusal = floor.refused(report_snapshots.get, by=by, report_id=report, instance_id=taken.id)
        assert refusal.code == "NOT_FOUND"
    assert floor.do(report_snapshots.list, report_id=report) == []


def test_old_snapshots_go(floor: Floor, report: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_snapshots, "MOST_KEPT", 2)
    taken = [floor.do(report_snapshots.take, report_id=report).id for _ in range(3)]
    listed = [each.id for each in floor.do(report_snapshots.list, report_id=report)]
    assert listed == [taken[2], taken[1]]


@pytest.mark.parametrize(("least", "is_sent"), [(0, True), (1_000_000, False)])
def test_conditions_decide_whether_it_is_sent(
    floor: Floor, report: str, least: int, is_sent: bool
) -> None:
    floor.do(
        report_subscriptions.create,
        report_id=report,
        frequency="daily",
        conditions=[{"aggregate": "RowCount", "operator": "greaterThan", "value": least}],
    )
    let_time_pass(floor.world, WEEK // 7)
    assert bool(notices(floor, REP)) is is_sent
    assert bool(floor.rows(select(ReportSnapshot.id))) is is_sent


def test_who_does_not_want_to_be_told_has_the_snapshot_alone(floor: Floor, report: str) -> None:
    floor.do(notice_choices.choose, kinds=[])
    floor.do(report_subscriptions.create, report_id=report, frequency="daily")
    let_time_pass(floor.world, WEEK // 7)
    assert notices(floor, REP) == []
    assert len(floor.do(report_snapshots.list, report_id=report)) == 1


def test_nobody_is_sent_a_report_that_they_do_not_see(floor: Floor) -> None:
    made = floor.do(
        reports.create, by=MANAGER, name="Hers", report_type="Opportunity", definition={}
    )
    said: dict[str, Any] = {"by": MANAGER, "report_id": made.row.id, "frequency": "daily"}
    refusal = floor.refused(report_subscriptions.create, **said, recipient_ids=[floor.user(REP)])
    assert refusal.code == "INSUFFICIENT_ACCESS"
    assert "Ana Kovač does not see this report" in refusal.message
    folder = floor.do(report_folders.create, by=MANAGER, name="Ours")
    floor.do(reports.update, by=MANAGER, report_id=made.row.id, folder_id=folder.id)
    floor.do(report_subscriptions.create, **said, recipient_ids=[floor.user(SUPPORT)])
    let_time_pass(floor.world, WEEK // 7)
    assert notices(floor, SUPPORT) == []  # who may not read its records is sent nothing


def test_subscriptions_are_changed_and_end_with_the_report(floor: Floor) -> None:
    made = floor.do(reports.create, name="Mine", report_type="Opportunity", definition={}).row.id
    row = floor.do(report_subscriptions.create, report_id=made, frequency="daily").row
    changed = floor.do(
        report_subscriptions.update, subscription_id=row.id, frequency="monthly", days=[31, 1]
    )
    assert (changed.row.frequency, changed.row.days, changed.row.hour) == ("monthly", [1, 31], 8)
    refusal = floor.refused(report_subscriptions.update, by=MANAGER, subscription_id=row.id, hour=3)
    assert refusal.code == "NOT_FOUND"
    floor.do(report_snapshots.take, report_id=made)
    floor.do(reports.delete, report_id=made)
    assert floor.rows(select(ReportSubscription.id)) == floor.rows(select(ReportSnapshot.id)) == []
    let_time_pass(floor.world, WEEK)


@pytest.mark.parametrize(
    "said",
    [
        {"frequency": "weekly"},
        {"frequency": "weekly", "days": [7]},
        {"frequency": "monthly", "days": [0]},
        {"frequency": "daily", "conditions": [{"aggregate": "s!Nothing", "value": 1}]},
        {"frequency": "daily", "recipient_ids": ["005Ww0000000000AAA"]},
    ],
)
def test_what_makes_no_sense_is_refused(floor: Floor, report: str, said: dict[str, Any]) -> None:
    refusal = floor.refused(report_subscriptions.create, report_id=report, **said)
    assert refusal.code in ("INVALID_FIELD", "INVALID_CROSS_REFERENCE_KEY")


def test_subscriptions_and_instances_over_rest(
    floor: Floor, report: str, authority: Authority, world: World
) -> None:
    rest = Rest(Doors(world, authority, floor.people[MANAGER]))
    asked = {
        "recordId": report,
        "source": "lightningReportSubscribe",
        "schedule": {"frequency": "weekly", "details": {"time": 7, "daysOfWeek": ["mon", "fri"]}},
        "thresholds": [
            {
                "type": "all",
                "conditions": [{"colName": "RowCount", "operator": "greaterThan", "values": [3]}],
                "actions": [
                    {
                        "type": "sendEmail",
                        "configuration": {"recipients": [{"id": floor.user(REP), "type": "user"}]},
                    }
                ],
            }
        ],
    }
    made = rest.post("analytics/notifications", asked, status=200)
    assert {name: made[name] for name in asked} == asked
    path = f"analytics/notifications/{made['id']}"
    later = {"schedule": {"frequency": "daily", "details": {"time": 5}}}
    changed = rest.answered("PUT", path, later, status=200)
    assert changed["schedule"] == later["schedule"]
    assert changed["thresholds"] == made["thresholds"]
    listed = rest.get("analytics/notifications", recordId=report)
    assert [each["id"] for each in listed] == [made["id"]]
    rest.delete(path)
    assert rest.refused("GET", path) == (404, "NOT_FOUND")
    instances = f"analytics/reports/{report}/instances"
    taken = rest.post(instances, {}, status=200)
    assert [each["id"] for each in rest.get(instances)] == [taken["id"]]
    told = rest.get(taken["url"])
    assert told["factMap"]["T!T"] == rest.get(f"analytics/reports/{report}")["factMap"]["T!T"]
    rest.delete(taken["url"])
    assert rest.get(instances) == []
