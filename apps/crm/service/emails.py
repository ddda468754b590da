"""E-mail to customers: about any record, and as answers to cases.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_emailmessage.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case, Contact, EmailMessage, Group, Lead, QueueObject
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import records, refusals, saving, sight, templates
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.directory.people import company
from workworld.directory.people import me as my_person
from workworld.operations import Effect, operation

Addresses = Annotated[str, Field(description="Addresses, by commas.", max_length=4_000)]
# The vendor sends by an action of its own, which the REST rows add.
_DOORS = (Surface.UI, Surface.MCP)
_ADDRESS = re.compile(r"[^@\s,;<>()\"]+@[^@\s,;<>()\".]+(?:\.[^@\s,;<>()\".]+)+")
_NAMED = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]*)>")
_MOST_ADDRESSES = 50
_SUBJECT_LENGTH = 3_000
_messages, _groups, _objects = EmailMessage.__table__.c, Group.__table__.c, QueueObject.__table__.c


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def send(
    ctx: Context,
    *,
    record_id: Annotated[RecordId, Field(description="The record that it is about.")],
    subject: Annotated[str, Field(description="Its subject.", max_length=_SUBJECT_LENGTH)] = "",
    text: Annotated[str, Field(description="Plain text.", max_length=32_000)] = "",
    template_id: Annotated[
        RecordId | None, Field(description="A template instead of subject and text.")
    ] = None,
    who_id: Annotated[
        RecordId | None,
        Field(description="The contact or lead who gets it; else whom the record is about."),
    ] = None,
    to: Addresses = "",
    cc: Addresses = "",
    allow_unresolved: Annotated[
        bool, Field(description="Whether to send though merge fields hold nothing.")
    ] = False,
) -> Loaded:
    """Send an e-mail about a record, from a template or one's own words with merge fields.

    Raises:
        Invalid: ``REQUIRED_FIELD_MISSING``, ``EMAIL_OPTED_OUT``, ``INVALID_EMAIL_ADDRESS``, or
            ``INVALID_OPERATION``: merge fields hold nothing.
    """
    about = templates.known_record(ctx, record_id)
    who = _recipient(ctx, about, who_id)
    said = (subject, text)
    if template_id is not None:
        row = templates.known(ctx, template_id)
        said = (subject or row.subject, text or row.body)
    made = templates.filled(ctx, *said, about, who.id if who else None)
    if made.unresolved and not allow_unresolved:
        unresolved = f"Merge fields hold nothing: {', '.join(made.unresolved)}"
        raise refusals.refused("INVALID_OPERATION", unresolved, *made.unresolved)
    if not made.body.strip():
        raise refusals.RecordRefused([refusals.required(["TextBody"])])
    addresses = _recipients(who, to)
    values = {
        "Subject": made.subject,
        "TextBody": made.body,
        "ToAddress": addresses,
        "CcAddress": _good(cc, "CcAddress"),
        "FromAddress": my_person(ctx).email,
        "FromName": my_person(ctx).name,
        "WhoId": who.id if who else None,
        **_about(about),
    }
    sent = write(ctx, values)
    return Loaded(of_name("EmailMessage"), {"Id": sent.id})


def answer(ctx: Context, case: Case, text: str, *, cc: str = "", system: bool = False) -> Any:
    """Write to the customer of a case; the subject carries a token by which replies find it.

    Raises:
        RecordRefused: ``REQUIRED_FIELD_MISSING``: there is nobody to write to.
    """
    contact = ctx.session.get(Contact, case.contact_id) if case.contact_id else None
    to = (contact.email if contact else None) or case.supplied_email
    if not to:
        said = "The case has no e-mail address: give it a contact that has one"
        raise refusals.refused("REQUIRED_FIELD_MISSING", said, "ContactId")
    last = last_message(ctx, case.id)
    values = {
        "Subject": subject_of(case),
        "TextBody": text,
        "ToAddress": to,
        "CcAddress": _good(cc, "CcAddress"),
        "FromAddress": mailbox(ctx, case) or my_person(ctx).email,
        "FromName": company(ctx.session).name if system else my_person(ctx).name,
        "ParentId": case.id,
        "WhoId": contact.id if contact else None,
        "ReplyToEmailMessageId": last.id if last else None,
    }
    return write(ctx, values, system=system)


def write(ctx: Context, values: Mapping[str, Any], *, system: bool = False) -> EmailMessage:
    """Send a message, as part of a service's step: it is a record, and others hear of it."""
    given = {name: value for name, value in values.items() if value not in (None, "")}
    options = Options(system=system)
    made: EmailMessage = records.insert(ctx, of_name("EmailMessage"), given, options)
    ctx.emit("crm.email_sent", sobject="EmailMessage", record_id=made.id, changed=[])
    return made


def token_of(case_id: str) -> str:
    """By which the reply to a message finds its case: ``[ ref:500…:ref ]``."""
    return f"[ ref:{case_id}:ref ]"


