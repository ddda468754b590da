"""What was done and is to be done about people and records: tasks, calls, events, e-mail, notes.

https://help.salesforce.com/s/articleView?id=sales.activities_parent.htm
"""

from __future__ import annotations

from sqlalchemy import Index, case, null
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject
from workworld.database import reaches_people

WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
WHO = ("Contact", "Lead")
WHAT = ("Account", "Opportunity", "Case", "Campaign", "Product2")


@sobject("Task", "Task", "Tasks", "00T", computed=(SYSTEM_MODSTAMP,), searched=("subject",))
class Task(Adaptable, Owned):
    """Something to do, or a call or an e-mail that was done and logged."""

    __tablename__ = "crm_tasks"
    __table_args__ = (
        Index(None, "who_id", "activity_date"),
        Index(None, "what_id", "activity_date"),
        Index(None, "account_id", "activity_date"),
        Index(None, "owner_id", "is_closed", "activity_date"),
        Index(None, "activity_date"),
        Index(None, "recurs_from_id"),
        Index(None, "series_id", "activity_date"),
    )

    subject: Mapped[str | None] = columns.text("Subject", "Subject", is_name=True)
    who_id: Mapped[str | None] = columns.any_of("WhoId", "Name", WHO, children="Tasks")
    what_id: Mapped[str | None] = columns.any_of("WhatId", "Related To", WHAT, children="Tasks")
    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", createable=False, updateable=False
    )
    """That of the record or contact that it is about."""
    activity_date: Mapped[str | None] = columns.date("ActivityDate", "Due Date")
    status: Mapped[str] = columns.picklist("Status", "Status", "task status", default="Not Started")
    priority: Mapped[str] = columns.picklist(
        "Priority", "Priority", "task priority", default="Normal"
    )
    is_closed: Mapped[bool] = columns.checkbox(
        "IsClosed", "Closed", createable=False, updateable=False
    )
    completed_us: Mapped[int | None] = columns.moment(
        "CompletedDateTime", "Completed", createable=False, updateable=False
    )
    subtype: Mapped[str] = columns.picklist(
        "TaskSubtype", "Task Subtype", "task subtype", default="Task", updateable=False
    )
    call_type: Mapped[str | None] = columns.picklist("CallType", "Call Type", "call type")
    call_seconds: Mapped[int | None] = columns.integer("CallDurationInSeconds", "Call Duration")
    call_result: Mapped[str | None] = columns.text("CallDisposition", "Call Result")
    reminder_us: Mapped[int | None] = columns.moment("ReminderDateTime", "Reminder")
    is_reminded: Mapped[bool] = columns.checkbox("IsReminderSet", "Reminder Set")
    recurs_from_id: Mapped[str | None] = mapped_column(default=None)
    """The finished task that this one follows up."""
    is_recurrence: Mapped[bool] = columns.checkbox(
        "IsRecurrence", "Create Recurring Series of Tasks", updateable=False
    )
    recurrence_type: Mapped[str | None] = columns.picklist(
        "RecurrenceType", "Frequency", "recurrence type", updateable=False, is_restricted=True
    )
    recurrence_interval: Mapped[int | None] = columns.integer(
        "RecurrenceInterval",
        "Recurrence Interval",
        help="Each how many days, weeks or months; of a task that repeats once it is closed, days",
    )
    recurrence_weekdays: Mapped[int | None] = columns.integer(
        "RecurrenceDayOfWeekMask",
        "Recurrence Days of Week",
        updateable=False,
        bits=WEEKDAYS,
        help="Of weekly series, and of those on a day of the week",
    )
    recurrence_month_day: Mapped[int | None] = columns.integer(
        "RecurrenceDayOfMonth",
        "Recurrence Day of Month",
        updateable=False,
        help="From 1 to 31; the last day of shorter months stands for it",
    )
    recurrence_instance: Mapped[str | None] = columns.picklist(
        "RecurrenceInstance",
        "Recurrence Instance",
        "recurrence instance",
        updateable=False,
        is_restricted=True,
        help="Which of the chosen days of the week in a month",
    )
    recurrence_month: Mapped[str | None] = columns.picklist(
        "RecurrenceMonthOfYear",
        "Recurrence Month of Year",
        "recurrence month",
        updateable=False,
        is_restricted=True,
        help="Of yearly series",
    )
    recurs_on: Mapped[str | None] = columns.date(
        "RecurrenceStartDateOnly", "Recurrence Start", updateable=False
    )
    recurs_until: Mapped[str | None] = columns.date(
        "RecurrenceEndDateOnly", "Recurrence End", updateable=False
    )
    recurrence_zone: Mapped[str | None] = columns.text(
        "RecurrenceTimeZoneSidKey", "Recurrence Time Zone", 40, updateable=False
    )
    regenerated_type: Mapped[str | None] = columns.picklist(
        "RecurrenceRegeneratedType", "Repeat This Task", "regenerated type", is_restricted=True
    )
    """When the task that follows this one is made; or that it was, as this one is closed."""
    series_id: Mapped[str | None] = columns.any_of(
        "RecurrenceActivityId",
        "Recurrence Activity ID",
        ("Task",),
        createable=False,
        updateable=False,
    )
    """The first one of its series; that one names itself."""
    description: Mapped[str | None] = columns.long_text("Description", "Comments")


