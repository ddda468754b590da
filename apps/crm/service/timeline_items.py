"""The activities of records, read from their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select

from workworld.apps.crm.models import Case, Contact, EmailMessage, Event, Note, Opportunity, Task
from workworld.apps.crm.schema.objects import of_model
from workworld.apps.crm.service import people, sight
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context
from workworld.directory.people import my_zone

TASK, CALL, EVENT, EMAIL, NOTE = "task", "call", "event", "email", "note"
KINDS = (TASK, CALL, EVENT, EMAIL, NOTE)
_LONGEST_TEXT = 500
_MOST_AHEAD = 200
_PERSON = ("003", "00Q")
_tasks, _events = Task.__table__.c, Event.__table__.c
_emails, _notes = EmailMessage.__table__.c, Note.__table__.c


@dataclass(frozen=True, slots=True)
class Item:
    """One activity."""

    id: str
    kind: str
    """``task``, ``call``, ``event``, ``email`` or ``note``."""
    subject: str
    text: str
    """Its comments or body, cut if it is long."""
    at_us: int | None
    """When it is, was done or sent; None for a task without a day."""
    day: str | None
    """The same as the viewer's day, or the day on which a task is due."""
    owner_id: str
    owner: str
    who_id: str | None
    who: str
    """Empty if there is nobody, or nobody whom the viewer may see."""
    what_id: str | None
    what: str
    is_done: bool
    is_overdue: bool
    details: Mapping[str, Any]
    """What only its kind has: status, priority, end, location, addresses, result."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which activities are wanted."""

    record_id: str
    kinds: tuple[str, ...]
    owner_id: str | None
    limit: int
    place: tuple[int, str] | None
    """Time and id of the last one that was told."""
    today: date


@dataclass(frozen=True, slots=True)
class Source:
    """Where activities of some kinds are."""

    kinds: tuple[str, ...]
    read: Callable[[Context, Asked], Sequence[Item]]


def _of_tasks(ctx: Context, asked: Asked) -> Sequence[Item]:
    wanted = [_tasks.subtype == "Call"] if CALL in asked.kinds else []
    wanted += [_tasks.subtype != "Call"] if TASK in asked.kinds else []
    query = _seen(ctx, Task, asked, _about(asked.record_id, _tasks))
    if wanted:
        query = query.where(or_(*wanted))
    ahead = query.where(~_tasks.is_closed).order_by(_tasks.activity_date, _tasks.id)
    done = query.where(_tasks.is_closed, _tasks.completed_us.is_not(None))
    done = _cut(done, _tasks.completed_us, _tasks.id, asked)
    rows = [*ctx.session.execute(ahead.limit(_MOST_AHEAD)), *ctx.session.execute(done)]
    return [_task(ctx, each, asked) for each in rows if asked.place is None or each.is_closed]


def _task(ctx: Context, row: Any, asked: Asked) -> Item:
    at_us = row.completed_us if row.is_closed else _midnight(ctx, row.activity_date)
    is_overdue = (
        not row.is_closed
        and row.activity_date is not None
        and row.activity_date < asked.today.isoformat()
    )
    details = {
        "due": row.activity_date,
        "status": row.status,
        "priority": row.priority,
        "call_type": row.call_type,
        "call_seconds": row.call_seconds,
        "result": row.call_result,
    }
    return _item(
        CALL if row.subtype == "Call" else TASK,
        row,
        text=row.description,
        at_us=at_us,
        day=_day(ctx, at_us) if row.is_closed else row.activity_date,
        is_done=row.is_closed,
        is_overdue=is_overdue,
        details=details,
    )


def _of_events(ctx: Context, asked: Asked) -> Sequence[Item]:
    query = _seen(ctx, Event, asked, _about(asked.record_id, _events))
    now_us = ctx.clock.now_us()
    ahead = query.where(_events.end_us >= now_us).order_by(_events.start_us, _events.id)
    done = _cut(query.where(_events.end_us < now_us), _events.start_us, _events.id, asked)
    rows = list(ctx.session.execute(done))
    if asked.place is None:
        rows += ctx.session.execute(ahead.limit(_MOST_AHEAD))
    return [
        _item(
            EVENT,
            row,
            text=row.description,
            at_us=row.start_us,
            day=_day(ctx, row.start_us),
            is_done=row.end_us < now_us,
            details={"end_us": row.end_us, "location": row.location, "all_day": row.is_all_day},
        )
        for row in rows
    ]