def subject_of(case: Case) -> str:
    """What an answer to a case is called."""
    said = (case.subject or f"Case {case.number}").strip()
    begun = said if said.lower().startswith("re:") else f"Re: {said}"
    return f"{begun} {token_of(case.id)}"


def last_message(ctx: Context, case_id: str) -> EmailMessage | None:
    """The last message that a customer has sent to a case."""
    query = select(EmailMessage).where(
        _messages.case_id == case_id, _messages.is_incoming, ~_messages.is_deleted
    )
    return ctx.session.scalar(query.order_by(_messages.sent_us.desc(), _messages.id).limit(1))


def mailbox(ctx: Context, case: Case) -> str | None:
    """The company's address that a case came to, or else that of its queue, or of any."""
    query = (
        select(_groups.email)
        .join(QueueObject.__table__, _objects.queue_id == _groups.id)
        .where(_objects.sobject == "Case", _groups.email.is_not(None))
        .order_by(_groups.id)
    )
    known = list(ctx.session.scalars(query))
    last = last_message(ctx, case.id)
    arrived = addresses_in(last.to_address or "") if last else []
    queue = ctx.session.get(Group, case.owner_id)
    wanted = [*arrived, queue.email if queue else None]
    return next((each for each in wanted if each in known), known[0] if known else None)


def addresses_in(text: str) -> Sequence[str]:
    """The addresses of a header: ``Ana <ana@example.com>, bob@example.com``."""
    found = [split(each)[1] for each in re.split(r"[,;]", text)]
    return [each for each in found if _ADDRESS.fullmatch(each)]


def split(text: str) -> tuple[str, str]:
    """Name and address of ``Ana <ana@example.com>``; the name may be empty."""
    found = _NAMED.search(text)
    if found is None:
        return "", text.strip()
    return found["name"].strip().strip('"'), found["address"].strip()


@saving.before("EmailMessage")
def _derive(ctx: Context, saved: Saving) -> None:
    """When it was sent, and in which conversation."""
    row = saved.row
    if row.sent_us is None:
        row.sent_us = ctx.clock.now_us()
    if saved.is_new and row.thread is None:
        row.thread = row.case_id or row.related_to_id
    if row.case_id is not None and row.related_to_id is None:
        row.related_to_id = row.case_id


@saving.after("EmailMessage", order=10)
def _identify(ctx: Context, saved: Saving) -> None:
    """What we send has an id of its own, to which replies refer."""
    if saved.row.message_identifier is None:
        saved.row.message_identifier = f"<{saved.row.id}@{company(ctx.session).domain}>"


def _recipient(ctx: Context, about: str, who_id: str | None) -> Contact | Lead | None:
    """Whom a record is about, or who is named: an object."""
    if who_id is not None:
        found = templates.known_record(ctx, who_id)
        return _person(ctx, found)
    if about.startswith(("003", "00Q")):
        return _person(ctx, about)
    row = ctx.session.get(Case, about) if about.startswith("500") else None
    if row is None or row.contact_id is None:
        return None
    contact, table = of_name("Contact"), Contact.__table__
    seen = select(table.c.id).where(table.c.id == row.contact_id, sight.rows(ctx, contact, table))
    return _person(ctx, row.contact_id) if ctx.session.scalar(seen) else None


def _person(ctx: Context, record_id: str) -> Contact | Lead | None:
    if record_id.startswith("003"):
        return ctx.session.get(Contact, record_id)
    if record_id.startswith("00Q"):
        return ctx.session.get(Lead, record_id)
    said = "Name ID: id value of incorrect type"
    raise refusals.refused("FIELD_INTEGRITY_EXCEPTION", said, "WhoId")


def _recipients(who: Contact | Lead | None, to: str) -> str:
    addresses = _good(to, "ToAddress")
    if who is not None and who.opts_out_of_email:
        said = f"{who.name} does not want to get e-mail from us"
        raise refusals.refused("EMAIL_OPTED_OUT", said, "ToAddress")
    if who is not None and who.email and not addresses:
        return who.email
    if not addresses:
        said = "Required fields are missing: [ToAddress]"
        raise refusals.refused("REQUIRED_FIELD_MISSING", said, "ToAddress")
    return addresses


def _good(text: str, field: str) -> str:
    """Addresses as they are kept.

    Raises:
        RecordRefused: ``INVALID_EMAIL_ADDRESS``.
    """
    wanted = [each.strip() for each in re.split(r"[,;]", text) if each.strip()]
    if len(wanted) > _MOST_ADDRESSES:
        said = f"There are more than {_MOST_ADDRESSES} addresses"
        raise refusals.refused("LIMIT_EXCEEDED", said, field)
    for each in wanted:
        if not _ADDRESS.fullmatch(split(each)[1]):
            said = f"invalid email address: {each[:80]}"
            raise refusals.refused("INVALID_EMAIL_ADDRESS", said, field)
    return ", ".join(wanted)


def _about(record_id: str) -> dict[str, str]:
    if record_id.startswith("500"):
        return {"ParentId": record_id, "RelatedToId": record_id}
    return {} if record_id.startswith("003") else {"RelatedToId": record_id}
