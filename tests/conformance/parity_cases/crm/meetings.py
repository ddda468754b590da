"""Answers to invitations, and series of meetings and tasks, in the words of each door."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import MANAGER
from tests.conformance.parity import Case
from tests.conformance.parity_cases.crm.words import case, making, then

_WHEN = {"StartDateTime": "2026-03-23T14:00:00Z", "EndDateTime": "2026-03-23T15:00:00Z"}
_INVITED = then(
    making("account", "Account"),
    making("event", "Event", by=MANAGER, Subject="Walk", WhatId="$account", **_WHEN),
    making("relation", "EventRelation", by=MANAGER, EventId="$event", RelationId="$akovac"),
)
_ALONE = then(making("event", "Event", Subject="Walk", **_WHEN))
_REPEATED = then(
    making(
        "event",
        "Event",
        Subject="Walk",
        Repeats__c="Every Two Weeks",
        Repeats_Until__c="2026-04-20",
        **_WHEN,
    )
)
_SERIES = making(
    "task",
    "Task",
    Subject="Call in",
    IsRecurrence=True,
    RecurrenceType="RecursEveryWeekday",
    RecurrenceStartDateOnly="2026-03-02",
    RecurrenceEndDateOnly="2026-03-13",
)


def _cases() -> Iterator[Case]:
    for name, outcome, before in (
        ("one comes", "ok", _INVITED),
        ("not invited", "NOT_FOUND", _ALONE),
    ):
        yield case(
            "invitations.answer",
            name,
            outcome,
            mcp=("answerInvitation", {"event-id": "$event", "status": "Accepted"}),
            ui=("/Event/$event/answer", {"status": "Accepted"}),
            before=before,
        )
    for name, outcome, before in (
        ("from the first on", "ok", _REPEATED),
        ("no series", "INVALID_OPERATION", _ALONE),
    ):
        yield case(
            "event_series.delete",
            name,
            outcome,
            mcp=("deleteEventSeries", {"event-id": "$event"}),
            ui=("/Event/$event/series", {}),
            before=before,
        )
    for name, outcome, before in (
        ("from the first on", "ok", _SERIES),
        ("no series", "INVALID_OPERATION", making("task", "Task", Subject="Once")),
    ):
        yield case(
            "task_series.delete",
            name,
            outcome,
            mcp=("deleteTaskSeries", {"task-id": "$task"}),
            ui=("/Task/$task/series", {}),
            before=before,
        )


CASES = tuple(_cases())
