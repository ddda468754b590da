"""Activities: what was done and is to be done about a record, and noting more of it.

https://help.salesforce.com/s/articleView?id=sales.activity_timeline_parent.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import TASK_DONE
from workworld.apps.crm.service import (
    activity_links,
    people,
    records,
    tasks,
    templates,
    timelines,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.service.timeline_items import KINDS
from workworld.apps.crm.service.timelines import Timeline
from workworld.apps.crm.types import RecordId
from workworld.clock import from_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

About = Annotated[RecordId, Field(description="The record that it is about.")]
Subject = Annotated[str, Field(description="In a few words.", max_length=255)]
Comments = Annotated[str, Field(description="More about it, as plain text.", max_length=32_000)]
Who = Annotated[
    RecordId | None, Field(description="The contact or lead, if the record is no person.")
]
Day = Annotated[str | None, Field(description="A date: 2026-03-17.", max_length=10)]
Moment = Annotated[str, Field(description="A time: 2026-03-17T14:00:00Z.", max_length=40)]
# The vendor's API creates the records of tasks, events and messages instead.
_DOORS = (Surface.UI, Surface.MCP)


@operation(Effect.READ, scope="api", doors=_DOORS)
def timeline(
    ctx: Context,
    *,
    record_id: About,
    kinds: Annotated[
        tuple[str, ...], Field(description=f"Any of {', '.join(KINDS)}; all by default.")
    ] = (),
    owner_id: Annotated[
        RecordId | None, Field(description="Only what belongs to this user.")
    ] = None,
    limit: Annotated[int, Field(description="How many that are past.", ge=1, le=200)] = 50,
    before: Annotated[
        str | None, Field(description="Go on from the last answer's 'more'.", max_length=60)
    ] = None,
) -> Timeline:
    """List the activities of a record: what is overdue and to come first, the past by month.

    Those of an account include those of its contacts, deals and cases.

    Raises:
        Invalid: ``INVALID_FIELD``: there is no such kind, or ``before`` is none of ours.
    """
    found = templates.known_record(ctx, record_id)
    return timelines.of_record(
        ctx, found, kinds=kinds, owner_id=owner_id, limit=limit, before=before
    )


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def log_call(
    ctx: Context,
    *,
    record_id: About,
    subject: Subject = "Call",
    comments: Comments = "",
    who_id: Who = None,
    direction: Annotated[
        str, Field(description="Inbound, Outbound or Internal.", max_length=20)
    ] = "Outbound",
    seconds: Annotated[
        int | None, Field(description="How long it took, in seconds.", ge=0, le=86_400)
    ] = None,
    result: Annotated[str, Field(description="What came of it.", max_length=255)] = "",
) -> Loaded:
    """Log a call that was made about a record: a completed task of today."""
    values = {
        "Subject": subject.strip() or "Call",
        "Status": TASK_DONE,
        "TaskSubtype": "Call",
        "CallType": direction,
        "CallDurationInSeconds": seconds,
        "CallDisposition": result,
        "Description": comments,
        "ActivityDate": people.today(ctx).isoformat(),
        **_about(ctx, record_id, who_id),
    }
    return tasks.made(ctx, _given(values), Options())


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create_task(
    ctx: Context,
    *,
    record_id: About,
    subject: Subject,
    due: Day = None,
    comments: Comments = "",
    who_id: Who = None,
    priority: Annotated[str, Field(description="High, Normal or Low.", max_length=20)] = "Normal",
    owner_id: Annotated[
        RecordId | None, Field(description="Whose task it is; the caller's by default.")
    ] = None,
    reminder: Annotated[
        Moment | None, Field(description="When its owner is to be reminded.")
    ] = None,
) -> Loaded:
    """Create a task about a record."""
    values = {
        "Subject": subject,
        "ActivityDate": due,
        "Description": comments,
        "Priority": priority,
        "OwnerId": owner_id,
        "ReminderDateTime": reminder,
        **_about(ctx, record_id, who_id),
    }
    return tasks.made(ctx, _given(values), Options())


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create_event(
    ctx: Context,
    *,
    record_id: About,
    subject: Subject,
    start: Moment,
    end: Moment,
    location: Annotated[str, Field(description="Where.", max_length=255)] = "",
    comments: Comments = "",
    who_id: Who = None,
    is_all_day: Annotated[bool, Field(description="Whether it takes whole days.")] = False,
) -> Loaded:
    """Create a meeting about a record."""
    values = {
        "Subject": subject,
        "StartDateTime": start,
        "EndDateTime": end,
        "Location": location,
        "Description": comments,
        "IsAllDayEvent": is_all_day,
        **_about(ctx, record_id, who_id),
    }
    return _made(ctx, "Event", values)


# On pages an e-mail is sent, not logged.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def log_email(
    ctx: Context,
    *,
    record_id: About,
    subject: Annotated[str, Field(description="The message's.", max_length=3_000)],
    text: Comments,
    from_address: Annotated[str, Field(description="Who sent it.", max_length=1_000)],
    to_address: Annotated[str, Field(description="Addresses, by commas.", max_length=4_000)],
    who_id: Who = None,
    is_incoming: Annotated[bool, Field(description="Whether the customer sent it.")] = False,
    sent: Annotated[Moment | None, Field(description="When; now by default.")] = None,
) -> Loaded:
    """Log an e-mail that was sent or came elsewhere; nothing is sent."""
    about = _about(ctx, record_id, who_id)
    values = {
        "Subject": subject,
        "TextBody": text,
        "FromAddress": from_address,
        "ToAddress": to_address,
        "Incoming": is_incoming,
        "Status": "Read" if is_incoming else "Sent",
        "MessageDate": sent or from_microseconds(ctx.clock.now_us()).isoformat(),
        "WhoId": about.get("WhoId"),
        "RelatedToId": about.get("WhatId"),
        "ParentId": _case(about.get("WhatId")),
    }
    return _made(ctx, "EmailMessage", values)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def add_note(
    ctx: Context,
    *,
    record_id: About,
    title: Annotated[str, Field(description="In a few words.", max_length=80)],
    text: Comments = "",
    is_private: Annotated[bool, Field(description="Whether only its writer sees it.")] = False,
    is_pinned: Annotated[bool, Field(description="Whether it stands above the others.")] = False,
) -> Loaded:
    """Write down something about a record."""
    values = {
        "ParentId": templates.known_record(ctx, record_id),
        "Title": title,
        "Body": text,
        "IsPrivate": is_private,
        "Pinned__c": is_pinned,
    }
    return _made(ctx, "Note", values)


def _about(ctx: Context, record_id: str, who_id: str | None) -> dict[str, str]:
    """Whom and what an activity about a record names: of a case, its contact as well."""
    found = activity_links.default_for(templates.known_record(ctx, record_id))
    if who_id is not None:
        found["WhoId"] = templates.known_record(ctx, who_id)
    elif found.get("WhatId", "").startswith("500"):
        contact_id = ctx.session.scalar(
            select(Case.__table__.c.contact_id).where(Case.__table__.c.id == found["WhatId"])
        )
        found |= {"WhoId": contact_id} if contact_id else {}
    return found


def _case(what_id: str | None) -> str | None:
    return what_id if what_id is not None and what_id.startswith("500") else None


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "")}


def _made(ctx: Context, sobject: str, values: Mapping[str, Any]) -> Loaded:
    row = records.insert(ctx, of_name(sobject), _given(values))
    return Loaded(of_name(sobject), {"Id": row.id})
