"""E-mail that arrives: it finds its case, opens it again, or becomes a new one.

https://help.salesforce.com/s/articleView?id=service.customizesupport_email.htm
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Case, EmailMessage
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    cadence_steps,
    cases,
    emails,
    files,
    mail_attachments,
    notices,
    queues,
    records,
    senders,
)
from workworld.apps.crm.service.mail_attachments import Attachment
from workworld.apps.crm.service.saving import Options
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

CREATED, THREADED, REOPENED = "created", "threaded", "reopened"
SPAM, AUTO_RESPONSE = "spam", "auto_response"
_DAY_US = 86_400_000_000
REOPENING_US = 7 * _DAY_US
"""For how long after its closing a customer's mail opens a case again."""
_MOST_AUTO_REPLIES = 4
"""Within a day and to one address, so that two machines do not answer each other for ever."""
_MOST_REFERENCES = 50
_TOKEN = re.compile(r"ref:(500[0-9A-Za-z]{12}(?:[0-9A-Za-z]{3})?)(?::ref)?")
_AUTOMATIC = re.compile(
    r"(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|abwesend|abwesenheit"
    r"|undeliver(?:ed|able)|delivery status notification|mail delivery)",
    re.IGNORECASE,
)
_MACHINES = ("mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "bounce")
_SYSTEM = Options(system=True)
_THANKS = (
    "Thank you for writing to us. We have noted your request as case {number} and will answer as"
    " soon as we can.\n\nTo add to it, answer to this message.\n\n{token}"
)
_messages = EmailMessage.__table__.c
Header = Annotated[str, Field(max_length=4_000)]


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a message."""

    outcome: str
    """``created``, ``threaded``, ``reopened``, ``spam`` or ``auto_response``."""
    case_id: str | None
    message_id: str | None
    """The record of the message; None for one that nobody keeps."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A message as it came."""

    sender: str
    name: str
    to: str
    cc: str
    subject: str
    text: str
    message_identifier: str
    references: Sequence[str]
    is_automatic: bool
    attachments: Sequence[Attachment]


# Nobody asks for it: it is what comes from outside.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def receive(
    ctx: Context,
    *,
    from_address: Annotated[str, Field(description="Name <address>.", max_length=1_000)],
    to_address: Annotated[Header, Field(description="To whom it went, by commas.")],
    subject: Annotated[str, Field(description="Its subject.", max_length=3_000)] = "",
    text: Annotated[str, Field(description="What it says, plain.", max_length=200_000)] = "",
    cc_address: Annotated[Header, Field(description="To whom a copy went.")] = "",
    message_identifier: Annotated[str, Field(description="Message-ID.", max_length=765)] = "",
    references: Annotated[str, Field(description="In-Reply-To and References.")] = "",
    auto_submitted: Annotated[str, Field(description="The header, or Precedence.")] = "",
    is_spam: Annotated[bool, Field(description="Whether a filter has found it to be.")] = False,
    attachments: Annotated[
        Sequence[Attachment], Field(description="Files that came with it.", max_length=100)
    ] = (),
) -> Received:
    """Take in an e-mail to one of the company's mailboxes for customers."""
    name, sender = emails.split(from_address)
    said = f"{subject}\n{text}"
    if is_spam or "@" not in sender or senders.is_spam(ctx, sender, said):
        return Received(SPAM, None, None)
    known = _by_identifier(ctx, [message_identifier] if message_identifier else [])
    if known is not None:
        return Received(THREADED, known.case_id, known.id)  # the same message has come before
    mail = Mail(
        sender[:80],
        (name or sender)[:80],
        to_address,
        cc_address,
        " ".join(subject.split()),
        text.replace("\x00", "")[:32_000].strip(),
        message_identifier,
        references.replace(",", " ").split()[-_MOST_REFERENCES:],
        _is_automatic(sender, subject, auto_submitted),
        attachments,
    )
    return _taken_in(ctx, mail)


def _taken_in(ctx: Context, mail: Mail) -> Received:
    case = _case_of(ctx, mail)
    if mail.is_automatic:
        message = _keep(ctx, mail, case) if case is not None else None
        return Received(AUTO_RESPONSE, case.id if case else None, message.id if message else None)
    cadence_steps.replied(ctx, mail.sender)
    if case is not None and not _is_over(ctx, case):
        outcome = REOPENED if case.is_closed else THREADED
        message = _keep(ctx, mail, case)
        cases.came_back(ctx, case)
        _tell(ctx, case, message)
        return Received(outcome, case.id, message.id)
    made = _opened(ctx, mail, case)
    message = _keep(ctx, mail, made)
    thank(ctx, mail.sender, made)
    return Received(CREATED, made.id, message.id)