_BEGINS = Field(
    "ActivityDateTime",
    "Due Date Time",
    Kind.DATETIME,
    compute=lambda table: case((table.c.is_all_day, null()), else_=table.c.start_us),
    **AUTOMATIC,
)


@sobject(
    "Event",
    "Event",
    "Events",
    "00U",
    computed=(SYSTEM_MODSTAMP, _BEGINS),
    searched=("subject",),
)
class Event(Adaptable, Owned):
    """A meeting."""

    __tablename__ = "crm_events"
    __table_args__ = (
        Index(None, "who_id", "start_us"),
        Index(None, "what_id", "start_us"),
        Index(None, "account_id", "start_us"),
        Index(None, "owner_id", "start_us"),
        Index(None, "series_id", "start_us"),
    )

    subject: Mapped[str | None] = columns.text("Subject", "Subject", is_name=True)
    who_id: Mapped[str | None] = columns.any_of("WhoId", "Name", WHO, children="Events")
    what_id: Mapped[str | None] = columns.any_of("WhatId", "Related To", WHAT, children="Events")
    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", createable=False, updateable=False
    )
    start_us: Mapped[int] = columns.moment(
        "StartDateTime", "Start", required=True, is_nillable=False
    )
    end_us: Mapped[int] = columns.moment("EndDateTime", "End", required=True, is_nillable=False)
    activity_date: Mapped[str] = columns.date("ActivityDate", "Date", **AUTOMATIC)
    """The day of its start, in the organisation's zone."""
    minutes: Mapped[int] = columns.integer("DurationInMinutes", "Duration", **AUTOMATIC)
    is_all_day: Mapped[bool] = columns.checkbox("IsAllDayEvent", "All-Day Event")
    location: Mapped[str | None] = columns.text("Location", "Location")
    show_as: Mapped[str] = columns.picklist("ShowAs", "Show Time As", "show as", default="Busy")
    repeats: Mapped[str | None] = columns.picklist(
        "Repeats__c", "Repeats", "repeats", updateable=False, is_restricted=True
    )
    repeats_until: Mapped[str | None] = columns.date(
        "Repeats_Until__c", "Repeats Until", updateable=False
    )
    reminder_us: Mapped[int | None] = columns.moment("ReminderDateTime", "Reminder")
    is_reminded: Mapped[bool] = columns.checkbox("IsReminderSet", "Reminder Set")
    series_id: Mapped[str | None] = columns.any_of(
        "RecurrenceActivityId",
        "Recurrence Activity ID",
        ("Event",),
        createable=False,
        updateable=False,
    )
    """The first one of its series; that one names itself."""
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "EventRelation",
    "Participant",
    "Participants",
    "0RE",
    computed=(SYSTEM_MODSTAMP,),
    parent="EventId",
)
class EventRelation(Record):
    """Somebody is invited to a meeting: a user, or a contact or lead."""

    __tablename__ = "crm_event_relations"
    __table_args__ = (Index(None, "event_id", "relation_id"), Index(None, "relation_id"))

    event_id: Mapped[str] = columns.lookup(
        "EventId",
        "Event",
        "Event",
        "crm_events",
        children="EventRelations",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    relation_id: Mapped[str] = columns.any_of(
        "RelationId",
        "Participant",
        (*WHO, "User"),
        required=True,
        updateable=False,
        is_nillable=False,
    )
    status: Mapped[str] = columns.picklist(
        "Status", "Answer", "participant status", default="New", is_restricted=True
    )
    response: Mapped[str | None] = columns.text("Response", "Comment")
    responded_us: Mapped[int | None] = columns.moment(
        "RespondedDate", "Answered", createable=False, updateable=False
    )


@sobject(
    "EmailMessage",
    "Email Message",
    "Email Messages",
    "02s",
    computed=(SYSTEM_MODSTAMP,),
    searched=("subject", "text_body"),
)
class EmailMessage(Owned):
    """An e-mail to or from a customer."""

    __tablename__ = "crm_email_messages"
    __table_args__ = (
        Index(None, "case_id", "sent_us"),
        Index(None, "related_to_id", "sent_us"),
        Index(None, "who_id", "sent_us"),
        Index(None, "thread"),
        Index(None, "message_identifier"),
        reaches_people(),
    )

    subject: Mapped[str | None] = columns.text("Subject", "Subject", 3_000, is_name=True)
    from_address: Mapped[str | None] = columns.text("FromAddress", "From Address", 1_000)
    from_name: Mapped[str | None] = columns.text("FromName", "From Name", 1_000)
    to_address: Mapped[str | None] = columns.text("ToAddress", "To Address", 4_000)
    cc_address: Mapped[str | None] = columns.text("CcAddress", "CC Address", 4_000)
    is_incoming: Mapped[bool] = columns.checkbox("Incoming", "Is Incoming")
    status: Mapped[str] = columns.picklist("Status", "Status", "email status", default="Sent")
    sent_us: Mapped[int] = columns.moment("MessageDate", "Message Date", required=False)
    case_id: Mapped[str | None] = columns.lookup(
        "ParentId", "Case", "Case", "crm_cases", "Parent", children="EmailMessages"
    )
    related_to_id: Mapped[str | None] = columns.any_of(
        "RelatedToId", "Related To", (*WHAT, "Lead"), children="Emails"
    )
    who_id: Mapped[str | None] = columns.any_of("WhoId", "Name", WHO)
    message_identifier: Mapped[str | None] = columns.text("MessageIdentifier", "Message ID", 765)
    reply_to_id: Mapped[str | None] = columns.lookup(
        "ReplyToEmailMessageId",
        "Reply To",
        "EmailMessage",
        "crm_email_messages",
        "ReplyToEmailMessage",
    )
    thread: Mapped[str | None] = columns.text("ThreadIdentifier", "Thread", 765)
    text_body: Mapped[str | None] = columns.long_text("TextBody", "Text Body")


@sobject("Note", "Note", "Notes", "002", computed=(SYSTEM_MODSTAMP,), searched=("title", "body"))
class Note(Owned):
    """What somebody wrote down about a record."""

    __tablename__ = "crm_notes"
    __table_args__ = (Index(None, "parent_id", "created_us"),)

    parent_id: Mapped[str] = columns.any_of(
        "ParentId",
        "Parent",
        ("Account", "Contact", "Lead", "Opportunity", "Case", "Campaign", "Product2"),
        children="Notes",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    title: Mapped[str] = columns.text(
        "Title", "Title", 80, required=True, is_name=True, is_nillable=False
    )
    is_private: Mapped[bool] = columns.checkbox("IsPrivate", "Private")
    is_pinned: Mapped[bool] = columns.checkbox("Pinned__c", "Pinned")
    body: Mapped[str | None] = columns.long_text("Body", "Body")


TASK_WORDS = fulltext.index(Task, "subject")
EVENT_WORDS = fulltext.index(Event, "subject")
EMAIL_WORDS = fulltext.index(EmailMessage, "subject", "text_body")
NOTE_WORDS = fulltext.index(Note, "title", "body")
