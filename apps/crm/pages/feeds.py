"""What was said and done about a case: the feed on its page, its answers and its clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm.milestones import Milestone
from workworld.apps.crm.pages import entries, moments, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.case_help import CaseHelp, files_with, help_of, survey_of
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.record_forms import Said, said_of
from workworld.apps.crm.pages.records import MENDABLE, Asked, part, record_page
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.service import activities, case_comments, cases, histories, reading, slas
from workworld.apps.crm.service.histories import Change
from workworld.apps.crm.service.timeline_items import EMAIL
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

REPLY, INTERNAL, PUBLIC = "reply", "internal", "public"
_WAYS = (
    (REPLY, "Reply by e-mail"),
    (INTERNAL, "Internal comment"),
    (PUBLIC, "Public comment"),
)
_STATUSES = (
    ("", "Leave as it is"),
    ("Open", "Open"),
    ("Waiting on customer", "Waiting on customer"),
    ("Escalated", "Escalated"),
)
_TOLD = frozenset({"Status", "Priority", "OwnerId", "IsEscalated"})
"""The fields whose changes the feed tells."""
_MOST = 100
_MINUTE_US, _HOUR_MINUTES = 60_000_000, 60


@dataclass(frozen=True, slots=True)
class FeedItem:
    """Something that was said or done."""

    id: str
    kind: str
    """``comment``, ``email``, ``change``, or ``told``: a change with a text of its own."""
    icon: str
    who: str
    what: str
    note: str
    """``Internal``, ``Public``, and the like; empty if there is nothing to add."""
    text: str
    at: str
    iso: str
    url: str
    is_internal: bool
    at_us: int
    files: Sequence[tuple[str, str]] = ()
    """Name and address of what came with it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock of the case."""

    name: str
    state: str
    tone: str
    text: str
    due: str


@dataclass(frozen=True, slots=True)
class FeedView:
    """The feed of a case."""

    items: Sequence[FeedItem]
    clocks: Sequence[Clock]
    ways: Sequence[tuple[str, str, str, bool]]
    """Name, text and address of each form, and whether it is open."""
    way: str
    to: str
    statuses: Sequence[tuple[str, str]]
    entered: Mapping[str, str]
    problems: Sequence[Said]
    may_write: bool
    help: CaseHelp | None
    survey: Sequence[str]
    """What the customer was asked and said when the case was solved."""


@part("feed")
def feed_tab(ctx: Context, found: Known, asked: Asked) -> Mapping[str, Any]:
    """What was said and done about a case, the latest first."""
    emails = _emails(ctx, found)
    items = [*_comments(ctx, found), *emails, *_changes(ctx, found, emails)]
    way = entries.one(asked.values, "write")
    way = way if way in dict(_WAYS) else REPLY
    url = record_url(found.sobject.name, found.id)
    view = FeedView(
        sorted(items, key=lambda each: (each.at_us, each.id), reverse=True),
        [_clock(ctx, each) for each in slas.of_case(ctx, case_id=found.id)],
        [(name, text, f"{url}?tab=feed&write={name}", name == way) for name, text in _WAYS],
        way,
        _address(ctx, found),
        _STATUSES,
        {name: entries.one(asked.values, name) for name in ("text", "cc", "status")},
        said_of(asked.refusal, ()),
        found.may_edit,
        help_of(ctx, found, asked.values),
        survey_of(ctx, found),
    )
    return {"feed": view}


@BLUEPRINT.get("/Case/<record_id>/feed")
def case_feed(record_id: str) -> Any:
    """The feed of a case, on its page."""
    return flask.redirect(record_url("Case", record_id, tab="feed"))


@BLUEPRINT.post("/Case/<record_id>/feed")
def write_to_case(record_id: str) -> Any:
    """Answer the customer of a case, or comment on it."""
    form = entries.entered(flask.request.form)
    way = entries.one(form, "write")
    text = form.get("text", [""])[0].replace("\r\n", "\n").strip()
    try:
        if way == REPLY:
            page(cases.reply, nothing, **_reply(record_id, text, form))
        else:
            is_published = way == PUBLIC
            given: dict[str, Any] = {
                "case_id": record_id,
                "text": text,
                "is_published": is_published,
            }
            page(case_comments.add, nothing, **given)
    except MENDABLE as refusal:
        shown = record_page("Case", record_id, tab="feed", asked=Asked(form, _plain(refusal, text)))
        return shown, status_of(refusal)
    return flask.redirect(record_url("Case", record_id, tab="feed", write=way), 303)


def _reply(record_id: str, text: str, form: Form) -> dict[str, Any]:
    found: dict[str, Any] = {"case_id": record_id, "text": text, "cc": entries.one(form, "cc")}
    status = entries.one(form, "status")
    return found | ({"status": status} if status in dict(_STATUSES[1:]) else {})


def _plain(refusal: Refused, text: str) -> Refused:
    """An empty text is said so in people's words."""
    return refusal if text else Refused("REQUIRED_FIELD_MISSING", "Write something first.")