def _case_of(ctx: Context, mail: Mail) -> Case | None:
    """The case that a message belongs to: by the token, or by the message that it answers."""
    for found in _TOKEN.finditer(f"{mail.subject}\n{mail.text}"):
        case = ctx.session.get(Case, record_ids.full(found[1]) or "")
        if case is not None and not case.is_deleted:
            return case
    answered = _by_identifier(ctx, mail.references)
    case = ctx.session.get(Case, answered.case_id) if answered and answered.case_id else None
    return case if case is not None and not case.is_deleted else None


def _by_identifier(ctx: Context, identifiers: Sequence[str]) -> EmailMessage | None:
    query = select(EmailMessage).where(
        _messages.message_identifier.in_(list(identifiers)), _messages.case_id.is_not(None)
    )
    return ctx.session.scalar(query.order_by(_messages.sent_us.desc(), _messages.id).limit(1))


def _is_over(ctx: Context, case: Case) -> bool:
    """Whether a case was closed so long ago that a message begins a new one."""
    return case.closed_us is not None and ctx.clock.now_us() - case.closed_us > REOPENING_US


def _opened(ctx: Context, mail: Mail, before: Case | None) -> Case:
    contact = senders.contact_of(ctx, mail.sender)
    account_id = contact.account_id if contact else senders.account_of(ctx, mail.sender)
    values: dict[str, Any] = {
        "Subject": _TOKEN.sub("", mail.subject)[:255].strip(" []") or "(no subject)",
        "Description": mail.text,
        "Origin": "Email",
        "SuppliedName": mail.name,
        "SuppliedEmail": mail.sender,
        "ContactId": contact.id if contact else None,
        "AccountId": account_id,
        "ParentId": before.id if before else None,
    }
    queue = _queue_of(ctx, mail)
    given = {name: value for name, value in values.items() if value}
    made: Case = records.insert(ctx, of_name("Case"), given, Options(system=True))
    if queue is not None and made.owner_id == made.created_by_id:  # no rule has chosen
        records.change(ctx, made, {"OwnerId": queue}, _SYSTEM)
    return made


def _queue_of(ctx: Context, mail: Mail) -> str | None:
    for address in emails.addresses_in(f"{mail.to},{mail.cc}"):
        found = queues.of_address(ctx, address)
        if found is not None:
            return found
    return None


def _keep(ctx: Context, mail: Mail, case: Case) -> EmailMessage:
    contact = senders.contact_of(ctx, mail.sender)
    answered = _by_identifier(ctx, mail.references)
    values = {
        "Subject": mail.subject,
        "FromAddress": mail.sender,
        "FromName": mail.name,
        "ToAddress": mail.to,
        "CcAddress": mail.cc,
        "Incoming": True,
        "Status": "New",
        "ParentId": case.id,
        "WhoId": contact.id if contact else None,
        "MessageIdentifier": mail.message_identifier,
        "ReplyToEmailMessageId": answered.id if answered else None,
        "TextBody": mail.text,
    }
    fitting, left_out = mail_attachments.chosen(mail.attachments)
    if left_out:
        values["TextBody"] = f"{mail.text}\n\n{mail_attachments.said_of(left_out)}".strip()
    given = {name: value for name, value in values.items() if value not in (None, "")}
    made: EmailMessage = records.insert(ctx, of_name("EmailMessage"), given, _SYSTEM)
    for each in fitting:
        files.attach(ctx, record_id=made.id, name=each.name, content=each.bytes)
    ctx.touch(f"crm.record:{case.id}")
    return made


def _tell(ctx: Context, case: Case, message: EmailMessage) -> None:
    text = f"reports: a customer has answered to case {case.number}"
    kind = notices.CUSTOMER_REPLIED
    notices.tell_owner(ctx, kind, "Case", case.id, case.owner_id, text, part=message.id)


def thank(ctx: Context, address: str, case: Case) -> None:
    """Say that a request has arrived; that is no answer yet, so no clock stops.

    Args:
        ctx: whose step it is.
        address: who gets it, unless several such have gone there within a day.
        case: what became of the request.
    """
    since_us = ctx.clock.now_us() - _DAY_US
    query = select(func.count()).where(
        _messages.to_address == address, ~_messages.is_incoming, _messages.sent_us > since_us
    )
    if (ctx.session.scalar(query) or 0) < _MOST_AUTO_REPLIES:
        token = emails.token_of(case.id)
        said = _THANKS.format(number=case.number, token=token)
        emails.answer(ctx, case, said, system=True)


def _is_automatic(sender: str, subject: str, header: str) -> bool:
    said = header.strip().lower()
    by_header = bool(said) and said != "no"
    mailbox = sender.lower().partition("@")[0]
    return by_header or mailbox.startswith(_MACHINES) or bool(_AUTOMATIC.match(subject.strip()))
