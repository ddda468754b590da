"""What is still to be done about a record and what was done, tasks and events together.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_openactivity.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Integer,
    Select,
    String,
    case,
    column,
    literal,
    null,
    or_,
    select,
    table,
    union_all,
)

from workworld.apps.crm.models import Event, Task
from workworld.apps.crm.models.activities import WHAT, WHO
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import Children
from workworld.apps.crm.soql.derived_objects import derived
from workworld.apps.crm.soql.setup_objects import ID, moment, user

OPEN, DONE = "OpenActivity", "ActivityHistory"
_MADE_OF = ("Task", "Event")
_tasks, _events = Task.__table__.c, Event.__table__.c
_counters = table("world_counters", column("kind", String), column("used", Integer))
_NOW = select(_counters.c.used).where(_counters.c.kind == "clock").scalar_subquery()
_BOTH = (
    *("id", "subject", "who_id", "what_id", "account_id", "owner_id", "activity_date"),
    *("description", "reminder_us", "is_reminded", "created_us", "created_by_id"),
    *("modified_us", "modified_by_id", "is_deleted"),
)


def _no(kind: Any) -> ColumnElement[Any]:
    return null().cast(kind)


def _selected(table: Any, own: Mapping[str, ColumnElement[Any]]) -> Select[Any]:
    columns: list[ColumnElement[Any]] = [table[each] for each in _BOTH]
    return select(*columns, *(column.label(name) for name, column in own.items()))


def _of_tasks() -> Select[Any]:
    own = {
        "is_task": literal(value=True, type_=Boolean),
        "is_closed": _tasks.is_closed,
        "status": _tasks.status,
        "priority": _tasks.priority,
        "kind": _tasks.subtype,
        "call_type": _tasks.call_type,
        "call_seconds": _tasks.call_seconds,
        "call_result": _tasks.call_result,
        "start_us": _no(Integer),
        "end_us": _no(Integer),
        "minutes": _no(Integer),
        "is_all_day": literal(value=False, type_=Boolean),
        "location": _no(String),
    }
    return _selected(_tasks, own)


def _of_events() -> Select[Any]:
    own = {
        "is_task": literal(value=False, type_=Boolean),
        "is_closed": case((_events.end_us < _NOW, literal(1)), else_=literal(0)).cast(Boolean),
        "status": _no(String),
        "priority": _no(String),
        "kind": literal("Event"),
        "call_type": _no(String),
        "call_seconds": _no(Integer),
        "call_result": _no(String),
        "start_us": _events.start_us,
        "end_us": _events.end_us,
        "minutes": _events.minutes,
        "is_all_day": _events.is_all_day,
        "location": _events.location,
    }
    return _selected(_events, own)


def _rows(*, closed: bool) -> Select[Any]:
    both = union_all(_of_tasks(), _of_events()).subquery()
    wanted = both.c.is_closed if closed else or_(~both.c.is_closed, both.c.is_closed.is_(None))
    return cast(Select[Any], select(both).where(wanted))


def _reference(
    name: str, label: str, kept: str, to: tuple[str, ...], by: str, below: str = ""
) -> Field:
    return Field(name, label, Kind.REFERENCE, kept, references=to, relationship=by, children=below)


_FIELDS = (
    ID,
    Field("Subject", "Subject", Kind.STRING, "subject", length=255, is_name=True),
    Field("IsTask", "Task", Kind.BOOLEAN, "is_task"),
    Field("IsClosed", "Closed", Kind.BOOLEAN, "is_closed"),
    Field("ActivityDate", "Date", Kind.DATE, "activity_date"),
    moment("StartDateTime", "Start", "start_us"),
    moment("EndDateTime", "End", "end_us"),
    Field("DurationInMinutes", "Duration", Kind.INT, "minutes"),
    Field("IsAllDayEvent", "All-Day Event", Kind.BOOLEAN, "is_all_day"),
    Field("Location", "Location", Kind.STRING, "location", length=255),
    Field("Status", "Status", Kind.PICKLIST, "status", picklist="task status"),
    Field("Priority", "Priority", Kind.PICKLIST, "priority", picklist="task priority"),
    Field("ActivitySubtype", "Activity Subtype", Kind.STRING, "kind", length=40),
    Field("CallType", "Call Type", Kind.PICKLIST, "call_type", picklist="call type"),
    Field("CallDurationInSeconds", "Call Duration", Kind.INT, "call_seconds"),
    Field("CallDisposition", "Call Result", Kind.STRING, "call_result", length=255),
    Field("Description", "Comments", Kind.TEXTAREA, "description", length=32_000),
    moment("ReminderDateTime", "Reminder", "reminder_us"),
    Field("IsReminderSet", "Reminder Set", Kind.BOOLEAN, "is_reminded"),
    _reference("WhoId", "Name ID", "who_id", WHO, "Who"),
    _reference("WhatId", "Related To ID", "what_id", WHAT, "What"),
    _reference("AccountId", "Account ID", "account_id", ("Account",), "Account"),
    user("OwnerId", "Assigned To ID", "owner_id"),
    user("CreatedById", "Created By ID", "created_by_id"),
    moment("CreatedDate", "Created Date", "created_us"),
    user("LastModifiedById", "Last Modified By ID", "modified_by_id"),
    moment("LastModifiedDate", "Last Modified Date", "modified_us"),
    moment("SystemModstamp", "System Modstamp", "modified_us"),
    Field("IsDeleted", "Deleted", Kind.BOOLEAN, "is_deleted"),
)
derived(
    OPEN,
    "Open Activity",
    "Open Activities",
    "",
    _FIELDS,
    lambda: _rows(closed=False),
    made_of=_MADE_OF,
)
derived(
    DONE,
    "Activity History",
    "Activity Histories",
    "",
    _FIELDS,
    lambda: _rows(closed=True),
    made_of=_MADE_OF,
)


def children(name: str) -> tuple[Children, ...]:
    """The ways from an object's records to what is and was done about them.

    An account has what is about its contacts, deals and cases as well.
    """
    if name not in (*WHO, *WHAT):
        return ()
    by = "WhoId" if name in WHO else "AccountId" if name == "Account" else "WhatId"
    return Children("OpenActivities", OPEN, by), Children("ActivityHistories", DONE, by)