def _comments(ctx: Context, found: Known) -> list[FeedItem]:
    return [
        FeedItem(
            each.id,
            "comment",
            "message-square",
            each.author,
            "commented",
            "Public" if each.is_published else "Internal",
            each.body or "",
            moments.near_moment(ctx, each.created_us),
            moments.iso_moment(ctx, each.created_us),
            "",
            not each.is_published,
            each.created_us,
        )
        for each in case_comments.list(ctx, case_id=found.id)
    ]


def _emails(ctx: Context, found: Known) -> list[FeedItem]:
    told = activities.timeline(ctx, record_id=found.id, kinds=(EMAIL,), limit=_MOST)
    items = []
    listed = [item for month in told.past for item in month.items]
    files = files_with(ctx, [each.id for each in listed])
    for each in listed:
        said = each.details
        who = said["from_name"] or said["from"] or each.owner or "Somebody"
        at_us = each.at_us or 0
        items.append(
            FeedItem(
                each.id,
                "email",
                "mail",
                str(who),
                "wrote" if said["incoming"] else f"wrote to {said['to']}",
                "From the customer" if said["incoming"] else "To the customer",
                f"{each.subject}\n\n{each.text}".strip(),
                moments.near_moment(ctx, at_us),
                moments.iso_moment(ctx, at_us),
                record_url("EmailMessage", each.id),
                is_internal=False,
                at_us=at_us,
                files=files.get(each.id, ()),
            )
        )
    return items


def _changes(ctx: Context, found: Known, emails: Sequence[FeedItem]) -> list[FeedItem]:
    changes = histories.list(ctx, record_id=found.id, limit=_MOST)
    told = [each for each in changes if each.field is None or each.field.name in _TOLD]
    ids = {each.by_id for each in told}
    for each in told:
        if each.field and each.field.name == "OwnerId":
            ids |= {value for value in (each.old, each.new) if value}
    names = reading.names(ctx, ids)
    items = []
    for each in told:
        if each.field is None:
            what = "opened the case"
        else:
            new = names.get(each.new, "") if each.field.references else each.new
            shown = (
                values.words(ctx, each.field, new, "USD") if new not in (None, "") else "nothing"
            )
            what = f"set {values.label_of(each.field).lower()} to {shown}"
        at = moments.near_moment(ctx, each.at_us)
        iso = moments.iso_moment(ctx, each.at_us)
        who = names.get(each.by_id, "Somebody")
        items.append(
            FeedItem(
                each.id, "change", "history", who, what, "", "", at, iso, "", False, each.at_us
            )
        )
    return _with_texts(found, told, items, emails)


def _with_texts(
    found: Known, told: Sequence[Change], items: Sequence[FeedItem], emails: Sequence[FeedItem]
) -> list[FeedItem]:
    """The changes, of which the first tells what is asked, and the closing one what solved it."""
    description = str(found.row.get("Description") or "").strip()
    if any(description in each.text for each in emails):
        description = ""
    resolution = str(found.row.get("Resolution__c") or "") if found.row.get("IsClosed") else ""
    shown = []
    for change, item in zip(told, items, strict=True):
        if change.field is None and description:
            note = str(found.row.get("Origin") or "")
            shown.append(replace(item, kind="told", icon="inbox", note=note, text=description))
        elif resolution and change.field and change.new in picklists.CLOSED_CASES:
            shown.append(replace(item, kind="told", icon="circle-check", text=resolution))
            resolution = ""  # The latest comes first, and it alone is the one that stands.
        else:
            shown.append(item)
    return shown


def _address(ctx: Context, found: Known) -> str:
    contact_id = found.row.get("ContactId")
    names = reading.names(ctx, [contact_id]) if contact_id else {}
    return names.get(str(contact_id), "") or str(found.row.get("SuppliedEmail") or "")


def _clock(ctx: Context, each: Milestone) -> Clock:
    left = _length(abs(each.remaining_us))
    due = moments.near_moment(ctx, each.due_us)
    if each.met_us is not None:
        state, tone = ("Late", "danger") if each.is_breached else ("Met", "success")
        return Clock(each.name, state, tone, f"Done {moments.near_moment(ctx, each.met_us)}", due)
    if each.is_breached:
        return Clock(each.name, "Overdue", "danger", f"{left} of business hours too late", due)
    if each.is_paused:
        return Clock(each.name, "Paused", "info", f"{left} of business hours left", due)
    state, tone = ("At risk", "warning") if each.is_at_risk else ("Running", "success")
    return Clock(each.name, state, tone, f"{left} of business hours left", due)


def _length(us: int) -> str:
    """``2 h 15 min``."""
    minutes = us // _MINUTE_US
    hours, rest = divmod(minutes, _HOUR_MINUTES)
    return f"{hours} h {rest} min" if hours else f"{rest} min"
