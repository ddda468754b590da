"""Activities: calls, tasks, events, e-mails and notes about a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select
from tests.apps.crm.floor import REP
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, making, then

from workworld.directory.models import Person
from workworld.worlds import World
from workworld.zones import zone


def _read_clock(world: World, facts: Facts) -> None:
    """``offset`` is how far the rep's clock is ahead of the world's."""
    with world.reading() as session:
        name = session.scalars(select(Person.zone).where(Person.handle == REP)).one()
    at = datetime(2026, 4, 20, 9, tzinfo=zone(name))
    facts["offset"] = at.isoformat()[-len("+00:00") :]


_BEFORE = then(
    _read_clock,
    making("account", "Account"),
    making("contact", "Contact", AccountId="$account", Email="ngozi@larkspur.example"),
    making("deal", "Opportunity", AccountId="$account"),
    making("task", "Task", Subject="Call", WhatId="$deal"),
)
_KINDS: Mapping[str, tuple[str, str, Mapping[str, Any], Mapping[str, Any]]] = {
    "activities.log_call": (
        "call",
        "logCall",
        {"subject": "Call", "direction": "Inbound", "seconds": 120, "comments": "Fine."},
        {"Subject": "Call", "CallType": "Inbound", "minutes": "2", "Description": "Fine."},
    ),
    "activities.create_task": (
        "task",
        "createTask",
        {"subject": "Send it", "due": "2026-04-20", "owner-id": "$dwhitlock"},
        {"Subject": "Send it", "ActivityDate": "2026-04-20", "OwnerId": "$dwhitlock"},
    ),
    "activities.create_event": (
        "event",
        "createEvent",
        {
            "subject": "Meet",
            "start": "2026-04-20T09:00:00$offset",
            "end": "2026-04-20T10:00:00$offset",
        },
        {
            "Subject": "Meet",
            "StartDateTime": "2026-04-20",
            "StartDateTime-time": "9:00",
            "EndDateTime": "2026-04-20",
            "EndDateTime-time": "10:00",
        },
    ),
    "activities.add_note": (
        "note",
        "addNote",
        {"title": "Gates", "text": "Two of them.", "is-private": False, "is-pinned": True},
        {"Title": "Gates", "Body": "Two of them.", "Pinned__c": "1"},
    ),
    "emails.send": (
        "email",
        "sendEmail",
        {"subject": "Gates", "text": "Two of them.", "to": "ngozi@larkspur.example"},
        {"Subject": "Gates", "TextBody": "Two of them.", "ToAddress": "ngozi@larkspur.example"},
    ),
}
"""By operation: the form, the tool, and what each is told."""


def _about() -> Iterator[Case]:
    for operation, (form, tool, said, entered) in _KINDS.items():
        for name, outcome, deal in (("own", "ok", "$deal"), ("missing", "NOT_FOUND", "$no_deal")):
            yield case(
                operation,
                name,
                outcome,
                mcp=(tool, {"id": deal, **said}),
                ui=(f"/Opportunity/{deal}/activities/{form}", entered),
                before=_BEFORE,
            )


def _empty() -> Iterator[Case]:
    for operation, form, tool, field, said in (
        ("activities.add_note", "note", "addNote", "Title", {"title": ""}),
        ("emails.send", "email", "sendEmail", "ToAddress", {"subject": "Gates", "text": "Two."}),
    ):
        entered = {"Subject": "Gates", "TextBody": "Two.", field: ""}
        yield case(
            operation,
            "nothing entered",
            "REQUIRED_FIELD_MISSING",
            mcp=(tool, {"id": "$deal", **said}),
            ui=(f"/Opportunity/$deal/activities/{form}", entered),
            before=_BEFORE,
        )


def _bare() -> Iterator[Case]:
    """What the vendor takes without a subject, and what cannot be empty."""
    yield case(
        "activities.create_task",
        "without a subject",
        mcp=("createTask", {"id": "$deal", "subject": "", "due": "2026-04-20"}),
        ui=("/Opportunity/$deal/activities/task", {"Subject": "", "ActivityDate": "2026-04-20"}),
        before=_BEFORE,
    )
    to = "ngozi@larkspur.example"
    for name, outcome, text in (
        ("without a subject", "ok", "Two."),
        ("without a word", "REQUIRED_FIELD_MISSING", " "),
    ):
        yield case(
            "emails.send",
            name,
            outcome,
            mcp=("sendEmail", {"id": "$deal", "subject": "", "text": text, "to": to}),
            ui=(
                "/Opportunity/$deal/activities/email",
                {"Subject": "", "TextBody": text, "ToAddress": to},
            ),
            before=_BEFORE,
        )


def _complete() -> Iterator[Case]:
    for name, outcome, task in (("own", "ok", "$task"), ("missing", "NOT_FOUND", "$no_task")):
        yield case(
            "tasks.complete",
            name,
            outcome,
            mcp=("completeTask", {"task-id": task}),
            ui=(f"/Opportunity/$deal/activities/{task}/complete", {}),
            before=_BEFORE,
        )
        yield case(
            "tasks.complete",
            f"{name}, and another one",
            outcome,
            mcp=("completeTask", {"task-id": task, "follow-up": {"Subject": "Call again"}}),
            ui=("/Opportunity/$deal/activities/task", {"follows": task, "Subject": "Call again"}),
            before=_BEFORE,
        )


CASES = (*_about(), *_empty(), *_bare(), *_complete())