def _of_emails(ctx: Context, asked: Asked) -> Sequence[Item]:
    query = _seen(ctx, EmailMessage, asked, _about_email(asked.record_id))
    rows = ctx.session.execute(_cut(query, _emails.sent_us, _emails.id, asked))
    return [
        _item(
            EMAIL,
            row,
            text=row.text_body,
            at_us=row.sent_us,
            day=_day(ctx, row.sent_us),
            is_done=True,
            details={
                "from": row.from_address,
                "from_name": row.from_name,
                "to": row.to_address,
                "cc": row.cc_address,
                "incoming": row.is_incoming,
            },
        )
        for row in rows
    ]


def _of_notes(ctx: Context, asked: Asked) -> Sequence[Item]:
    mine = or_(~_notes.is_private, _notes.owner_id == people.me(ctx).id)
    query = _seen(ctx, Note, asked, and_(_notes.parent_id == asked.record_id, mine))
    rows = ctx.session.execute(_cut(query, _notes.created_us, _notes.id, asked))
    return [
        _item(
            NOTE,
            row,
            subject=row.title,
            text=row.body,
            at_us=row.created_us,
            day=_day(ctx, row.created_us),
            is_done=True,
            details={"private": row.is_private, "pinned": row.is_pinned},
        )
        for row in rows
    ]


SOURCES = (
    Source((TASK, CALL), _of_tasks),
    Source((EVENT,), _of_events),
    Source((EMAIL,), _of_emails),
    Source((NOTE,), _of_notes),
)


def _seen(ctx: Context, model: Any, asked: Asked, about: ColumnElement[bool]) -> Select[Any]:
    table, kind = model.__table__, of_model(model)
    # What an account shows is also what names its contacts, deals and cases alone, and there are
    # notes that are their writers' own.
    whole = asked.record_id.startswith("001") or model is Note
    seen = (
        sight.rows(ctx, kind, table)
        if whole
        else sight.rows_about(ctx, kind, table, asked.record_id)
    )
    query = select(table).where(about, seen)
    return query.where(table.c.owner_id == asked.owner_id) if asked.owner_id else query


def _about(record_id: str, table: Any) -> ColumnElement[bool]:
    """Of an account, whatever concerns it: its contacts', deals' and cases' as well."""
    if record_id.startswith("001"):
        return or_(table.account_id == record_id, table.what_id == record_id)
    found: ColumnElement[bool] = (
        table.who_id == record_id if record_id.startswith(_PERSON) else table.what_id == record_id
    )
    return found


def _about_email(record_id: str) -> ColumnElement[bool]:
    if record_id.startswith(_PERSON):
        return or_(_emails.who_id == record_id, _emails.related_to_id == record_id)
    own = or_(_emails.related_to_id == record_id, _emails.case_id == record_id)
    if not record_id.startswith("001"):
        return own
    below = []
    for model, column in (
        (Contact, _emails.who_id),
        (Opportunity, _emails.related_to_id),
        (Case, _emails.case_id),
    ):
        table = model.__table__.c
        below.append(column.in_(select(table.id).where(table.account_id == record_id)))
    return or_(own, *below)


def _cut(query: Select[Any], at: Any, key: Any, asked: Asked) -> Select[Any]:
    """The newest of what is past, from where the last answer ended."""
    if asked.place is not None:
        at_us, last = asked.place
        query = query.where(or_(at < at_us, and_(at == at_us, key < last)))
    return query.order_by(at.desc(), key.desc()).limit(asked.limit + 1)


def _item(kind: str, row: Any, *, text: str | None, **more: Any) -> Item:
    what_id = getattr(row, "what_id", None) or getattr(row, "related_to_id", None)
    values = {
        "subject": getattr(row, "subject", None) or "",
        "is_overdue": False,
        "owner": "",
        "who_id": getattr(row, "who_id", None),
        "who": "",
        "what_id": what_id or getattr(row, "parent_id", None),
        "what": "",
        **more,
    }
    return Item(row.id, kind, text=(text or "")[:_LONGEST_TEXT], owner_id=row.owner_id, **values)


def _day(ctx: Context, at_us: int | None) -> str | None:
    if at_us is None:
        return None
    return from_microseconds(at_us).astimezone(my_zone(ctx)).date().isoformat()


def _midnight(ctx: Context, day: str | None) -> int | None:
    if day is None:
        return None
    return to_microseconds(datetime.combine(date.fromisoformat(day), time(), tzinfo=my_zone(ctx)))
