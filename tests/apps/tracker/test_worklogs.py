"""Logged work: estimates follow by rule, totals roll up, and history tells of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.tracker.desk import Desk, problems
from tests.apps.tracker.texts import issue_of, text

from workworld.apps.tracker import durations
from workworld.apps.tracker.durations import DAY, HOUR, MINUTE
from workworld.apps.tracker.service import worklogs


def estimated(desk: Desk, **estimate: int) -> str:
    return issue_of(desk, timetracking={"original": 2 * DAY, "remaining": 2 * DAY, **estimate})


@pytest.mark.parametrize(
    ("text", "hours"),
    [("1w 2d 3h", 40 + 16 + 3), ("1W2D", 56), ("0.5d", 4), ("90", 1.5), ("2d 1d", None)],
)
def test_week_has_five_days_of_eight_hours(text: str, hours: float | None) -> None:
    assert durations.parse(text) == (None if hours is None else hours * HOUR)


def test_amounts_of_work_are_told_as_they_are_typed() -> None:
    assert durations.show(59 * HOUR) == "1w 2d 3h"


def times(desk: Desk, key: str) -> tuple[int, int | None]:
    row = desk.record(key).row
    return row.time_spent, row.remaining_estimate


def log(desk: Desk, key: str, seconds: int, *, by: str = "mchen", **arguments: Any) -> Any:
    return desk.do(worklogs.add, by=by, issue=key, seconds=seconds, **arguments)


@pytest.mark.parametrize(
    ("how", "left"),
    [
        ({}, 2 * DAY - HOUR),
        ({"adjust": "leave"}, 2 * DAY),
        ({"adjust": "new", "amount": 5 * HOUR}, 5 * HOUR),
        ({"adjust": "manual", "amount": DAY}, DAY),
        ({"adjust": "manual", "amount": 9 * DAY}, 0),
    ],
)
def test_what_remains_follows_by_rule(desk: Desk, how: dict[str, Any], left: int) -> None:
    key = estimated(desk)
    log(desk, key, HOUR, **how)
    assert times(desk, key) == (HOUR, left)


def test_without_an_estimate_nothing_remains(desk: Desk) -> None:
    key = issue_of(desk)
    log(desk, key, HOUR)
    assert times(desk, key) == (HOUR, 0)


def test_totals_follow_edits_and_deletions(desk: Desk) -> None:
    key = estimated(desk)
    first = log(desk, key, HOUR)
    log(desk, key, 2 * HOUR, by="tbreslin")
    which = {"issue": key, "worklog_id": first.id}
    desk.do(worklogs.edit, by="mchen", **which, seconds=3 * HOUR)
    assert times(desk, key) == (5 * HOUR, 2 * DAY - 5 * HOUR)
    desk.do(worklogs.edit, by="mchen", **which, body=text("more of it"))
    assert times(desk, key) == (5 * HOUR, 2 * DAY - 5 * HOUR)
    desk.do(worklogs.delete, by="mchen", **which)
    assert times(desk, key) == (2 * HOUR, 2 * DAY - 2 * HOUR)


def test_taken_back_work_may_give_back_an_amount(desk: Desk) -> None:
    key = estimated(desk)
    known = log(desk, key, HOUR)
    desk.do(
        worklogs.delete, by="mchen", issue=key, worklog_id=known.id, adjust="manual", amount=MINUTE
    )
    assert times(desk, key) == (0, 2 * DAY - HOUR + MINUTE)


def test_history_tells_of_work(desk: Desk) -> None:
    key = estimated(desk)
    known = log(desk, key, HOUR)
    assert desk.items(key) == [
        ("timeestimate", str(2 * DAY), str(2 * DAY - HOUR)),
        ("timespent", "0", str(HOUR)),
        ("WorklogId", None, known.id),
    ]


def test_work_is_listed_by_when_it_began(desk: Desk) -> None:
    key = issue_of(desk)
    log(desk, key, HOUR, started_us=2_000_000, body=text("later"))
    log(desk, key, HOUR, started_us=1_000_000, body=text("earlier"))
    found = desk.do(worklogs.list, issue=key)
    assert [row.body_text for row in found.items] == ["earlier", "later"]
    since = desk.do(worklogs.list, issue=key, since_us=1_500_000)
    assert ([row.body_text for row in since.items], since.total) == (["later"], 1)


def test_less_than_a_minute_is_no_work(desk: Desk) -> None:
    refusal = desk.refused(worklogs.add, by="mchen", issue=issue_of(desk), seconds=59)
    assert "timeLogged" in problems(refusal)


@pytest.mark.parametrize(
    ("adjust", "field"), [("new", "newEstimate"), ("manual", "adjustmentAmount")]
)
def test_a_way_to_adjust_needs_its_amount(desk: Desk, adjust: str, field: str) -> None:
    key = issue_of(desk)
    refusal = desk.refused(worklogs.add, by="mchen", issue=key, seconds=HOUR, adjust=adjust)
    assert field in problems(refusal)


def test_reporters_log_no_work_and_developers_change_their_own(desk: Desk) -> None:
    key = issue_of(desk)
    refusal = desk.refused(worklogs.add, by="eboadi", issue=key, seconds=HOUR)
    assert str(refusal) == "You do not have permission to log work on this issue."
    which = {"issue": key, "worklog_id": log(desk, key, HOUR).id}
    refusal = desk.refused(worklogs.edit, by="tbreslin", **which, seconds=DAY)
    assert str(refusal) == "You do not have permission to edit other people's worklogs."
    assert desk.refused(worklogs.delete, by="tbreslin", **which).code == "permission_denied"
    desk.do(worklogs.edit, by="aruiz", **which, seconds=DAY)
    assert desk.do(worklogs.info, **which).updated_by == desk.people["aruiz"]


def test_work_on_another_issue_is_not_found(desk: Desk) -> None:
    key, other = issue_of(desk), issue_of(desk)
    which = {"issue": other, "worklog_id": log(desk, key, HOUR).id}
    assert desk.refused(worklogs.delete, by="mchen", **which).code == "worklog_not_found"
