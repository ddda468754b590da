"""Forms that add to a record's activities: calls, tasks, events, e-mails and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import record_url
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.record_forms import Said, problems_by_field, said_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, reading, records, sight, templates
from workworld.context import Context
from workworld.errors import Refused

FIELDS: Mapping[str, tuple[str, Sequence[str]]] = {
    "call": ("Task", ("Subject", "CallType", "CallDisposition", "Description")),
    "task": ("Task", ("Subject", "ActivityDate", "Priority", "OwnerId", "Description")),
    "event": ("Event", ("Subject", "Location", "StartDateTime", "EndDateTime", "Description")),
    "email": ("EmailMessage", ("ToAddress", "CcAddress", "Subject", "TextBody")),
    "note": ("Note", ("Title", "IsPrivate", "Pinned__c", "Body")),
}
"""The objects that the forms make records of, and the fields that they ask for."""
_NAMES = {
    "call": ("Log a call", "headset", "crm.log-call"),
    "task": ("New task", "square-check", "crm.new-task"),
    "event": ("New event", "calendar", "crm.new-event"),
    "email": ("E-mail", "mail", "crm.new-email"),
    "note": ("Note", "sticky-note", "crm.new-note"),
}
_BUTTONS = {"call": "Save", "task": "Save", "event": "Save", "email": "Send", "note": "Save"}
_WITH_PEOPLE = ("Account", "Opportunity", "Case", "Campaign")
"""Records that are no persons: a form asks which contact it was about."""
_REQUIRED = {
    "event": ("StartDateTime", "EndDateTime"),
    "email": ("ToAddress", "TextBody"),
    "note": ("Title",),
}
_LABELS = {
    "OwnerId": "Assigned to",
    "ToAddress": "To",
    "CcAddress": "CC",
    "TextBody": "Message",
    "WhoId": "Contact or lead",
}
"""What fields are called in these forms."""
_HOUR_US = 3_600_000_000


@dataclass(frozen=True, slots=True)
class Composer:
    """The forms of the activity tab, of which one may be open."""

    ways: Sequence[tuple[str, str, str, str, bool]]
    """Name, icon, command and address of each form, and whether it is open."""
    kind: str
    title: str
    action: str
    close_url: str
    button: str
    editors: Sequence[Editor]
    minutes: str
    problems: Sequence[Said]
    follows: tuple[str, str] | None = None
    """Id and subject of the finished task that a new one follows."""
    templates: Sequence[tuple[str, str]] = ()
    template: str = ""
    unresolved: Sequence[str] = ()
    """Merge fields of the template that hold nothing."""


def composer_of(
    ctx: Context, found: Known, given: Form, refusal: Refused | None
) -> Composer | None:
    """The forms of a record's activity tab; None for those who may add nothing.

    Args:
        ctx: who reads.
        found: the record.
        given: what the address asks for, or what a form holds that was not taken.
        refusal: why it was not taken.
    """
    kind = entries.one(given, "compose")
    kind = kind if may_add(ctx, kind) else ""
    url = record_url(found.sobject.name, found.id)
    here = f"{url}?tab=activity"
    ways = [
        (text, icon, command, f"{here}&compose={name}", name == kind)
        for name, (text, icon, command) in _NAMES.items()
        if may_add(ctx, name)
    ]
    if not ways:
        return None
    if not kind:
        return Composer(ways, "", "", "", here, "", (), "", ())
    follows = _follows(ctx, entries.one(given, "follows"))
    usual, unresolved = _usual(ctx, found, kind, entries.one(given, "template"))
    if follows:
        usual |= _of_followed(ctx, follows[0]) | {"Subject": follows[1]}
    editors = _editors(ctx, found, kind, usual)
    if refusal is not None:
        at_fields = problems_by_field(refusal)
        editors = [refilled(each, given, at_fields.get(each.name, "")) for each in editors]
    return Composer(
        ways,
        kind,
        _NAMES[kind][0],
        f"{url}/activities/{kind}",
        here,
        _BUTTONS[kind],
        editors,
        entries.one(given, "minutes"),
        said_of(refusal, editors),
        follows,
        _templates(ctx, found) if kind == "email" else (),
        entries.one(given, "template"),
        unresolved,
    )


def may_add(ctx: Context, kind: str) -> bool:
    """Whether the reader may add activities of a kind; False if there is no such kind."""
    return kind in FIELDS and sight.may(ctx, objects.of_name(FIELDS[kind][0]), "create")


def _follows(ctx: Context, task_id: str) -> tuple[str, str] | None:
    name = reading.names(ctx, [task_id]).get(task_id) if task_id.startswith("00T") else None
    return (task_id, name) if name else None


def _of_followed(ctx: Context, task_id: str) -> dict[str, Any]:
    """What a task has of the finished one that it follows: with whom, and how urgent it is."""
    loaded = reading.load(ctx, objects.of_name("Task"), [task_id]).get(task_id)
    held = loaded.values if loaded else {}
    return {name: held[name] for name in ("WhoId", "Priority") if held.get(name)}


def _templates(ctx: Context, found: Known) -> list[tuple[str, str]]:
    listed = templates.list(ctx, sobject=found.sobject.name)
    return [("", "No template"), *((each.id, each.name) for each in listed)]


def _usual(
    ctx: Context, found: Known, kind: str, template: str
) -> tuple[dict[str, Any], Sequence[str]]:
    """What a form holds before anybody has touched it, as columns keep it."""
    now_us = ctx.clock.now_us()
    if kind == "call":
        return {"Subject": "Call", "CallType": "Outbound"}, ()
    if kind == "task":
        return {"Priority": "Normal", "OwnerId": people.me(ctx).id}, ()
    if kind == "event":
        start = now_us - now_us % _HOUR_US + _HOUR_US
        return {"StartDateTime": start, "EndDateTime": start + _HOUR_US}, ()
    if kind == "email":
        made: dict[str, Any] = {"ToAddress": _address(ctx, found)}
        if template:
            preview = templates.preview(ctx, template_id=template, record_id=found.id)
            made |= {"Subject": preview.subject, "TextBody": preview.body}
            return made, preview.unresolved
        return made, ()
    return {}, ()


def _address(ctx: Context, found: Known) -> str:
    """To whom one writes about a record: itself, or its contact."""
    if found.row.get("Email"):
        return str(found.row["Email"])
    contact_id = found.row.get("ContactId")
    loaded = reading.load(ctx, objects.of_name("Contact"), [contact_id]) if contact_id else {}
    contact = loaded.get(str(contact_id))
    return str(contact.values.get("Email") or "") if contact else ""


def _editors(ctx: Context, found: Known, kind: str, usual: Mapping[str, Any]) -> list[Editor]:
    name, wanted = FIELDS[kind]
    sobject = records.sobject_of(ctx, name)
    named = [usual[each] for each in ("OwnerId", "WhoId") if usual.get(each)]
    names = reading.names(ctx, named)
    fields = [sobject.fields[each.lower()] for each in wanted]
    if found.sobject.name in _WITH_PEOPLE and kind != "note":
        fields.insert(-1, sobject.fields["whoid"])
    made = [editor_of(ctx, sobject, each, usual.get(each.name), names) for each in fields]
    required = _REQUIRED.get(kind, ())
    return [
        replace(
            each,
            id=f"new-{each.name}",
            label=_LABELS.get(each.name, each.label),
            is_required=each.name in required,
        )
        for each in made
    ]


def fields_of(kind: str) -> list[Any]:
    """The fields that a form asks for."""
    name, wanted = FIELDS[kind]
    sobject = objects.of_name(name)
    found = [sobject.fields[each.lower()] for each in wanted]
    who = sobject.field("WhoId")
    return [*found, who] if who is not None else found
