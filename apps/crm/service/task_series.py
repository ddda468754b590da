"""Tasks that repeat: series that are made at once, and tasks that follow when one is closed.

The vendor keeps a series in a task of its own; here the first task stands for it.
https://help.salesforce.com/s/articleView?id=sales.creating_recurring_tasks.htm
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.models import Task
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import (
    MONTHS,
    REGENERATE_AFTER_DUE,
    REGENERATED,
)
from workworld.apps.crm.service import conditions, records, recurrences, saving
from workworld.apps.crm.service.recurrences import (
    DAILY,
    EVERY_DAY,
    MONTHLY,
    MONTHLY_NTH,
    MOST,
    MOST_APART,
    WEEKLY,
    YEARLY,
    YEARLY_NTH,
    Rule,
)
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_COPIED = (
    *("subject", "who_id", "what_id", "priority", "subtype", "description"),
    *("owner_id", "record_type_id"),
)
_TAKES = {
    DAILY: ("recurrence_interval",),
    WEEKLY: ("recurrence_interval", "recurrence_weekdays"),
    MONTHLY: ("recurrence_interval", "recurrence_month_day"),
    MONTHLY_NTH: ("recurrence_interval", "recurrence_instance", "recurrence_weekdays"),
    YEARLY: ("recurrence_month_day", "recurrence_month"),
    YEARLY_NTH: ("recurrence_instance", "recurrence_weekdays", "recurrence_month"),
}
"""What each type of recurrence has to be told."""
_RANGES = {
    "recurrence_interval": MOST_APART,
    "recurrence_weekdays": EVERY_DAY,
    "recurrence_month_day": 31,
}
_SYSTEM = Options(system=True, notify=False)
_MISSING, _WRONG = "REQUIRED_FIELD_MISSING", "FIELD_INTEGRITY_EXCEPTION"


# The vendor's REST API deletes the records one by one.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI, Surface.MCP))
def delete(
    ctx: Context,
    *,
    task_id: Annotated[RecordId, Field(description="A task of the series.")],
) -> int:
    """Delete a task and all that follow it in its series: how many they were.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is in no series.
    """
    task = records.known(ctx, "Task", task_id)
    return recurrences.remove_from(ctx, task, Task.series_id, Task.activity_date)


@saving.before("Task", order=60)
def _check(ctx: Context, saved: Saving) -> None:
    task: Task = saved.row
    _check_range(saved)
    if saved.errors:
        return
    if saved.is_new and task.is_recurrence:
        _check_series(ctx, saved)
    elif saved.is_new and task.recurrence_type is not None:
        said = "A task with a recurrence type has to be a recurring series of tasks."
        saved.refuse(_WRONG, said, "IsRecurrence")
    elif task.series_id is not None and saved.changed("recurrence_interval"):
        said = "How often a series repeats stays as it was when the series was created."
        saved.refuse(_WRONG, said, "RecurrenceInterval")
    if task.regenerated_type is not None and saved.changed("regenerated_type"):
        _check_regenerated(saved)


def _check_range(saved: Saving) -> None:
    names = _names()
    for column, largest in _RANGES.items():
        value = getattr(saved.row, column)
        if value is not None and not 1 <= value <= largest:
            label = saved.sobject.fields[names[column].lower()].label
            said = f"{label}: value outside of valid range, 1 to {largest}"
            saved.refuse("NUMBER_OUTSIDE_VALID_RANGE", said, names[column])


def _check_series(ctx: Context, saved: Saving) -> None:
    task: Task = saved.row
    wanted = ("recurrence_type", "recurs_on", "recurs_until")
    takes = _TAKES.get(str(task.recurrence_type), ())
    missing = [_names()[each] for each in (*wanted, *takes) if getattr(task, each) is None]
    if missing:
        said = f"Required fields are missing: [{', '.join(missing)}]"
        saved.refuse(_MISSING, said, *missing)
    elif task.regenerated_type is not None:
        said = "A recurring series does not repeat when its tasks are closed as well."
        saved.refuse(_WRONG, said, "RecurrenceRegeneratedType")
    elif not (found := _days(task)):
        said = "No day of the series lies between its start and its end."
        saved.refuse(_WRONG, said, "RecurrenceEndDateOnly")
    elif len(found) > MOST:
        said = f"A series has {MOST} tasks at most: let it end earlier."
        saved.refuse(_WRONG, said, "RecurrenceEndDateOnly")
    else:
        task.activity_date = found[0].isoformat()
        task.recurrence_zone = task.recurrence_zone or conditions.calendar(ctx).zone.key


def _check_regenerated(saved: Saving) -> None:
    task: Task = saved.row
    if task.regenerated_type == REGENERATED and not saved.options.system:
        said = "Whether a task was closed and repeated is not chosen: it becomes so."
        saved.refuse(_WRONG, said, "RecurrenceRegeneratedType")
    elif task.series_id is not None:
        said = "A task of a series does not repeat when it is closed as well."
        saved.refuse(_WRONG, said, "RecurrenceRegeneratedType")
    elif task.recurrence_interval is None:
        said = "Required fields are missing: [RecurrenceInterval]"
        saved.refuse(_MISSING, said, "RecurrenceInterval")


@saving.after("Task", order=60)
def _repeat(ctx: Context, saved: Saving) -> None:
    """Make the tasks that follow the first one of a series, or the one that is closed."""
    task: Task = saved.row
    if saved.is_new and task.is_recurrence and task.series_id is None:
        task.series_id = task.id
        for day in _days(task)[1:]:
            _insert(ctx, task, day, {"RecurrenceActivityId": task.id})
    closes = task.is_closed and not saved.old.get("is_closed")
    if closes and task.regenerated_type not in (None, REGENERATED):
        _regenerate(ctx, task)


def _regenerate(ctx: Context, task: Task) -> None:
    """Make the task that follows a closed one, which no longer repeats."""
    today = conditions.calendar(ctx).today
    due = date.fromisoformat(task.activity_date) if task.activity_date else today
    begin = due if task.regenerated_type == REGENERATE_AFTER_DUE else today
    kept = {
        "RecurrenceRegeneratedType": task.regenerated_type,
        "RecurrenceInterval": task.recurrence_interval,
    }
    due_day = min(begin.toordinal() + (task.recurrence_interval or 1), date.max.toordinal())
    made = _insert(ctx, task, date.fromordinal(due_day), kept)
    made.recurs_from_id = task.id
    task.regenerated_type = REGENERATED


def _insert(ctx: Context, task: Task, day: date, more: dict[str, Any]) -> Any:
    names = _names()
    values = {names[each]: getattr(task, each) for each in _COPIED if each in names}
    values |= {"ActivityDate": day.isoformat(), **more}
    given = {name: value for name, value in values.items() if value not in (None, "")}
    return records.insert(ctx, of_name("Task"), given, _SYSTEM)


def _names() -> dict[str, str]:
    """API names by column."""
    return {each.column: each.name for each in of_name("Task").fields.values() if each.column}


def _days(task: Task) -> list[date]:
    rule = Rule(
        str(task.recurrence_type),
        task.recurrence_interval or 1,
        task.recurrence_weekdays or 0,
        task.recurrence_month_day or 1,
        task.recurrence_instance or "",
        MONTHS.index(task.recurrence_month) + 1 if task.recurrence_month else 1,
    )
    first, last = str(task.recurs_on), str(task.recurs_until)
    return recurrences.days(rule, date.fromisoformat(first), date.fromisoformat(last))
